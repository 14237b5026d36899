package io.mosql.benchmarks.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mosql.benchmarks.storage.CommitLatencies.Phase;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;

final class CommitLatenciesTest {
  private final CommitLatencies times = new CommitLatencies();

  @Test
  void commitsCountForThePhaseTheyMet() throws SQLException {
    try (Connection connection = times.timed(DriverManager.getConnection("jdbc:h2:mem:"))) {
      connection.setAutoCommit(false);
      connection.commit();
      times.begin(Phase.QUIET);
      connection.commit();
      connection.commit();
      times.begin(Phase.CHECKPOINT);
      connection.commit();
      connection.rollback();
      times.begin(Phase.QUIET);
      connection.commit();
    }
    assertThat(times.latency(Phase.WARMING).getTotalCount()).isEqualTo(1);
    assertThat(times.latency(Phase.QUIET).getTotalCount()).isEqualTo(3);
    assertThat(times.latency(Phase.CHECKPOINT).getTotalCount()).isEqualTo(1);
  }

  @Test
  void phasesFillTheTimeUpToTheEndAndNoMore() {
    long begin = System.nanoTime();
    times.begin(Phase.QUIET);
    times.begin(Phase.CHECKPOINT);
    times.begin(Phase.QUIET);
    long end = begin + 60_000_000_000L;
    double sum = times.seconds(Phase.QUIET, end) + times.seconds(Phase.CHECKPOINT, end);
    assertThat(sum).isGreaterThan(0).isLessThanOrEqualTo(60);
    assertThat(times.seconds(Phase.QUIET, begin)).isZero();
  }

  @Test
  void errorsComeAsTheDriverThrewThem() throws SQLException {
    Connection connection = times.timed(DriverManager.getConnection("jdbc:h2:mem:"));
    connection.close();
    assertThatThrownBy(connection::commit).isInstanceOf(SQLException.class);
    assertThat(times.latency(Phase.WARMING).getTotalCount()).isZero();
  }
}
