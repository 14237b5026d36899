package io.mosql.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.BatchUpdateException;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Deferred foreign, unique and primary keys hold at commit, whatever other transactions do at the
 * same time.
 */
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

  @ParameterizedTest
  @ValueSource(strings = {"deferrable", "deferrable initially deferred"})
  void ofTwoTransactionsThatAddTheSameKeyOneCommits(String timing) throws Exception {
    for (int level :
        new int[] {
          Connection.TRANSACTION_READ_COMMITTED,
          Connection.TRANSACTION_REPEATABLE_READ,
          Connection.TRANSACTION_SERIALIZABLE
        }) {
      elsewhere.execute("create table k (k integer primary key " + timing + ", v integer)");
      connection.setTransactionIsolation(level);
      statement.execute("insert into k values (1, 1)");
      CompletableFuture<String> second =
          CompletableFuture.supplyAsync(
              () -> {
                try (Connection rival = DriverManager.getConnection(URL);
                    Statement adding = rival.createStatement()) {
                  rival.setAutoCommit(false);
                  rival.setTransactionIsolation(level);
                  adding.execute("insert into k values (1, 2)");
                  rival.commit();
                  return "";
                } catch (SQLException e) {
                  return e.getSQLState();
                }
              });
      String first = "";
      try {
        connection.commit();
      } catch (SQLException e) {
        first = e.getSQLState();
      }
      assertThat(List.of(first, second.get(1, TimeUnit.MINUTES)))
          .containsOnlyOnce("")
          .allMatch(state -> List.of("", "23505", "40001").contains(state));
      assertThat(count("k")).isOne();
      elsewhere.execute("drop table k");
    }
  }

  @Test
  void aPreparedTransactionKeepsItsKeys() throws SQLException {
    elsewhere.execute("create table k (k integer primary key deferrable initially deferred)");
    statement.execute("insert into k values (1), (1)");
    fails("23505", () -> statement.execute("prepare transaction 'twice'"));
    statement.execute("insert into k values (1)");
    statement.execute("prepare transaction 'once'");
    elsewhere.execute("set lock_timeout = 100");
    fails("55P03", () -> elsewhere.execute("insert into k values (1)"));
    elsewhere.execute("set lock_timeout = default");
    elsewhere.execute("insert into k values (2)");
    elsewhere.execute("commit prepared 'once'");
    fails("23505", () -> elsewhere.execute("insert into k values (1)"));
    assertThat(count("k")).isEqualTo(2);
    connection.rollback();
    elsewhere.execute("drop table k");
  }

  @Test
  void batchesMayPassThroughEqualKeys() throws SQLException {
    elsewhere.execute(
        "create table k (k integer primary key deferrable, v integer unique deferrable initially"
            + " deferred)");
    try (PreparedStatement rows = connection.prepareStatement("insert into k values (?, ?)")) {
      for (int round = 0; round < 2; round++) {
        for (int i = 1; i <= 2; i++) {
          rows.setInt(1, i + 2 * round);
          rows.setInt(2, 1);
          rows.addBatch();
        }
        rows.executeBatch();
        if (round == 0) {
          statement.execute("update k set v = k + 4");
          connection.commit();
        }
      }
      fails("23505", connection::commit);
      rows.setInt(1, 2);
      rows.setInt(2, 2);
      rows.addBatch();
      assertThatThrownBy(rows::executeBatch).isInstanceOf(BatchUpdateException.class);
      connection.rollback();
    }
    assertThat(count("k")).isEqualTo(2);
    elsewhere.execute("drop table k");
  }

  @Test
  void metadataHasDeferrableKeys() throws SQLException {
    elsewhere.execute(
        "create table k (a integer primary key deferrable, b integer unique deferrable)");
    DatabaseMetaData data = connection.getMetaData();
    try (ResultSet keys = data.getPrimaryKeys(null, null, "k")) {
      assertThat(keys.next()).isTrue();
      assertThat(keys.getString("COLUMN_NAME")).isEqualTo("a");
      assertThat(keys.next()).isFalse();
    }
    try (ResultSet indexes = data.getIndexInfo(null, null, "k", true, true)) {
      List<String> names = new ArrayList<>();
      while (indexes.next()) {
        names.add(indexes.getString("INDEX_NAME"));
        assertThat(indexes.getBoolean("NON_UNIQUE")).isFalse();
      }
      assertThat(names).containsExactlyInAnyOrder("k_pkey", "k_b_key");
    }
    try (PreparedStatement row =
        connection.prepareStatement(
            "insert into k values (7, 8)", Statement.RETURN_GENERATED_KEYS)) {
      row.execute();
      try (ResultSet made = row.getGeneratedKeys()) {
        assertThat(made.next()).isTrue();
        assertThat(made.getInt("a")).isEqualTo(7);
      }
    }
    connection.commit();
    try (Statement updating =
            connection.createStatement(ResultSet.TYPE_FORWARD_ONLY, ResultSet.CONCUR_UPDATABLE);
        ResultSet rows = updating.executeQuery("select a, b from k")) {
      assertThat(rows.next()).isTrue();
      rows.updateInt("b", 9);
      rows.updateRow();
    }
    connection.rollback();
    elsewhere.execute("drop table k");
  }

  @Test
  void setConstraintsWarnsInAutocommitMode() throws SQLException {
    connection.setAutoCommit(true);
    statement.execute("set constraints all immediate");
    assertThat(statement.getWarnings().getSQLState()).isEqualTo("25P01");
  }
}
