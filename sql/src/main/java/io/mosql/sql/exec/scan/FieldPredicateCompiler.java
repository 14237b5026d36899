package io.mosql.sql.exec.scan;

import io.mosql.core.error.MosqlException;
import io.mosql.core.type.Coercion;
import io.mosql.core.type.TypeKind;
import io.mosql.sql.catalog.ColumnDef;
import io.mosql.sql.catalog.TableDef;
import io.mosql.sql.exec.expression.Arithmetic;
import io.mosql.sql.exec.expression.ExpressionCompiler;
import io.mosql.sql.exec.expression.ValueComparisons;
import io.mosql.sql.exec.runtime.ExecutionContext;
import io.mosql.sql.exec.runtime.Expression;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexCorrelVariable;
import org.apache.calcite.rex.RexDynamicParam;
import org.apache.calcite.rex.RexFieldAccess;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.jspecify.annotations.Nullable;

/**
 * Compiles the predicates that can be evaluated on encoded fields: comparisons of a column with a
 * value or of two columns (numbers, dates, times, texts), IS NULL, and AND and OR of these. The
 * compiler is not thread-safe; the predicates are.
 */
final class FieldPredicateCompiler {
  private static final Object[] NO_ROW = {};

  private final TableDef table;
  private final ExpressionCompiler compiler;

  FieldPredicateCompiler(TableDef table, ExpressionCompiler compiler) {
    this.table = table;
    this.compiler = compiler;
  }

  /** Returns the predicate, or null for a condition that needs decoded values. */
  @Nullable FieldPredicate compile(RexNode condition) {
    return switch (condition.getKind()) {
      case AND, OR -> junction((RexCall) condition);
      case IS_NULL, IS_NOT_NULL -> nullity((RexCall) condition);
      case EQUALS, NOT_EQUALS, LESS_THAN, LESS_THAN_OR_EQUAL, GREATER_THAN, GREATER_THAN_OR_EQUAL ->
          comparison((RexCall) condition);
      default -> null;
    };
  }

  private @Nullable FieldPredicate junction(RexCall call) {
    List<FieldPredicate> parts = new ArrayList<>();
    for (RexNode operand : call.getOperands()) {
      FieldPredicate part = compile(operand);
      if (part == null) {
        return null;
      }
      parts.add(part);
    }
    boolean any = call.getKind() == SqlKind.OR;
    return context -> {
      BoundFieldPredicate[] tests = bound(parts, context);
      return tests == null
          ? null
          : row -> {
            for (BoundFieldPredicate test : tests) {
              if (test.passes(row) == any) {
                return any;
              }
            }
            return !any;
          };
    };
  }

  /** Binds all predicates; returns null when one must be evaluated on decoded values. */
  static BoundFieldPredicate @Nullable [] bound(
      List<FieldPredicate> conditions, ExecutionContext context) {
    BoundFieldPredicate[] tests = new BoundFieldPredicate[conditions.size()];
    for (int i = 0; i < tests.length; i++) {
      BoundFieldPredicate test = conditions.get(i).bind(context);
      if (test == null) {
        return null;
      }
      tests[i] = test;
    }
    return tests;
  }

  private @Nullable FieldPredicate nullity(RexCall call) {
    if (!(call.getOperands().get(0) instanceof RexInputRef ref)) {
      return null;
    }
    StoredField field = StoredField.of(table.columns().get(ref.getIndex()));
    boolean wanted = call.getKind() == SqlKind.IS_NULL;
    BoundFieldPredicate test =
        row -> {
          field.find(row);
          return row.isNull() == wanted;
        };
    return context -> test;
  }

  private @Nullable FieldPredicate comparison(RexCall call) {
    RexNode left = call.getOperands().get(0);
    RexNode right = call.getOperands().get(1);
    ColumnDef a = column(left);
    ColumnDef b = column(right);
    if (a != null && b != null) {
      return isCounted(a) && isCounted(b)
          ? pair(ValueComparisons.predicate(call.getKind()), StoredField.of(a), StoredField.of(b))
          : null;
    }
    if (a != null && isFixed(right)) {
      return comparison(a, call.getKind(), right);
    }
    return b != null && isFixed(left) ? comparison(b, call.getKind().reverse(), left) : null;
  }

  /**
   * The column that the expression refers to, possibly widened to a larger integer type; or null.
   */
  private @Nullable ColumnDef column(RexNode node) {
    RexNode inner = node;
    if (node.getKind() == SqlKind.CAST && isInteger(node)) {
      inner = ((RexCall) node).getOperands().get(0);
      if (!isInteger(inner) || width(inner) > width(node)) {
        return null;
      }
    }
    return inner instanceof RexInputRef ref ? table.columns().get(ref.getIndex()) : null;
  }

  private static boolean isInteger(RexNode node) {
    return width(node) > 0;
  }

  private static int width(RexNode node) {
    return switch (node.getType().getSqlTypeName()) {
      case SMALLINT -> 1;
      case INTEGER -> 2;
      case BIGINT -> 3;
      default -> 0;
    };
  }

