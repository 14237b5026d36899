package io.mosql.sql.exec.expression;

import io.mosql.core.error.MosqlException;
import io.mosql.core.port.Interrupts;
import io.mosql.core.type.Coercion;
import io.mosql.core.type.LargeObject;
import io.mosql.core.type.SqlArray;
import io.mosql.core.type.SqlType;
import io.mosql.core.type.TypeKind;
import io.mosql.sql.algebra.LargeType;
import io.mosql.sql.algebra.RelTypes;
import io.mosql.sql.algebra.RexConstant;
import io.mosql.sql.algebra.RexLiteralValues;
import io.mosql.sql.error.SqlErrorMessage;
import io.mosql.sql.exec.runtime.ExecutionContext;
import io.mosql.sql.exec.runtime.Expression;
import io.mosql.sql.exec.runtime.UnreadColumn;
import io.mosql.sql.function.OperatorImplementations;
import io.mosql.sql.function.define.ScalarFunction;
import io.mosql.storage.version.ColumnSet;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexCorrelVariable;
import org.apache.calcite.rex.RexDynamicParam;
import org.apache.calcite.rex.RexFieldAccess;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.jspecify.annotations.Nullable;

/**
 * Compiles row expressions into closures, with SQL's three-valued logic. One compiler serves one
 * plan: correlation variables get slots of the plan's {@link ExecutionContext}. The compiler is not
 * thread-safe; the closures are.
 */
public final class ExpressionCompiler {
  private final CorrelationSlots slots;
  private final TableExpressionProvider formulas;

  /** How the call folds whose operands are being compiled. */
  private ConstantFolding.Rule folding = ConstantFolding.Rule.NONE;

  /**
   * Creates a compiler for one plan.
   *
   * @param formulas plans expressions of tables that are not part of the plan
   */
  public ExpressionCompiler(CorrelationSlots slots, TableExpressionProvider formulas) {
    this.slots = slots;
    this.formulas = formulas;
  }

  public TableExpressionProvider formulas() {
    return formulas;
  }

  /** The fields of the input that the expression reads. */
  public static ColumnSet inputs(@Nullable RexNode node) {
    return node == null
        ? ColumnSet.NONE
        : ColumnSet.of(RelOptUtil.InputFinder.bits(node).toArray());
  }

  /** Compiles a condition: NULL counts as false. */
  public Predicate condition(@Nullable RexNode node) {
    if (node == null || node.isAlwaysTrue()) {
      return Predicate.TRUE;
    }
    return condition(List.of(node));
  }

  /** Compiles a conjunction of conditions. */
  public Predicate condition(List<RexNode> nodes) {
    List<RexNode> terms = new ArrayList<>();
    nodes.forEach(node -> flatten(node, terms));
    if (terms.isEmpty()) {
      return Predicate.TRUE;
    }
    Expression[] all = compileAll(terms);
    if (all.length == 1) {
      Expression term = all[0];
      return (row, context) -> Boolean.TRUE.equals(term.evaluate(row, context));
    }
    Predicate conjunction =
        (row, context) -> {
          for (Expression term : all) {
            if (!Boolean.TRUE.equals(term.evaluate(row, context))) {
              return false;
            }
          }
          return true;
        };
    return ConstantFolding.wrap(terms, conjunction, this);
  }

  private static void flatten(RexNode node, List<RexNode> terms) {
    if (node.getKind() == SqlKind.AND) {
      ((RexCall) node).getOperands().forEach(operand -> flatten(operand, terms));
    } else {
      terms.add(node);
    }
  }

  /** A compiled condition. */
  @FunctionalInterface
  public interface Predicate {
    Predicate TRUE = (row, context) -> true;

    boolean test(@Nullable Object[] row, ExecutionContext context);
  }

  public Expression[] compileAll(List<? extends RexNode> nodes) {
    return nodes.stream().map(this::compile).toArray(Expression[]::new);
  }

