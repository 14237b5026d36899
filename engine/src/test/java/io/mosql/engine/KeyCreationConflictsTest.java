package io.mosql.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A foreign key is created while transactions with an older schema change the referenced rows. */
final class KeyCreationConflictsTest {
  private static final List<String> CREATIONS =
      List.of(
          "alter table c add constraint f foreign key (p) references p",
          "create table d (id int primary key references p)");

  private static final List<String> CHANGES =
      List.of(
          "delete from p where id = 1",
          "update p set id = 5 where id = 1",
          "drop table p",
          "truncate table p");

  @Test
  void theSecondCommitFails() throws SQLException {
    for (int level :
        List.of(Connection.TRANSACTION_SERIALIZABLE, Connection.TRANSACTION_READ_COMMITTED)) {
      for (String creation : CREATIONS) {
        for (String change : CHANGES) {
          meet(level, creation, change, true);
          meet(level, creation, change, false);
        }
      }
    }
  }

  private static void meet(int level, String creation, String change, boolean creationFirst)
      throws SQLException {
    String url = "jdbc:mosql:mem:key-creation-conflicts";
    try (Connection one = DriverManager.getConnection(url);
        Connection other = DriverManager.getConnection(url);
        Statement creating = one.createStatement();
        Statement changing = other.createStatement()) {
      creating.execute("create table p (id int primary key)");
      creating.execute("create table c (id int primary key, p int)");
      creating.execute("insert into p values (1), (2)");
      creating.execute("insert into c values (1, 1), (2, 2)");
      for (Connection connection : List.of(one, other)) {
        connection.setTransactionIsolation(level);
        connection.setAutoCommit(false);
      }
      creating.execute(creation);
      if (creation.startsWith("create")) {
        creating.execute("insert into d values (1)");
      }
      changing.execute(change);
      String failure = "none";
      try {
        (creationFirst ? one : other).commit();
        (creationFirst ? other : one).commit();
      } catch (SQLException e) {
        failure = e.getSQLState();
      }
      String what = creation + ", " + change + ", " + creationFirst + ", level " + level;
      assertThat(failure).as(what).isIn("40001", "23503", "2BP01");
      one.rollback();
      other.rollback();
      one.setAutoCommit(true);
      creating.execute("drop table if exists d");
      creating.execute("drop table if exists c");
      creating.execute("drop table if exists p");
    }
  }
}
