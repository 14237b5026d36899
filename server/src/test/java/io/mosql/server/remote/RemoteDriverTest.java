package io.mosql.server.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.sql.BatchUpdateException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;

/** Tests of features that only exist with a server: logins, fetching, large batches, cancel. */
final class RemoteDriverTest {
  /** Query that runs longer than any test. */
  private static final String ENDLESS =
      "select count(*) from n a, n b, n c, n d, n e, n f where a.id + b.id + c.id + d.id < e.id -"
          + " f.id";

  private RemoteTestServer server;
  private Connection connection;
  private String database;

  @BeforeEach
  void start(TestInfo test) throws IOException, SQLException {
    server = RemoteTestServer.start();
    database = "mem:remote-" + test.getTestMethod().orElseThrow().getName();
    connection = server.connect(database);
    execute("create table n (id int primary key, name varchar(20))");
    try (PreparedStatement insert = connection.prepareStatement("insert into n values (?, ?)")) {
      for (int i = 1; i <= 100; i++) {
        insert.setInt(1, i);
        insert.setString(2, "n" + i);
        insert.addBatch();
      }
      insert.executeBatch();
    }
  }

  @AfterEach
  void stop() throws SQLException {
    try (Connection last = server.connect(database);
        Statement statement = last.createStatement()) {
      statement.execute("shutdown");
    } finally {
      connection.close();
      server.close();
    }
  }

  private void execute(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private int number(String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      assertThat(row.next()).isTrue();
      return row.getInt(1);
    }
  }

  private static void fails(String state, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOf(SQLException.class)
        .extracting(e -> ((SQLException) e).getSQLState())
        .isEqualTo(state);
  }

  @Test
  void strangersStayOutside() {
    String url = server.url(database);
    fails("28P01", () -> DriverManager.getConnection(url, RemoteTestServer.USER, "wrong secret"));
    fails("28P01", () -> DriverManager.getConnection(url, "unknown", RemoteTestServer.PASSWORD));
    fails("28P01", () -> DriverManager.getConnection(url, RemoteTestServer.USER, ""));
    fails("28000", () -> DriverManager.getConnection(url));
  }

  @Test
  void secretsAreNotInErrorMessages() {
    String secret = "canary-7f3a";
    SQLException refused =
        catchThrowableOfType(
            SQLException.class,
            () ->
                DriverManager.getConnection(server.url(database) + "?user=ann&password=" + secret));
    StringWriter all = new StringWriter();
    refused.printStackTrace(new PrintWriter(all));
    assertThat(refused.getSQLState()).isEqualTo("28P01");
    assertThat(all.toString()).doesNotContain(secret);
    assertThat(connection.toString()).doesNotContain(RemoteTestServer.PASSWORD);
  }

  @Test
  void rowsAreFetchedAFewAtATime() throws SQLException {
    connection.setAutoCommit(false);
    try (Statement first = connection.createStatement();
        Statement second = connection.createStatement()) {
      first.setFetchSize(7);
      second.setFetchSize(3);
      try (ResultSet up = first.executeQuery("select id, name from n order by id");
          ResultSet down = second.executeQuery("select id from n order by id desc")) {
        for (int i = 1; i <= 100; i++) {
          assertThat(up.next() && down.next()).isTrue();
          assertThat(up.getInt(1)).isEqualTo(i);
          assertThat(up.getString(2)).isEqualTo("n" + i);
          assertThat(down.getInt(1)).isEqualTo(101 - i);
        }
        assertThat(up.next() || down.next()).isFalse();
      }
    }
  }

  @Test
  void whatIsNotFetchedIsNotComputed() throws SQLException {
    connection.setAutoCommit(false);
    try (Statement statement = connection.createStatement()) {
      statement.setFetchSize(10);
      try (ResultSet rows = statement.executeQuery("select 1 / (50 - id) from n order by id")) {
        for (int i = 0; i < 40; i++) {
          assertThat(rows.next()).isTrue();
        }
        fails(
            "22012",
            () -> {
              while (rows.next()) {}
            });
      }
      assertThat(number("select count(*) from n")).isEqualTo(100);
    }
  }

