package io.mosql.benchmarks.database;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;

final class EngineCountersTest {
  @Test
  void theViewIsReadWhereThereIsOne() throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:h2:mem:");
        Statement statement = connection.createStatement()) {
      assertThat(EngineCounters.read(connection, Dialect.MOSQL)).isEmpty();
      statement.execute("CREATE SCHEMA mosql");
      statement.execute("CREATE TABLE mosql.log (commits bigint, conflicts bigint, fsyncs bigint)");
      statement.execute("INSERT INTO mosql.log VALUES (700, 3, 350)");
      assertThat(EngineCounters.read(connection, Dialect.MOSQL))
          .contains(new EngineCounters(700, 350, null, null));
      assertThat(EngineCounters.read(connection, Dialect.H2)).isEmpty();
      statement.execute("ALTER TABLE mosql.log ADD COLUMN transaction_retries bigint DEFAULT 4");
      statement.execute("ALTER TABLE mosql.log ADD COLUMN statement_retries bigint DEFAULT 9");
      assertThat(EngineCounters.read(connection, Dialect.MOSQL))
          .contains(new EngineCounters(700, 350, 9L, 4L));
    }
  }

  @Test
  void aRunIsTheDifference() {
    EngineCounters earlier = new EngineCounters(100, 50, 5L, null);
    EngineCounters run = new EngineCounters(700, 350, 9L, 4L).since(earlier);
    assertThat(run).isEqualTo(new EngineCounters(600, 300, 4L, null));
    assertThat(run.line()).isEqualTo("Log: 600 commits, 300 fsyncs, 2.00 commits per fsync");
    assertThat(new EngineCounters(3, 0, 2L, 1L).line())
        .isEqualTo(
            "Log: 3 commits, 0 fsyncs; the engine ran 2 statements again, restarted 1 transactions");
  }
}
