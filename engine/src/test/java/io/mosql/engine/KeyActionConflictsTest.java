package io.mosql.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Concurrent referential actions never leave a row without its parent. */
final class KeyActionConflictsTest {
  private static final List<String> DELETES =
      List.of("delete from p where id = 1", "update p set id = 5 where id = 1");

  private static final List<String> CHILDREN =
      List.of("insert into c values (9, 1)", "update c set p = 1 where id = 2");

  @ParameterizedTest
  @ValueSource(strings = {"cascade", "set null"})
  void theSecondCommitFails(String action) throws SQLException {
    for (int level :
        List.of(Connection.TRANSACTION_SERIALIZABLE, Connection.TRANSACTION_READ_COMMITTED)) {
      for (String parent : DELETES) {
        for (String child : CHILDREN) {
          meet(action, level, parent, child, true);
          meet(action, level, parent, child, false);
        }
      }
    }
  }

  private static void meet(
      String action, int level, String parent, String child, boolean parentFirst)
      throws SQLException {
    String url = "jdbc:mosql:mem:key-action-conflicts";
    try (Connection one = DriverManager.getConnection(url);
        Connection other = DriverManager.getConnection(url);
        Statement deleting = one.createStatement();
        Statement inserting = other.createStatement()) {
      deleting.execute("create table p (id int primary key)");
      deleting.execute(
          "create table c (id int primary key, p int references p on delete %1$s on update %1$s)"
              .formatted(action));
      deleting.execute("insert into p values (1), (2)");
      deleting.execute("insert into c values (1, 1), (2, 2)");
      for (Connection connection : List.of(one, other)) {
        connection.setTransactionIsolation(level);
        connection.setAutoCommit(false);
      }
      deleting.execute(parent);
      inserting.execute(child);
      String failure = "none";
      try {
        (parentFirst ? one : other).commit();
        (parentFirst ? other : one).commit();
      } catch (SQLException e) {
        failure = e.getSQLState();
      }
      String what = action + ", " + parent + ", " + child + ", " + parentFirst;
      assertThat(failure).as(what).isIn("40001", "23503");
      one.rollback();
      other.rollback();
      try (ResultSet orphans =
          deleting.executeQuery(
              "select count(*) from c where p is not null and p not in (select id from p)")) {
        orphans.next();
        assertThat(orphans.getInt(1)).as(what).isZero();
      }
      one.commit();
      one.setAutoCommit(true);
      deleting.execute("drop table c");
      deleting.execute("drop table p");
    }
  }
}
