package io.mosql.sql.session.transaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.mosql.core.error.MosqlException;
import io.mosql.core.port.Clock;
import io.mosql.core.port.StatementObserver;
import io.mosql.core.session.SessionProperty;
import io.mosql.core.session.StatementResult;
import io.mosql.sql.MemoryLog;
import io.mosql.sql.session.Sessions;
import io.mosql.sql.session.Sessions.Client;
import io.mosql.sql.session.SqlSession;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests the statement observer, and the limits of sessions. */
@Timeout(60)
final class SessionMonitorTest {
  private static final long MB = 1 << 20;

  private final List<StatementObserver.Statement> seen = new CopyOnWriteArrayList<>();
  private final AtomicLong commits = new AtomicLong();
  private final StatementObserver observer =
      new StatementObserver() {
        @Override
        public void statement(Statement statement) {
          seen.add(statement);
        }

        @Override
        public void commit(long nanos) {
          commits.incrementAndGet();
        }
      };
  private final Sessions sessions =
      new Sessions(
          Clock.SYSTEM,
          new MemoryLog(),
          new SessionMonitor(new SessionMonitor.Limits(120_000, 2 * MB, 0), observer));
  private final Client client = sessions.open();

  @AfterEach
  void close() {
    sessions.close();
  }

  private StatementObserver.Statement last() {
    return seen.get(seen.size() - 1);
  }

  private void fill(int rows) {
    client.run("create table t (id int primary key, n int, s varchar(200))");
    client.batch(
        "insert into t values (?, ?, ?)",
        java.util.stream.IntStream.range(0, rows)
            .mapToObj(i -> new Object[] {i, i % 10, "x".repeat(100)})
            .toList());
  }

  @Test
  void observerReceivesEndedStatements() {
    fill(20);
    assertThat(last().kind()).isEqualTo(StatementObserver.Kind.INSERT);
    assertThat(last().rows()).isEqualTo(20);
    long before = commits.get();
    client.run("update t set n = 0 where id < 3");
    assertThat(last().kind()).isEqualTo(StatementObserver.Kind.UPDATE);
    assertThat(last().rows()).isEqualTo(3);
    assertThat(last().text()).isEqualTo("update t set n = 0 where id < 3");
    assertThat(last().user()).isEqualTo(client.session.databaseInfo().userName());
    assertThat(commits.get()).isEqualTo(before + 1);

    int known = seen.size();
    StatementResult.Rows rows = client.open("select * from t");
    rows.next();
    rows.next();
    assertThat(seen).hasSize(known);
    rows.close();
    rows.close();
    assertThat(seen).hasSize(known + 1);
    assertThat(last().kind()).isEqualTo(StatementObserver.Kind.SELECT);
    assertThat(last().rows()).isEqualTo(2);
    assertThat(commits.get()).isEqualTo(before + 1);

    client.run("begin");
    assertThat(last().kind()).isEqualTo(StatementObserver.Kind.TRANSACTION);
    client.run("delete from t where id = 1");
    assertThat(last().kind()).isEqualTo(StatementObserver.Kind.DELETE);
    client.session.commit();
    assertThat(commits.get()).isEqualTo(before + 2);
  }

  @Test
  void observerReceivesFailuresWithTheirState() {
    fill(2);
    assertThat(client.state("selekt")).isEqualTo("42601");
    assertThat(last().sqlState()).isEqualTo("42601");
    assertThat(last().nanos()).isZero();
    assertThat(client.state("insert into t values (1, 1, 'y')")).isEqualTo("23505");
    assertThat(last().sqlState()).isEqualTo("23505");
    assertThat(client.state("select 1 / n from t")).isEqualTo("22012");
    assertThat(last().sqlState()).isEqualTo("22012");
    assertThat(
            client.stateOf(
                () ->
                    client.batch(
                        "insert into t values (?, 0, '')", List.<Object[]>of(new Object[] {1}))))
        .isEqualTo("23505");
    assertThat(last().sqlState()).isEqualTo("23505");
  }

