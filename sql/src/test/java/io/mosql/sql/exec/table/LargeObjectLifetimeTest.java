package io.mosql.sql.exec.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mosql.core.error.MosqlException;
import io.mosql.core.session.ExecutionOptions;
import io.mosql.core.session.LargeObjectSink;
import io.mosql.core.session.PreparedStatementHandle;
import io.mosql.core.session.Session;
import io.mosql.core.session.StatementResult;
import io.mosql.core.type.LargeObject;
import io.mosql.sql.MemoryLog;
import io.mosql.sql.TestDatabase;
import io.mosql.storage.Store;
import io.mosql.storage.commit.StoreOptions;
import io.mosql.storage.transaction.Transaction;
import io.mosql.storage.version.SystemTrees;
import io.mosql.testkit.ManualClock;
import io.mosql.testkit.SeededRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Checks that large objects exist as long as a row, a session or a reader needs them. */
final class LargeObjectLifetimeTest {
  private static final int SIZE = 400_000;

  /** A claim and seven chunks. */
  private static final int ROWS = 8;

  private final TestDatabase database = new TestDatabase();

  @BeforeEach
  void create() {
    database.run("CREATE TABLE t (id INT PRIMARY KEY, b BLOB); CREATE TABLE u (b BLOB)");
  }

  @AfterEach
  void close() {
    assertThat(findings()).isEmpty();
    database.close();
  }

  private List<String> findings() {
    List<String> findings = new ArrayList<>();
    Transaction reader = database.store().begin(true);
    new OverflowVerifier(reader, findings::add).check(database.catalog());
    reader.rollback();
    return findings;
  }

  private static byte[] bytes(int seed) {
    byte[] bytes = new byte[SIZE];
    new Random(seed).nextBytes(bytes);
    return bytes;
  }

  private static LargeObject written(Session session, int seed) {
    try (LargeObjectSink sink = session.createLargeObject(false)) {
      sink.write(bytes(seed), 0, SIZE);
      return sink.finish();
    }
  }

  private static long execute(Session session, String sql, @Nullable Object... parameters) {
    try (PreparedStatementHandle handle = session.prepare(sql, List.of())) {
      StatementResult result = session.execute(handle, parameters, ExecutionOptions.DEFAULT);
      return result instanceof StatementResult.Update update ? update.updateCount() : -1;
    }
  }

  /** Rows of large objects once all garbage is deleted. */
  private long swept() {
    // the thread of the database may be at work as well
    for (int i = 0; i < 3; i++) {
      database.store().largeObjects().registry().suspectAll();
      database.store().largeObjects().sweep(() -> false);
    }
    return database.store().rowCount(SystemTrees.LARGE_OBJECTS);
  }

  private byte @Nullable [] value(String sql) {
    return (byte[]) LargeObject.loaded(database.value(sql));
  }

  @Test
  void anInsertedObjectStaysUntilItsRowIsDeleted() {
    Session session = database.session();
    execute(session, "INSERT INTO t VALUES (1, ?)", written(session, 1));
    assertThat(swept()).isEqualTo(ROWS);
    assertThat(value("SELECT b FROM t")).isEqualTo(bytes(1));
    database.run("UPDATE t SET id = 2");
    assertThat(swept()).isEqualTo(ROWS);
    execute(session, "UPDATE t SET b = ?", written(session, 2));
    assertThat(swept()).isEqualTo(ROWS);
    assertThat(value("SELECT b FROM t")).isEqualTo(bytes(2));
    database.run("DELETE FROM t");
    assertThat(swept()).isZero();
  }

  @Test
  void anUnusedObjectEndsWithTheNextTransaction() {
    Session session = database.session();
    LargeObject object = written(session, 1);
    assertThat(swept()).isEqualTo(ROWS - 1);
    execute(session, "INSERT INTO u VALUES (NULL)");
    assertThat(swept()).isZero();
    assertThatThrownBy(() -> execute(session, "INSERT INTO t VALUES (1, ?)", object))
        .isInstanceOfSatisfying(
            MosqlException.class, e -> assertThat(e.sqlState()).isEqualTo("42704"));
  }

  @Test
  void anObjectOfAClosedSessionIsDeleted() {
    Session other = database.connect();
    written(other, 1);
    LargeObjectSink sink = other.createLargeObject(true);
    sink.write(new byte[2 << 20], 0, 2 << 20);
    other.close();
    assertThat(database.state("SELECT 1")).isEqualTo("ok");
    assertThat(swept()).isZero();
  }

  @Test
  void aRestartEndsAllSessions() {
    Session session = database.session();
    execute(session, "INSERT INTO t VALUES (1, ?)", written(session, 1));
    written(session, 2);
    session.setAutoCommit(false);
    execute(session, "INSERT INTO t VALUES (2, ?)", written(session, 3));
    LargeObjectSink sink = session.createLargeObject(true);
    sink.write(new byte[2 << 20], 0, 2 << 20);
    try (Store after =
        database
            .store()
            .copy(new MemoryLog(), new ManualClock(), new SeededRandom(2), StoreOptions.DEFAULT)) {
      assertThat(after.rowCount(SystemTrees.LARGE_OBJECTS)).isGreaterThan(3 * (ROWS - 1));
      after.largeObjects().sweep(() -> false);
      assertThat(after.rowCount(SystemTrees.LARGE_OBJECTS)).isEqualTo(ROWS);
    }
    session.rollback();
    session.setAutoCommit(true);
  }