  @Test
  void aCursorEndsWithItsTransaction() throws SQLException {
    connection.setAutoCommit(false);
    try (Statement statement = connection.createStatement()) {
      statement.setFetchSize(10);
      ResultSet rows = statement.executeQuery("select id from n");
      assertThat(rows.next()).isTrue();
      connection.rollback();
      fails(
          "24000",
          () -> {
            while (rows.next()) {}
          });
    }
  }

  @Test
  void largeBatchesAreOneTransaction() throws SQLException {
    execute("create table big (id int primary key, v varchar(100))");
    int count = 40_000;
    try (PreparedStatement insert = connection.prepareStatement("insert into big values (?, ?)")) {
      fill(insert, count);
      assertThat(insert.executeBatch()).hasSize(count).containsOnly(1);
      assertThat(connection.getAutoCommit()).isTrue();
      assertThat(number("select count(*) from big")).isEqualTo(count);
      execute("delete from big where id <> 30000");
      fill(insert, count);
      BatchUpdateException failed =
          catchThrowableOfType(BatchUpdateException.class, insert::executeLargeBatch);
      assertThat(failed.getSQLState()).isEqualTo("23505");
      assertThat(failed.getLargeUpdateCounts())
          .hasSize(count)
          .containsOnly(Statement.EXECUTE_FAILED);
      assertThat(connection.getAutoCommit()).isTrue();
      assertThat(number("select count(*) from big")).isEqualTo(1);
    }
  }

  @Test
  void largeBatchesOfATransactionKeepWhatWasDone() throws SQLException {
    execute("create table big (id int primary key, v varchar(100))");
    execute("insert into big values (30000, 'there')");
    connection.setAutoCommit(false);
    try (PreparedStatement insert = connection.prepareStatement("insert into big values (?, ?)")) {
      fill(insert, 40_000);
      BatchUpdateException failed =
          catchThrowableOfType(BatchUpdateException.class, insert::executeLargeBatch);
      assertThat(failed.getLargeUpdateCounts()).hasSize(30_000).containsOnly(1);
      assertThat(number("select count(*) from big")).isEqualTo(30_001);
      connection.rollback();
      assertThat(number("select count(*) from big")).isEqualTo(1);
    }
  }

  private static void fill(PreparedStatement insert, int count) throws SQLException {
    for (int i = 0; i < count; i++) {
      insert.setInt(1, i);
      insert.setString(2, "value of number " + i);
      insert.addBatch();
    }
  }

  @Test
  void aStatementIsCancelledFromAnotherThread() throws Exception {
    ExecutorService worker = Executors.newSingleThreadExecutor();
    try (Statement statement = connection.createStatement()) {
      Future<Boolean> running = worker.submit(() -> statement.execute(ENDLESS));
      while (!running.isDone()) {
        statement.cancel();
      }
      assertThatThrownBy(running::get)
          .cause()
          .isInstanceOf(SQLException.class)
          .extracting(e -> ((SQLException) e).getSQLState())
          .isEqualTo("57014");
    } finally {
      worker.shutdown();
    }
    assertThat(number("select count(*) from n")).isEqualTo(100);
  }

