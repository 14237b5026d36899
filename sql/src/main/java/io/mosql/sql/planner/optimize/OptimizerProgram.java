package io.mosql.sql.planner.optimize;

import java.util.List;
import org.apache.calcite.plan.Contexts;
import org.apache.calcite.plan.RelOptRule;
import org.apache.calcite.plan.hep.HepMatchOrder;
import org.apache.calcite.plan.hep.HepProgram;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.rules.FilterJoinRule.FilterIntoJoinRule;
import org.apache.calcite.rel.rules.FilterJoinRule.FilterIntoJoinRule.FilterIntoJoinRuleConfig;
import org.apache.calcite.rel.rules.FilterProjectTransposeRule;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.tools.RelBuilder;
import org.apache.calcite.tools.RelBuilderFactory;

/**
 * The rules: Calcite's, which move conditions down to outer joins and narrow them, and our own.
 * They match only plain expressions ({@link Expressions#isPlain}): calls of volatile functions,
 * sub-queries and what depends on an outer query stay where they are.
 */
final class OptimizerProgram {
  /** Steps after which the rest of a very large statement stays as it is. */
  private static final int MAX_STEPS = 1_000;

  private static final RelBuilderFactory BUILDERS =
      RelBuilder.proto(
          Contexts.of(
              RelBuilder.Config.DEFAULT
                  .withBloat(-1)
                  .withSimplify(false)
                  .withSimplifyLimit(false)
                  .withSimplifyValues(false)));

  private static final RelOptRule FILTER_PAST_PROJECT =
      FilterProjectTransposeRule.Config.DEFAULT
          .withOperandFor(
              Filter.class,
              Expressions::isPlain,
              Project.class,
              project -> Expressions.arePlain(project.getProjects()) && !project.containsOver())
          .withRelBuilderFactory(BUILDERS)
          .as(FilterProjectTransposeRule.Config.class)
          .toRule();

  private static final RelOptRule FILTER_INTO_JOIN =
      new FilterIntoJoinRule(
          FilterIntoJoinRuleConfig.DEFAULT
              .withOperandSupplier(
                  filter ->
                      filter
                          .operand(Filter.class)
                          .predicate(Expressions::isPlain)
                          .oneInput(
                              join ->
                                  join.operand(Join.class)
                                      .predicate(Expressions::isPlain)
                                      .anyInputs()))
              .withRelBuilderFactory(BUILDERS)
              .withDescription("FilterIntoJoin")
              .as(FilterIntoJoinRuleConfig.class)) {
        /** Keeps all conditions: each may be the one that an index finds rows by. */
        @Override
        protected List<RexNode> inferJoinEqualConditions(List<RexNode> conjuncts, Join join) {
          return conjuncts;
        }
      };

  private static final RelOptRule FILTER_INTO_FULL_JOIN_USING =
      RewriteRule.of(
          "FilterIntoFullJoinUsing", BUILDERS, FullJoinUsing::isRoot, FullJoinUsing::rewrite);

  private static final RelOptRule NARROW_OUTER_JOINS =
      RewriteRule.of(
          "NarrowOuterJoins", BUILDERS, OuterJoinNarrowing::isRoot, OuterJoinNarrowing::rewrite);

  private static final RelOptRule OUTER_JOIN_TO_ANTI_JOIN =
      RewriteRule.of(
          "OuterJoinToAntiJoin",
          BUILDERS,
          Filter.class::isInstance,
          OuterJoinNarrowing::toAntiJoin);

  /** For a statement that locks rows: an ANTI join would lock others. */
  static final HepProgram LOCKING_OUTER_JOINS =
      program(NARROW_OUTER_JOINS, FILTER_PAST_PROJECT, FILTER_INTO_JOIN);

  static final HepProgram OUTER_JOINS =
      program(
          OUTER_JOIN_TO_ANTI_JOIN,
          NARROW_OUTER_JOINS,
          FILTER_PAST_PROJECT,
          FILTER_INTO_FULL_JOIN_USING,
          FILTER_INTO_JOIN);

  private OptimizerProgram() {}

  private static HepProgram program(RelOptRule... rules) {
    return HepProgram.builder()
        .addMatchLimit(MAX_STEPS)
        .addMatchOrder(HepMatchOrder.DEPTH_FIRST)
        .addRuleCollection(List.of(rules))
        .build();
  }
}
