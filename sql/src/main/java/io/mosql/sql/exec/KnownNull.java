package io.mosql.sql.exec;

import io.mosql.sql.function.ScalarFunction;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.jspecify.annotations.Nullable;

/**
 * A call that is NULL whatever its other operands are, as one of them is a NULL that is written
 * out: those are not worked out, {@code x / 0 / NULL} divides nothing. Parts of them that are
 * constants are, as in PostgreSQL: {@code 1 / 0 + NULL} is an error. Pure.
 */
final class KnownNull {
  /** Operators that are NULL if an operand is. */
  private static final Set<SqlKind> STRICT =
      EnumSet.of(
          SqlKind.PLUS,
          SqlKind.CHECKED_PLUS,
          SqlKind.MINUS,
          SqlKind.CHECKED_MINUS,
          SqlKind.TIMES,
          SqlKind.CHECKED_TIMES,
          SqlKind.DIVIDE,
          SqlKind.CHECKED_DIVIDE,
          SqlKind.MOD,
          SqlKind.MINUS_PREFIX,
          SqlKind.CHECKED_MINUS_PREFIX,
          SqlKind.PLUS_PREFIX,
          SqlKind.EQUALS,
          SqlKind.NOT_EQUALS,
          SqlKind.LESS_THAN,
          SqlKind.LESS_THAN_OR_EQUAL,
          SqlKind.GREATER_THAN,
          SqlKind.GREATER_THAN_OR_EQUAL,
          SqlKind.LIKE,
          SqlKind.SIMILAR,
          SqlKind.NOT,
          SqlKind.CAST,
          SqlKind.REINTERPRET);

  /** Functions of the standard table, likewise. */
  private static final Set<String> STRICT_NAMES =
      Set.of(
          "ABS",
          "MOD",
          "ROUND",
          "SUBSTRING",
          "POSITION",
          "OVERLAY",
          "REPLACE",
          "REPEAT",
          "LPAD",
          "RPAD",
          "UPPER",
          "LOWER",
          "INITCAP",
          "REVERSE",
          "CHAR_LENGTH",
          "OCTET_LENGTH");

  private KnownNull() {}

  /** The compiled call, or null if it is not known to be NULL. */
  static @Nullable Expression of(RexCall call, ExpressionCompiler compiler) {
    if (!isNull(call)) {
      return null;
    }
    List<RexNode> constants = new ArrayList<>();
    collect(call, constants);
    Expression[] tried = compiler.compileAll(constants);
    return (row, context) -> {
      for (Expression constant : tried) {
        constant.evaluate(row, context);
      }
      return null;
    };
  }

  private static boolean isNull(RexNode node) {
    if (node instanceof RexLiteral literal) {
      return literal.isNull();
    }
    return node instanceof RexCall call
        && isStrict(call)
        && call.getOperands().stream().anyMatch(KnownNull::isNull);
  }

  /** Whether the call is NULL if an operand is. */
  static boolean isStrict(RexCall call) {
    return STRICT.contains(call.getKind())
        || STRICT_NAMES.contains(call.getOperator().getName())
        || call.getOperator().equals(SqlStdOperatorTable.CONCAT)
        || call.getOperator() instanceof ScalarFunction function && function.isStrict();
  }

  private static void collect(RexNode node, List<RexNode> constants) {
    if (!(node instanceof RexCall call)) {
      return;
    }
    if (!isNull(call) && Constant.isConstant(call)) {
      constants.add(call);
    } else if (isStrict(call)) {
      call.getOperands().forEach(operand -> collect(operand, constants));
    }
  }
}
