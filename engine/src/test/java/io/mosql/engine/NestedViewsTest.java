package io.mosql.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;

/** Nested views, up to the limit of nesting. */
final class NestedViewsTest {
  private static final int FAR = 100;

  @Test
  void aChainOfViewsHasAnEnd() throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:mosql:mem:chain-of-views");
        Statement statement = connection.createStatement()) {
      statement.execute("create view v0 as select 7 as x");
      int made = grow(statement, "select x + 1 as x from v%1$d");
      assertThat(made).isBetween(10, FAR - 1);
      try (ResultSet rows = statement.executeQuery("select x from v" + made)) {
        rows.next();
        assertThat(rows.getInt(1)).isEqualTo(7 + made);
      }
    }
  }

  @Test
  void viewsThatDoubleComeToAnEndBeforeTheStatementIsHuge() throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:mosql:mem:doubling-views");
        Statement statement = connection.createStatement()) {
      statement.execute("create view v0 as select 1 as x");
      int made = grow(statement, "select a.x + b.x as x from v%1$d a join v%1$d b on a.x = b.x");
      assertThat(made).isBetween(3, 10);
    }
  }

  /** Creates nested views until that fails; returns the number of the last one. */
  private static int grow(Statement statement, String query) throws SQLException {
    for (int i = 0; i < FAR; i++) {
      try {
        statement.execute("create view v" + (i + 1) + " as " + query.formatted(i));
      } catch (SQLException e) {
        assertThat(e.getSQLState()).isEqualTo("54001");
        return i;
      }
    }
    return FAR;
  }
}
