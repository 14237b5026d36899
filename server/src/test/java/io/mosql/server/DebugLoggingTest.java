package io.mosql.server;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** Test that log events of the libraries do not fail when an application logs all levels. */
final class DebugLoggingTest {
  private final Logger calcite = (Logger) LoggerFactory.getLogger("org.apache.calcite");

  @BeforeEach
  void logEverything() {
    calcite.setLevel(Level.TRACE);
  }

  @AfterEach
  void logAsBefore() {
    calcite.setLevel(null);
  }

  @Test
  void statementsRun() throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:mosql:mem:debug-logging");
        Statement statement = connection.createStatement()) {
      statement.execute("create table t (id int primary key, n int, check (n > 0))");
      statement.execute("create index t_n on t (n)");
      statement.execute("insert into t values (1, 2), (2, 1), (3, 3)");
      statement.execute("update t set n = n + 1 where id in (select n from t where id = 2)");
      statement.execute("delete from t where n > (select avg(n) from t)");
      String query =
          "select a.n, count(*) from t a left join t b on a.id = b.n where exists"
              + " (select 1 from t c where c.id = a.id) group by a.n having count(*) > 0 order by 1";
      try (ResultSet rows = statement.executeQuery(query)) {
        assertThat(rows.next()).isTrue();
      }
      statement.execute("explain " + query);
      statement.execute("shutdown");
    }
  }
}
