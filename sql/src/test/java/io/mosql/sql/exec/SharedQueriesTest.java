package io.mosql.sql.exec;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.core.files.MemoryDirectory;
import io.mosql.core.session.ExecutionOptions;
import io.mosql.core.session.PreparedStatementHandle;
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

/** Queries of WITH with several references are executed once, as far as their rows are needed. */
final class SharedQueriesTest {
  private static TestDatabase filled(JoinMethod join, int rows) {
    return new TestDatabase(
            new PlannerMethods(join, AccessMethod.CHEAPEST, false),
            new TemporaryFiles(new MemoryDirectory("rows"), 1 << 20))
        .run(
            "create table t (id int primary key, a int, c varchar(60));"
                + "insert into t select n, n % 50, 'a text that takes some room ' || n"
                + " from generate_series(1, "
                + rows
                + ") as g (n)");
  }

  private static String plan(TestDatabase database, String sql) {
    return database.query("explain " + sql).stream()
        .map(row -> (String) row.get(0))
        .collect(Collectors.joining("\n"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "with q as (select a, count(*) as n, max(c) as c from t group by a)"
            + " select x.a, y.n, x.c from q x join q y on x.a = y.a + 1 order by 1",
        "with q as (select id + 0 as id, c || 'x' as c from t) select x.id, y.c from q x"
            + " join q y on x.id = y.id where x.id % 7 = 0 order by 1",
        "with q as (select a, sum(id) as n from t group by a), r as (select x.a, y.n from q x, q y"
            + " where x.a = y.a) select count(*), max(n), (select min(n) from r) from r",
        "with q as (select a, sum(id) as n from t group by a) select id, (select count(*) from q"
            + " where q.a < t.a), (select max(n) from q where q.a = t.a) from t where id < 99"
            + " order by id",
        "with q as (select a, max(c) as c from t group by a) select a, c from q union all"
            + " select a, c from q order by 1"
      })
  void rowsAreAlike(String sql) {
    try (TestDatabase planned = filled(JoinMethod.CHEAPEST, 600);
        TestDatabase hashed = filled(JoinMethod.HASH, 600);
        TestDatabase lookups = filled(JoinMethod.LOOKUP, 600);
        TestDatabase loops = filled(JoinMethod.LOOPS, 600)) {
      List<List<Object>> expected = planned.query(sql);
      assertThat(plan(planned, sql)).contains("SharedScan");
      assertThat(hashed.query(sql)).isEqualTo(expected);
      assertThat(lookups.query(sql)).isEqualTo(expected);
      assertThat(loops.query(sql)).isEqualTo(expected);
      planned.run("set memory_limit = '64KB'");
      assertThat(planned.query(sql)).isEqualTo(expected);
    }
  }

  @Test
  void theQueryIsExecutedOnce() {
    try (TestDatabase database = filled(JoinMethod.CHEAPEST, 600)) {
      String sql =
          "with q as (select a, count(*) as n from t group by a)"
              + " select * from q x, q y where x.n = y.n and x.a < y.a and (select max(n) from q) > 1";
      String measured = plan(database, "analyze " + sql);
      assertThat(measured.lines().filter(line -> line.contains("public.t")))
          .as(measured)
          .hasSize(1)
          .allMatch(line -> line.contains("loops=1"));
    }
  }

  /** Rows that no reference needs are not read. */
  @Test
  void aLimitReadsOnlyTheFirstRows() {
    try (TestDatabase database = filled(JoinMethod.LOOKUP, 600)) {
      String sql =
          "with q as (select id, random() as r from t) select * from q x, q y where x.id = y.id"
              + " limit 1";
      assertThat(plan(database, "analyze " + sql).lines().filter(l -> l.contains("public.t")))
          .hasSize(1)
          .allMatch(line -> line.contains("rows=1 ") || line.contains("rows=2 "));
    }
  }

  @Test
  void theStatementMayDecide() {
    try (TestDatabase database = filled(JoinMethod.CHEAPEST, 600)) {
      String query = "(select id, a from t) select q.a from q where id = 7";
      assertThat(plan(database, "with q as " + query)).contains("Point").doesNotContain("Shared");
      assertThat(plan(database, "with q as materialized " + query)).contains("SharedScan q");
      assertThat(database.query("with q as materialized " + query))
          .isEqualTo(database.query("with q as not materialized " + query));
      String both =
          "(select a, count(*) as n from t group by a) select x.n from q x, q y where x.a = y.n";
      assertThat(plan(database, "with q as " + both)).contains("SharedScan q");
      assertThat(plan(database, "with q as not materialized " + both)).doesNotContain("Shared");
      // a volatile query is never repeated
      assertThat(
              database.query(
                  "with q as not materialized (select random() as r) select 1 from q x, q y"
                      + " where x.r = y.r"))
          .hasSize(1);
    }
  }

  /** Each statement of a batch sees the changes of the previous ones. */
  @Test
  void aBatchKeepsNothingForItsNextStatement() {
    try (TestDatabase database = filled(JoinMethod.CHEAPEST, 20)) {
      PreparedStatementHandle insert =
          database
              .session()
              .prepare(
                  "insert into t with q as (select count(*) as n, sum(id) as s from t)"
                      + " select cast(? as int), x.n, y.s from q x, q y",
                  List.of());
      database
          .session()
          .executeBatch(
              insert,
              List.of(new Object[] {100}, new Object[] {200}, new Object[] {300}),
              ExecutionOptions.DEFAULT);
      assertThat(database.query("select id, a, c from t where id >= 100 order by id"))
          .isEqualTo(
              List.of(
                  List.<Object>of(100, 20, "210"),
                  List.<Object>of(200, 21, "310"),
                  List.<Object>of(300, 22, "510")));
    }
  }
}
