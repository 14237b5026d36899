package io.mosql.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mosql.core.error.MosqlException;
import io.mosql.core.files.MemoryDirectory;
import io.mosql.core.port.NonBlockingThread;
import io.mosql.core.session.BatchFailure;
import io.mosql.core.session.ExecutionOptions;
import io.mosql.core.session.PreparedStatementHandle;
import io.mosql.core.session.Session;
import io.mosql.core.session.StatementResult;
import io.mosql.engine.database.OpenDatabase;
import io.mosql.engine.tool.SmallDatabases;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Statements on a thread that must not block: results, or a refusal without side effects. */
@Timeout(60)
final class QuickStatementsTest {
  private final OpenDatabase database =
      OpenDatabase.inMemory("quick", OpenDatabase.Ports.system(), () -> {});
  private Session session;

  /** A thread that must not block. */
  private static final class Impatient extends Thread implements NonBlockingThread {
    Impatient(Runnable work) {
      super(work);
    }
  }

  @BeforeEach
  void open() {
    session = connect();
    run("create table t (a int primary key, b int)");
    run("create sequence s");
    for (int i = 1; i <= 2_000; i++) {
      run("insert into t values (?, ?)", i, i);
    }
  }

  @AfterEach
  void close() {
    database.close();
  }

  private Session connect() {
    return database.connect(Map.of(), () -> {});
  }

  private void run(String sql, @Nullable Object... parameters) {
    execute(session, sql, parameters);
  }

  private static StatementResult execute(
      Session session, String sql, @Nullable Object... parameters) {
    PreparedStatementHandle handle = session.prepare(sql, List.of());
    return session.execute(handle, parameters, ExecutionOptions.DEFAULT);
  }

  private static <T> T impatiently(Supplier<T> work) {
    CompletableFuture<T> result = new CompletableFuture<>();
    Thread thread =
        new Impatient(
            () -> {
              try {
                result.complete(work.get());
              } catch (Throwable thrown) {
                result.completeExceptionally(thrown);
              }
            });
    thread.start();
    try {
      return result.join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw e;
    }
  }

  private @Nullable StatementResult quickly(String sql, @Nullable Object... parameters) {
    PreparedStatementHandle handle = session.prepare(sql, List.of());
    StatementResult[] result = new StatementResult[1];
    impatiently(
        () -> {
          StatementResult got =
              session.executeQuickly(handle, parameters, ExecutionOptions.DEFAULT, 100);
          if (got != null) {
            result[0] = got;
          }
          return true;
        });
    return result[0];
  }

  private static List<Object> values(@Nullable StatementResult result) {
    List<Object> values = new ArrayList<>();
    try (StatementResult.Rows rows =
        (StatementResult.Rows) java.util.Objects.requireNonNull(result)) {
      while (rows.next()) {
        values.add(rows.row()[0]);
      }
    }
    return values;
  }

  @Test
  void aPointQueryIsQuick() {
    assertThat(values(quickly("select b from t where a = ?", 7))).containsExactly(7);
    assertThat(values(quickly("select b from t where a = ?", -7))).isEmpty();
    assertThat(session.transactionStatus()).isEqualTo(Session.TransactionStatus.IDLE);
  }

  @Test
  void anErrorIsAResult() {
    assertThatThrownBy(() -> quickly("select 1 / (b - 7) from t where a = ?", 7))
        .isInstanceOfSatisfying(
            MosqlException.class, e -> assertThat(e.sqlState()).isEqualTo("22012"));
  }

  private long[] batchQuickly(PreparedStatementHandle handle, List<Object[]> tuples) {
    return impatiently(() -> session.executeBatchQuickly(handle, tuples, ExecutionOptions.DEFAULT));
  }

  @Test
  void aBatchIsQuickAsFarAsItNeedsNotWait() {
    PreparedStatementHandle handle = session.prepare("update t set b = ? where a = ?", List.of());
    List<Object[]> tuples =
        List.of(new Object[] {-1, 1}, new Object[] {-2, 2}, new Object[] {-3, 3});
    assertThat(batchQuickly(handle, tuples)).as("it would commit").isEmpty();
    session.setAutoCommit(false);
    assertThat(batchQuickly(handle, tuples)).containsExactly(1, 1, 1);
    session.rollback();
    try (Session other = connect()) {
      other.setAutoCommit(false);
      execute(other, "update t set b = 0 where a = 2");
      assertThat(batchQuickly(handle, tuples)).containsExactly(1);
      other.rollback();
      assertThat(session.executeBatch(handle, tuples.subList(1, 3), ExecutionOptions.DEFAULT))
          .containsExactly(1, 1);
      session.commit();
    }
    assertThat(values(execute(session, "select b from t where a < 5 order by a")))
        .containsExactly(-1, -2, -3, 4);
  }

  @Test
  void aTupleThatFailsEndsAQuickBatch() {
    PreparedStatementHandle handle =
        session.prepare("update t set b = 100 / ? where a = ?", List.of());
    session.setAutoCommit(false);
    assertThatThrownBy(
            () -> batchQuickly(handle, List.of(new Object[] {1, 1}, new Object[] {0, 2})))
        .isInstanceOfSatisfying(
            BatchFailure.class,
            e -> {
              assertThat(e.updateCounts()).containsExactly(1);
              assertThat(e.failure().sqlState()).isEqualTo("22012");
            });
    session.commit();
    assertThat(values(execute(session, "select b from t where a < 3 order by a")))
        .containsExactly(100, 2);
  }

