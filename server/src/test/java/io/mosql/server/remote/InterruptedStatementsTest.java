package io.mosql.server.remote;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.consensus.memory.MemoryLog;
import io.mosql.core.port.Clock;
import io.mosql.core.port.LocalCommitLog;
import io.mosql.core.port.LogStamp;
import io.mosql.core.port.LogStatistics;
import io.mosql.core.port.StateMachine;
import io.mosql.core.session.Session;
import io.mosql.core.session.SessionProperty;
import io.mosql.jdbc.SessionAccess;
import io.mosql.sql.copy.CopyFiles;
import io.mosql.sql.privilege.AccountService;
import io.mosql.sql.session.SqlDatabase;
import io.mosql.sql.session.command.BackupDestination;
import io.mosql.sql.session.command.IndexBuildOptions;
import io.mosql.sql.session.transaction.SessionMonitor;
import io.mosql.sql.sort.TemporaryFiles;
import io.mosql.storage.Store;
import io.mosql.storage.commit.StoreOptions;
import io.mosql.testkit.ManualClock;
import io.mosql.testkit.Sampled;
import io.mosql.testkit.SeededRandom;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests in which a database is closed, or a session or its statement is killed by another session,
 * during a call: at the first point where the call reads the clock or appends to the log, at the
 * second, and so on until a call completes. The error must report the interruption, and its
 * statement about the changes must be true.
 */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@Sampled(percent = 10)
final class InterruptedStatementsTest {
  private static final String NONE = "none";
  private static final Set<String> CANCELLED = Set.of("57014");
  private static final Set<String> LOCAL = Set.of("57P01", "40003");

  /** The connection is cut after the error, and the cut may arrive before it. */
  private static final Set<String> REMOTE = Set.of("57P01", "40003", "08006");

  private static final Set<String> AFTERWARDS = Set.of("57P01", "08003", "08006");

  /** Interruption points of a call; in longer calls they are further apart. */
  private static final int[] PLACES = {0, 1, 2, 3, 4, 5, 6, 8, 11, 15, 20, 27, 40, 60, 100};

  private static final int ROWS = 40;
  private static final String MARK = "select n from c";

  /** Interruption: its target and cause. */
  enum End {
    /** The database refuses new calls and closes its sessions. */
    DATABASE,
    /** The database is closed, and its store is closed at the same time. */
    STORE,
    /** Another session executes KILL. */
    KILL,
    /**
     * Another session executes KILL QUERY: the cancelled statement has no effect, and the session
     * continues.
     */
    CANCEL
  }

  /** Action of a client. */
  @FunctionalInterface
  private interface Action {
    void run(Connection connection) throws SQLException;
  }

  /**
   * @param count whether the last commit of the action increments {@link #MARK}
   */
  private record Form(Action action, boolean count) {}

  private static final List<byte[]> BEGINNING = beginning();
  private static final Map<String, Form> FORMS = forms();