  @Test
  void waitsForRowsAreCounted() throws Exception {
    fill(2);
    Client holder = sessions.manual();
    holder.run("update t set n = 1 where id = 1");
    Future<String> waits = client.stateLater("update t set n = n + 1, s = 'z' where id = 1");
    sessions.awaitWaiting(1);
    holder.session.commit();
    assertThat(waits.get()).isEqualTo("ok");
    assertThat(seen)
        .filteredOn(s -> s.text().startsWith("update t set n = n + 1"))
        .singleElement()
        .satisfies(
            s -> {
              assertThat(s.waits()).isEqualTo(1);
              assertThat(s.waitNanos()).isPositive().isLessThanOrEqualTo(s.nanos());
            });
  }

  @Test
  void slowStatementsAreKeptUpToABound() {
    for (int i = 0; i < 600; i++) {
      client.run("set lock_timeout = " + i);
    }
    List<?> texts = sessions.column("select statement from mosql.slow_statements");
    assertThat(texts).hasSize(500);
    assertThat(texts.get(0)).isEqualTo("set lock_timeout = 599");
    assertThat(texts.get(499)).isEqualTo("set lock_timeout = 100");
    client.run("select 1 /*" + "x".repeat(5_000) + "*/");
    assertThat(sessions.value("select max(char_length(statement)) from mosql.slow_statements"))
        .isEqualTo(4_002);
  }

  @Test
  void sessionsShareWhatThereIs() {
    try (Sessions few =
        new Sessions(
            Clock.SYSTEM,
            new MemoryLog(),
            new SessionMonitor(new SessionMonitor.Limits(0, 2 * MB, -1, 5 * MB / 2), observer))) {
      Client one = few.open();
      one.run("create table t (id int primary key, s varchar(200))");
      one.run(
          "insert into t select x, repeat('x', 100) || x from generate_series(1, 8000) as g (x)");
      String sorted = "select * from t order by s, id desc limit 7000";
      StatementResult.Rows first = one.open(sorted);
      assertThat(first.next()).isTrue();
      Client other = few.open();
      assertThatThrownBy(() -> other.open(sorted).next())
          .isInstanceOfSatisfying(
              MosqlException.class, e -> assertThat(e.sqlState()).isEqualTo("53200"))
          .hasMessageContaining("more memory than other sessions leave");
      assertThat(other.value("select count(*) from t")).isEqualTo(8000L);
      first.close();
      StatementResult.Rows later = other.open(sorted);
      assertThat(later.next()).isTrue();
      other.session.close();
      assertThat(one.open(sorted).next()).as("a closed session leaves what it had").isTrue();
    }
  }

  @Test
  void aSortBeyondTheLimitFailsAlone() {
    fill(20_000);
    Client other = sessions.open();
    StatementResult.Rows cursor = other.open("select * from t order by s, id desc limit 3000");
    assertThat(cursor.next()).isTrue();
    long held = ((SqlSession) other.session).plans().memory().used();
    assertThat(held).isGreaterThan(3000 * 100);
    for (String sql :
        List.of(
            "select * from t order by s, id",
            "select a.id from t a left join t b on a.n = b.n where b.id is null",
            "select s, id, count(*) from t group by s, id",
            "select distinct s, -id from t",
            "select id, s from t except select id, s from t where id > 5",
            "update t set s = 'q'")) {
      assertThat(catchThrowable(() -> client.run(sql)))
          .as(sql)
          .isInstanceOfSatisfying(
              MosqlException.class,
              e -> {
                assertThat(e.sqlState()).isEqualTo("53200");
                assertThat(e).hasMessageContaining("memory limit of 2 MB");
              });
      assertThat(((SqlSession) client.session).plans().memory().used()).isZero();
    }
    assertThat(cursor.next()).isTrue();
    assertThat(client.value("select count(*) from t")).isEqualTo(20_000L);
    cursor.close();
    assertThat(((SqlSession) other.session).plans().memory().used()).isZero();
  }

