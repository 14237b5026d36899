package io.mosql.sql.planner.optimize;

import io.mosql.sql.function.OperatorImplementations;
import io.mosql.sql.function.define.ScalarFunction;
import io.mosql.sql.planner.expression.CollationRules;
import io.mosql.sql.planner.expression.Rexes;
import java.util.BitSet;
import java.util.List;
import java.util.function.BiPredicate;
import org.apache.calcite.plan.Strong;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexSubQuery;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;

/** What the rewrites ask about expressions. */
final class Expressions {
  /** Maximum size of an expression that is copied. */
  private static final int MAX_SIZE = 200;

  private Expressions() {}

  /**
   * Whether an expression may be evaluated at another place, more or less often: it is not volatile
   * and has neither sub-queries nor columns of an outer query.
   */
  static boolean isPlain(RexNode node) {
    return Rexes.isLeaf(node)
        || Rexes.isRef(node)
        || Rexes.size(node) <= MAX_SIZE
            && RexUtil.isDeterministic(node)
            && RexUtil.SubQueryFinder.find(node) == null
            && !RexUtil.containsCorrelation(node);
  }

  static boolean isPlain(Filter filter) {
    return filter.getVariablesSet().isEmpty() && isPlain(filter.getCondition());
  }

  static boolean isPlain(Join join) {
    return join.getVariablesSet().isEmpty() && isPlain(join.getCondition());
  }

  static boolean arePlain(List<RexNode> nodes) {
    return nodes.stream().allMatch(Expressions::isPlain);
  }

  /** Adds the fields that must not be NULL for the condition to be true. */
  static void addRequiredFields(RexNode condition, BitSet required) {
    for (RexNode conjunct : Rexes.conjunctions(condition)) {
      if (conjunct instanceof RexSubQuery query
          && (query.getKind() == SqlKind.IN || query.getKind() == SqlKind.SOME)) {
        query.getOperands().forEach(operand -> required.or(fieldsOfValue(operand)));
      } else {
        ask(conjunct, required, Nulls::isNotTrue);
      }
    }
  }

  /** Returns the fields that must not be NULL for the value not to be NULL. */
  static BitSet fieldsOfValue(RexNode value) {
    BitSet required = new BitSet();
    ask(value, required, Nulls::isNull);
    return required;
  }

  private static void ask(RexNode node, BitSet required, BiPredicate<Nulls, RexNode> question) {
    Rexes.fields(node).stream()
        .filter(field -> !required.get(field) && question.test(new Nulls(field), node))
        .forEach(required::set);
  }

  /** What follows from a field that is NULL, also for MoSQL's functions. */
  private static final class Nulls extends Strong {
    private final int field;

    Nulls(int field) {
      this.field = field;
    }

    @Override
    public boolean isNull(RexInputRef ref) {
      return ref.getIndex() == field;
    }

    @Override
    public boolean isNull(RexNode node) {
      return super.isNull(node)
          || node instanceof RexCall call
              && isStrict(call)
              && call.getOperands().stream().anyMatch(this::isNull);
    }

    private static boolean isStrict(RexCall call) {
      ScalarFunction function = OperatorImplementations.find(call.getOperator());
      return function != null && function.isNullOnNull()
          || CollationRules.collatedText(call) != null;
    }
  }
}