  @Test
  void rollbackLeavesNothing() {
    Session session = database.session();
    session.setAutoCommit(false);
    execute(session, "INSERT INTO t VALUES (1, ?)", written(session, 1));
    assertThat(swept()).isEqualTo(ROWS - 1);
    session.rollback();
    assertThat(swept()).isZero();
    execute(session, "INSERT INTO t VALUES (1, ?)", written(session, 1));
    session.commit();
    execute(session, "DELETE FROM t");
    session.rollback();
    assertThat(swept()).isEqualTo(ROWS);
    session.commit();
    session.setAutoCommit(true);
  }

  @Test
  void droppedAndTruncatedTablesLeaveNothing() {
    Session session = database.session();
    execute(session, "INSERT INTO t VALUES (1, ?)", written(session, 1));
    execute(session, "INSERT INTO u VALUES (?)", written(session, 2));
    assertThat(swept()).isEqualTo(2 * ROWS);
    database.run("TRUNCATE TABLE t");
    assertThat(swept()).isEqualTo(ROWS);
    database.run("DROP TABLE u");
    assertThat(swept()).isZero();
    execute(session, "INSERT INTO t VALUES (1, ?)", written(session, 1));
    database.run("ALTER TABLE t DROP COLUMN b");
    assertThat(swept()).isZero();
  }

  @Test
  void oneObjectInTwoRowsIsCopied() {
    Session session = database.session();
    session.setAutoCommit(false);
    LargeObject object = written(session, 1);
    execute(session, "INSERT INTO t VALUES (1, ?)", object);
    execute(session, "INSERT INTO t VALUES (2, ?)", object);
    session.commit();
    session.setAutoCommit(true);
    assertThat(swept()).isEqualTo(2 * ROWS);
    database.run("DELETE FROM t WHERE id = 1");
    assertThat(swept()).isEqualTo(ROWS);
    assertThat(value("SELECT b FROM t")).isEqualTo(bytes(1));
    database.run("INSERT INTO u SELECT b FROM t; DELETE FROM t");
    assertThat(swept()).isEqualTo(ROWS);
    assertThat(value("SELECT b FROM u")).isEqualTo(bytes(1));
  }

  @Test
  void aReaderKeepsWhatItHasSeen() {
    Session session = database.session();
    execute(session, "INSERT INTO t VALUES (1, ?)", written(session, 1));
    Session reader = database.connect();
    reader.setIsolation(Session.Isolation.READ_COMMITTED);
    reader.setAutoCommit(false);
    LargeObject seen;
    try (PreparedStatementHandle handle = reader.prepare("SELECT b FROM t", List.of());
        StatementResult.Rows rows =
            (StatementResult.Rows)
                reader.execute(handle, new Object[0], ExecutionOptions.DEFAULT)) {
      assertThat(rows.next()).isTrue();
      seen = (LargeObject) Objects.requireNonNull(rows.row()[0]);
    }
    database.run("DELETE FROM t");
    assertThat(execute(reader, "DELETE FROM u")).isZero();
    assertThat(swept()).isEqualTo(ROWS);
    assertThat(seen.loadBytes()).isEqualTo(bytes(1));
    reader.commit();
    assertThat(swept()).isZero();
    reader.close();
  }

  @Test
  void preparedTransactionsKeepTheirs() {
    Session session = database.session();
    session.setAutoCommit(false);
    execute(session, "INSERT INTO t VALUES (1, ?)", written(session, 1));
    execute(session, "PREPARE TRANSACTION 'p'");
    session.setAutoCommit(true);
    assertThat(swept()).isEqualTo(ROWS - 1);
    execute(session, "COMMIT PREPARED 'p'");
    assertThat(swept()).isEqualTo(ROWS);
    assertThat(value("SELECT b FROM t")).isEqualTo(bytes(1));
    session.setAutoCommit(false);
    execute(session, "DELETE FROM t");
    execute(session, "PREPARE TRANSACTION 'q'");
    session.setAutoCommit(true);
    assertThat(swept()).isEqualTo(ROWS);
    execute(session, "COMMIT PREPARED 'q'");
    assertThat(swept()).isZero();
    session.setAutoCommit(false);
    execute(session, "INSERT INTO t VALUES (1, ?)", written(session, 1));
    execute(session, "PREPARE TRANSACTION 'r'");
    session.setAutoCommit(true);
    execute(session, "ROLLBACK PREPARED 'r'");
    assertThat(swept()).isZero();
  }

  @Test
  void columnsOfLongValuesChangeTheirType() {
    database.run("CREATE TABLE v (c TEXT, d BYTEA)");
    database.execute("INSERT INTO v VALUES (?, ?)", "x".repeat(SIZE), bytes(1));
    database.run("ALTER TABLE v ALTER COLUMN c TYPE CLOB; ALTER TABLE v ALTER COLUMN d TYPE BLOB");
    assertThat(value("SELECT d FROM v")).isEqualTo(bytes(1));
    assertThat(database.value("SELECT CHAR_LENGTH(c) FROM v")).isEqualTo(SIZE);
    assertThat(findings()).isEmpty();
    database.run("UPDATE v SET d = d || d");
    assertThat(database.value("SELECT OCTET_LENGTH(d) FROM v")).isEqualTo(2 * SIZE);
    assertThat(database.state("ALTER TABLE v ALTER COLUMN d TYPE BYTEA")).isEqualTo("0A000");
    database.run("ALTER TABLE v ALTER COLUMN c TYPE TEXT");
    assertThat(database.value("SELECT CHAR_LENGTH(c) FROM v")).isEqualTo(SIZE);
  }
}
