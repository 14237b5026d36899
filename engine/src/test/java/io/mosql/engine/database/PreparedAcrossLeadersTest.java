package io.mosql.engine.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mosql.consensus.memory.MemoryGroup;
import io.mosql.core.error.MosqlException;
import io.mosql.core.files.MemoryDirectory;
import io.mosql.core.port.Clock;
import io.mosql.core.port.RandomSource;
import io.mosql.core.session.ExecutionOptions;
import io.mosql.core.session.PreparedStatementHandle;
import io.mosql.core.session.Session;
import io.mosql.core.session.StatementResult;
import io.mosql.engine.cluster.LoopbackCluster;
import io.mosql.storage.commit.StoreOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A prepared transaction is held, and ends, at any later leader. */
@Timeout(120)
final class PreparedAcrossLeadersTest {
  private static final int NODES = 3;

  private final MemoryGroup group = new MemoryGroup(NODES).eager(true);
  private final List<OpenDatabase> databases = new ArrayList<>();
  private final List<Session> sessions = new ArrayList<>();

  @BeforeEach
  void start() {
    for (int i = 1; i <= NODES; i++) {
      int node = i;
      databases.add(
          OpenDatabase.in(
              new MemoryDirectory("node-" + i),
              "test",
              () -> group.log(node),
              new OpenDatabase.Ports(
                  Clock.SYSTEM,
                  RandomSource.SECURE,
                  OpenDatabase.Ports.system().log(),
                  StoreOptions.forHeap(64 << 20)),
              () -> {}));
    }
    lead(1);
    database(1).initialize(false);
    for (OpenDatabase database : databases) {
      sessions.add(database.connect(java.util.Map.of(), () -> {}));
    }
    for (int node = 1; node <= NODES; node++) {
      run(node, "set lock_timeout = 1");
    }
    run(1, "create table t (id int primary key, v int)");
    run(1, "insert into t values (1, 10), (2, 20), (3, 30)");
  }

  @AfterEach
  void stop() {
    group.heal();
    databases.forEach(OpenDatabase::abandon);
  }

  private OpenDatabase database(int node) {
    return databases.get(node - 1);
  }

  private void lead(int node) {
    assertThat(group.elect(node)).isTrue();
    LoopbackCluster.await("it leads", database(node)::leads);
  }

  private void run(int node, String sql) {
    Session session = sessions.get(node - 1);
    try (PreparedStatementHandle handle = session.prepare(sql, List.of())) {
      session.execute(handle, new Object[0], ExecutionOptions.DEFAULT);
    }
  }

  private Object value(int node, String sql) {
    Session session = sessions.get(node - 1);
    try (PreparedStatementHandle handle = session.prepare(sql, List.of());
        StatementResult.Rows rows =
            (StatementResult.Rows)
                session.execute(handle, new Object[0], ExecutionOptions.DEFAULT)) {
      assertThat(rows.next()).isTrue();
      return rows.row()[0];
    }
  }

  private static void fails(String state, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOf(MosqlException.class)
        .extracting(e -> ((MosqlException) e).sqlState())
        .isEqualTo(state);
  }

  private void prepare(int node, String gid) {
    run(node, "begin");
    run(node, "update t set v = v + (select v from t where id = 2) where id = 1");
    run(node, "prepare transaction '" + gid + "'");
  }

  @Test
  void theNextLeaderHoldsAndCommitsIt() {
    prepare(1, "a");
    lead(2);
    fails("55P03", () -> run(2, "update t set v = 0 where id = 1"));
    fails("55P03", () -> run(2, "update t set v = 0 where id = 2"));
    fails("55P03", () -> run(2, "drop table t"));
    run(2, "update t set v = 0 where id = 3");
    fails("57P05", () -> run(1, "commit prepared 'a'"));
    lead(3);
    assertThat(value(3, "select gid from mosql.prepared_transactions")).isEqualTo("a");
    fails("55P03", () -> run(3, "delete from t where id = 1"));
    run(3, "commit prepared 'a'");
    assertThat(value(3, "select v from t where id = 1")).isEqualTo(30);
    lead(1);
    assertThat(value(1, "select v from t where id = 1")).isEqualTo(30);
    assertThat(value(1, "select count(*) from mosql.prepared_transactions")).isEqualTo(0L);
    fails("42704", () -> run(1, "rollback prepared 'a'"));
    run(1, "update t set v = 1");
  }