  private static Map<String, Form> forms() {
    Map<String, Form> forms = new LinkedHashMap<>();
    reads(forms, "query", sql("select count(*) from t, t as u where t.id < u.id"));
    reads(forms, "query of the clock", rows("select id, clock_timestamp() from t", 0));
    reads(forms, "cursor", rows("select id, clock_timestamp() from t order by id", 3));
    reads(forms, "two cursors", InterruptedStatementsTest::twoCursors);
    reads(forms, "cursor in a transaction", inTransaction(rows("select id, v from t", 3)));
    reads(
        forms,
        "cursor at read committed",
        connection -> {
          connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
          twoCursors(connection);
        });
    reads(forms, "texts", InterruptedStatementsTest::texts);
    reads(
        forms,
        "recursive query",
        rows(
            "with recursive r (i) as (select 1 union all select i + 1 from r where i < 50)"
                + " select i, clock_timestamp() from r",
            0));
    reads(forms, "nextval", rows("select nextval('s'), clock_timestamp() from t", 0));
    reads(forms, "explain analyze", rows("explain analyze select max(v) from t", 0));
    reads(forms, "show", rows("show tables", 0));
    reads(forms, "copy to", sql("copy t to 'out' with (overwrite)"));
    reads(
        forms,
        "meta data",
        connection -> connection.getMetaData().getColumns(null, null, "t", null).close());
    reads(
        forms,
        "settings",
        connection -> {
          connection.setSchema("public");
          connection.setReadOnly(true);
          connection.setReadOnly(false);
          connection.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE);
          sql("set lock_timeout = 5").run(connection);
        });
    String update = "update c set n = n + 1 where clock_timestamp() is not null";
    counts(forms, "update", sql(update));
    counts(forms, "prepared update", prepared(update));
    counts(forms, "returning", rows(update + " returning n", 0));
    counts(
        forms,
        "with",
        rows(
            "with a as (insert into r (k) select id from t returning k), b as ("
                + update
                + ")"
                + " select sum(k) from a",
            0));
    counts(
        forms,
        "merge",
        sql(
            "merge into c using (select max(id) as i from t) as w on w.i > 0 when matched then"
                + " update set n = n + 1"));
    counts(forms, "generated keys", InterruptedStatementsTest::generatedKeys);
    counts(forms, "batch", InterruptedStatementsTest::batch);
    counts(forms, "batch of texts", InterruptedStatementsTest::batchOfTexts);
    counts(forms, "commit", inTransaction(sql(update)));
    counts(forms, "commit by a text", texts("begin", update, "commit"));
    counts(forms, "set autocommit", InterruptedStatementsTest::setAutoCommit);
    counts(forms, "savepoints", InterruptedStatementsTest::savepoints);
    counts(
        forms,
        "savepoints by texts",
        texts("begin", "savepoint a", "delete from c", "rollback to a", update, "commit"));
    counts(forms, "for update", inTransaction(texts("select * from c for update", update)));
    counts(forms, "copy from", inTransaction(texts("copy r (k) from 'in'", update)));
    counts(forms, "large value", InterruptedStatementsTest::largeValue);
    counts(
        forms,
        "schema",
        inTransaction(texts("create index t_v on t (v)", "alter table t add x int", update)));
    reads(
        forms,
        "rollback",
        connection -> {
          connection.setAutoCommit(false);
          sql("update t set v = 0").run(connection);
          connection.rollback();
          connection.setAutoCommit(true);
        });
    reads(forms, "create index", sql("create unique index t_v on t (v)"));
    reads(forms, "create table as", sql("create table x as select * from t"));
    reads(forms, "truncate", sql("truncate table r restart identity"));
    reads(forms, "copy in parts", sql("copy r (k) from 'in' with (batch 2)"));
    return forms;
  }

  private static void reads(Map<String, Form> forms, String name, Action action) {
    forms.put(name, new Form(action, false));
  }

  private static void counts(Map<String, Form> forms, String name, Action action) {
    forms.put(name, new Form(action, true));
  }

  private static Action sql(String sql) {
    return texts(sql);
  }

  private static Action texts(String... all) {
    return connection -> {
      try (Statement statement = connection.createStatement()) {
        for (String sql : all) {
          statement.execute(sql);
        }
      }
    };
  }

  private static Action prepared(String sql) {
    return connection -> {
      try (PreparedStatement statement = connection.prepareStatement(sql)) {
        statement.execute();
      }
    };
  }

  private static Action rows(String sql, int fetchSize) {
    return connection -> {
      try (Statement statement = connection.createStatement()) {
        statement.setFetchSize(fetchSize);
        try (ResultSet rows = statement.executeQuery(sql)) {
          while (rows.next()) {
            assertThat(rows.getObject(1)).isNotNull();
          }
        }
      }
    };
  }

  private static Action inTransaction(Action action) {
    return connection -> {
      connection.setAutoCommit(false);
      action.run(connection);
      connection.commit();
    };
  }

  /** One cursor is open while another statement runs. */
  private static void twoCursors(Connection connection) throws SQLException {
    connection.setAutoCommit(false);
    try (Statement one = connection.createStatement();
        Statement other = connection.createStatement()) {
      one.setFetchSize(2);
      other.setFetchSize(2);
      int found = 0;
      try (ResultSet rows = one.executeQuery("select id from t order by id")) {
        while (rows.next()) {
          found++;
          if (found % 10 == 1) {
            try (ResultSet more = other.executeQuery("select clock_timestamp(), id from t")) {
              assertThat(more.next()).isTrue();
            }
          }
        }
      }
      assertThat(found).isEqualTo(ROWS);
    }
    connection.commit();
  }

  private static void texts(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("select big, clock_timestamp() from t")) {
      while (rows.next()) {
        try (Reader reader = rows.getClob(1).getCharacterStream()) {
          assertThat(reader.skip(5_000)).isEqualTo(5_000);
        } catch (IOException e) {
          throw new AssertionError(e);
        }
      }
    }
  }

  private static void generatedKeys(Connection connection) throws SQLException {
    connection.setAutoCommit(false);
    try (PreparedStatement insert =
        connection.prepareStatement(
            "insert into r (k) select id from t where clock_timestamp() is not null",
            Statement.RETURN_GENERATED_KEYS)) {
      insert.executeUpdate();
      try (ResultSet keys = insert.getGeneratedKeys()) {
        assertThat(keys.next()).isTrue();
      }
    }
    sql("update c set n = n + 1").run(connection);
    connection.commit();
  }

  private static void batch(Connection connection) throws SQLException {
    try (PreparedStatement update =
        connection.prepareStatement("update c set n = n + ? where clock_timestamp() is not null")) {
      for (int i = 0; i < 6; i++) {
        update.setInt(1, i == 3 ? 1 : 0);
        update.addBatch();
      }
      update.executeBatch();
    }
  }

  private static void batchOfTexts(Connection connection) throws SQLException {
    connection.setAutoCommit(false);
    try (Statement statement = connection.createStatement()) {
      statement.addBatch("insert into r (k) values (1)");
      statement.addBatch("update c set n = n + 1 where clock_timestamp() is not null");
      statement.executeBatch();
    }
    connection.commit();
  }

  private static void setAutoCommit(Connection connection) throws SQLException {
    connection.setAutoCommit(false);
    sql("update c set n = n + 1").run(connection);
    connection.setAutoCommit(true);
  }

  private static void savepoints(Connection connection) throws SQLException {
    connection.setAutoCommit(false);
    Savepoint first = connection.setSavepoint("first");
    sql("update c set n = n + 1 where clock_timestamp() is not null").run(connection);
    Savepoint second = connection.setSavepoint();
    sql("delete from c").run(connection);
    connection.rollback(second);
    connection.releaseSavepoint(first);
    connection.commit();
  }

  private static void largeValue(Connection connection) throws SQLException {
    connection.setAutoCommit(false);
    try (PreparedStatement insert =
        connection.prepareStatement("update t set big = ? where id < 5")) {
      insert.setCharacterStream(1, new java.io.StringReader("y".repeat(100_000)));
      insert.executeUpdate();
    }
    sql("update c set n = n + 1").run(connection);
    connection.commit();
  }

  /**
   * Hook that executes an action when a call reads the clock or appends to the log for the nth
   * time.
   */
  private static final class Hook {
    private int left;
    private @Nullable Runnable action;

    synchronized void set(int place, Runnable task) {
      left = place;
      action = task;
    }

    /** Whether the hook was triggered; disables it otherwise. */
    synchronized boolean over() {
      boolean ran = action == null;
      action = null;
      return ran;
    }

    void place() {
      Runnable task = null;
      synchronized (this) {
        if (action != null && left-- == 0) {
          task = action;
          action = null;
        }
      }
      if (task != null) {
        task.run();
      }
    }
  }

  /** Clock with a hook on each reading. */
  private record HookedClock(ManualClock clock, Hook hook) implements Clock {
    @Override
    public long wallMicros() {
      ask();
      return clock.wallMicros();
    }

    @Override
    public long nanoTime() {
      ask();
      return clock.nanoTime();
    }

    private void ask() {
      boolean bySession =
          StackWalker.getInstance()
              .walk(
                  frames ->
                      frames.anyMatch(
                          frame ->
                              frame.getClassName().endsWith(".SqlSession")
                                  || frame.getClassName().endsWith(".QueryRows")));
      if (bySession) {
        hook.place();
      }
      clock.advance(Duration.ofNanos(100));
    }
  }

  /** Log with a hook before and after each append. */
  private record HookedLog(MemoryLog log, Hook hook) implements LocalCommitLog {
    @Override
    public void open(long afterIndex, StateMachine machine) {
      log.open(afterIndex, machine);
    }

    @Override
    public CompletableFuture<Long> append(byte[] record) {
      hook.place();
      CompletableFuture<Long> index = log.append(record);
      hook.place();
      return index;
    }

    @Override
    public long lastIndex() {
      return log.lastIndex();
    }

    @Override
    public void purge(LogStamp upTo) {
      log.purge(upTo);
    }

    @Override
    public int maxRecordBytes() {
      return log.maxRecordBytes();
    }

    @Override
    public void close() {
      log.close();
    }
  }

  /** File access with one file to read, and any file to write. */
  private static final class OneFile implements CopyFiles {
    private static final byte[] LINES = "1\n2\n3\n4\n5\n".getBytes(StandardCharsets.UTF_8);

    @Override
    public Source read(String name) {
      return new Source(new ByteArrayInputStream(LINES), LINES.length);
    }

    @Override
    public Target write(String name, boolean overwrite) {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      return new Target() {
        @Override
        public OutputStream out() {
          return bytes;
        }

        @Override
        public void commit() {}

        @Override
        public void close() {}
      };
    }
  }

  /** Database with a hook. */
  private static final class Database implements AutoCloseable {
    private final Hook hook = new Hook();
    private final List<byte[]> records = new ArrayList<>(BEGINNING);
    private final HookedClock clock = new HookedClock(new ManualClock(), hook);
    private final Store store =
        Store.open(
            new HookedLog(new MemoryLog(records), hook),
            clock,
            new SeededRandom(1),
            StoreOptions.DEFAULT);
    private final SqlDatabase sql = open(store, clock);
    private @Nullable Thread closing;

    private static SqlDatabase open(Store store, Clock clock) {
      return new SqlDatabase(
          "ended",
          store,
          clock,
          () -> LogStatistics.NONE,
          () -> {},
          new IndexBuildOptions(TemporaryFiles.inMemory(), 5, 5),
          new OneFile(),
          BackupDestination.NONE,
          SessionMonitor.unmonitored(),
          AccountService.NONE);
    }

    Session session(Map<SessionProperty, String> properties) {
      return sql.connect(properties, () -> {});
    }

    void end(End how, @Nullable Connection killer, int session) {
      switch (how) {
        case DATABASE -> sql.close();
        case STORE -> {
          sql.close();
          closing = new Thread(store::close, "closes the store");
          closing.start();
        }
        case KILL, CANCEL -> {
          try {
            texts((how == End.KILL ? "kill " : "kill query ") + session).run(killer);
          } catch (SQLException e) {
            throw new AssertionError(e);
          }
        }
      }
    }

    /** Reads the mark after everything was closed. */
    int mark() throws SQLException, InterruptedException {
      sql.close();
      Thread thread = closing;
      if (thread == null) {
        store.close();
      } else {
        thread.join();
      }
      try (Store again =
          Store.open(
              new MemoryLog(records), Clock.SYSTEM, new SeededRandom(2), StoreOptions.DEFAULT)) {
        SqlDatabase open = open(again, Clock.SYSTEM);
        try (Connection connection = SessionAccess.connection(open.connect(Map.of(), () -> {}))) {
          return number(connection, MARK);
        } finally {
          open.close();
        }
      }
    }

    @Override
    public void close() {
      sql.close();
      store.close();
    }
  }

  /** Log of a database with tables and rows. */
  private static List<byte[]> beginning() {
    List<byte[]> records = new ArrayList<>();
    try (Store store =
        Store.open(
            new MemoryLog(records), Clock.SYSTEM, new SeededRandom(3), StoreOptions.DEFAULT)) {
      SqlDatabase open = Database.open(store, Clock.SYSTEM);
      try (Connection connection = SessionAccess.connection(open.connect(Map.of(), () -> {}))) {
        texts(
                "create table t (id int primary key, v int, big text)",
                "create table c (id int primary key, n int)",
                "create table r (id int generated by default as identity primary key, k int)",
                "create sequence s",
                "insert into t select x, x, repeat('x', 6000) from generate_series(1, "
                    + ROWS
                    + ") as g (x)",
                "insert into c values (1, 0)")
            .run(connection);
      } finally {
        open.close();
      }
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
    return records;
  }

  private static int number(Connection connection, String query) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(query)) {
      assertThat(row.next()).isTrue();
      return row.getInt(1);
    }
  }

  private static String stateOf(Connection connection, Action action) {
    try {
      action.run(connection);
      return NONE;
    } catch (SQLException e) {
      return e.getSQLState();
    }
  }

  static Stream<Arguments> cases() {
    return FORMS.keySet().stream()
        .flatMap(form -> Stream.of(End.values()).map(end -> Arguments.of(form, end)));
  }

  @ParameterizedTest
  @MethodSource("cases")
  void embedded(String name, End how) throws SQLException, InterruptedException {
    playAll(name, how, false);
  }

  @ParameterizedTest
  @MethodSource("cases")
  void overTheNetwork(String name, End how) throws SQLException, InterruptedException {
    playAll(name, how, true);
  }

  private static void playAll(String name, End how, boolean remote)
      throws SQLException, InterruptedException {
    List<String> wrong = new ArrayList<>();
    for (int place : PLACES) {
      if (!play(name, how, place, remote, wrong)) {
        break;
      }
    }
    assertThat(wrong).isEmpty();
  }

  /** Whether the call reached the interruption point. */
  private static boolean play(String name, End how, int place, boolean remote, List<String> wrong)
      throws SQLException, InterruptedException {
    Form form = FORMS.get(name);
    boolean ended;
    String state;
    int there;
    try (Database database = new Database();
        RemoteTestServer server = remote ? serve(database) : null;
        Connection killer = SessionAccess.connection(database.session(Map.of()));
        Connection connection = connect(database, server)) {
      int session = number(connection, "select max(session_id) from mosql.sessions");
      database.hook.set(place, () -> database.end(how, killer, session));
      state = stateOf(connection, form.action());
      ended = database.hook.over();
      String afterwards = stateOf(connection, rows("select 1", 0));
      boolean over = ended && how != End.CANCEL;
      Set<String> expected = how == End.CANCEL ? CANCELLED : remote ? REMOTE : LOCAL;
      if (!state.equals(NONE) && !(ended && expected.contains(state))) {
        wrong.add("at place " + place + ": " + state);
      }
      if (over ? !AFTERWARDS.contains(afterwards) : !afterwards.equals(NONE)) {
        wrong.add("after place " + place + ": " + afterwards);
      }
      if (over == connection.isValid(1)) {
        wrong.add(over ? "valid after place " + place : "not valid after place " + place);
      }
      there = database.mark();
    }
    if (form.count() && !state.equals("40003") && there != (state.equals(NONE) ? 1 : 0)) {
      wrong.add("at place " + place + ": " + state + ", but " + there + " changes");
    }
    return ended;
  }

  private static RemoteTestServer serve(Database database) {
    try {
      return RemoteTestServer.start((location, properties) -> database.session(properties));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static Connection connect(Database database, @Nullable RemoteTestServer server)
      throws SQLException {
    if (server == null) {
      return SessionAccess.connection(
          database.session(Map.of(SessionProperty.QUERY_TIMEOUT, "1000")));
    }
    return DriverManager.getConnection(
        server.url("ended") + "?queryTimeout=1000",
        RemoteTestServer.USER,
        RemoteTestServer.PASSWORD);
  }
}
