package io.mosql.sql.exec.batch;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.core.error.MosqlException;
import io.mosql.sql.TestDatabase;
import io.mosql.sql.planner.physical.PlannerMethods;
import io.mosql.sql.planner.physical.PlannerMethods.AccessMethod;
import io.mosql.sql.planner.physical.PlannerMethods.JoinMethod;
import io.mosql.sql.sort.TemporaryFiles;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests that batches, and batches that workers help with, return what the operators of rows return,
 * errors included.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class BatchesAndRowsTest {
  private final TestDatabase batches = hashing(true);
  private final TestDatabase rows = hashing(false);
  private final TestDatabase batchesOfLookups = lookingUp(true);
  private final TestDatabase lookups = lookingUp(false);
  private final TestDatabase twoWorkers = batches.another();
  private final TestDatabase fourWorkers = batches.another();

  private static TestDatabase hashing(boolean batches) {
    return new TestDatabase(
        new PlannerMethods(
            JoinMethod.HASH,
            AccessMethod.FULL_SCAN,
            false,
            batches ? 500 : Double.POSITIVE_INFINITY),
        TemporaryFiles.inMemory());
  }

  private static TestDatabase lookingUp(boolean batches) {
    return new TestDatabase(
        new PlannerMethods(
            JoinMethod.LOOKUP,
            AccessMethod.CHEAPEST,
            false,
            batches ? 500 : Double.POSITIVE_INFINITY),
        TemporaryFiles.inMemory());
  }

  private int executions;

  private List<TestDatabase> all() {
    return List.of(batches, rows, batchesOfLookups, lookups);
  }

  @BeforeAll
  void fill() {
    for (TestDatabase database : all()) {
      database.execute(
          "create table t (id int primary key, a int, b bigint, c decimal(12,2), d decimal(38,6),"
              + " e double, f real, g text, h char(3), i boolean, j date, k timestamp,"
              + " l smallint, m numeric, n uuid)");
      database.execute(
          "insert into t select x, nullif(mod(x * 7919, 50), 7), cast(x as bigint) * 123456789, mod(x * 31, 997) / 4,"
              + " x / 7.0, nullif(x, 5) / 3e0, x / 3e0, 'g' || mod(x, 40), 'h' || mod(x, 5),"
              + " mod(x, 3) = 0, date '2024-01-01' + mod(x, 400),"
              + " timestamp '2024-01-01 00:00:00' + x * interval '1' hour, mod(x, 100),"
              + " x * 1.5, null from generate_series(1, 3000) as s(x)");
      database.execute("alter table t add column o int default 5");
      database.execute("alter table t add column p varchar(5)");
      database.execute("update t set o = mod(id, 4), g = null where mod(id, 6) = 0");
      database.execute("update t set g = repeat('long ', 1000) where id = 77");
      database.execute(
          "create table u (id int primary key, t int, v varchar(30), w decimal(12,2))");
      database.execute(
          "insert into u select x, nullif(mod(x * 13, 900), 3), 'g' || mod(x, 60),"
              + " mod(x, 50) / 4 from generate_series(1, 2000) as s(x)");
      database.execute("create table none (id int primary key, t int, v varchar(30))");
      database.execute("create table t_before as select * from t where id in (39, 90, 2900)");
      database.execute(
          "create table u_before as select * from u where id in (30, 400, 1900) or t = 39");
      database.execute("create index on u (t)");
      database.execute("create index on u (v, w)");
      database.execute("create index on t (o)");
      database.execute("create unique index on t (c, id)");
    }
    useWorkers(twoWorkers, 2);
    useWorkers(fourWorkers, 4);
  }

  /** Lets workers alone compute what they can, in small parts. */
  static void useWorkers(TestDatabase session, int number) {
    session.execute("set force_parallel_mode = on");
    session.execute("set parallel_leader_participation = off");
    session.execute("set max_parallel_workers_per_gather = " + number);
  }

  @AfterAll
  void close() {
    all().forEach(TestDatabase::close);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "select count(*), count(a), count(g), count(p), sum(o) from t",
        "select sum(a), sum(b), sum(c), sum(d), sum(e), sum(f), sum(l), sum(m) from t",
        "select avg(a), avg(b), avg(c), avg(d), avg(e), avg(f), avg(l), avg(m) from t",
        "select min(a), max(b), min(c), max(d), min(e), max(f), min(g), max(h), max(j), min(k),"
            + " max(l), min(m), max(n), max(o), min(p) from t",
        "select a, count(*), sum(c), max(g) from t group by a",
        "select g, h, i, count(*), avg(c) from t group by g, h, i",
        "select j, k, sum(l) from t group by j, k",
        "select c, count(*) from t group by c",
        "select d, count(*) from t group by d order by d",
        "select e, count(*) from t group by e",
        "select l + 1, count(distinct a), sum(distinct a), count(distinct g) from t group by l + 1",
        "select i, sum(c) filter (where a > 20), count(*) filter (where g is null) from t group by i",
        "select count(*), sum(a), max(g), avg(c) from t where id < 0",
        "select a, count(*) from t where id < 0 group by a",
        "select sum(a + b), sum(a - b), sum(c * (1 - c)), sum(c * d), sum(a * 1.5) from t",
        "select sum(e * 2), sum(e + a), sum(e - c), sum(-a), sum(+c) from t",
        "select sum(b * b) from t where id < 1000",
        "select sum(l * 2147483647) from t",
        "select sum(a * 2147483647) from t",
        "select sum(cast(a as smallint) * cast(10000 as smallint)) from t",
        "select count(*) from t where b * 9223372036854775807 > 0",
        "select sum(b * 1000000000 * 1000000000.5) from t",
        "select count(*) from t where 10 / (a - 9) > 0",
        "select count(*) from t where a <> 9 and 10 / (a - 9) > 0",
        "select sum(case when a = 9 then 0 else 10 / (a - 9) end) from t",
        "select sum(case when a > 9 then c when a > 5 then 1 end) from t",
        "select sum(case when g is null then 1.25 when i then a else b end) from t",
        "select max(case when a > 9 then g else h end) from t",
        "select count(*) from t where a > 9 or g = 'g3' or i",
        "select count(*) from t where not (a > 9 or g = 'g3')",
        "select count(*) from t where (a > 9) is not true and c < 100.125",
        "select count(*) from t where g < 'g2' and h = 'h1' and h <> 'h2  ' and g like '%3'",
        "select count(*) from t where i and j >= date '2024-03-01' and k < timestamp '2024-05-01 00:00:00'",
        "select count(*) from t where c between 10 and 20 and d > 4 and e < 900 and m > 3",
        "select count(*) from t where a = l or a is not distinct from o",
        "select count(*) from t where p is null and p = 'x' or p is null",
        "select count(*) from t where null or a > 3",
        "select count(*) from t where g in ('g1', 'g2', 'g3', null) and a not in (1, 2, 3)",
        "select count(*) from t where g like '%1%' and g not like '_1%' and not (g like 'g2_')",
        "select count(*) from t where h like 'h_' or h like 'h1 ' or h like '%\\'",
        "select count(*) from t where g like 'g!%' escape '!' or g like 'g!1%' escape '!'",
        "select count(*) from t where g like null or not (g like null) or g like '%' escape null",
        "select count(*) from t where g like '%' escape 'ab'",
        "select count(*) from t where g like '%' escape 'ab' and g is null",
        "select count(*) from t where g like '%\\'",
        "select count(*) from t where g like 'x\\' or id > 0",
        "select count(*) from t where g like 'G1%' or g ilike 'G2%' or g not ilike 'G%'",
        "select count(*) from t where g collate nocase like 'G1%' or g like p or p like g",
        "select count(*) from t where g like 'g' || id or g like h || '%'",
        "select count(*) from t where g like '%long %long %long _' or g like '%lonG%'",
        "select count(*) from t where cast(id as text) like '%7' and a::text like '1%'",
        "select sum(case when g like 'g1%' then 1 when g not like 'g2%' then 10 else 100 end) from t",
        "select count(*) from t where substring(g from 2 for 1) in ('1', '2', null)",
        "select substring(g, 1, 2), substring(h, 2), count(*) from t group by 1, 2",
        "select count(*) from t where substring(g, 0, 2) = 'g' or substring(g, 2, -1) = ''",
        "select count(*) from t where substring(g, 2, 0) = '' or substring(g, 9) = 'g'",
        "select count(*) from t where substring(g, null, 2) = 'g' or substring(h, a, 2) = 'h'",
        "select max(substring(g || 'é𝄞x', 3, 2)), min(substring(g, 2147483647)) from t",
        "select count(*) from t where a = 3 or a = 5 or a = 7 or a = 1.5 or a = 1e1 or a = null",
        "select count(*) from t where c in (1, 2.25, 3.125, 1e20, 99999999999999999999999.0)",
        "select count(*) from t where c in (1, 2.25) or c in (7e0, 3) or c = 12",
        "select count(*) from t where d in (1, 2.142857, 3.0000001) or d = 4",
        "select count(*) from t where e in (1, 2.5, 7) or m in (3, 4.5, 6.00)",
        "select count(*) from t where h in ('h1', 'h2  ', 'h4x') or h in ('', ' ')",
        "select count(*) from t where g in ('g1', 'g1 ', 'g3', '') or g = 'g5'",
        "select count(*) from t where cast(h as varchar(9)) in ('h1', 'h1  ', 'h3')",
        "select count(*) from t where g = cast('g1' as char(5)) or g = 'g2  ' or g = 'g3'",
        "select count(*) from t where g collate nocase in ('G1', 'G2') or g in ('G3', 'g4')",
        "select count(*) from t where j in (date '2024-01-05', date '2024-02-01', null)",
        "select count(*) from t where k in (timestamp '2024-01-05 00:00:00', date '2024-02-01')",
        "select count(*) from t where j in (timestamp '2024-01-05 00:00:00', timestamp '2024-02-01 01:00:00')",
        "select count(*) from t where l in (1, 70000, 3) or b in (123456789, 246913578, 1e30)",
        "select count(*) from t where i in (true, null) or i in (false, true)",
        "select count(*) from t where n in (null, null) or a in (null, null)",
        "select count(*) from t where id < 10 and (a = 1 or a = 10 / (id - id))",
        "select count(*) from t where 10 / (a - 9) in (1, 2, 3)",
        "select count(*) from t where id % 7 in (1, 3, 5) and a in (id, 10, o)",
        "select count(*) from t where a not in (1, 2, 3, null) or a not in (1, 2, 3)",
        "select sum((select count(*) from t where abs(t.a - u.t) in (1, u.id, 3))) from u where id < 9",
        "select sum((select count(*) from t where t.g like u.v)) from u where id < 9",
        "select sum(cast(a as decimal(4,2))), sum(cast(c as int)), sum(cast(a as double)) from t",
        "select sum(cast(b as int)) from t",
        "select sum(cast(a as decimal(2,1))) from t",
        "select extract(year from j) y, sum(length(g)), count(*) from t group by 1",
        "select extract(month from k) y, to_char(j, 'YYYY-MM'), count(*) from t group by 1, 2",
        "select m * 1.0, count(*) from (select mod(m, 3) + case when i then 0.0 else 0.00 end m from t)"
            + " x group by m * 1.0",
        "select count(distinct e), count(distinct m), count(distinct n), count(distinct i) from t",
        "select case when i then 0e0 else -0e0 end, count(*) from t group by 1",
        "select 100 / (l - 50), count(*) from t group by 1",
        "select 100 / (l + 1), abs(a), -a, count(*) from t group by 1, 2, 3",
        "select upper(g), count(*) from t group by upper(g)",
        "select a, n from (select a, count(*) n from t group by a) x where n > 3 and a > 1",
        "select count(*), sum(n) from (select g, count(*) n from t group by g) x",
        "select count(*), sum(t.c), max(u.v), sum(u.w) from t join u on u.t = t.id",
        "select count(*), sum(t.c), max(u.v), sum(u.w), count(u.id) from t left join u on u.t = t.id",
        "select count(*), sum(t.id), sum(u.id) from t join u on u.v = t.g and u.w > t.c",
        "select count(*), sum(t.id), sum(u.id) from t left join u on u.v = t.g and u.w > t.c",
        "select t.g, count(*), sum(u.w) from t join u on u.v = t.g group by t.g",
        "select count(*), sum(id) from t where exists (select 1 from u where u.t = t.id and w > 3)",
        "select count(*), sum(id) from t where not exists (select 1 from u where u.t = t.id and w > c)",
        "select count(*), sum(id) from t where a in (select t from u)",
        "select count(*), sum(id) from t where a not in (select t from u where t is not null)",
        "select count(*) from t join u on t.g = u.v and t.c <> nullif(u.t, t.o)",
        "select count(*), sum(nullif(u.t, t.o) + nullif(t.a, 3)) from t left join u on t.g = u.v",
        "select count(*), sum(t.c) from t join none on none.t = t.id",
        "select count(*), count(none.id) from t left join none on none.v = t.g",
        "select count(*) from none join t on none.t = t.id",
        "select count(*), sum(x.n) from t join (select t, count(*) n from u group by t) x on x.t = t.id",
        "select count(*) from t join u on u.t = t.a and u.v = t.g join none on none.id = u.id",
        "select count(*), max(a.g) from t a join t b on a.c = b.c",
        "select count(*) from t join u on u.t = t.id where 1 / (u.w - 3) > 0",
        "select n, count(*) from t group by n",
        "select count(*), sum(t.c), max(u.v) from t join u on u.t = t.id and u.w > t.c",
        "select count(*), max(t.g), min(t.p), sum(t.o) from u join t on t.id = u.t",
        "select count(*) from u join t on t.id = u.t and 10 / (t.a - 9) > u.w",
        "select count(*) from u join t on t.id = u.t where 10 / (t.a - 9) > 1 and u.w > 3",
        "select count(*), sum(t.id) from u join t on t.id in (u.t, u.t + 1, 5, u.id) and u.id < 150",
        "select count(*), sum(t.id * u.id) from u join t on t.id > u.id * 100 where u.id < 20",
        "select count(*), sum(t.id + u.id) from u join t on t.o = u.id",
        "select t.o, count(*), sum(u.id) from t join u on u.v = t.g and u.w > 3 group by t.o",
        "select t.o, count(u.id), max(u.v) from t left join u on u.v = t.g and u.w > 9 group by t.o",
        "select count(*), sum(u.w) from t join u on u.v = t.g where t.g like 'g1%' and u.v like '%3'",
        "select count(*) from t join u on u.v like t.g and u.id < 20",
        "select count(u.v) from t join u on u.v = t.g",
        "select count(*), sum(t.c) from u join t on t.c = u.w",
        "select max(t.g), count(*) from u join t on t.c = u.w and t.id = u.t",
        "select count(*), sum(id) from t where exists (select 1 from u where u.v = t.g and u.w > t.c)",
        "select count(*), sum(id) from t where not exists"
            + " (select 1 from u where u.v = t.g and 1 / (u.w - 3) > 0 and u.id > t.id)",
        "select sum((select max(w) from u where u.t = t.id)), count(*) from t",
        "select sum((select w from u where u.v = t.g)) from t where id < 900",
        "select sum(x.n), max(x.m) from t,"
            + " lateral (select count(*) n, max(v) m from u where u.t = t.id and u.w > t.c) x",
        "select sum(y.w) from t left join lateral (select v, w from u where u.t = t.id"
            + " order by w limit 2) y on y.w > t.c / 3",
        "select count(*), sum(z.id) from t join u on u.t = t.id join t z on z.id = u.id",
        "select count(*), sum(z.id) from none join u on u.t = none.id join t z on z.id = u.id",
        "select sum((select count(*) from t where mod(t.a, u.id) = 1)) from u where id < 9",
        "select sum((select sum(mod(t.a, u.id)) from t)) from u where id < 9",
        "select sum(a) from t group by a having sum(a) > (select avg(a) from t)",
      })
  void theResultIsTheSame(String query) {
    String expected = result(rows, query);
    for (int run = 1; run <= 3; run++) {
      assertThat(result(batches, query))
          .as("run %s: columns are decoded, kept, and read again", run)
          .isEqualTo(expected);
      assertThat(result(twoWorkers, query)).isEqualTo(expected);
      assertThat(result(fourWorkers, query)).isEqualTo(expected);
    }
    String lookedUp = result(lookups, query);
    assertThat(result(batchesOfLookups, query)).isEqualTo(lookedUp);
    // the order of groups follows the plan
    assertThat(lines(lookedUp)).isEqualTo(lines(expected));
  }

  private static List<String> lines(String result) {
    return result.lines().sorted().toList();
  }

  /** The same changes by others are conflicts, and the others are none. */
  @Test
  void theSameReadsAreCertified() {
    List<String> changes =
        List.of(
            "update u set w = 77 where id = 30",
            "update u set v = 'x' where id = 30",
            "update u set w = 77 where id = 400",
            "update u set w = 77 where id = 1900",
            "insert into u values (3001, 90, 'g1', 1)",
            "insert into u values (3002, 650, 'g1', 1)",
            "delete from u where t = 39",
            "update t set c = c + 1 where id = 39",
            "update t set e = 0 where id = 39",
            "update t set c = c + 1 where id = 2900",
            "delete from t where id = 90");
    List<String> queries =
        List.of(
            "select count(*), sum(u.w) from t join u on u.t = t.id where t.id < 600",
            "select count(*) from t join u on u.t = t.id and u.w > t.c where t.id < 600",
            "select sum(t.c) from u join t on t.id = u.t where u.id < 900",
            "select count(*), sum(u.id) from t left join u on u.t = t.id where t.id < 600",
            "select count(*) from t where id < 600 and exists (select 1 from u where t = t.id)",
            "select count(*) from t where id < 600"
                + " and not exists (select 1 from u where t = t.id and w > c)",
            "select sum((select max(w) from u where u.t = t.id)) from t where id < 600",
            "select count(*) from t join u on u.v = t.g where t.id < 600");
    Set<String> outcomes = new HashSet<>();
    for (String change : changes) {
      for (String query : queries) {
        String outcome = outcome(lookups, query, change);
        outcomes.add(outcome);
        assertThat(outcome(batchesOfLookups, query, change))
            .as("%s, %s", query, change)
            .isEqualTo(outcome);
        assertThat(outcome(batches, query, change))
            .as("%s, %s", query, change)
            .isEqualTo(outcome(rows, query, change));
      }
    }
    assertThat(outcomes).containsExactlyInAnyOrder("committed", "40001");
  }

  /** What a transaction ends with that reads, and writes elsewhere, while another one commits. */
  private String outcome(TestDatabase database, String query, String change) {
    TestDatabase other = database.another();
    try {
      database.execute("begin isolation level serializable");
      // a plan whose reads caused conflicts locks them in its next executions
      database.query(query + " -- " + ++executions);
      database.execute("insert into none values (1, 1, 'x')");
      other.execute("begin");
      other.execute(change);
      other.execute("commit");
      try {
        database.execute("commit");
        return "committed";
      } catch (MosqlException e) {
        database.execute("rollback");
        return e.sqlState();
      }
    } finally {
      other.session().close();
      database.execute("delete from none");
      database.execute("delete from t where id in (select id from t_before)");
      database.execute("insert into t select * from t_before");
      database.execute("delete from u where id > 3000 or id in (select id from u_before)");
      database.execute("insert into u select * from u_before");
    }
  }

  static String result(TestDatabase database, String query) {
    try {
      return String.join("\n", database.query(query).stream().map(String::valueOf).toList());
    } catch (MosqlException e) {
      return e.sqlState() + " " + e.getMessage();
    }
  }

  /** A tree knows the number of its rows, also below an aggregation in batches. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "select sum(x.n + t.a) from t join (select count(*) n from u) x on x.n > t.id",
        "select sum(t.a), max(x.n) from t left join (select count(*) n from u) x on x.n = t.id",
      })
  void rowsAreCountedWithoutAScan(String query) {
    for (TestDatabase database : all()) {
      assertThat(result(database, "explain (analyze, timing off) " + query))
          .containsPattern("FullScan public.u .*never executed");
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 5, 100_000})
  void ownWritesAreSeen(int from) {
    for (TestDatabase database : all()) {
      database.execute("begin");
      database.execute("update t set a = 1000 where mod(id, 3) = 1 and id > " + from);
      database.execute("delete from t where mod(id, 50) = 2");
      database.execute("insert into t (id, a, g) values (5001, 77, 'new')");
    }
    String query = "select a, count(*), sum(c), max(g) from t group by a";
    assertThat(result(batches, query)).isEqualTo(result(rows, query));
    String join = "select count(*), sum(t.a), max(t.g) from u join t on t.id = u.t and t.a > 60";
    assertThat(result(batchesOfLookups, join)).isEqualTo(result(lookups, join));
    all().forEach(database -> database.execute("rollback"));
  }

  @Test
  void keptColumnsAreThoseOfTheSnapshot() {
    Random random = new Random(4);
    try (TestDatabase database = new TestDatabase()) {
      database.execute("create table s (id int primary key, a int, b decimal(9,2), c varchar(20))");
      database.execute(
          "insert into s select x, mod(x, 90), x / 4.0, 'c' || mod(x, 9)"
              + " from generate_series(1, 2000) as g(x)");
      String query =
          "select count(*), sum(a), sum(b), min(c), max(c), count(a) from s where a < 60";
      TestDatabase reader = database.another();
      for (int i = 0; i < 60; i++) {
        reader.execute("start transaction isolation level repeatable read");
        Object before = reader.query(query);
        String changed = "where mod(id, 700) = " + random.nextInt(700);
        database.execute(
            switch (random.nextInt(4)) {
              case 0 -> "update s set a = mod(a * 7, 100), c = c || 'x' " + changed;
              case 1 -> "update s set a = null, b = b + 1 " + changed;
              case 2 -> "delete from s " + changed;
              default -> "insert into s values (" + (3000 + i) + ", 3, 0.25, 'new')";
            });
        assertThat(reader.query(query)).as("of the older snapshot").isEqualTo(before);
        reader.execute("commit");
        String byRows =
            "select count(*), sum(a), sum(b), min(c), max(c), count(a) from"
                + " (select * from s order by id limit 100000) t where a < 60";
        assertThat(database.query(query)).isEqualTo(database.query(byRows));
      }
    }
  }
}
