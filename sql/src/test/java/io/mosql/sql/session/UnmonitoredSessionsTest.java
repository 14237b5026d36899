package io.mosql.sql.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.core.port.Clock;
import io.mosql.core.session.ExecutionOptions;
import io.mosql.core.session.PreparedStatementHandle;
import io.mosql.core.session.StatementResult;
import io.mosql.sql.session.Sessions.Client;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests the monitoring views without a statement observer, as in an embedded database. */
@Timeout(60)
final class UnmonitoredSessionsTest {
  /** A clock that advances by a microsecond at each reading. */
  private static final class CountedClock implements Clock {
    private final AtomicLong looks = new AtomicLong();

    @Override
    public long nanoTime() {
      return looks.incrementAndGet() * 1_000;
    }

    @Override
    public long wallMicros() {
      return Clock.SYSTEM.wallMicros();
    }
  }

  private final CountedClock clock = new CountedClock();
  private final Sessions sessions = new Sessions(clock);
  private final Client client = sessions.open();

  @AfterEach
  void close() {
    sessions.close();
  }

  private @Nullable Object figure(String column, String text) {
    return client.value(
        "select " + column + " from mosql.statements where statement = '" + text + "'");
  }

  private void call(PreparedStatementHandle handle, int times) {
    for (int i = 0; i < times; i++) {
      StatementResult result =
          client.session.execute(handle, new Object[0], ExecutionOptions.DEFAULT);
      if (result instanceof StatementResult.Rows rows) {
        while (rows.next()) {
          assertThat(rows.row()).isNotEmpty();
        }
        rows.close();
      }
    }
  }

  @Test
  void callsAndRowsAreExactAndTimesAreJudged() {
    client.run("create table t (id int primary key, n int)");
    client.run("insert into t values (1, 1), (2, 2), (3, 3)");
    String select = "select n from t where id > 1";
    call(client.session.prepare(select, List.of()), 500);
    call(client.session.prepare(select, List.of()), 500);
    assertThat(figure("calls", select)).isEqualTo(1_000L);
    assertThat(figure("row_count", select)).isEqualTo(2_000L);
    assertThat(figure("errors + conflicts", select)).isEqualTo(0L);
    // A microsecond passes between two readings of the clock, timed or not.
    assertThat((Long) figure("micros", select)).isGreaterThan(900L);
    assertThat((Long) figure("max_micros", select)).isBetween(1L, 100L);
    assertThat(figure("database_name", select)).isEqualTo("test");
  }

  @Test
  void mostCallsDoNotLookAtTheClock() {
    client.run("create table t (id int primary key, n int)");
    client.run("insert into t values (1, 1)");
    client.session.setAutoCommit(false);
    String select = "select n from t where id = 1";
    PreparedStatementHandle handle = client.session.prepare(select, List.of());
    call(handle, 100);
    long before = clock.looks.get();
    call(handle, 1_600);
    assertThat(clock.looks.get() - before).isLessThan(1_600 / 2);
    assertThat(figure("calls", select)).isEqualTo(1_700L);
  }

  @Test
  void failuresAndBatchesAreCounted() {
    client.run("create table t (id int primary key)");
    client.batch("insert into t values (?)", List.of(new Object[] {1}, new Object[] {2}));
    assertThat(figure("calls", "insert into t values (?)")).isEqualTo(1L);
    assertThat(figure("row_count", "insert into t values (?)")).isEqualTo(2L);
    assertThat(client.state("insert into t values (1)")).isEqualTo("23505");
    assertThat(figure("errors", "insert into t values (1)")).isEqualTo(1L);
    assertThat(figure("conflicts", "insert into t values (1)")).isEqualTo(0L);
    assertThat(figure("row_count", "insert into t values (1)")).isEqualTo(0L);
  }

  @Test
  void whoLosesIsCountedAsAConflict() {
    client.run("create table t (id int primary key, n int)");
    client.run("insert into t values (1, 1), (2, 2)");
    Client reader = sessions.manual();
    reader.value("select sum(n) from t");
    client.run("update t set n = 9 where id = 1");
    assertThat(reader.state("update t set n = n + 1, id = 5 where id = 1")).isEqualTo("40001");
    assertThat(figure("conflicts", "update t set n = n + 1, id = 5 where id = 1")).isEqualTo(1L);
  }

  @Test
  void waitsAreCountedWhetherTheCallIsTimedOrNot() throws Exception {
    client.run("create table t (id int primary key, n int)");
    client.run("insert into t values (1, 1)");
    Client holder = sessions.manual();
    holder.run("update t set n = 1 where id = 1");
    Future<String> waits = client.stateLater("update t set n = 7 where id = 1");
    sessions.awaitWaiting(1);
    assertThat(sessions.value("select count(*) from mosql.sessions where state = 'waiting'"))
        .isEqualTo(1L);
    holder.session.commit();
    assertThat(waits.get()).isEqualTo("ok");
    assertThat(figure("waits", "update t set n = 7 where id = 1")).isEqualTo(1L);
    assertThat((Long) figure("wait_micros", "update t set n = 7 where id = 1")).isPositive();
    assertThat(figure("wait_micros <= micros", "update t set n = 7 where id = 1")).isEqualTo(true);
  }

  @Test
  void sessionsTellSinceWhenWhereItIsKnown() {
    String running =
        "select state, since is not null from mosql.sessions where statement is not null";
    assertThat(client.rows(running)).containsExactly(List.of("running", true));
    String others =
        "select count(*) from mosql.sessions where state = 'idle' and since is not null";
    assertThat(client.value(others)).isEqualTo(1L);
  }
}