  /** Compiles expressions whose values are passed on, as {@link #compileValue}. */
  public Expression[] compileValues(List<? extends RexNode> nodes) {
    return nodes.stream().map(this::compileValue).toArray(Expression[]::new);
  }

  /** Compiles an expression for use within another one: large objects are loaded. */
  public Expression compile(RexNode node) {
    Expression value = compileValue(node);
    return LargeType.is(node.getType())
            && !(node instanceof RexLiteral)
            && !(node instanceof RexConstant)
        ? (row, context) -> LargeObject.loaded(value.evaluate(row, context))
        : value;
  }

  /** Compiles an expression whose value is passed on and may be a large object. */
  public Expression compileValue(RexNode node) {
    Interrupts.check();
    if (node instanceof RexInputRef field) {
      return UnreadColumn.field(field.getIndex());
    }
    if (node instanceof RexDynamicParam parameter) {
      int index = parameter.getIndex();
      return (row, context) -> context.parameter(index);
    }
    if (node instanceof RexConstant constant) {
      Object value = constant.value();
      return (row, context) -> value;
    }
    if (node instanceof RexLiteral literal) {
      Object value = RexLiteralValues.value(literal);
      return (row, context) -> value;
    }
    if (node instanceof RexFieldAccess access
        && access.getReferenceExpr() instanceof RexCorrelVariable variable) {
      return UnreadColumn.correlated(slots.slot(variable.id), access.getField().getIndex());
    }
    if (node instanceof RexCall call) {
      return once(call);
    }
    throw unsupported(node);
  }

  /**
   * Wraps a call for constant folding; of nested calls that fold alike only the outermost is
   * wrapped.
   */
  private Expression once(RexCall call) {
    ConstantFolding.Rule outer = folding;
    folding = ConstantFolding.rule(call);
    try {
      Expression compiled = ConstantExpression.cacheIfConstant(call, call(call));
      return folding == outer ? compiled : ConstantFolding.wrap(call, compiled, this);
    } finally {
      folding = outer;
    }
  }

  private Expression call(RexCall call) {
    if (call.getType().getSqlTypeName() == SqlTypeName.NULL && ConstantFolding.isStrict(call)) {
      return nothing(compileAll(call.getOperands()));
    }
    SqlKind kind = call.getKind();
    return switch (kind) {
      case AND -> and(compileAll(call.getOperands()));
      case OR -> or(compileAll(call.getOperands()));
      case NOT -> not(compile(call.getOperands().get(0)));
      case EQUALS,
          NOT_EQUALS,
          LESS_THAN,
          LESS_THAN_OR_EQUAL,
          GREATER_THAN,
          GREATER_THAN_OR_EQUAL -> {
        RexNode left = call.getOperands().get(0);
        RexNode right = call.getOperands().get(1);
        yield ValueComparisons.compile(kind, left, right, compile(left), compile(right));
      }
      case IS_DISTINCT_FROM, IS_NOT_DISTINCT_FROM -> {
        RexNode left = call.getOperands().get(0);
        RexNode right = call.getOperands().get(1);
        yield ValueComparisons.distinct(
            kind == SqlKind.IS_NOT_DISTINCT_FROM, left, right, compile(left), compile(right));
      }
      case IS_NULL, IS_UNKNOWN -> test(call, value -> value == null);
      case IS_NOT_NULL -> test(call, value -> value != null);
      case IS_TRUE -> test(call, value -> Boolean.TRUE.equals(value));
      case IS_NOT_TRUE -> test(call, value -> !Boolean.TRUE.equals(value));
      case IS_FALSE -> test(call, value -> Boolean.FALSE.equals(value));
      case IS_NOT_FALSE -> test(call, value -> !Boolean.FALSE.equals(value));
      case CASE -> caseOf(branches(call), RelTypes.sqlType(call.getType()));
      case COALESCE -> coalesce(branches(call), RelTypes.sqlType(call.getType()));
      case CAST, REINTERPRET -> cast(call);
      case PLUS, CHECKED_PLUS -> arithmetic(Arithmetic.Operation.PLUS, call);
      case MINUS, CHECKED_MINUS -> arithmetic(Arithmetic.Operation.MINUS, call);
      case TIMES, CHECKED_TIMES -> arithmetic(Arithmetic.Operation.TIMES, call);
      case DIVIDE, CHECKED_DIVIDE -> arithmetic(Arithmetic.Operation.DIVIDE, call);
      case MOD -> arithmetic(Arithmetic.Operation.MOD, call);
      case MINUS_PREFIX, CHECKED_MINUS_PREFIX -> negated(call);
      case PLUS_PREFIX -> compile(call.getOperands().get(0));
      default -> function(call);
    };
  }