  @Test
  void aStatementRunsNoLongerThanItMay() throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.setQueryTimeout(1);
      SQLException late =
          catchThrowableOfType(SQLTimeoutException.class, () -> statement.execute(ENDLESS));
      assertThat(late.getSQLState()).isEqualTo("57014");
    }
    assertThat(connection.isValid(0)).isTrue();
  }

  @Test
  void abortEndsWhateverRuns() throws Exception {
    ExecutorService worker = Executors.newSingleThreadExecutor();
    try (Connection other = server.connect(database);
        // Prepared, so that the driver knows the statement to be read-only: otherwise the error
        // would be 40003.
        PreparedStatement statement = other.prepareStatement(ENDLESS)) {
      Future<Boolean> running = worker.submit(() -> statement.execute());
      other.abort(Runnable::run);
      assertThatThrownBy(running::get)
          .cause()
          .isInstanceOf(SQLException.class)
          .extracting(e -> ((SQLException) e).getSQLState())
          .isEqualTo("08003");
    } finally {
      worker.shutdown();
    }
  }

  @Test
  void closingRollsBack() throws SQLException {
    for (int i = 0; i < 20; i++) {
      try (Connection other = server.connect(database);
          Statement statement = other.createStatement()) {
        other.setAutoCommit(false);
        assertThat(statement.executeUpdate("update n set name = 'x' where id = 1")).isEqualTo(1);
      }
      assertThat(number("select count(*) from mosql.locks")).isZero();
    }
    assertThat(number("select count(*) from n where name = 'x'")).isZero();
  }

  @Test
  void preparedStatementsFollowTheSchema() throws SQLException {
    String sql = "select * from m";
    fails("42P01", () -> connection.prepareStatement(sql).executeQuery());
    execute("create table m (a int)");
    for (int round = 0; round < 2; round++) {
      try (PreparedStatement query = connection.prepareStatement(sql)) {
        assertThat(query.getMetaData().getColumnCount()).isEqualTo(1);
      }
    }
    try (PreparedStatement kept = connection.prepareStatement(sql)) {
      execute("alter table m add column b varchar(5)");
      execute("insert into m values (1, 'x')");
      try (ResultSet rows = kept.executeQuery()) {
        assertThat(rows.next()).isTrue();
        assertThat(rows.getString("b")).isEqualTo("x");
      }
    }
    try (PreparedStatement query = connection.prepareStatement(sql)) {
      assertThat(query.getMetaData().getColumnCount()).isEqualTo(2);
    }
  }

  @Test
  void manyStatementsAreKeptAndGo() throws SQLException {
    PreparedStatement[] open = new PreparedStatement[300];
    for (int i = 0; i < open.length; i++) {
      open[i] = connection.prepareStatement("select " + i + " + id from n where id = ?");
    }
    for (int i = 0; i < 1_000; i++) {
      try (PreparedStatement query =
          connection.prepareStatement("select " + i + " - id from n where id = ?")) {
        query.setInt(1, 1);
        try (ResultSet row = query.executeQuery()) {
          assertThat(row.next()).isTrue();
          assertThat(row.getInt(1)).isEqualTo(i - 1);
        }
      }
    }
    for (int i = 0; i < open.length; i++) {
      open[i].setInt(1, 1);
      try (ResultSet row = open[i].executeQuery()) {
        assertThat(row.next()).isTrue();
        assertThat(row.getInt(1)).isEqualTo(i + 1);
      }
      open[i].close();
    }
  }

  @Test
  void deferredSettingsTakeEffectInTime() throws SQLException {
    connection.setAutoCommit(false);
    connection.setReadOnly(true);
    assertThat(connection.getAutoCommit()).isFalse();
    assertThat(connection.isReadOnly()).isTrue();
    fails("25006", () -> execute("insert into n values (101, 'x')"));
    connection.rollback();
    connection.setReadOnly(false);
    connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
    execute("insert into n values (101, 'x')");
    fails("25000", () -> connection.setReadOnly(true));
    assertThat(connection.getTransactionIsolation())
        .isEqualTo(Connection.TRANSACTION_READ_COMMITTED);
    connection.setAutoCommit(true);
    assertThat(connection.getAutoCommit()).isTrue();
    connection.setAutoCommit(false);
    connection.setAutoCommit(true);
    assertThat(number("select count(*) from n")).isEqualTo(101);
  }

  @Test
  void whatIsNoQueryIsNotExecutedAsOne() throws SQLException {
    try (Statement statement = connection.createStatement()) {
      fails("07005", () -> statement.executeQuery("delete from n"));
      fails("07005", () -> statement.executeUpdate("select 1"));
    }
    assertThat(number("select count(*) from n")).isEqualTo(100);
  }

  @Test
  void aRequestThatIsTooLongIsRefusedAndNothingElse() throws SQLException {
    byte[] large = new byte[65 * 1024 * 1024];
    Arrays.fill(large, (byte) 1);
    execute("create table b (v varbinary)");
    try (PreparedStatement insert = connection.prepareStatement("insert into b values (?)")) {
      insert.setBytes(1, large);
      fails("54000", insert::executeUpdate);
      insert.setBytes(1, new byte[1024 * 1024]);
      assertThat(insert.executeUpdate()).isEqualTo(1);
    }
  }
}
