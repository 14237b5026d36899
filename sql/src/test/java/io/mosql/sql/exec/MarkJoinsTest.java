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

/** Mark joins give the same marks by hash, by lookups, by nested loops and with little memory. */
final class MarkJoinsTest {
  private static TestDatabase filled(JoinMethod join, int rows) {
    return new TestDatabase(
            new PlannerMethods(join, AccessMethod.CHEAPEST, false),
            new TemporaryFiles(new MemoryDirectory("rows"), 1 << 20))
        .run(
            "create table t (id int primary key, a int, b int, c varchar(40), d char(4));"
                + "create table u (id int primary key, a int, b int, c varchar(40), d char(6));"
                + "create index u_a on u (a);"
                + insert("t", rows, 7, 11)
                + insert("u", rows, 13, 17));
  }

  private static String insert(String table, int rows, int first, int second) {
    return "insert into "
        + table
        + " select n, nullif(n * "
        + first
        + " % "
        + rows / 2
        + ", 3), case when n % 9 > 0 then n * "
        + second
        + " % 23 end, case n % 11 when 0 then null else 'the text ' || n % "
        + rows / 3
        + " end, case n % 3 when 0 then 'a' when 1 then 'b ' end from generate_series(1, "
        + rows
        + ") as g (n);";
  }

  private static String plan(TestDatabase database, String sql) {
    return database.query("explain " + sql).stream()
        .map(row -> (String) row.get(0))
        .collect(Collectors.joining("\n"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "select id, exists (select 1 from u where u.a = t.a) from t",
        "select id, exists (select 1 from u where u.a = t.a and u.b > t.b) from t",
        "select id, exists (select 1 from u where u.a > t.a and u.b < 3) from t where id < 40",
        "select id, a in (select a from u) from t",
        "select id, a in (select a from u where a is not null) from t",
        "select id, a not in (select a from u where u.b = t.b) from t",
        "select id, b in (select b from u where u.a = t.a and u.id > t.id) from t",
        "select id, (a, b) in (select a, b from u) from t where id < 60",
        "select id, (a, c, d) not in (select a, c, d from u where u.b = t.b) from t",
        "select id, b < any (select b from u where u.a = t.a) from t",
        "select id, b <> all (select b from u where u.a = t.a) from t",
        "select id, d in (select d from u where u.a = t.a) from t",
        "select id, a + 0.5 in (select b + 1.5 from u) from t",
        "select id, null in (select b from u where u.a = t.a) from t",
        "select id, 4 in (select b from u where u.a = t.a) from t",
        "select id from t where id = 3 or c in (select c from u where u.b = 4)",
        "select id from t where not (id = 3 or c in (select c from u where u.b = 4))",
        "select id, (select count(*) from u where u.b = t.b"
            + " and (u.id = 1 or u.a in (select v.b from u v))) from t where id < 50"
      })
  void marksAreAlike(String sql) {
    try (TestDatabase planned = filled(JoinMethod.CHEAPEST, 300);
        TestDatabase hashed = filled(JoinMethod.HASH, 300);
        TestDatabase lookups = filled(JoinMethod.LOOKUP, 300);
        TestDatabase loops = filled(JoinMethod.LOOPS, 300)) {
      String sorted = sql + " order by id";
      List<List<Object>> expected = loops.query(sorted);
      assertThat(planned.query(sorted)).isEqualTo(expected);
      assertThat(lookups.query(sorted)).isEqualTo(expected);
      assertThat(hashed.query(sorted)).isEqualTo(expected);
      assertThat(plan(hashed, sql))
          .contains(sql.contains("u.a > t.a") ? "NestedLoops LEFT_MARK" : "HashJoin LEFT_MARK");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "select id, a in (select a from u) from t",
        "select id, (a, c) in (select a, c from u) from t",
        "select id, c in (select c from u where u.b = t.b) from t",
        "select id, exists (select 1 from u where u.c = t.c and u.id > t.id) from t"
      })
  void aPartOfTheRowsAtATime(String sql) {
    try (TestDatabase database = filled(JoinMethod.HASH, 1_500)) {
      String sorted = sql + " order by id";
      List<List<Object>> expected = database.query(sorted);
      assertThat(plan(database, sql)).contains("HashJoin LEFT_MARK");
      database.run("set memory_limit = '64KB'");
      assertThat(database.query(sorted)).isEqualTo(expected);
      assertThat(
              plan(database, "analyze " + sql).lines().filter(line -> line.contains("LEFT_MARK")))
          .allMatch(line -> line.contains("spilled"));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "select t.id, u.id from t join u on t.a = u.a or t.c = u.c order by 1, 2",
        "select t.id, u.id from t join u on t.a = u.a and t.b < u.b or t.b = u.b and t.d = u.d"
            + " order by 1, 2",
        "select t.id, u.id from t left join u on t.a = u.a and u.id < 50 or t.id = u.id and u.b < 3"
            + " order by 1, 2",
        "select id from t where exists (select 1 from u where u.a = t.a and u.id < 50"
            + " or u.c = t.c and u.b = 3) order by id",
        "select id from t where not exists (select 1 from u where u.a = t.a and u.id < 50"
            + " or u.c = t.c and u.b = 3) order by id"
      })
  void joinsByOneOfSeveralKeys(String sql) {
    try (TestDatabase hashed = filled(JoinMethod.HASH, 300);
        TestDatabase turned = filled(JoinMethod.SWAPPED, 300);
        TestDatabase loops = filled(JoinMethod.LOOPS, 300)) {
      List<List<Object>> expected = loops.query(sql);
      assertThat(plan(hashed, sql)).contains("HashJoin").contains(" OR ");
      assertThat(hashed.query(sql)).isEqualTo(expected);
      assertThat(turned.query(sql)).isEqualTo(expected);
      hashed.run("set memory_limit = '64KB'");
      assertThat(hashed.query(sql)).isEqualTo(expected);
      assertThat(plan(hashed, "analyze " + sql).lines().filter(line -> line.contains("HashJoin")))
          .allMatch(line -> line.contains("spilled"));
    }
  }

  /** The sub-query is executed once, and not at all without an outer row. */
  @Test
  void theSubQueryIsExecutedOnce() {
    try (TestDatabase database = filled(JoinMethod.CHEAPEST, 500)) {
      String sql = "select id from t where a not in (select a from u where b > 0)";
      assertThat(plan(database, "analyze " + sql).lines().filter(line -> line.contains("public.u")))
          .hasSize(1)
          .allMatch(line -> line.contains("loops=1"));
      assertThat(
              plan(database, "analyze " + sql + " and id < 0")
                  .lines()
                  .filter(line -> line.contains("public.u")))
          .hasSize(1)
          .allMatch(line -> line.contains("never executed"));
    }
  }
}
