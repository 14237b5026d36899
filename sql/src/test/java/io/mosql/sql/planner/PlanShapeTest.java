package io.mosql.sql.planner;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.sql.parser.MosqlParser;
import io.mosql.sql.planner.PlanShape.Access;
import io.mosql.sql.planner.PlanShape.Join;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is asked for by a shape is in the plans. */
final class PlanShapeTest {
  private static final TestCatalog CATALOG =
      new TestCatalog(
          """
          t 1000 | a integer not null, b integer | primary a
          u 1000 | a integer not null, b integer | primary a | index ub b\
          """,
          false);

  private static String plan(PlanShape shape, String sql) {
    return Planner.explain(
        new Planner(CATALOG, shape)
            .plan(sql, MosqlParser.parse(sql), CATALOG, "public", List.of())
            .root());
  }

  private static String plan(Join join, String sql) {
    return plan(new PlanShape(join, Access.CHEAPEST, false), sql);
  }

  private static String plan(Access access, String sql) {
    return plan(new PlanShape(Join.CHEAPEST, access, false), sql);
  }

  @Test
  void joinsAsTold() {
    String sql = "SELECT t.b, u.b FROM t JOIN u ON t.a = u.a WHERE t.a = 1";
    assertThat(plan(Join.LOOKUP, sql)).contains("LookupJoin");
    assertThat(plan(Join.HASH, sql)).contains("HashJoin");
    assertThat(plan(Join.TURNED, sql)).contains("HashJoin");
    assertThat(plan(Join.LOOPS, sql)).contains("NestedLoops");
    String outer = "SELECT t.b, u.b FROM t FULL JOIN u ON t.b = u.b";
    assertThat(plan(Join.HASH, outer)).contains("HashJoin");
    assertThat(plan(Join.LOOPS, outer)).contains("NestedLoops");
  }

  @Test
  void semiJoinsAreTurned() {
    String sql = "SELECT t.b FROM t WHERE t.a IN (SELECT b FROM u)";
    assertThat(plan(Join.TURNED, sql)).doesNotContain("semi").contains("Aggregate");
    assertThat(plan(Join.HASH, sql)).isNotEqualTo(plan(Join.TURNED, sql));
  }

  @Test
  void tablesAreReadAsTold() {
    String sql = "SELECT b, a FROM u WHERE a = 1";
    assertThat(plan(Access.CHEAPEST, sql)).contains("Point");
    assertThat(plan(Access.FULL_SCAN, sql)).contains("FullScan").doesNotContain("by ub");
    assertThat(plan(Access.INDEX, sql)).contains("by ub");
    assertThat(plan(Access.INDEX, "SELECT b FROM t WHERE a = 1")).contains("Point");
  }

  @Test
  void rowsInOrderAreSortedAllTheSame() {
    String sql = "SELECT a FROM t ORDER BY a";
    assertThat(plan(PlanShape.CHEAPEST, sql)).doesNotContain("Sort");
    assertThat(plan(new PlanShape(Join.CHEAPEST, Access.CHEAPEST, true), sql)).contains("Sort");
  }
}
