package io.mosql.sql.planner.physical;

import java.math.BigDecimal;
import java.util.List;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.SqlTypeName;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether one condition implies another: literally, by a narrower bound with a literal, or
 * because a comparison is never true for NULL. An implication that is not recognized is reported as
 * none. Pure.
 */
public final class PredicateImplication {
  private PredicateImplication() {}

  /** Whether the condition is true in all rows for which the premise is true. */
  public static boolean implies(RexNode premise, RexNode condition) {
    if (IndexExpressions.same(premise, condition)) {
      return true;
    }
    if (condition.getKind() == SqlKind.IS_NOT_NULL) {
      return isTrueForNoNull(premise, ((RexCall) condition).getOperands().get(0));
    }
    Bound given = Bound.of(premise);
    Bound wanted = Bound.of(condition);
    return given != null
        && wanted != null
        && IndexExpressions.same(given.value, wanted.value)
        && within(given, wanted);
  }

  private static boolean isTrueForNoNull(RexNode premise, RexNode value) {
    return switch (premise.getKind()) {
      case EQUALS,
          NOT_EQUALS,
          LESS_THAN,
          LESS_THAN_OR_EQUAL,
          GREATER_THAN,
          GREATER_THAN_OR_EQUAL,
          LIKE,
          NOT,
          IS_TRUE,
          IS_FALSE ->
          ((RexCall) premise)
              .getOperands().stream().anyMatch(operand -> IndexExpressions.same(operand, value));
      default -> IndexExpressions.same(premise, value);
    };
  }

  /** A comparison of a value with a literal. */
  private record Bound(RexNode value, SqlKind kind, Comparable<Object> literal) {
    static @Nullable Bound of(RexNode node) {
      if (!(node instanceof RexCall call) || call.getOperands().size() != 2) {
        return null;
      }
      RexNode left = call.getOperands().get(0);
      RexNode right = call.getOperands().get(1);
      if (right instanceof RexLiteral literal) {
        return of(left, call.getKind(), literal);
      }
      return left instanceof RexLiteral literal
          ? of(right, call.getKind().reverse(), literal)
          : null;
    }

    @SuppressWarnings("unchecked") // compared only with values of the same class
    private static @Nullable Bound of(RexNode value, SqlKind kind, RexLiteral literal) {
      Comparable<?> constant = literal.getValue();
      // Calcite's values of TIME lack digits, and texts compare by collation.
      boolean plain =
          constant instanceof BigDecimal
              || constant != null && literal.getTypeName() == SqlTypeName.DATE;
      return plain ? new Bound(value, kind, (Comparable<Object>) constant) : null;
    }
  }

  private static boolean within(Bound given, Bound wanted) {
    if (given.literal.getClass() != wanted.literal.getClass()) {
      return false;
    }
    int order = given.literal.compareTo(wanted.literal);
    List<SqlKind> from =
        order > 0
            ? List.of(SqlKind.GREATER_THAN, SqlKind.GREATER_THAN_OR_EQUAL, SqlKind.EQUALS)
            : order < 0
                ? List.of(SqlKind.LESS_THAN, SqlKind.LESS_THAN_OR_EQUAL, SqlKind.EQUALS)
                : List.of();
    return switch (wanted.kind) {
      case GREATER_THAN ->
          order > 0 && from.contains(given.kind)
              || order == 0 && given.kind == SqlKind.GREATER_THAN;
      case GREATER_THAN_OR_EQUAL ->
          order > 0 && from.contains(given.kind)
              || order == 0 && List.of(SqlKind.GREATER_THAN, SqlKind.EQUALS).contains(given.kind);
      case LESS_THAN ->
          order < 0 && from.contains(given.kind) || order == 0 && given.kind == SqlKind.LESS_THAN;
      case LESS_THAN_OR_EQUAL ->
          order < 0 && from.contains(given.kind)
              || order == 0 && List.of(SqlKind.LESS_THAN, SqlKind.EQUALS).contains(given.kind);
      case NOT_EQUALS ->
          order != 0 && from.contains(given.kind)
              || order == 0
                  && List.of(SqlKind.GREATER_THAN, SqlKind.LESS_THAN).contains(given.kind);
      default -> false;
    };
  }
}