  private Expression arithmetic(Arithmetic.Operation operation, RexCall call) {
    if (SqlTypeUtil.isDatetime(call.getType())) {
      return shifted(operation, call);
    }
    if (SqlTypeUtil.isInterval(call.getType())) {
      RexNode left = call.getOperands().get(0);
      RexNode right = call.getOperands().get(1);
      // The number may be the first operand of a product.
      return SqlTypeUtil.isInterval(left.getType())
          ? IntervalArithmetic.binary(operation, compile(left), compile(right))
          : IntervalArithmetic.binary(operation, compile(right), compile(left));
    }
    SqlType type = RelTypes.sqlType(call.getType());
    if (!type.kind().isNumeric()) {
      throw unsupported(call);
    }
    return Arithmetic.binary(
        operation, type, compile(call.getOperands().get(0)), compile(call.getOperands().get(1)));
  }

  private Expression negated(RexCall call) {
    Expression operand = compile(call.getOperands().get(0));
    return SqlTypeUtil.isInterval(call.getType())
        ? IntervalArithmetic.negated(operand)
        : Arithmetic.negate(RelTypes.sqlType(call.getType()), operand);
  }

  /** Compiles a date or time plus or minus an interval, in either order. */
  private Expression shifted(Arithmetic.Operation operation, RexCall call) {
    RexNode first = call.getOperands().get(0);
    RexNode second = call.getOperands().get(1);
    boolean swapped = SqlTypeUtil.isInterval(first.getType());
    RexNode interval = swapped ? first : second;
    boolean known =
        operation == Arithmetic.Operation.PLUS
            || operation == Arithmetic.Operation.MINUS && !swapped;
    if (!known || !SqlTypeUtil.isInterval(interval.getType())) {
      throw unsupported(call);
    }
    SqlType type = RelTypes.sqlType(call.getType());
    if (!(interval instanceof RexLiteral literal) || literal.isNull()) {
      return IntervalArithmetic.shifted(
          type,
          compile(swapped ? second : first),
          compile(interval),
          operation == Arithmetic.Operation.MINUS);
    }
    return IntervalArithmetic.shifted(
        compile(swapped ? second : first),
        type,
        literal,
        operation == Arithmetic.Operation.MINUS ? -1 : 1);
  }

  private Expression function(RexCall call) {
    Expression time = CurrentTimeFunctions.compile(call);
    if (time != null) {
      slots.noteTime();
      return time;
    }
    Expression[] operands = new Expression[call.getOperands().size()];
    for (int i = 0; i < operands.length; i++) {
      RexNode operand = call.getOperands().get(i);
      operands[i] =
          operand instanceof RexLiteral literal && literal.getValue() instanceof Enum<?> flag
              ? (row, context) -> flag
              : compile(operand);
    }
    Expression compiled = FunctionCompiler.compile(call, operands);
    if (compiled != null) {
      return compiled;
    }
    ScalarFunction function = OperatorImplementations.find(call.getOperator());
    if (function == null) {
      throw unsupported(call);
    }
    return ScalarFunctionCalls.compile(function.forCall(call), call.getOperands(), operands);
  }

  /**
   * Compiles a call with an untyped NULL operand: NULL. The other operands are evaluated for
   * errors.
   */
  private static Expression nothing(Expression[] operands) {
    return (row, context) -> {
      for (Expression operand : operands) {
        operand.evaluate(row, context);
      }
      return null;
    };
  }

