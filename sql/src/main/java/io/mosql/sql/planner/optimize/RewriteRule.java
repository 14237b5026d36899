package io.mosql.sql.planner.optimize;

import java.util.function.BiFunction;
import java.util.function.Predicate;
import org.apache.calcite.plan.RelOptRuleCall;
import org.apache.calcite.plan.RelRule;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.tools.RelBuilder;
import org.apache.calcite.tools.RelBuilderFactory;
import org.jspecify.annotations.Nullable;

/** A rule of the program that is a function from a relation to an equivalent one, or the same. */
final class RewriteRule extends RelRule<RewriteRule.Config> {
  private RewriteRule(Config config) {
    super(config);
  }

  static RewriteRule of(
      String name,
      RelBuilderFactory builders,
      Predicate<RelNode> root,
      BiFunction<RelNode, RelBuilder, RelNode> rewrite) {
    return new Config(
            builders, name, rel -> rel.operand(RelNode.class).predicate(root).anyInputs(), rewrite)
        .toRule();
  }

  @Override
  public void onMatch(RelOptRuleCall call) {
    RelNode rel = call.rel(0);
    RelNode rewritten = config.rewrite.apply(rel, call.builder());
    if (rewritten != rel) {
      call.transformTo(rewritten);
    }
  }

  /** The configuration of a rule. */
  record Config(
      RelBuilderFactory relBuilderFactory,
      @Nullable String description,
      RelRule.OperandTransform operandSupplier,
      BiFunction<RelNode, RelBuilder, RelNode> rewrite)
      implements RelRule.Config {
    @Override
    public Config withRelBuilderFactory(RelBuilderFactory factory) {
      return new Config(factory, description, operandSupplier, rewrite);
    }

    @Override
    public Config withDescription(@Nullable String text) {
      return new Config(relBuilderFactory, text, operandSupplier, rewrite);
    }

    @Override
    public Config withOperandSupplier(RelRule.OperandTransform operands) {
      return new Config(relBuilderFactory, description, operands, rewrite);
    }

    @Override
    public RewriteRule toRule() {
      return new RewriteRule(this);
    }
  }
}
