package io.mosql.sql.planner.physical;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.sql.parser.MosqlParser;
import io.mosql.sql.planner.Planner;
import io.mosql.sql.planner.TestCatalog;
import io.mosql.sql.planner.physical.PlannerMethods.AccessMethod;
import io.mosql.sql.planner.physical.PlannerMethods.JoinMethod;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests that plans use the requested planner methods. */
final class PlannerMethodsTest {
  private static final TestCatalog CATALOG =
      new TestCatalog(
          """
          t 1000 | a integer not null, b integer | primary a
          u 1000 | a integer not null, b integer | primary a | index ub b\
          """,
          false);

  private static String plan(PlannerMethods methods, String sql) {
    return Planner.explain(
        new Planner(CATALOG, methods)
            .plan(sql, MosqlParser.parse(sql), CATALOG, "public", List.of())
            .root());
  }

  private static String plan(JoinMethod join, String sql) {
    return plan(new PlannerMethods(join, AccessMethod.CHEAPEST, false), sql);
  }

  private static String plan(AccessMethod access, String sql) {
    return plan(new PlannerMethods(JoinMethod.CHEAPEST, access, false), sql);
  }

  @Test
  void joinsAsTold() {
    String sql = "SELECT t.b, u.b FROM t JOIN u ON t.a = u.a WHERE t.a = 1";
    assertThat(plan(JoinMethod.LOOKUP, sql)).contains("LookupJoin");
    assertThat(plan(JoinMethod.HASH, sql)).contains("HashJoin");
    assertThat(plan(JoinMethod.SWAPPED, sql)).contains("HashJoin");
    assertThat(plan(JoinMethod.LOOPS, sql)).contains("NestedLoops");
    String outer = "SELECT t.b, u.b FROM t FULL JOIN u ON t.b = u.b";
    assertThat(plan(JoinMethod.HASH, outer)).contains("HashJoin");
    assertThat(plan(JoinMethod.LOOPS, outer)).contains("NestedLoops");
  }

  @Test
  void semiJoinsAreTurned() {
    String sql = "SELECT t.b FROM t WHERE t.a IN (SELECT b FROM u)";
    assertThat(plan(JoinMethod.SWAPPED, sql)).doesNotContain("semi").contains("Aggregate");
    assertThat(plan(JoinMethod.HASH, sql)).isNotEqualTo(plan(JoinMethod.SWAPPED, sql));
  }

  @Test
  void tablesAreReadAsTold() {
    String sql = "SELECT b, a FROM u WHERE a = 1";
    assertThat(plan(AccessMethod.CHEAPEST, sql)).contains("Point");
    assertThat(plan(AccessMethod.FULL_SCAN, sql)).contains("FullScan").doesNotContain("by ub");
    assertThat(plan(AccessMethod.INDEX, sql)).contains("by ub");
    assertThat(plan(AccessMethod.INDEX, "SELECT b FROM t WHERE a = 1")).contains("Point");
  }

  @Test
  void rowsInOrderAreSortedAllTheSame() {
    String sql = "SELECT a FROM t ORDER BY a";
    assertThat(plan(PlannerMethods.CHEAPEST, sql)).doesNotContain("Sort");
    assertThat(plan(new PlannerMethods(JoinMethod.CHEAPEST, AccessMethod.CHEAPEST, true), sql))
        .contains("Sort");
  }
}
