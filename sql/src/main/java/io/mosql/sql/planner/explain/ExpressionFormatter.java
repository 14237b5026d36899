package io.mosql.sql.planner.explain;

import io.mosql.core.error.MosqlException;
import io.mosql.core.type.Coercion;
import io.mosql.core.type.SqlType;
import io.mosql.sql.algebra.PlanNode;
import io.mosql.sql.algebra.RelTypes;
import io.mosql.sql.algebra.RexConstant;
import io.mosql.sql.algebra.RexLiteralValues;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.calcite.rel.RelFieldCollation;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.core.CorrelationId;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexCorrelVariable;
import org.apache.calcite.rex.RexDynamicParam;
import org.apache.calcite.rex.RexFieldAccess;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlSyntax;
import org.apache.calcite.sql.type.SqlTypeName;
import org.jspecify.annotations.Nullable;

/**
 * A formatter of a plan's expressions as SQL. Operators are in parentheses; names of fields are
 * given for each expression, those of outer rows by a function. Immutable.
 */
final class ExpressionFormatter {
  /** Operators whose names are not what a user writes. */
  private static final Map<String, String> SIGNS =
      Map.of(
          "POSIX REGEX CASE SENSITIVE", "~",
          "POSIX REGEX CASE INSENSITIVE", "~*",
          "NEGATED POSIX REGEX CASE SENSITIVE", "!~",
          "NEGATED POSIX REGEX CASE INSENSITIVE", "!~*");

  private final OuterNames outer;

  /** The names of the fields of outer rows. */
  interface OuterNames {
    String name(CorrelationId variable, int field, String column);
  }

  ExpressionFormatter(OuterNames outer) {
    this.outer = outer;
  }

  /** Formats an expression, in parentheses if it is an operator. */
  String text(RexNode node, List<String> names) {
    if (node instanceof RexInputRef ref) {
      return names.get(ref.getIndex());
    } else if (node instanceof RexDynamicParam parameter) {
      return "?" + (parameter.getIndex() + 1);
    } else if (node instanceof RexFieldAccess access
        && access.getReferenceExpr() instanceof RexCorrelVariable variable) {
      return outer.name(variable.id, access.getField().getIndex(), access.getField().getName());
    } else if (node instanceof RexFieldAccess access) {
      return text(access.getReferenceExpr(), names) + "." + access.getField().getName();
    } else if (node instanceof RexLiteral literal) {
      return literal(literal);
    } else if (node instanceof RexConstant constant) {
      return constant(constant.value(), constant.getType());
    } else if (node instanceof RexCall call) {
      return call(call, names);
    }
    return node.toString();
  }

  /** Formats an expression without parentheses around it. */
  String bare(RexNode node, List<String> names) {
    return bare(text(node, names));
  }

