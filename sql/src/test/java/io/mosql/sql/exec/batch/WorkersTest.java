package io.mosql.sql.exec.batch;

import static io.mosql.sql.exec.batch.BatchesAndRowsTest.result;
import static io.mosql.sql.exec.batch.BatchesAndRowsTest.useWorkers;
import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.core.error.MosqlException;
import io.mosql.sql.TestDatabase;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Aggregations that workers help with, beside the same ones by one thread. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class WorkersTest {
  private static final int ROWS = 20_000;
  private static final Pattern LAUNCHED = Pattern.compile("loops=1[^)]* workers=(\\d+)");

  private final TestDatabase serial = new TestDatabase();
  private final TestDatabase two = serial.another();
  private final TestDatabase four = serial.another();
  private final TestDatabase helped = serial.another();

  @BeforeAll
  void fill() {
    serial.execute(
        "create table t (id int primary key, a int, b bigint, c decimal(12,2), e double, g text,"
            + " j date, k timestamp with time zone, n decimal(30,4))");
    serial.execute(
        "insert into t select x, nullif(mod(cast(x as bigint) * 7919, 50), 7), x * 461168601842738,"
            + " mod(x * 31, 997) / 4, x / 3e0, 'g' || mod(cast(x as bigint) * 7, 40),"
            + " date '2024-01-01' + mod(x, 400), timestamp '2024-01-01 00:00:00' + x * interval '1' hour,"
            + " x / 7 from generate_series(1, "
            + ROWS
            + ") as s(x)");
    serial.execute("create table u (id int primary key, t int, v varchar(30), w decimal(12,2))");
    serial.execute(
        "insert into u select x, nullif(mod(x * 13, 900), 3), 'g' || mod(x, 60), mod(x, 50) / 4"
            + " from generate_series(1, 2000) as s(x)");
    serial.execute("create table none (id int primary key, t int, v varchar(30))");
    for (TestDatabase session : sessions()) {
      session.execute("set enable_nestloop = off");
      session.execute("set enable_indexscan = off");
    }
    serial.execute("set max_parallel_workers_per_gather = 0");
    useWorkers(two, 2);
    useWorkers(four, 4);
    helped.execute("set force_parallel_mode = on");
    helped.execute("set max_parallel_workers_per_gather = 3");
  }

  private List<TestDatabase> sessions() {
    return List.of(serial, two, four, helped);
  }

  @AfterAll
  void close() {
    serial.close();
  }

  /** The workers of all operators of a run. */
  private static int workers(TestDatabase session, String query) {
    int launched = 0;
    for (List<?> line : session.query("explain analyze " + query)) {
      Matcher matcher = LAUNCHED.matcher(String.valueOf(line.get(0)));
      launched += matcher.find() ? Integer.parseInt(matcher.group(1)) : 0;
    }
    return launched;
  }

  private void isComputedByWorkers(String query) {
    String expected = result(serial, query);
    for (TestDatabase session : sessions()) {
      for (int run = 0; run < 3; run++) {
        assertThat(result(session, query)).isEqualTo(expected);
      }
    }
    assertThat(workers(serial, query)).isZero();
    assertThat(workers(two, query)).isEqualTo(2);
    assertThat(workers(four, query)).isEqualTo(4);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "select count(a), count(g), sum(a), sum(b), sum(c), sum(n), avg(a), avg(b), avg(c), avg(n) from t",
        "select min(a), max(b), min(c), max(g), min(j), max(k) from t",
        "select a, count(*), sum(a), sum(b), sum(c), avg(n), min(g), max(c) from t group by a",
        "select g, j, count(*) from t group by g, j",
        "select id, sum(b) from t group by id",
        "select a, count(distinct g), sum(distinct c), count(distinct j) from t group by a",
        "select count(distinct b), sum(distinct a) from t",
        "select e, count(*) from t group by e",
        "select n, count(*) from t where id < 9000 group by n",
        "select a, sum(c) filter (where g > 'g2'), count(*) filter (where a is null) from t group by a",
        "select count(*), sum(a) from t where id < 0",
        "select a, count(*) from t where id < 0 group by a",
        "select a, sum(b * 2) from t where id < 9000 group by a",
        "select case when b > 0 then 1.0 else 1.00 end, count(*) from t group by 1",
        "select extract(month from j), extract(hour from k), count(*) from t group by 1, 2",
        "select to_char(k, 'YYYY-MM'), count(*), min(current_date) from t group by 1",
        "select current_user, current_schema, count(*) from t where k < now() group by 1, 2",
        "select a + 1, upper(g), count(*) from t group by 1, 2",
        "select count(*), sum(n) from (select g, count(*) n from t group by g) x",
        "select count(*), sum(t.c), max(u.v), sum(u.w) from t join u on u.t = t.id",
        "select t.g, count(*), sum(u.w), count(u.id) from t left join u on u.t = t.id group by t.g",
        "select t.g, count(*), sum(u.w) from t left join u on u.v = t.g and u.w > t.c group by t.g",
        "select g, count(*), sum(id) from t where exists (select 1 from u where u.t = t.id and w > 3) group by g",
        "select g, count(*), sum(id) from t where not exists (select 1 from u where u.t = t.id and w > c) group by g",
        "select g, count(*) from t join u on u.v = t.g left join none on none.id = u.id group by g",
        "select u.v, count(*) from t join u on u.t = t.a join u x on x.id = u.id group by u.v",
      })
  void theResultIsThatOfOneThread(String query) {
    isComputedByWorkers(query);
  }

  @Test
  void explainShowsWorkers() {
    String query = "select g, sum(a) from t group by g";
    assertThat(explained("explain ", query)).contains(" workers=2").doesNotContain("actual");
    assertThat(explained("explain (format json) ", query))
        .contains("\"Workers Planned\": 2")
        .doesNotContain("Workers Launched");
    assertThat(explained("explain (format html) ", query)).contains("<li>2 workers</li>");
    String json = explained("explain (analyze, format json) ", query);
    assertThat(json).contains("\"Workers Planned\": 2").contains("\"Workers Launched\": 2");
    Matcher workers =
        Pattern.compile("\"Worker Number\": (\\d),\\s*\"Actual Rows\": (\\d+)").matcher(json);
    int rows = 0;
    for (int number = 0; number < 2; number++) {
      assertThat(workers.find()).isTrue();
      assertThat(workers.group(1)).isEqualTo(String.valueOf(number));
      rows += Integer.parseInt(workers.group(2));
    }
    assertThat(rows).isEqualTo(ROWS);
    assertThat(json).contains("\"Rows Read\": " + ROWS);
    assertThat(explained("explain (analyze, format html) ", query)).contains("2 workers with ");
    assertThat(explained("explain ", "select count(*) from t")).doesNotContain("workers");
    assertThat(explained("explain ", "select sum(e) from t")).doesNotContain("workers");
    assertThat(result(serial, "explain " + query)).doesNotContain("workers");
  }

  private String explained(String explain, String query) {
    return result(two, explain + query) + "\n";
  }

  /** Settings that are PostgreSQL's, with its limits. */
  @Test
  void settingsLimitWorkers() {
    TestDatabase session = serial.another();
    String query = "select sum(a) from t";
    useWorkers(session, 3);
    session.execute("set max_parallel_workers = 1");
    assertThat(workers(session, query)).isEqualTo(1);
    session.execute("set max_parallel_workers = 0");
    assertThat(workers(session, query)).isZero();
    session.execute("reset max_parallel_workers");
    assertThat(workers(session, query)).isEqualTo(3);
    session.execute("set force_parallel_mode = off");
    assertThat(workers(session, query)).as("few rows").isZero();
    assertThat(session.state("set max_parallel_workers_per_gather = -1")).isEqualTo("0A000");
    assertThat(session.state("set max_parallel_workers_per_gather = 1025")).isEqualTo("0A000");
    assertThat(session.state("set max_parallel_workers = 1.5")).isEqualTo("0A000");
    assertThat(session.value("show max_parallel_workers_per_gather")).isEqualTo("3");
    session.session().close();
  }

  /** The order of groups is that of the rows, though the last parts are often done first. */
  @Test
  void groupsAreInTheOrderOfTheirFirstRow() {
    List<List<?>> rows = new ArrayList<>(two.query("select id / 10, min(id) from t group by 1"));
    for (int i = 1; i < rows.size(); i++) {
      assertThat((Integer) rows.get(i).get(1)).isGreaterThan((Integer) rows.get(i - 1).get(1));
    }
    assertThat(rows).hasSize(ROWS / 10 + 1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "select sum(e), count(*) from t",
        "select any_value(a) from t",
        "select max(n), min(e) from t",
        "select string_agg(g, ',') from t where id < 100",
        "select count(*) from t",
      })
  void whatDependsOnTheOrderIsComputedByOneThread(String query) {
    assertThat(result(four, query)).isEqualTo(result(serial, query));
    assertThat(workers(four, query)).isZero();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "select sum(100 / (id - 15000)) from t",
        "select g, count(*) from t where 100 / (id - 15000) + 100 / (id - 300) < 7 group by g",
        "select sum(cast('x' || id as int)) from t where id > 700",
        "select sum(cast(g as int)) from t where id = 3000 or id = 17000",
        "select count(*), sum(u.id) from t join u on u.t = t.id where 1 / (u.w - 3) > 0",
        "select count(*) from t join (select id, t from u where 1 / (id - 50) > 0) u on u.t = t.id",
      })
  void theErrorIsThatOfTheFirstRow(String query) {
    String expected = result(serial, query);
    assertThat(expected).matches("(?s)(22012|22P02|22018) .*");
    for (TestDatabase session : sessions()) {
      for (int run = 0; run < 5; run++) {
        assertThat(result(session, query)).isEqualTo(expected);
      }
    }
    assertThat(two.value("select sum(a) from t")).isEqualTo(serial.value("select sum(a) from t"));
  }

  @Test
  void ownWritesAreSeen() {
    String query = "select a, count(*), sum(c), max(g) from t group by a";
    List<String> results = new ArrayList<>();
    for (TestDatabase session : List.of(serial, four)) {
      session.execute("begin");
      session.execute("update t set a = 1000 where mod(id, 3) = 1");
      session.execute("insert into t (id, a, g) values (-1, 77, 'new')");
      results.add(result(session, query));
      assertThat(workers(session, query)).isZero();
      session.execute("rollback");
    }
    assertThat(results.get(1)).isEqualTo(results.get(0)).contains("1000");
    assertThat(workers(four, query)).isEqualTo(4);
  }

  @Test
  void savepointsThatWereRolledBackLeaveWorkers() {
    four.execute("begin");
    four.execute("savepoint s");
    four.execute("delete from t where id = 5");
    four.execute("rollback to savepoint s");
    String query = "select count(a), sum(b) from t";
    assertThat(result(four, query)).isEqualTo(result(serial, query));
    four.execute("rollback");
  }

  /** What workers read is certified like what one thread reads. */
  @ParameterizedTest
  @ValueSource(strings = {"serializable", "repeatable read", "read committed"})
  void aChangeOfTheRangeByAnotherTransactionConflicts(String level) {
    for (TestDatabase session : List.of(serial, two, four)) {
      session.execute("set enable_indexscan = on");
      session.execute("begin isolation level " + level);
      session.query("select sum(a) from t where id between 100 and 5000");
      helped.execute("update t set a = a + 1 where id = 4000");
      session.execute("insert into none values (1, 1, '')");
      assertThat(outcome(session)).isEqualTo(level.equals("serializable") ? "40001" : "ok");
      serial.execute("delete from none");

      session.execute("begin isolation level " + level);
      session.query("select sum(a) from t where id between 100 and 5000");
      helped.execute("update t set a = a + 1 where id = 5001");
      helped.execute("update t set g = 'other' where id = 3000");
      session.execute("insert into none values (1, 1, '')");
      assertThat(outcome(session)).isEqualTo("ok");
      serial.execute("delete from none");
      session.execute("set enable_indexscan = off");
    }
  }

  private static String outcome(TestDatabase session) {
    try {
      session.execute("commit");
      return "ok";
    } catch (MosqlException e) {
      session.execute("rollback");
      return e.sqlState();
    }
  }

  @Test
  void temporaryTablesAreReadByWorkers() {
    for (TestDatabase session : List.of(serial, four)) {
      session.execute("create temporary table own (id int primary key, a int)");
      session.execute("insert into own select id, a from t");
    }
    String query = "select a, count(*), sum(id) from own group by a";
    assertThat(result(four, query)).isEqualTo(result(serial, query));
    assertThat(workers(four, query)).isEqualTo(4);
    for (TestDatabase session : List.of(serial, four)) {
      session.execute("drop table own");
    }
  }

  /** A value in pieces is read by the transaction, so the query begins again on its thread. */
  @Test
  void valuesOutsideTheRowAreReadByTheSession() {
    serial.execute("create table w (id int primary key, g text)");
    serial.execute("insert into w select id, g from t");
    serial.execute("update w set g = repeat('long ', 10000) where id = 15000");
    String query = "select count(*), max(g), min(g) from w";
    assertThat(result(four, query)).isEqualTo(result(serial, query));
    assertThat(workers(four, query)).isZero();
    assertThat(workers(four, "select count(*), sum(id) from w where id > 3")).isEqualTo(4);
    serial.execute("drop table w");
  }

  /** Functions of the session belong to its thread. */
  @Test
  void functionsOfTheSessionAreComputedByItsThread() {
    String query = "select count(*), min(current_setting('lock_timeout')) from t where id > 2";
    assertThat(result(four, query)).isEqualTo(result(serial, query));
  }

  @Test
  void partsOfAStatementReadTheirSnapshot() {
    String query =
        "with x as (insert into none select id, a, g from t where id < 10 returning id)"
            + " select (select count(*) from x), (select count(none.t) from none),"
            + " (select sum(a) from t)";
    assertThat(result(four, query))
        .isEqualTo("[9, 0, " + serial.value("select sum(a) from t") + "]");
    four.execute("delete from none");
  }

  @Test
  void correlatedAggregationsHaveTheirOuterRow() {
    String query =
        "select u.id, (select sum(t.a) from t where t.id > u.id * 9) from u where u.id < 6 order by 1";
    assertThat(result(four, query)).isEqualTo(result(serial, query));
  }

  /** Groups of all threads need more memory than those of one: then one thread computes them. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "select id, sum(a) from t group by id",
        "select a, count(distinct b) from t group by a",
        "select count(distinct b) from t",
      })
  void memoryThatSufficesForOneThreadSuffices(String query) {
    String expected = result(serial, query);
    int kilobytes = 256;
    while (result(limited(serial, kilobytes), query).startsWith("53200")) {
      kilobytes += 64;
    }
    assertThat(kilobytes).isGreaterThan(256);
    assertThat(result(limited(four, kilobytes), query)).isEqualTo(expected);
    assertThat(result(limited(helped, kilobytes), query)).isEqualTo(expected);
    assertThat(result(limited(four, kilobytes - 64), query)).startsWith("53200");
    for (TestDatabase session : sessions()) {
      session.execute("reset memory_limit");
    }
    assertThat(workers(four, query)).isEqualTo(4);
  }

  private static TestDatabase limited(TestDatabase session, int kilobytes) {
    session.execute("set memory_limit = '" + kilobytes + "KB'");
    return session;
  }

  private static final String LONG =
      "select count(*), sum(x.b) from t join t x on x.g = t.g and x.id <> t.id";

  /** Whether a worker is grouping rows. */
  private static boolean isWorkerBusy() {
    return Thread.getAllStackTraces().entrySet().stream()
        .anyMatch(
            thread ->
                thread.getKey().getName().equals("mosql-parallel")
                    && Arrays.stream(thread.getValue())
                        .anyMatch(call -> call.getClassName().contains("BatchJoin")));
  }

  @Test
  void aCancelledStatementEndsWithItsWorkers() throws Exception {
    TestDatabase session = serial.another();
    useWorkers(session, 2);
    CompletableFuture<String> running = CompletableFuture.supplyAsync(() -> result(session, LONG));
    while (!isWorkerBusy() && !running.isDone()) {
      Thread.onSpinWait();
    }
    while (!running.isDone()) {
      session.session().cancel();
      Thread.onSpinWait();
    }
    assertThat(running.get()).startsWith("57014");
    assertThat(isWorkerBusy()).isFalse();
    assertThat(result(session, "select sum(a) from t"))
        .isEqualTo(result(serial, "select sum(a) from t"));
    session.session().close();
  }

  @Test
  void closingTheDatabaseEndsItsWorkers() throws Exception {
    TestDatabase database = new TestDatabase();
    database.execute("create table t (id int primary key, b bigint, g text)");
    database.execute(
        "insert into t select x, x, 'g' || mod(x, 40) from generate_series(1, 20000) as s(x)");
    useWorkers(database, 2);
    CompletableFuture<String> running = CompletableFuture.supplyAsync(() -> result(database, LONG));
    while (!isWorkerBusy() && !running.isDone()) {
      Thread.onSpinWait();
    }
    database.close();
    assertThat(running.get()).startsWith("57P01");
    assertThat(Thread.getAllStackTraces().keySet().stream().map(Thread::getName))
        .filteredOn(name -> name.equals("mosql-parallel") && isWorkerBusy())
        .isEmpty();
  }
}
