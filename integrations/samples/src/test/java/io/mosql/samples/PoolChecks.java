package io.mosql.samples;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mosql.integrations.testkit.SampleDatabase;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What an application expects of a pool of connections. */
abstract class PoolChecks {
  private final SampleDatabase database;

  PoolChecks(SampleDatabase.Place place) {
    database = place.create();
  }

  /** Opens a pool of at most so many connections. */
  abstract DataSource open(SampleDatabase database, int size) throws SQLException;

  abstract void close() throws SQLException;

  private DataSource open(int size) throws SQLException {
    return open(database, size);
  }

  @BeforeEach
  void create() throws SQLException {
    execute(database.connect(), "create table account (id int primary key, n int)");
    execute(database.connect(), "insert into account values (1, 0)");
  }

  @AfterEach
  void closeAll() throws SQLException {
    close();
    database.close();
  }

  private static void execute(Connection connection, String sql) throws SQLException {
    try (connection;
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static int query(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      rows.next();
      return rows.getInt(1);
    }
  }

  /** The last value of a sequence is known to the session that took it. */
  @Test
  void reusedConnections() throws SQLException {
    DataSource pool = open(1);
    execute(pool.getConnection(), "create sequence numbers");
    execute(pool.getConnection(), "select nextval('numbers')");
    try (Connection connection = pool.getConnection()) {
      assertThat(query(connection, "select currval('numbers')")).isEqualTo(1);
    }
  }

  @Test
  void stateIsReset() throws SQLException {
    DataSource pool = open(1);
    try (Connection connection = pool.getConnection()) {
      connection.setReadOnly(true);
      connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
      connection.setAutoCommit(false);
    }
    try (Connection connection = pool.getConnection()) {
      assertThat(connection.getAutoCommit()).isTrue();
      assertThat(connection.isReadOnly()).isFalse();
      assertThat(connection.getTransactionIsolation())
          .isEqualTo(Connection.TRANSACTION_SERIALIZABLE);
    }
  }

  /** For pools that roll back: some commit, for any database. */
  final void checkForgottenTransaction() throws SQLException {
    DataSource pool = open(1);
    try (Connection connection = pool.getConnection()) {
      connection.setAutoCommit(false);
      connection.createStatement().executeUpdate("update account set n = 5");
    }
    try (Connection connection = pool.getConnection()) {
      assertThat(query(connection, "select n from account")).isZero();
    }
  }

  /** For pools that let connections be aborted: some lose them, for any database. */
  final void checkBrokenConnection() throws SQLException {
    DataSource pool = open(1);
    try (Connection connection = pool.getConnection()) {
      connection.abort(Runnable::run);
      assertThatThrownBy(() -> query(connection, "select 1")).isInstanceOf(SQLException.class);
    }
    try (Connection connection = pool.getConnection()) {
      assertThat(query(connection, "select 1")).isEqualTo(1);
    }
  }

  @Test
  void connectionSurvivesUnsupportedStatement() throws SQLException {
    DataSource pool = open(1);
    try (Connection connection = pool.getConnection()) {
      assertThatThrownBy(() -> query(connection, "select cast(null as money)"))
          .isInstanceOfSatisfying(
              SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("0A000"));
      assertThat(query(connection, "select 1")).isEqualTo(1);
    }
  }

  @Test
  void connectionSurvivesTimeout() throws SQLException {
    DataSource pool = open(1);
    try (Connection connection = pool.getConnection()) {
      try (Statement statement = connection.createStatement()) {
        statement.setQueryTimeout(1);
        assertThatThrownBy(
                () ->
                    statement
                        .executeQuery(
                            "select count(*) from generate_series(1, 100000) a, generate_series(1,"
                                + " 100000) b")
                        .next())
            .isInstanceOf(SQLTimeoutException.class);
      }
      assertThat(query(connection, "select 1")).isEqualTo(1);
    }
  }

  @Test
  void manyThreads() throws Exception {
    DataSource pool = open(4);
    ExecutorService threads = Executors.newFixedThreadPool(16);
    try {
      List<Future<?>> all = new ArrayList<>();
      for (int i = 0; i < 16; i++) {
        all.add(
            threads.submit(
                () -> {
                  for (int n = 0; n < 10; n++) {
                    execute(pool.getConnection(), "update account set n = n + 1 where id = 1");
                  }
                  return null;
                }));
      }
      for (Future<?> one : all) {
        one.get(60, SECONDS);
      }
    } finally {
      threads.shutdownNow();
    }
    try (Connection connection = pool.getConnection()) {
      assertThat(query(connection, "select n from account")).isEqualTo(160);
    }
  }
}