  /** Whether the expression has the same value for a whole run of the scan. */
  private static boolean isFixed(RexNode node) {
    if (node instanceof RexLiteral || node instanceof RexDynamicParam) {
      return true;
    }
    if (node instanceof RexFieldAccess access) {
      return access.getReferenceExpr() instanceof RexCorrelVariable;
    }
    return switch (node.getKind()) {
      case CAST, PLUS, MINUS, CHECKED_PLUS, CHECKED_MINUS, TIMES, CHECKED_TIMES ->
          ((RexCall) node).getOperands().stream().allMatch(FieldPredicateCompiler::isFixed);
      default -> false;
    };
  }

  private @Nullable FieldPredicate comparison(ColumnDef column, SqlKind kind, RexNode other) {
    StoredField field = StoredField.of(column);
    if (column.type().kind().isText()) {
      return text(column, field, kind, other);
    }
    boolean counted = isCounted(column);
    if (!counted && column.type().kind() != TypeKind.DECIMAL) {
      return null;
    }
    Expression expression = compiler.compile(other);
    return context -> {
      Object value = value(expression, context);
      if (value == NO_ROW) {
        return row -> false;
      }
      return counted ? counted(field, kind, value) : decimal(field, kind, value);
    };
  }

  /** Whether fields of the column are integers. */
  private static boolean isCounted(ColumnDef column) {
    return switch (column.type().kind()) {
      case SMALLINT, INTEGER, BIGINT, DATE, TIME, TIMESTAMP, TIMESTAMPTZ -> true;
      default -> false;
    };
  }

  /**
   * The value that the column is compared with: an empty array for NULL, for which no row passes;
   * null when it cannot be evaluated here.
   */
  private static @Nullable Object value(Expression expression, ExecutionContext context) {
    try {
      Object value = expression.evaluate(NO_ROW, context);
      return value == null ? NO_ROW : value;
    } catch (MosqlException e) {
      // The error is raised for a row that needs the value, if there is one.
      return null;
    }
  }

  private static @Nullable BoundFieldPredicate counted(
      StoredField field, SqlKind kind, @Nullable Object value) {
    NumberRange range =
        value instanceof Integer || value instanceof Long
            ? NumberRange.of(kind, ((Number) value).longValue())
            : value instanceof BigDecimal number ? NumberRange.of(kind, number, 0) : null;
    if (range == null) {
      return null;
    }
    return row -> {
      field.find(row);
      if (row.isInteger()) {
        return range.has(row.integer());
      }
      Object number = row.decode(field.type());
      return number != null && range.has(((Number) number).longValue());
    };
  }

  private static @Nullable BoundFieldPredicate decimal(
      StoredField field, SqlKind kind, @Nullable Object value) {
    if (!(value instanceof Integer || value instanceof Long || value instanceof BigDecimal)) {
      return null;
    }
    int scale = field.type().scale();
    BigDecimal constant = Arithmetic.decimal((Number) value);
    NumberRange range = NumberRange.of(kind, constant, scale);
    if (range == null) {
      return null;
    }
    IntPredicate holds = ValueComparisons.predicate(kind);
    return row -> {
      field.find(row);
      if (row.isDecimal(scale)) {
        return range.has(row.unscaled());
      }
      BigDecimal number = row.decimal(field.type());
      return number != null && holds.test(number.compareTo(constant));
    };
  }

  private @Nullable FieldPredicate text(
      ColumnDef column, StoredField field, SqlKind kind, RexNode other) {
    boolean padded = column.type().kind() == TypeKind.CHAR;
    boolean equality = kind == SqlKind.EQUALS || kind == SqlKind.NOT_EQUALS;
    if (!padded && ValueComparisons.comparesPadded(other) || !equality && column.canOverflow()) {
      return null;
    }
    Expression expression = compiler.compile(other);
    IntPredicate holds = ValueComparisons.predicate(kind);
    return context -> {
      Object value = value(expression, context);
      if (value == NO_ROW) {
        return row -> false;
      }
      return value instanceof String text
          ? text(field, kind, holds, padded ? Coercion.withoutTrailingBlanks(text) : text)
          : null;
    };
  }

  private static @Nullable BoundFieldPredicate text(
      StoredField field, SqlKind kind, IntPredicate holds, String text) {
    byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
    boolean whole = new String(utf8, StandardCharsets.UTF_8).equals(text);
    if (!whole || utf8.length > ColumnDef.INLINE_BYTES_MAX) {
      return null;
    }
    boolean padded = field.type().kind() == TypeKind.CHAR;
    return row -> {
      field.find(row);
      if (row.isText()) {
        return holds.test(row.compareText(utf8, padded));
      }
      // A text stored out of line is longer, and therefore different.
      return row.decode(field.type()) != null && kind == SqlKind.NOT_EQUALS;
    };
  }

  private static FieldPredicate pair(IntPredicate holds, StoredField a, StoredField b) {
    BoundFieldPredicate test =
        row -> {
          a.find(row);
          if (!row.isInteger()) {
            return false;
          }
          long first = row.integer();
          b.find(row);
          return row.isInteger() && holds.test(Long.compare(first, row.integer()));
        };
    return context -> test;
  }
}