  @Test
  void aNumberThatIsDrawnAlreadyIsQuick() {
    session.setAutoCommit(false);
    assertThat(quickly("select nextval('s')")).isNull();
    assertThat(values(execute(session, "select nextval('s')"))).containsExactly(1L);
    assertThat(values(quickly("select nextval('s')"))).containsExactly(2L);
    session.rollback();
  }

  @Test
  void whatMustCommitIsNotQuick() {
    assertThat(quickly("update t set b = 0 where a = 1")).isNull();
    assertThat(quickly("select nextval('s')")).isNull();
    assertThat(values(execute(session, "select b from t where a = 1"))).containsExactly(1);
    assertThat(values(execute(session, "select nextval('s')"))).containsExactly(1L);
  }

  @Test
  void changesWithinATransactionAreQuickAndTheirCommitIsNot() {
    session.setAutoCommit(false);
    assertThat(impatiently(session::commitsQuickly)).isTrue();
    assertThat(quickly("update t set b = 0 where a = 1")).isEqualTo(StatementResult.Update.of(1));
    assertThat(values(quickly("select b from t where a = 1"))).containsExactly(0);
    assertThat(impatiently(session::commitsQuickly)).isFalse();
    session.commit();
    assertThat(impatiently(session::commitsQuickly)).isTrue();
    assertThat(values(execute(session, "select b from t where a = 1"))).containsExactly(0);
  }

  @Test
  void aRowThatAnotherHoldsIsNotWaitedFor() {
    try (Session other = connect()) {
      other.setAutoCommit(false);
      execute(other, "update t set b = -1 where a = 2");
      session.setAutoCommit(false);
      assertThat(quickly("update t set b = 0 where a in (1, 2)")).isNull();
      assertThat(values(execute(session, "select b from t where a = 1"))).containsExactly(1);
      // No lock is held or waited for any more.
      assertThat(values(execute(session, "select state from mosql.locks"))).containsExactly("held");
      other.commit();
      assertThat(quickly("update t set b = b + 1 where a in (1, 2)"))
          .isEqualTo(StatementResult.Update.of(2));
      session.commit();
      assertThat(values(execute(session, "select b from t where a = 2"))).containsExactly(0);
    }
  }

  @Test
  void whatWasReadBeforeItWouldHaveWaitedIsForgotten() {
    try (Session other = connect()) {
      other.setAutoCommit(false);
      execute(other, "update t set b = -1 where a = 2");
      session.setAutoCommit(false);
      assertThat(quickly("update t set b = b * 2 where a in (1, 2)")).isNull();
      assertThat(quickly("select b from t where a = 2 for update")).isNull();
      other.commit();
      assertThat(execute(session, "update t set b = b * 2 where a in (1, 2)"))
          .isEqualTo(StatementResult.Update.of(2));
      assertThat(values(execute(session, "select b from t where a = 2 for update")))
          .containsExactly(-2);
      session.commit();
    }
  }

  @Test
  void whatReadsManyRowsIsNotQuick() {
    assertThat(quickly("select sum(b) from t")).isNull();
    assertThat(values(execute(session, "select sum(b) from t"))).hasSize(1);
    session.setAutoCommit(false);
    assertThat(quickly("update t set b = b + 1")).isNull();
    assertThat(quickly("update t set b = b + 1 where a < 100"))
        .isEqualTo(StatementResult.Update.of(99));
    assertThat(values(execute(session, "select count(*) from t where a <> b")))
        .containsExactly(99L);
    session.rollback();
  }

  @Test
  void aPlanOfAnotherSchemaIsNotMadeAnew() {
    PreparedStatementHandle handle = session.prepare("select b from t where a = 1", List.of());
    try (Session other = connect()) {
      execute(other, "alter table t add column c int");
    }
    Supplier<Boolean> isQuick =
        () -> session.executeQuickly(handle, new Object[0], ExecutionOptions.DEFAULT, 10) != null;
    assertThat(impatiently(isQuick)).isFalse();
    assertThat(values(session.execute(handle, new Object[0], ExecutionOptions.DEFAULT)))
        .containsExactly(1);
    assertThat(impatiently(isQuick)).isTrue();
  }

  @Test
  void pagesThatHaveToBeReadAreNotWaitedFor() {
    try (OpenDatabase stored = SmallDatabases.TINY.open(new MemoryDirectory("quick"), 1)) {
      Session reader = stored.connect(Map.of(), () -> {});
      execute(reader, "create table t (a int primary key, b int)");
      for (int i = 1; i <= 500; i++) {
        execute(reader, "insert into t values (?, ?)", i, i);
      }
      execute(reader, "checkpoint");
      PreparedStatementHandle handle = reader.prepare("select b from t where a = ?", List.of());
      int waited = 0;
      int quick = 0;
      for (int i = 1; i <= 500; i += 5) {
        Object[] key = {i};
        StatementResult[] result = new StatementResult[1];
        impatiently(
            () -> {
              StatementResult got =
                  reader.executeQuickly(handle, key, ExecutionOptions.DEFAULT, 10);
              if (got != null) {
                result[0] = got;
              }
              return true;
            });
        if (result[0] == null) {
          waited++;
          assertThat(values(reader.execute(handle, key, ExecutionOptions.DEFAULT))).hasSize(1);
        } else {
          quick++;
          assertThat(values(result[0])).hasSize(1);
        }
      }
      assertThat(waited).isPositive();
      assertThat(waited + quick).isEqualTo(100);
    }
  }
}
