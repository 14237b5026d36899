package io.mosql.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Deferred foreign keys hold at commit, whatever other transactions do at the same time. */
class DeferredConstraintsTest {
  private static final String URL = "jdbc:mosql:mem:deferred";

  private Connection connection;
  private Statement statement;
  private Connection other;
  private Statement elsewhere;

  @BeforeEach
  void open() throws SQLException {
    connection = DriverManager.getConnection(URL);
    statement = connection.createStatement();
    other = DriverManager.getConnection(URL);
    elsewhere = other.createStatement();
    elsewhere.execute("create table p (id integer primary key)");
    elsewhere.execute(
        "create table c (id integer primary key, p integer references p deferrable initially"
            + " deferred)");
    elsewhere.execute("insert into p values (1), (2)");
    connection.setAutoCommit(false);
  }

  @AfterEach
  void close() throws SQLException {
    connection.close();
    elsewhere.execute("drop table c");
    elsewhere.execute("drop table p");
    other.close();
  }

  private static void fails(String state, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOf(SQLException.class)
        .extracting(e -> ((SQLException) e).getSQLState())
        .isEqualTo(state);
  }

  private long count(String table) throws SQLException {
    try (ResultSet rows = elsewhere.executeQuery("select count(*) from " + table)) {
      rows.next();
      return rows.getLong(1);
    }
  }

  @ParameterizedTest
  @ValueSource(
      ints = {
        Connection.TRANSACTION_READ_COMMITTED,
        Connection.TRANSACTION_REPEATABLE_READ,
        Connection.TRANSACTION_SERIALIZABLE
      })
  void aParentThatIsDeletedMeanwhileFailsTheCommit(int level) throws SQLException {
    connection.setTransactionIsolation(level);
    statement.execute("insert into c values (1, 1)");
    elsewhere.execute("delete from p where id = 1");

    assertThatThrownBy(connection::commit)
        .extracting(e -> ((SQLException) e).getSQLState())
        .isIn("23503", "40001");
    assertThat(count("c")).isZero();
  }

  @ParameterizedTest
  @ValueSource(
      ints = {
        Connection.TRANSACTION_READ_COMMITTED,
        Connection.TRANSACTION_REPEATABLE_READ,
        Connection.TRANSACTION_SERIALIZABLE
      })
  void aChildThatIsInsertedMeanwhileFailsTheDeletionOfItsParent(int level) throws SQLException {
    connection.setTransactionIsolation(level);
    statement.execute("delete from p where id = 1");
    elsewhere.execute("set lock_timeout = 1000");
    try {
      elsewhere.execute("insert into c values (1, 1)");
    } catch (SQLException e) {
      assertThat(e.getSQLState()).isIn("40001", "55P03");
      connection.commit();
      return;
    }
    assertThatThrownBy(connection::commit)
        .extracting(e -> ((SQLException) e).getSQLState())
        .isIn("23503", "40001");
    assertThat(count("p")).isEqualTo(2);
  }

  @Test
  void readCommittedSeesParentsThatOthersInsertedBeforeTheCommit() throws SQLException {
    connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
    statement.execute("insert into c values (1, 3)");
    elsewhere.execute("insert into p values (3)");

    connection.commit();

    assertThat(count("c")).isOne();
  }

  @Test
  void aFailedCommitEndsTheTransaction() throws SQLException {
    statement.execute("insert into c values (1, 9)");
    fails("23503", connection::commit);
    statement.execute("insert into c values (1, 1)");
    connection.commit();
    assertThat(count("c")).isOne();
  }

  @Test
  void settingAutoCommitCommits() throws SQLException {
    statement.execute("insert into c values (1, 9)");
    fails("23503", () -> connection.setAutoCommit(true));
    assertThat(count("c")).isZero();
  }

  @Test
  void aBatchIsCheckedAtTheEndOfItsTransaction() throws SQLException {
    connection.setAutoCommit(true);
    try (PreparedStatement children = connection.prepareStatement("insert into c values (?, ?)")) {
      for (int i = 1; i <= 3; i++) {
        children.setInt(1, i);
        children.setInt(2, i);
        children.addBatch();
      }
      assertThatThrownBy(children::executeBatch).isInstanceOf(SQLException.class);
      assertThat(count("c")).isZero();
      connection.setAutoCommit(false);
      for (int i = 1; i <= 3; i++) {
        children.setInt(1, i);
        children.setInt(2, i);
        children.addBatch();
      }
      children.executeBatch();
      statement.execute("insert into p values (3)");
      connection.commit();
      assertThat(count("c")).isEqualTo(3);
    }
  }

  @Test
  void manyValuesAreRememberedWithinTheMemoryOfTheSession() throws SQLException {
    statement.execute("set memory_limit = '4MB'");
    statement.execute("insert into c select x, 1 from generate_series(1, 20000) as s(x)");
    connection.commit();
    fails(
        "53200",
        () ->
            statement.execute(
                "insert into c select x, x from generate_series(20001, 100000) as s(x)"));
    connection.rollback();
    statement.execute("insert into c values (100001, 2)");
    connection.commit();
    assertThat(count("c")).isEqualTo(20_001);
  }

  @Test
  void metadataTellsTheTiming() throws SQLException {
    elsewhere.execute("alter table c add column q integer references p deferrable");
    elsewhere.execute("alter table c add column r integer references p");
    try (ResultSet keys = connection.getMetaData().getImportedKeys(null, null, "c")) {
      while (keys.next()) {
        assertThat(keys.getShort("DEFERRABILITY"))
            .isEqualTo(
                (short)
                    switch (keys.getString("FKCOLUMN_NAME")) {
                      case "p" -> DatabaseMetaData.importedKeyInitiallyDeferred;
                      case "q" -> DatabaseMetaData.importedKeyInitiallyImmediate;
                      default -> DatabaseMetaData.importedKeyNotDeferrable;
                    });
      }
    }
  }

  @Test
  void setConstraintsWarnsInAutocommitMode() throws SQLException {
    connection.setAutoCommit(true);
    statement.execute("set constraints all immediate");
    assertThat(statement.getWarnings().getSQLState()).isEqualTo("25P01");
  }
}