  private Expression[] branches(RexCall call) {
    return LargeType.is(call.getType())
        ? compileValues(call.getOperands())
        : compileAll(call.getOperands());
  }

  private Expression cast(RexCall call) {
    RexNode operand = call.getOperands().get(0);
    SqlType from = RelTypes.sqlType(operand.getType());
    SqlType to = RelTypes.sqlType(call.getType());
    Expression value = to.kind().isLarge() ? compileValue(operand) : compile(operand);
    if (from.equals(to)) {
      return value;
    }
    if (from.kind().isNumeric() && isTemporal(to) || isTemporal(from) && to.kind().isNumeric()) {
      // both may have the same carrier, which must not be taken for the value
      throw SqlErrorMessage.CANNOT_CAST.error(from, to);
    }
    if (from.isZoned() || to.isZoned()) {
      return (row, context) ->
          Coercion.cast(value.evaluate(row, context), from, to, context.session().zone());
    }
    return (row, context) -> Coercion.cast(value.evaluate(row, context), from, to);
  }

  private static boolean isTemporal(SqlType type) {
    return switch (type.kind()) {
      case DATE, TIME, TIMESTAMP, TIMESTAMPTZ -> true;
      default -> false;
    };
  }

  private Expression test(RexCall call, java.util.function.Predicate<@Nullable Object> test) {
    Expression operand = compileValue(call.getOperands().get(0));
    return (row, context) -> test.test(operand.evaluate(row, context));
  }

  private static Expression and(Expression[] terms) {
    return (row, context) -> {
      boolean unknown = false;
      for (Expression term : terms) {
        Object value = term.evaluate(row, context);
        if (value == null) {
          unknown = true;
        } else if (!(Boolean) value) {
          return false;
        }
      }
      return unknown ? null : true;
    };
  }

  private static Expression or(Expression[] terms) {
    return (row, context) -> {
      boolean unknown = false;
      for (Expression term : terms) {
        Object value = term.evaluate(row, context);
        if (value == null) {
          unknown = true;
        } else if ((Boolean) value) {
          return true;
        }
      }
      return unknown ? null : false;
    };
  }

  private static Expression not(Expression operand) {
    return (row, context) -> {
      Object value = operand.evaluate(row, context);
      return value == null ? null : !(Boolean) value;
    };
  }

  /**
   * Compiles CASE: branches may differ in class (INTEGER and DECIMAL), so the result is converted
   * to the type of the whole.
   */
  private static Expression caseOf(Expression[] operands, SqlType type) {
    return (row, context) -> {
      int i = 0;
      for (; i + 1 < operands.length; i += 2) {
        if (Boolean.TRUE.equals(operands[i].evaluate(row, context))) {
          return aligned(operands[i + 1].evaluate(row, context), type);
        }
      }
      return i < operands.length ? aligned(operands[i].evaluate(row, context), type) : null;
    };
  }

  /** Converts the value of a branch of another type to the type. */
  public static @Nullable Object aligned(@Nullable Object value, SqlType type) {
    boolean fits =
        value == null
            || type.kind().carrier().isInstance(value)
                && !(value instanceof BigDecimal number
                    && type.kind() == TypeKind.DECIMAL
                    && number.scale() != type.scale())
                && !(value instanceof SqlArray array
                    && !array.element().equals(type.elementType()));
    return fits ? value : Coercion.bind(value, type);
  }

  static Expression coalesce(Expression[] operands, SqlType type) {
    return (row, context) -> {
      for (Expression operand : operands) {
        Object value = operand.evaluate(row, context);
        if (value != null) {
          return aligned(value, type);
        }
      }
      return null;
    };
  }

  private static MosqlException unsupported(RexNode node) {
    String what =
        node instanceof RexCall call ? call.getOperator().getName() : node.getKind().name();
    return SqlErrorMessage.EXPRESSION_UNSUPPORTED.error(what);
  }
}
