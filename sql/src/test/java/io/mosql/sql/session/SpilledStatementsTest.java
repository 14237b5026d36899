package io.mosql.sql.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.core.files.MemoryDirectory;
import io.mosql.core.session.StatementResult;
import io.mosql.sql.MemoryLog;
import io.mosql.sql.session.Sessions.Client;
import io.mosql.sql.session.transaction.SessionMonitor;
import io.mosql.sql.sort.TemporaryFiles;
import io.mosql.testkit.ManualClock;
import io.mosql.testkit.Sampled;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that statements that spill rows to files return the same results as without spilling. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class SpilledStatementsTest {
  private final MemoryDirectory files = new MemoryDirectory("spilled");
  private final Sessions sessions =
      new Sessions(
          new ManualClock(),
          new MemoryLog(),
          SessionMonitor.unmonitored(),
          new TemporaryFiles(files, 1 << 20));
  private final Client rich = sessions.open();
  private final Client poor = sessions.open();
  private final Client poorWithWorkers = sessions.open();

  @BeforeAll
  void fill() {
    sessions.run(
        "create table t (id int primary key, a int, b varchar(60), d decimal(12,3), e date, f double,"
            + " g boolean, h varbinary(20), r real, s smallint, u timestamp)");
    sessions.run(
        "insert into t select n, case when mod(n, 13) = 0 then null else mod(n * 7919, 1000) end,"
            + " case when mod(n, 17) = 0 then null else 'text ' || mod(n * 31, 3000) end,"
            + " n / 8.0, date '2024-01-01', n / 3e0, mod(n, 2) = 0, cast('x' || n as varbinary(20)),"
            + " n / 4, mod(n, 100), timestamp '2024-01-01 10:00:00' from generate_series(1, 6000) as s(n)");
    sessions.run("create table part (k int, id int, b varchar(60), primary key (k, id))");
    sessions.run("create table whole (k int, id int, primary key (k, id))");
    sessions.run(
        "insert into part select case when id > 40 and id < 5900 then 7 else id end, id, b from t");
    sessions.run(
        "insert into whole select case when id < 10 then 7 else id end, id from t where id < 10 or id > 100");
    sessions.run("analyze part");
    sessions.run("analyze whole");
    poor.run("set memory_limit = '128KB'");
    poorWithWorkers.run("set memory_limit = '128KB'");
    poorWithWorkers.run("set force_parallel_mode = on");
    poorWithWorkers.run("set max_parallel_workers_per_gather = 3");
  }

  @AfterEach
  void nothingIsLeft() throws IOException {
    assertThat(files.list()).isEmpty();
  }

  @AfterAll
  void close() {
    sessions.close();
  }

  @Sampled(percent = 8)
  @ParameterizedTest
  @ValueSource(
      strings = {
        "select * from t order by a desc, b nulls first, d",
        "select * from t order by b",
        "select g, b from t order by g",
        "select * from t order by f offset 4000 rows fetch next 100000 rows only",
        "select a, b, count(*), sum(d), min(f), max(e) from t group by a, b order by a, b",
        "select f, max(h), max(r), max(s), max(u), bool_and(g) from t group by f order by 1",
        "select distinct b, a from t order by b, a",
        "select count(*) from (select distinct f, b from t) x",
        "select b, a from t union select b, a from t where id < 3000 order by 1, 2",
        "select count(*), sum(a) from (select id, a from t union select -id, a from t) x",
        "select c, count(*) from (select b, count(*) as c from t group by b) x group by c order by c",
        "select x.id, y.id, y.b from t x join t y on x.b = y.b order by x.id, y.id",
        "select x.id, y.a, y.f from t x left join t y on x.b = y.b and y.id > 3000 order by 1, 2, 3",
        "select x.id, y.id from t x right join t y on x.b = y.b and x.id < 2000 order by 2, 1",
        "select x.id, y.id from (select * from t where id < 4000) x"
            + " full join (select * from t where id > 2000) y on x.b = y.b and x.a = y.a order by 1, 2",
        "select id from t where b in (select b from t where id > 3000) order by id",
        "select id from t x where not exists (select 1 from t y where y.b = x.b and y.id > 3000) order by id",
        "select count(*) from t x join t y on x.a = y.a join t z on z.b = y.b",
        "select b, a from t where id < 4000 intersect select b, a from t where id > 500 order by 1, 2",
        "select a from t intersect all select a from (select a from t union all select a from t where id > 5990)"
            + " x order by 1",
        "select id, b from t except select id, b from t where id > 4000 order by 1, 2",
        "select b from t except all select b from t where mod(id, 3) = 0 order by 1",
        "select b, a, count(*), sum(d), grouping(b) from t group by grouping sets ((b), (a, b), ())"
            + " order by 5, 1, 2, 3",
        "select id, b, count(*) from t group by rollup (id, b) order by 1, 2, 3",
        "select id, cast('00000000-0000-0000-0000-' || lpad(cast(id as varchar(12)), 12, '0') as uuid) as u"
            + " from t order by u desc"
      })
  void answerAsWithoutLimit(String sql) {
    answersAsWithoutLimit(sql);
  }

  private void answersAsWithoutLimit(String sql) {
    List<String> actual = shown(poor.rows(sql));
    assertThat(actual).isEqualTo(shown(rich.rows(sql)));
    assertThat(actual).isNotEmpty();
    assertThat(shown(poorWithWorkers.rows(sql))).as("with workers").isEqualTo(actual);
    assertThat(spilled(poor, sql)).as("the poor one").isTrue();
    assertThat(spilled(rich, sql)).as("the rich one").isFalse();
  }

  private static List<String> shown(List<List<@Nullable Object>> rows) {
    return rows.stream().map(row -> Arrays.deepToString(row.toArray())).toList();
  }

  private static boolean spilled(Client client, String sql) {
    return client.rows("explain (analyze, timing off) " + sql).toString().contains("spilled=");
  }

  @Test
  void equalRowsStayInOrder() {
    List<List<@Nullable Object>> rows = poor.rows("select id, g from t order by g");
    int before = 0;
    for (List<@Nullable Object> row : rows) {
      int id = (Integer) row.get(0) + (Boolean.TRUE.equals(row.get(1)) ? 10_000 : 0);
      assertThat(id).isGreaterThan(before);
      before = id;
    }
    assertThat(rows).hasSize(6_000);
  }

  @Test
  void aHashJoinKeepsTheOrderOfTheLeft() {
    String sql =
        "select x.id, y.id from t x left join t y on x.b = y.b and y.id > 100 order by x.id";
    assertThat(spilled(poor, sql)).isTrue();
    int before = 0;
    for (List<@Nullable Object> row : poor.rows(sql)) {
      assertThat((Integer) row.get(0)).isGreaterThanOrEqualTo(before);
      before = (Integer) row.get(0);
    }
    assertThat(before).isEqualTo(6_000);
  }

  /** More rows with the only key than fit into memory, and two large keys with some small ones. */
  @Sampled(percent = 8)
  @ParameterizedTest
  @ValueSource(
      strings = {
        "select count(*), sum(x.id), sum(y.id) from (select * from t where id <= 90) x"
            + " join (select * from t where id > 10) y on x.e = y.e",
        "select x.id, y.id from (select * from t where id <= 3) x left join t y on x.e = y.e order by 1, 2",
        "select x.id, y.id from (select * from t where id <= 40) x left join t y"
            + " on x.e = y.e and x.id > y.id and y.id > 5 order by 1, 2",
        "select x.id, y.id from (select * from t where id <= 30) x right join t y"
            + " on x.e = y.e and x.id = y.id + 3 order by 1, 2",
        "select x.id, y.id from (select * from t where id <= 30) x full join t y"
            + " on x.e = y.e and x.id = y.id + 3 order by 1, 2",
        "select x.id from (select * from t where id <= 9) x where e in (select e from t y) order by 1",
        "select x.id from (select * from t where id <= 50) x where exists"
            + " (select 1 from t y where y.e = x.e and y.s < x.id - 20) order by 1",
        "select x.id from (select * from t where id <= 50) x where not exists"
            + " (select 1 from t y where y.e = x.e and y.id < x.id - 20) order by 1",
        "select x.id, y.id from (select id, mod(id, 2) as k from t where id <= 5) x"
            + " left join (select id, case when id > 5900 then id else mod(id, 2) end as k from t) y"
            + " on x.k = y.k order by 1, 2"
      })
  void aKeyMayHaveMoreRowsThanFit(String sql) {
    answersAsWithoutLimit(sql);
  }

  /** Merge joins with more rows of one key than fit, between keys with few rows. */
  @Sampled(percent = 8)
  @ParameterizedTest
  @ValueSource(
      strings = {
        "select w.k, w.id, p.id, p.b from whole w join part p on w.k = p.k order by w.k",
        "select w.k, w.id, p.id, p.b from whole w left join part p on w.k = p.k and p.id < w.id + 3000 order by w.k",
        "select w.k, w.id from whole w where exists (select 1 from part p where p.k = w.k"
            + " and p.id > w.id + 5880) order by w.k",
        "select w.k, w.id from whole w where not exists (select 1 from part p where p.k = w.k"
            + " and p.id > w.id + 5890) order by w.k"
      })
  void aMergeJoinKeepsALargeKeyInAFile(String sql) {
    assertThat(rich.rows("explain " + sql).toString()).contains("MergeJoin");
    answersAsWithoutLimit(sql);
  }

  @Test
  void theFileOfAKeyGoesWithItsKey() throws IOException {
    poor.session.setAutoCommit(false);
    try (StatementResult.Rows rows =
        poor.open("select w.k, w.id, p.b from whole w join part p on w.k = p.k order by w.k")) {
      int key = 0;
      while (key <= 7) {
        assertThat(files.list()).hasSize(key == 7 ? 1 : 0);
        assertThat(rows.next()).isTrue();
        key = (Integer) Objects.requireNonNull(rows.row()[0]);
      }
      assertThat(files.list()).isEmpty();
    } finally {
      poor.session.setAutoCommit(true);
    }
  }

  /** Working tables and known rows of recursions; without ORDER BY the order is the same, too. */
  @Sampled(percent = 8)
  @ParameterizedTest
  @ValueSource(
      strings = {
        "with recursive r (id, n) as (select id, 0 from t union all select id, n + 1 from r where n < 3)"
            + " select * from r",
        "with recursive r (id, b) as (select id, b from t where id between 1850 and 2000 union select id + 1, b from r"
            + " where id < 2003) select * from r",
        "with recursive r (n, t) as (select 1, cast('x' as varchar(60)) union select mod(n * 7 + 1, 4001),"
            + " cast('text ' || n as varchar(60)) from r) select * from r",
        "with recursive r (n) as (select 1 union select mod(n * 5 + s, 9001) from r,"
            + " generate_series(1, 3) as g(s)) select * from r",
        "with recursive r (n, d, g) as (select id, d, g from t union all select r.n + 1, r.d, not r.g from r"
            + " join r as q on q.n = r.n where r.n > 5998 and r.n < 6002) select * from r",
        "with recursive r (b, f, h, e, u, k) as (select b, f, h, e, u, 1 from t where id < 3000 union"
            + " select b, f, h, e, u, mod(k + 1, 2) from r) select * from r",
        "with recursive r (id, m) as (select id, 0 from t union all select id, m + (select max(n) from"
            + " (select q.id as n from r q) x) from r where m < 20000) select * from r",
        "select id, (with recursive r (n) as (select 1 union select mod(n + x.id, 1000) from r)"
            + " select count(*) from r) from t x where id < 5"
      })
  void recursionsGoToFiles(String sql) {
    answersAsWithoutLimit(sql);
  }

  @Test
  void filesOfARecursionGoWithItsEnd() throws IOException {
    String endless =
        "with recursive r (n) as (select id from t union select n + 6000 from r) select n from r";
    poor.session.setAutoCommit(false);
    try (StatementResult.Rows rows = poor.open(endless)) {
      for (int i = 0; i < 20_000; i++) {
        assertThat(rows.next()).isTrue();
      }
      assertThat(files.list()).hasSizeBetween(3, 20);
    } finally {
      poor.session.setAutoCommit(true);
    }
    assertThat(files.list()).isEmpty();
    assertThat(poor.rows(endless + " limit 15000")).hasSize(15_000);
    assertThat(files.list()).isEmpty();
    assertThat(
            poor.state(
                "with recursive r (n) as (select id from t union select n + 6000 from r"
                    + " where 1 / (n - 15000) < 1) select n from r"))
        .isEqualTo("22012");
  }

  @Test
  void aRecursionInFilesIsCancelled() throws Exception {
    AtomicReference<String> state = new AtomicReference<>();
    Future<?> running =
        sessions.start(
            () ->
                state.set(
                    poor.state(
                        "with recursive r (n) as (select id from t union select n + 6000 from r)"
                            + " select count(*) from r")));
    while (files.list().size() < 3) {
      assertThat(running.isDone()).isFalse();
      LockSupport.parkNanos(100_000);
    }
    poor.session.cancel();
    running.get();
    assertThat(state).hasValue("57014");
  }

  @Sampled(percent = 8)
  @ParameterizedTest
  @ValueSource(
      strings = {
        "select x.id, y.id from (select id from t where id <= 900) x"
            + " join (select id, a from t where id > 5000) y on x.id - y.a between 1 and 2 order by 1, 2",
        "select x.id, y.id from (select id from t where id <= 3) x left join t y on y.a < x.id - 1 order by 1, 2",
        "select x.id, y.id from (select id from t where id <= 3) x right join t y on y.id < x.id order by 1, 2",
        "select x.id, y.id from (select id from t where id <= 3) x full join t y on y.id < x.id - 1 order by 1, 2",
        "select x.id from (select id from t where id <= 9) x where not exists"
            + " (select 1 from t y where y.a < x.id - 5) order by 1"
      })
  void nestedLoopsKeepTheRightSideInAFile(String sql) {
    answersAsWithoutLimit(sql);
  }

  @Sampled(percent = 8)
  @ParameterizedTest
  @ValueSource(
      strings = {
        "select count(distinct b), sum(distinct id), count(distinct id) from t",
        "select count(distinct (b || id)) filter (where id > 100) as n from t",
        "select g, count(distinct id) from t group by g order by g",
        "select md5(string_agg(b, ',' order by b desc, id)) from t where id < 2000",
        "select percentile_disc(0.3) within group (order by id desc) from t where id < 2000",
        "select id, b from t order by b desc nulls last, id limit 5000 offset 10"
      })
  void valuesOfAggregatesGoToFiles(String sql) {
    answersAsWithoutLimit(sql);
  }

  /**
   * Partitions that do not fit are read again from a file, by each function at its own position.
   */
  @Sampled(percent = 8)
  @ParameterizedTest
  @ValueSource(
      strings = {
        "select id, count(*) over (), sum(a) over (), max(b) over (), avg(d) over () from t order by id",
        "select id, sum(a) over (partition by g), string_agg(g || '', '') over (partition by g, s, e, a) from t"
            + " order by id",
        "select id, sum(a) over (order by b), min(d) over (order by b), count(b) over (order by b) from t"
            + " order by id",
        "select id, lag(b) over (order by e, id), lead(b, 2000, 'none') over (order by e, id) from t"
            + " order by id",
        "select id, lag(a, 3) ignore nulls over (order by id), first_value(b) ignore nulls"
            + " over (order by id rows between 50 preceding and 3 following) from t order by id",
        "select id, first_value(id) over (partition by g order by a, id rows between 2500 preceding and 1000"
            + " preceding), last_value(b) over (partition by g order by a, id rows between current row and"
            + " unbounded following), nth_value(b, 1200) over (partition by g order by a, id range between"
            + " unbounded preceding and unbounded following) from t order by id",
        "select id, sum(id) over (order by a range between 20 preceding and 5 following), count(*) over"
            + " (order by a desc nulls first range between 3 following and 40 following) from t order by id",
        "select id, sum(id) over (order by a groups between 2 preceding and 1 following), count(*) over"
            + " (order by a groups between 700 following and unbounded following exclude ties) from t"
            + " where id < 2500 order by id",
        "select id, max(a) over (order by id rows between 1500 preceding and 1500 following), sum(f) over"
            + " (order by id rows between 5 preceding and 4 preceding exclude current row) from t order by id",
        "select id, ntile(7) over (order by b, id), percent_rank() over (order by b), cume_dist() over"
            + " (order by b), rank() over (order by b), dense_rank() over (order by b) from t order by id",
        "select g, id, sum(a) over (partition by g order by id rows between 1 preceding and 1 following)"
            + " from t order by g, id",
        "select count(*), sum(n) from (select count(*) over (partition by s order by id rows between 1"
            + " preceding and 1 following) as n from t) x, generate_series(1, 2)"
      })
  void partitionsOfWindowsGoToFiles(String sql) {
    answersAsWithoutLimit(sql);
  }

  /**
   * Each of many groups has little state, all together too much: the groups are processed one by
   * one.
   */
  @Sampled(percent = 8)
  @ParameterizedTest
  @ValueSource(
      strings = {
        "select s, count(distinct id), count(*) from t group by s order by s",
        "select s, count(distinct b) filter (where a > 300), sum(distinct d), count(b) from t"
            + " group by s order by s",
        "select s, md5(string_agg(b || id, ',')) from t group by s order by s",
        "select s, md5(string_agg(b, ',' order by b desc, id)), min(b) from t group by s order by s",
        "select s, md5(string_agg(distinct b, ',' order by b)), count(distinct f) from t group by s order by s",
        "select s, percentile_cont(0.3) within group (order by id), mode() within group (order by b)"
            + " from t group by s order by s",
        "select s, md5(cast(json_agg(id) as varchar(9999))) from t group by s order by s",
        "select s, g, count(distinct id), sum(distinct f) from t group by grouping sets ((s), (g), ())"
            + " order by 1, 2",
        "select b, count(distinct id), md5(string_agg(e || '', ',' order by id)) from t group by b order by b"
      })
  void manyGroupsGetTheirRowsLate(String sql) {
    answersAsWithoutLimit(sql);
  }

  @Sampled(percent = 8)
  @ParameterizedTest
  @ValueSource(
      strings = {
        "select percentile_cont(0.5) within group (order by id) from t, generate_series(1, 3)",
        "select percentile_cont(0.25) within group (order by f desc) from t",
        "select percentile_disc(0.999) within group (order by b), mode() within group (order by b) from t",
        "select g, percentile_cont(0.1) within group (order by a), percentile_disc(1) within group"
            + " (order by u) from t group by g order by g"
      })
  void valuesOfPercentilesGoToFiles(String sql) {
    answersAsWithoutLimit(sql);
  }

  /** Memory of the result itself is not spilled, nor are the values within a window frame. */
  @Sampled(percent = 8)
  @ParameterizedTest
  @ValueSource(
      strings = {
        "select string_agg(b, ',') from t",
        "select json_agg(b order by id) from t",
        "select group_concat(b) from t",
        "select min(id) over (order by id rows between current row and unbounded following) from t",
        "select count(distinct b) over (order by e rows unbounded preceding) from t"
      })
  void whatCannotBePutAsideIsAnError(String sql) {
    assertThat(poor.state(sql)).isEqualTo("53200");
  }

  @Test
  void manyRunsAreMergedInGenerations() {
    Client poorest = sessions.open();
    poorest.run("set memory_limit = '64KB'");
    assertThat(poorest.rows("select x.id, y.id from t x, t y where x.id <= 5 order by 2, 1"))
        .isEqualTo(rich.rows("select x.id, y.id from t x, t y where x.id <= 5 order by 2, 1"));
  }

  @Test
  void filesGoWithACursorThatIsLeft() throws IOException {
    poor.session.setAutoCommit(false);
    try (StatementResult.Rows rows = poor.open("select * from t order by b")) {
      assertThat(rows.next()).isTrue();
      assertThat(files.list()).isNotEmpty();
    } finally {
      poor.session.setAutoCommit(true);
    }
  }

  @Test
  void filesGoWithAStatementThatFails() {
    assertThat(poor.state("select 1 / (id - 6000) from t order by b")).isEqualTo("22012");
    assertThat(poor.state("select string_agg(b, ',') over (order by id) from t"))
        .isEqualTo("53200");
    assertThat(poor.state("select 1 / (id - 5990), count(*) over () from t")).isEqualTo("22012");
  }

  /** Many partitions that do not fit, in sequence: the file of each is deleted at its end. */
  @Test
  void filesGoWithTheirPartition() throws IOException {
    sessions.run("create table parted (k int, id int, b varchar(60), primary key (k, id))");
    sessions.run("insert into parted select mod(id, 6), id, b from t");
    poor.session.setAutoCommit(false);
    try (StatementResult.Rows rows =
        poor.open("select id, b, count(*) over (partition by k) from parted")) {
      for (int i = 0; i < 4_500; i++) {
        assertThat(rows.next()).isTrue();
      }
      assertThat(files.list()).hasSize(1);
    } finally {
      poor.session.setAutoCommit(true);
    }
  }

  @Test
  void aTableMayBeInsertedIntoItself() {
    sessions.run("create table doubled (id int primary key, b varchar(60), e date)");
    sessions.run("insert into doubled select id, b, e from t");
    assertThat(poor.run("insert into doubled select id + 6000, b, e from doubled"))
        .isEqualTo(6_000);
    assertThat(sessions.value("select count(distinct id) from doubled")).hasToString("12000");
  }

  @Test
  void changesCanReadWhatWasSpilled() {
    sessions.run("create table copy (b varchar(60), n bigint)");
    assertThat(poor.run("insert into copy select b, count(*) from t group by b"))
        .isEqualTo(rich.rows("select distinct b from t").size());
    assertThat(sessions.value("select sum(n) from copy")).hasToString("6000");
  }
}