  private static @Nullable Object firstValue(Session session, String sql) {
    try (PreparedStatementHandle handle = session.prepare(sql, List.of())) {
      StatementResult result = session.execute(handle, new Object[0], ExecutionOptions.DEFAULT);
      if (!(result instanceof StatementResult.Rows rows)) {
        return null;
      }
      try (rows) {
        return rows.next() ? rows.row()[0] : null;
      }
    }
  }

  /** Runs a statement in a session of its own that waits, and returns its result or SQLSTATE. */
  private CompletableFuture<Object> later(int node, String isolation, String sql) {
    Session session = database(node).connect(java.util.Map.of(), () -> {});
    firstValue(session, "begin isolation level " + isolation);
    long before = waiting(node);
    CompletableFuture<Object> result =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                Object value = firstValue(session, sql);
                firstValue(session, "commit");
                return value == null ? "ok" : value;
              } catch (MosqlException e) {
                return e.sqlState();
              } finally {
                session.close();
              }
            });
    LoopbackCluster.await("it waits", () -> waiting(node) > before || result.isDone());
    assertThat(result).isNotDone();
    return result;
  }

  private long waiting(int node) {
    return (Long) value(node, "select count(*) from mosql.locks where state = 'waiting'");
  }

  private long held(int node) {
    return (Long) value(node, "select count(*) from mosql.locks where state = 'held'");
  }

  @ParameterizedTest
  @ValueSource(strings = {"read committed", "repeatable read", "serializable"})
  void othersWaitAtTheNextLeaderToo(String isolation) throws Exception {
    run(1, "begin");
    run(1, "update t set v = 11 where id = 1");
    assertThat(value(1, "select v from t where id = 2 for update")).isEqualTo(20);
    run(1, "prepare transaction 'a'");
    assertThat(held(1)).isEqualTo(2);
    lead(2);
    assertThat(held(2)).isEqualTo(2);
    fails("55P03", () -> value(2, "select v from t where id = 2 for update nowait"));
    assertThat(value(2, "select count(*) from mosql.locks where gid = 'a'")).isEqualTo(2L);
    CompletableFuture<Object> update = later(2, isolation, "update t set v = v * 2 where id = 1");
    CompletableFuture<Object> query =
        later(2, isolation, "select v from t where id = 2 for update");
    CompletableFuture<Object> deletion = later(2, isolation, "delete from t where id = 2");
    run(2, "commit prepared 'a'");
    assertThat(update.get()).isEqualTo("ok");
    assertThat(query.get()).isEqualTo(20);
    assertThat(deletion.get()).isEqualTo("ok");
    assertThat(value(2, "select v from t where id = 1")).isEqualTo(22);
    assertThat(value(2, "select count(*) from t")).isEqualTo(2L);
    assertThat(held(2)).isZero();
  }

  @Test
  void whoWaitsAtALeaderThatIsDeposedGivesUp() throws Exception {
    run(1, "begin");
    run(1, "update t set v = 11 where id = 1");
    run(1, "prepare transaction 'a'");
    CompletableFuture<Object> update = later(1, "read committed", "delete from t where id = 1");
    lead(2);
    assertThat(update.get()).isIn("40001", "57P05");
    lead(1);
    CompletableFuture<Object> again = later(1, "read committed", "delete from t where id = 1");
    run(1, "rollback prepared 'a'");
    assertThat(again.get()).isEqualTo("ok");
    assertThat(held(1)).isZero();
  }

  @Test
  void theNextLeaderRollsItBack() {
    prepare(1, "a");
    lead(2);
    run(2, "rollback prepared 'a'");
    assertThat(value(2, "select v from t where id = 1")).isEqualTo(10);
    prepare(2, "a");
    lead(3);
    run(3, "commit prepared 'a'");
    assertThat(value(3, "select v from t where id = 1")).isEqualTo(30);
  }

  @Test
  void aDeposedLeaderPreparesNothing() {
    run(1, "begin");
    run(1, "update t set v = 11 where id = 1");
    lead(2);
    assertThatThrownBy(() -> run(1, "prepare transaction 'lost'"))
        .isInstanceOf(MosqlException.class);
    assertThat(value(2, "select count(*) from mosql.prepared_transactions")).isEqualTo(0L);
    run(2, "update t set v = 12 where id = 1");
  }
}