  /** Removes parentheses around a text. */
  static String bare(String text) {
    if (!text.startsWith("(")) {
      return text;
    }
    int depth = 0;
    char quote = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (quote != 0) {
        quote = c == quote ? 0 : quote;
      } else if (c == '\'' || c == '"') {
        quote = c;
      } else if (c == '(') {
        depth++;
      } else if (c == ')' && --depth == 0) {
        return i == text.length() - 1 ? text.substring(1, i) : text;
      }
    }
    return text;
  }

  /** Formats a row of expressions. */
  String row(List<RexNode> nodes, List<String> names) {
    return nodes.stream()
        .map(node -> bare(node, names))
        .collect(Collectors.joining(", ", "(", ")"));
  }

  /** Formats sort keys. */
  static List<String> keys(List<RelFieldCollation> collations, List<String> names) {
    return collations.stream()
        .map(
            key ->
                bare(names.get(key.getFieldIndex()))
                    + (key.direction.isDescending() ? " desc" : ""))
        .toList();
  }

  /** Formats the partition and the order of a window. */
  String window(PlanNode.Window window, List<String> names) {
    List<String> parts = new ArrayList<>();
    if (!window.partition().isEmpty()) {
      parts.add(
          window.partition().stream()
              .map(field -> bare(names.get(field)))
              .collect(Collectors.joining(", ", "partition by ", "")));
    }
    if (!window.order().isEmpty()) {
      parts.add("order by " + String.join(", ", keys(window.order(), names)));
    }
    return String.join(" ", parts);
  }

  /** Formats a call of an aggregate function. */
  String aggregate(AggregateCall call, List<String> names) {
    String arguments =
        call.getArgList().isEmpty() && call.getAggregation().getKind() == SqlKind.COUNT
            ? "*"
            : call.getArgList().stream()
                .map(argument -> bare(names.get(argument)))
                .collect(Collectors.joining(", "));
    List<RelFieldCollation> order = call.getCollation().getFieldCollations();
    return call.getAggregation().getName().toLowerCase(Locale.ROOT).replace("$sum0", "sum")
        + "("
        + (call.isDistinct() ? "distinct " : "")
        + arguments
        + (order.isEmpty()
            ? ""
            : (arguments.isEmpty() ? "" : " ")
                + "order by "
                + String.join(", ", keys(order, names)))
        + ")"
        + (call.hasFilter() ? " filter (where " + bare(names.get(call.filterArg)) + ")" : "");
  }

  private static String literal(RexLiteral literal) {
    if (literal.isNull()) {
      return "null";
    }
    if (literal.getTypeName() == SqlTypeName.CHAR) {
      return quoted(String.valueOf(literal.getValueAs(String.class)));
    }
    if (literal.getTypeName() == SqlTypeName.SYMBOL) {
      return String.valueOf(literal.getValue()).toLowerCase(Locale.ROOT);
    }
    if (literal.getTypeName() == SqlTypeName.DECIMAL) {
      String text = literal.toString();
      int type = text.lastIndexOf(':');
      return type < 0 ? text : text.substring(0, type);
    }
    try {
      return constant(RexLiteralValues.value(literal), literal.getType());
    } catch (MosqlException e) {
      return literal.toString();
    }
  }

  private static String constant(@Nullable Object value, RelDataType of) {
    if (value == null) {
      return "null";
    }
    SqlType type = RelTypes.sqlType(of);
    return switch (type.kind()) {
      case BOOLEAN -> value.toString();
      case SMALLINT, INTEGER, BIGINT, DECIMAL, NUMERIC, REAL, DOUBLE -> Coercion.shown(value, type);
      case CHAR, VARCHAR, TEXT -> quoted(Coercion.shown(value, type));
      default -> type.kind() + " " + quoted(Coercion.shown(value, type));
    };
  }

  private static String quoted(String text) {
    return "'" + text.replace("'", "''") + "'";
  }

  /** Returns the name of a type as SQL has it. */
  static String type(RelDataType type) {
    try {
      return RelTypes.sqlType(type).toString().toLowerCase(Locale.ROOT);
    } catch (MosqlException e) {
      return type.toString().toLowerCase(Locale.ROOT);
    }
  }

  private String call(RexCall call, List<String> names) {
    List<RexNode> operands = call.getOperands();
    String name = call.getOperator().getName();
    SqlSyntax syntax = call.getOperator().getSyntax();
    switch (call.getKind()) {
      case CAST:
        return "cast(" + bare(operands.get(0), names) + " as " + type(call.getType()) + ")";
      case CASE:
        return caseCall(operands, names);
      case NOT:
        return "(NOT " + text(operands.get(0), names) + ")";
      case EXTRACT:
        return "extract("
            + text(operands.get(0), names)
            + " from "
            + bare(operands.get(1), names)
            + ")";
      case TRIM:
        if (operands.size() == 3) {
          return "trim("
              + text(operands.get(0), names)
              + " "
              + text(operands.get(1), names)
              + " from "
              + bare(operands.get(2), names)
              + ")";
        }
        break;
      case ITEM:
        return text(operands.get(0), names) + "[" + bare(operands.get(1), names) + "]";
      default:
        break;
    }
    if (operands.isEmpty() && syntax == SqlSyntax.FUNCTION_ID) {
      return name.toLowerCase(Locale.ROOT);
    }
    if (syntax == SqlSyntax.POSTFIX) {
      return "(" + text(operands.get(0), names) + " " + name + ")";
    }
    boolean sign = !Character.isLetter(name.charAt(0));
    if (syntax == SqlSyntax.PREFIX && operands.size() == 1) {
      return "(" + name + (sign ? "" : " ") + text(operands.get(0), names) + ")";
    }
    boolean infix =
        syntax == SqlSyntax.BINARY || SIGNS.containsKey(name) || syntax == SqlSyntax.SPECIAL;
    if (infix && operands.size() > 1 && (sign || syntax != SqlSyntax.SPECIAL || isLike(call))) {
      String operator = " " + SIGNS.getOrDefault(name, name) + " ";
      int sides = isLike(call) ? 2 : operands.size();
      return operands.subList(0, sides).stream()
          .map(operand -> text(operand, names))
          .collect(
              Collectors.joining(
                  operator,
                  "(",
                  sides < operands.size()
                      ? " ESCAPE " + text(operands.get(sides), names) + ")"
                      : ")"));
    }
    return name.toLowerCase(Locale.ROOT) + row(operands, names);
  }

  private static boolean isLike(RexCall call) {
    return call.getKind() == SqlKind.LIKE || call.getKind() == SqlKind.SIMILAR;
  }

  /** Formats a CASE, or the COALESCE or NULLIF that it was written as. */
  private String caseCall(List<RexNode> operands, List<String> names) {
    int last = operands.size() - 1;
    List<String> values = new ArrayList<>();
    for (int i = 0; i < last; i += 2) {
      if (operands.get(i) instanceof RexCall test
          && test.getKind() == SqlKind.IS_NOT_NULL
          && isSame(operands.get(i + 1), test.getOperands().get(0))) {
        values.add(bare(test.getOperands().get(0), names));
      }
    }
    if (values.size() == last / 2) {
      values.add(bare(operands.get(last), names));
      return "coalesce(" + String.join(", ", values) + ")";
    }
    if (last == 2
        && operands.get(0) instanceof RexCall test
        && test.getKind() == SqlKind.EQUALS
        && RexLiteral.isNullLiteral(operands.get(1))
        && isSame(operands.get(2), test.getOperands().get(0))) {
      return "nullif("
          + bare(test.getOperands().get(0), names)
          + ", "
          + bare(test.getOperands().get(1), names)
          + ")";
    }
    StringBuilder text = new StringBuilder("CASE");
    for (int i = 0; i < last; i += 2) {
      text.append(" WHEN ").append(bare(operands.get(i), names));
      text.append(" THEN ").append(bare(operands.get(i + 1), names));
    }
    return text.append(" ELSE ").append(bare(operands.get(last), names)).append(" END").toString();
  }

  private static boolean isSame(RexNode value, RexNode tested) {
    return value.equals(tested)
        || value.getKind() == SqlKind.CAST && ((RexCall) value).getOperands().get(0).equals(tested);
  }
}