  @Test
  void statementsAreCountedByText() {
    fill(20);
    for (int i = 0; i < 3; i++) {
      client.run("update t set n = 0 where id < 3");
    }
    client.state("insert into t values (1, 1, 'y')");
    String of = " from mosql.statements where statement = 'update t set n = 0 where id < 3'";
    assertThat(client.value("select calls" + of)).isEqualTo(3L);
    assertThat(client.value("select row_count" + of)).isEqualTo(9L);
    assertThat(client.value("select errors + conflicts" + of)).isEqualTo(0L);
    assertThat(client.value("select max_micros <= micros" + of)).isEqualTo(true);
    assertThat(
            client.value(
                "select errors from mosql.statements where statement like 'insert into t values (1,"
                    + " 1%'"))
        .isEqualTo(1L);
  }

  @Test
  void openTransactionsAreShownWithTheirSnapshots() {
    fill(2);
    Client other = sessions.open();
    String of = " from mosql.transactions where session_id = " + ((SqlSession) other.session).id();
    assertThat(client.value("select count(*)" + of)).isEqualTo(0L);
    other.run("begin");
    other.value("select n from t where id = 1");
    assertThat(client.value("select state" + of)).isEqualTo("idle in transaction");
    assertThat(client.value("select snapshot_position > 0 and snapshot_age_micros >= 0" + of))
        .isEqualTo(true);
    other.run("rollback");
    assertThat(client.value("select count(*)" + of)).isEqualTo(0L);
  }

  @Test
  void openCursorsCountTogether() {
    fill(12_000);
    client.session.setAutoCommit(false);
    String sorted = "select * from t where id < 6000 order by s, id";
    StatementResult.Rows first = client.open(sorted);
    assertThat(first.next()).isTrue();
    StatementResult.Rows second = client.open(sorted);
    assertThat(client.stateOf(second::next)).isEqualTo("53200");
    assertThat(first.next()).isTrue();
    client.session.commit();
    assertThat(first.next()).isTrue();
    first.close();
    assertThat(((SqlSession) client.session).plans().memory().used()).isZero();
    assertThat(client.run(sorted)).isEqualTo(6_000);
  }

  @Test
  void whatASubQueryKeptGoesWithItsRow() {
    fill(20_000);
    assertThat(
            client.run(
                "select id from t a where n = (select max(b.n) from t b where b.id between"
                    + " a.id and a.id + 3 group by b.n order by 1 desc limit 1)"))
        .isPositive();
    assertThat(((SqlSession) client.session).plans().memory().used()).isZero();
  }

  @Test
  void aSessionLowersItsLimit() {
    fill(3_000);
    assertThat(client.value("show memory_limit")).isEqualTo("2MB");
    client.run("set memory_limit = '100KB'");
    assertThat(client.value("show memory_limit")).isEqualTo("100kB");
    assertThat(client.state("select * from t order by s, id")).isEqualTo("53200");
    assertThat(client.state("set memory_limit = '3MB'")).isEqualTo("22023");
    assertThat(client.state("set memory_limit = 'much'")).isEqualTo("22023");
    client.run("reset memory_limit");
    assertThat(client.run("select * from t order by s, id")).isEqualTo(3_000);
  }

  @Test
  void sessionsBeginWithTheServersTimeout() {
    assertThat(client.value("show query_timeout")).isEqualTo("2min");
    Client own = sessions.open(Map.of(SessionProperty.QUERY_TIMEOUT, "7"));
    assertThat(own.value("show query_timeout")).isEqualTo("7s");
    fill(2_000);
    // the end of the transaction undoes it: no other statement has this time
    client.session.setAutoCommit(false);
    client.run("set statement_timeout = 1");
    assertThatThrownBy(() -> client.run("select count(*) from t a, t b, t c where a.n + b.n > c.n"))
        .isInstanceOfSatisfying(
            MosqlException.class,
            e -> {
              assertThat(e.sqlState()).isEqualTo("57014");
              assertThat(e).hasMessageContaining("its timeout of 1 ms");
            });
    client.session.rollback();
    client.session.setAutoCommit(true);
    assertThat(client.value("show query_timeout")).isEqualTo("2min");
    client.run("set statement_timeout = '1h'");
    client.run("reset statement_timeout");
    assertThat(client.value("show query_timeout")).isEqualTo("2min");
  }
}
