package io.mosql.sql.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.core.session.ExecutionOptions;
import io.mosql.core.session.StatementResult;
import io.mosql.sql.session.Sessions.Client;
import io.mosql.testkit.ManualClock;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Statements that end while workers help them. */
final class WorkersOfStatementsTest {
  private static final String LONG =
      "select count(*), sum(x.id) from t join t x on x.g = t.g and x.id <> t.id";

  private final ManualClock clock = new ManualClock();
  private final Sessions sessions = new Sessions(clock);
  private final Client client = sessions.open();

  @BeforeEach
  void fill() {
    sessions.run("create table t (id int primary key, g int)");
    sessions.run("insert into t select x, mod(x, 10) from generate_series(1, 20000) as s(x)");
    client.run("set force_parallel_mode = on");
    client.run("set parallel_leader_participation = off");
    client.run("set max_parallel_workers_per_gather = 2");
  }

  @AfterEach
  void close() {
    sessions.close();
  }

  private Future<?> start(String expectedState, long timeoutMillis) {
    return sessions.start(
        () ->
            assertThat(
                    client.stateOf(
                        () -> {
                          StatementResult.Rows rows =
                              (StatementResult.Rows)
                                  client.session.execute(
                                      client.session.prepare(LONG, List.of()),
                                      new Object[0],
                                      new ExecutionOptions(0, timeoutMillis, null));
                          rows.next();
                        }))
                .isEqualTo(expectedState));
  }

  private static void awaitWorkers(Future<?> running) {
    while (!running.isDone() && !isWorkerBusy()) {
      Thread.onSpinWait();
    }
    assertThat(running.isDone()).isFalse();
  }

  private static boolean isWorkerBusy() {
    return Thread.getAllStackTraces().entrySet().stream()
        .anyMatch(
            thread ->
                thread.getKey().getName().equals("mosql-parallel")
                    && Arrays.stream(thread.getValue())
                        .anyMatch(call -> call.getClassName().contains("BatchJoin")));
  }

  private void nothingIsLeft() {
    assertThat(isWorkerBusy()).isFalse();
    assertThat(client.value("select sum(id) from t")).hasToString("200010000");
    assertThat(sessions.value("select max(memory_bytes) from mosql.sessions where state = 'idle'"))
        .isEqualTo(0L);
  }

  @Test
  void theTimeoutOfTheStatementEndsItsWorkers() throws Exception {
    Future<?> running = start("57014", 300);
    awaitWorkers(running);
    clock.advance(Duration.ofMillis(301));
    running.get();
    nothingIsLeft();
  }

  @Test
  void aCancelledStatementEndsItsWorkers() throws Exception {
    Future<?> running = start("57014", 0);
    awaitWorkers(running);
    client.session.cancel();
    running.get();
    nothingIsLeft();
  }

  @Test
  void killEndsTheWorkersOfASession() throws Exception {
    long number = (Integer) client.value("select pg_backend_pid()");
    Future<?> running = start("57P01", 0);
    awaitWorkers(running);
    sessions.run("kill " + number);
    running.get();
    assertThat(isWorkerBusy()).isFalse();
  }

  /** The memory of all threads is given back. */
  @Test
  void memoryIsGivenBack() {
    client.run("set memory_limit = '8MB'");
    for (int i = 0; i < 30; i++) {
      assertThat(client.run("select id, sum(g) from t group by id")).isEqualTo(20_000);
      assertThat(client.run("select g, count(distinct id) from t group by g")).isEqualTo(10);
    }
  }
}
