package io.mosql.benchmarks.tpcc;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.benchmarks.tpcc.db.Dialect;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class LogCountersTest {
  @Test
  void theViewIsReadWhereThereIsOne() throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:h2:mem:");
        Statement statement = connection.createStatement()) {
      assertThat(LogCounters.read(connection, Dialect.MOSQL)).isEmpty();
      statement.execute("CREATE SCHEMA mosql");
      statement.execute("CREATE TABLE mosql.log (commits bigint, fsyncs bigint)");
      statement.execute("INSERT INTO mosql.log VALUES (700, 350)");
      assertThat(LogCounters.read(connection, Dialect.MOSQL)).contains(new LogCounters(700, 350));
      assertThat(LogCounters.read(connection, Dialect.H2)).isEmpty();
    }
  }

  @Test
  void commitsAreSharedOutOverSyncs() {
    LogCounters earlier = new LogCounters(100, 50);
    assertThat(new LogCounters(700, 350).commitsPerSync(earlier)).contains(2.0);
    assertThat(earlier.commitsPerSync(earlier)).isEqualTo(Optional.empty());
  }
}
