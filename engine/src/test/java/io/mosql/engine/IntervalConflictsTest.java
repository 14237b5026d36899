package io.mosql.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;

/**
 * Different intervals of equal length have the same index key: a transaction that read one of them
 * does not commit when another transaction changed it to the other, though the index entry is
 * unchanged.
 */
final class IntervalConflictsTest {
  private static final String KEYED = "select k from t where k = interval '30 days'";
  private static final String INDEXED = "select u from t where u > interval '29 days'";

  @Test
  void valuesThatAKeyDoesNotHoldAreReadFromTheRow() throws SQLException {
    assertThat(meeting(KEYED, "update t set k = '30 days'")).isEqualTo("40001");
    assertThat(meeting(INDEXED, "update t set u = '30 days'")).isEqualTo("40001");
    assertThat(meeting("select k from t order by k", "update t set k = '30 days'"))
        .isEqualTo("40001");
  }

  @Test
  void aReaderOfOtherColumnsCommits() throws SQLException {
    assertThat(meeting(KEYED, "update t set v = 2")).isEqualTo("none");
    assertThat(
            meeting("select v from t where k = interval '30 days'", "update t set u = '30 days'"))
        .isEqualTo("none");
  }

  /**
   * The outcome of a transaction that ran a query before the change of another transaction, and
   * writes elsewhere after it.
   */
  private static String meeting(String query, String change) throws SQLException {
    String url = "jdbc:mosql:mem:interval-conflicts";
    try (Connection one = DriverManager.getConnection(url);
        Connection other = DriverManager.getConnection(url);
        Statement reading = one.createStatement();
        Statement changing = other.createStatement()) {
      changing.execute("create table t (k interval primary key, u interval, v int)");
      changing.execute("create index i on t (u)");
      changing.execute("create table seen (x int primary key)");
      changing.execute("insert into t values ('1 month', '1 month', 1)");
      one.setAutoCommit(false);
      try (ResultSet row = reading.executeQuery(query)) {
        assertThat(row.next()).isTrue();
      }
      assertThat(changing.executeUpdate(change)).isEqualTo(1);
      reading.execute("insert into seen values (1)");
      String failure = "none";
      try {
        one.commit();
      } catch (SQLException e) {
        failure = e.getSQLState();
      }
      one.rollback();
      changing.execute("drop table t");
      changing.execute("drop table seen");
      changing.execute("shutdown");
      return failure;
    }
  }
}
