package io.mosql.sql.exec;

import static org.assertj.core.api.Assertions.assertThat;

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

/** Checks that join sides that do not depend on the outer row are read once for all runs. */
final class BufferedJoinSidesTest {
  private static final PlannerMethods LOOPS =
      new PlannerMethods(JoinMethod.LOOPS, AccessMethod.FULL_SCAN, false);
  private static final String NESTED =
      "select count(*), sum(x.id) from t x where exists (select 1 from t y where y.b = x.c"
          + " and not exists (select 1 from t z where z.c = x.b and z.b = y.c and z.id > 3))";

  private static TestDatabase filled(PlannerMethods shape, int rows) {
    return new TestDatabase(shape, TemporaryFiles.inMemory())
        .run(
            "create table t (id int primary key, b int, c smallint, d char(4), e numeric(8, 2));"
                + "insert into t select n, n * 7 % 40, n * 11 % 30,"
                + " case n % 3 when 0 then 'a' when 1 then 'b ' end, n % 50"
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
        NESTED,
        "select x.id, (select count(*) from t y where y.b = x.c and y.id < x.id) from t x",
        "select x.id, (select max(y.id) from t y where y.d = x.d and y.b <> x.b) from t x",
        "select x.id, (select y.id from t y where y.e = x.c + 0.00 order by y.id limit 1) from t x",
        "select x.id from t x where x.c > all (select y.b from t y join t z on z.id = y.c"
            + " where y.b = x.c - 3)",
        "select x.id, l.n from t x left join lateral (select y.b + y.c as n from t y"
            + " where y.c = x.b union select z.id from t z where z.b = x.c) l on true",
        "select x.id from t x where not exists (select 1 from t y left join t z on z.c = y.b"
            + " where y.c = x.b and z.id is null)",
        "with recursive r (a, n) as (select 1, 0 union select t.id % 30, r.n + 1 from r"
            + " join t on t.b = r.a + 1 and t.id < 200 where r.n < 5) select a, n from r"
      })
  void answersAreThoseOfNestedLoops(String sql) {
    try (TestDatabase kept = filled(PlannerMethods.CHEAPEST, 240);
        TestDatabase loops = filled(LOOPS, 240)) {
      kept.run("analyze");
      assertThat(kept.query(sql)).containsExactlyInAnyOrderElementsOf(loops.query(sql));
    }
  }

  @Test
  void whatIsKeptIsReadOnce() {
    try (TestDatabase database = filled(PlannerMethods.CHEAPEST, 3_000)) {
      database.run("analyze");
      assertThat(plan(database, NESTED))
          .containsOnlyOnce("LookupJoin")
          .contains("materialized right side");
      String measured = plan(database, "analyze " + NESTED);
      assertThat(measured).contains("materialized right side");
      assertThat(measured.lines().filter(line -> line.contains("Scan public.t")))
          .as(measured)
          .hasSize(3)
          .allMatch(line -> line.contains("loops=1 "));
    }
  }

  /** When the hash table does not fit into memory, each run reads the right side. */
  @Test
  void whatDoesNotFitIsReadAgain() {
    try (TestDatabase database = filled(PlannerMethods.CHEAPEST, 700)) {
      database.run("analyze");
      List<List<Object>> expected = database.query(NESTED);
      database.run("set memory_limit = '64KB'");
      assertThat(plan(database, NESTED)).contains("materialized right side");
      assertThat(database.query(NESTED)).isEqualTo(expected);
    }
  }

  /** Each statement of a batch sees the changes of the previous ones. */
  @Test
  void aBatchKeepsNothingForItsNextStatement() {
    try (TestDatabase database = filled(PlannerMethods.CHEAPEST, 300)) {
      database.run(
          "create table u (k int primary key, g int, n int);"
              + "insert into u select x, 0, 0 from generate_series(1, 20) as s (x); analyze");
      String sql =
          "insert into u select ? + k, 0, (select count(*) from u v where v.g = u.g + 0)"
              + " from u where k <= 20";
      assertThat(plan(database, sql.replace("?", "100"))).contains("materialized right side");
      PreparedStatementHandle insert = database.session().prepare(sql, List.of());
      database
          .session()
          .executeBatch(
              insert,
              List.of(new Object[] {100}, new Object[] {200}, new Object[] {300}),
              ExecutionOptions.DEFAULT);
      List<List<Object>> batched = database.query("select k, n from u order by k");
      database.run("delete from u where k > 20");
      for (int i = 1; i <= 3; i++) {
        database.execute(sql, 100 * i);
      }
      assertThat(database.query("select k, n from u order by k")).isEqualTo(batched);
      assertThat(database.query("select distinct n from u where k > 20 order by n"))
          .isEqualTo(List.of(List.of(20), List.of(40), List.of(60)));
    }
  }
}
