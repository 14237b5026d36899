package io.mosql.sql.exec;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.core.files.MemoryDirectory;
import io.mosql.sql.TestDatabase;
import io.mosql.sql.planner.physical.PlannerMethods;
import io.mosql.sql.planner.physical.PlannerMethods.AccessMethod;
import io.mosql.sql.planner.physical.PlannerMethods.JoinMethod;
import io.mosql.sql.sort.TemporaryFiles;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Sub-queries give the same rows whether they run for each outer row or once for all of them. */
final class DecorrelatedQueriesTest {
  private static TestDatabase filled(JoinMethod join, int rows) {
    return new TestDatabase(
            new PlannerMethods(join, AccessMethod.CHEAPEST, false),
            new TemporaryFiles(new MemoryDirectory("rows"), 1 << 20))
        .run(
            "create table t (id int primary key, a int, b int, c varchar(40) collate nocase);"
                + "create table u (id int primary key, a int, b int, c varchar(40), x decimal(9,2));"
                + "insert into t select n, nullif(n % 40, 3), case when n % 9 > 0 then n % 23 end,"
                + " case n % 11 when 0 then null else 'the TEXT ' || n % 30 end"
                + " from generate_series(1, "
                + rows
                + ") as g (n);"
                + "insert into u select n, nullif(n * 7 % 60, 7), case when n % 8 > 0 then n % 19 end,"
                + " case n % 13 when 0 then null else 'the text ' || n % 40 end, n % 50"
                + " from generate_series(1, "
                + rows
                + ") as g (n);");
  }

  private static String plan(TestDatabase database, String sql) {
    return database.query("explain " + sql).stream()
        .map(row -> (String) row.get(0))
        .collect(Collectors.joining("\n"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "select id, (select max(b) from u where u.a = t.a) from t order by id",
        "select id, (select count(*) from u where u.a = t.a and u.b = t.b) from t order by id",
        "select id, (select sum(x) + t.b from u where u.c = t.c) from t order by id",
        "select id, (select count(distinct b) from u where coalesce(u.a, 5) = t.a) from t order by id",
        "select id from t where b < (select avg(b) from u where u.a = t.a) order by id",
        "select a, count(*) from t group by a having count(*) <= (select count(*) from u"
            + " where u.a = t.a) order by a",
        "select id, (select id as n from u where u.a = t.a order by b desc, id limit 1) from t order by id",
        "select id, (select x from u where u.id = t.a) from t order by id",
        "select t.id, v.id, v.b from t, lateral (select id, b from u where u.a = t.a"
            + " order by b, id limit 2 offset 1) v order by 1, 2",
        "select t.id, v.b, v.n from t left join lateral (select b, count(*) as n from u"
            + " where u.a = t.a group by b) v on v.n > 1 or v.b = t.b order by 1, 2",
        "select t.id, v.n, v.r from t, lateral (select count(*) over (partition by u.b) as n,"
            + " rank() over (order by u.id) as r from u where u.a = t.a) v order by 1, 2, 3",
        "select t.id, v.b from t, lateral (select b from u where u.a = t.a intersect"
            + " select b from t s where s.a = t.a) v order by 1, 2",
        "select id from t where b in (select max(b) from u where u.a = t.a group by c) order by id",
        "select id, b not in (select max(b) from u where u.a = t.a group by c) from t order by id",
        "select id from t where not exists (select b from u where u.a = t.a group by b"
            + " having count(*) > 1) order by id",
        "select id, (select max(b) from u where u.a = t.a and u.b > (select avg(b) from u w"
            + " where w.a = u.a)) from t order by id"
      })
  void rowsAreAlike(String sql) {
    try (TestDatabase lookups = filled(JoinMethod.LOOKUP, 240);
        TestDatabase planned = filled(JoinMethod.CHEAPEST, 240);
        TestDatabase hashed = filled(JoinMethod.HASH, 240);
        TestDatabase loops = filled(JoinMethod.LOOPS, 240)) {
      List<List<Object>> expected = lookups.query(sql);
      assertThat(plan(lookups, sql)).contains("LookupJoin");
      assertThat(plan(hashed, sql)).contains("HashJoin").doesNotContain("LookupJoin");
      assertThat(hashed.query(sql)).isEqualTo(expected);
      assertThat(planned.query(sql)).isEqualTo(expected);
      assertThat(loops.query(sql)).isEqualTo(expected);
      hashed.run("set memory_limit = '64KB'");
      assertThat(hashed.query(sql)).isEqualTo(expected);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "select id, (select max(b) from u where u.a < t.a) from t",
        "select id, (select max(100 / id) from u where u.a = t.a) from t",
        "select id, (select count(*) from u where u.a = t.a and random() < 2) from t",
        "select t.id, v.id from t, lateral (select id from u where u.a = t.a order by id"
            + " fetch first 1 row with ties) v"
      })
  void othersRunForEachRow(String sql) {
    try (TestDatabase hashed = filled(JoinMethod.HASH, 240)) {
      assertThat(plan(hashed, sql)).contains("LookupJoin");
    }
  }

  @Test
  void costDecides() {
    try (TestDatabase database = filled(JoinMethod.CHEAPEST, 3_000)) {
      database.run("create index u_a on u (a); analyze");
      String sql = "select id, (select max(b) from u where u.a = t.a) from t";
      assertThat(plan(database, sql)).contains("HashJoin").doesNotContain("LookupJoin");
      assertThat(plan(database, sql + " where id = 7")).contains("LookupJoin");
      assertThat(plan(database, sql + " where id < 7")).contains("LookupJoin");
    }
  }
}
