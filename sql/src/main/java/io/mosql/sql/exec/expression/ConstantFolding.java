package io.mosql.sql.exec.expression;

import io.mosql.core.error.MosqlException;
import io.mosql.sql.algebra.RexLiteralValues;
import io.mosql.sql.exec.expression.ExpressionCompiler.Predicate;
import io.mosql.sql.exec.runtime.ExecutionContext;
import io.mosql.sql.exec.runtime.Expression;
import io.mosql.sql.function.OperatorImplementations;
import io.mosql.sql.function.define.ScalarFunction;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexDynamicParam;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.jspecify.annotations.Nullable;

/**
 * Determines the value of a call whose evaluation failed from its constant operands: {@code 1 / k +
 * NULL} is NULL and {@code 1 / k > 2 AND FALSE} is FALSE also where {@code k} is 0, but {@code NULL
 * + CAST('a' AS integer)} is an error. PostgreSQL folds constants, literals and parameters, before
 * it reads rows ({@code eval_const_expressions} in clauses.c); here the constants are evaluated
 * only after a call has failed, so that a call that does not fail costs nothing. One instance is
 * made for each compiled call; the expressions that it returns are thread-safe.
 */
final class ConstantFolding {
  /** Marks a value that depends on the row. */
  private static final Object VARIES = new Object();

  /** Operators whose result is NULL if an operand is NULL. */
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

  /** Operators that cannot fail by themselves. */
  private static final Set<SqlKind> HARMLESS =
      EnumSet.of(
          SqlKind.AND,
          SqlKind.OR,
          SqlKind.NOT,
          SqlKind.EQUALS,
          SqlKind.NOT_EQUALS,
          SqlKind.LESS_THAN,
          SqlKind.LESS_THAN_OR_EQUAL,
          SqlKind.GREATER_THAN,
          SqlKind.GREATER_THAN_OR_EQUAL,
          SqlKind.IS_DISTINCT_FROM,
          SqlKind.IS_NOT_DISTINCT_FROM,
          SqlKind.IS_NULL,
          SqlKind.IS_NOT_NULL,
          SqlKind.IS_TRUE,
          SqlKind.IS_NOT_TRUE,
          SqlKind.IS_FALSE,
          SqlKind.IS_NOT_FALSE,
          SqlKind.IS_UNKNOWN);

  /** The value of an expression determined by its constants, or {@link #VARIES}. */
  @FunctionalInterface
  private interface Fold {
    /**
     * Computes the value.
     *
     * @throws MosqlException an error of a constant
     */
    @Nullable Object value(@Nullable Object[] row, ExecutionContext context);
  }

  private final ExpressionCompiler compiler;

  /** Literals, parameters and immutable calls with only such operands, by identity. */
  private final Set<RexNode> constants = Collections.newSetFromMap(new IdentityHashMap<>());

  private ConstantFolding(ExpressionCompiler compiler) {
    this.compiler = compiler;
  }

  /** How constant operands determine the value of a call. */
  enum Rule {
    /** Not at all. */
    NONE,
    /** NULL if an operand is NULL. */
    STRICT,
    /** FALSE if an operand is FALSE. */
    AND,
    /** TRUE if an operand is TRUE. */
    OR
  }

  static Rule rule(RexCall call) {
    return switch (call.getKind()) {
      case AND -> Rule.AND;
      case OR -> Rule.OR;
      default -> isStrict(call) ? Rule.STRICT : Rule.NONE;
    };
  }

  /** The compiled call, replaced by its constant value where it fails. */
  static Expression wrap(RexCall call, Expression compiled, ExpressionCompiler compiler) {
    ConstantFolding folding = new ConstantFolding(compiler);
    if (rule(call) == Rule.NONE || folding.isConstant(call) || !folding.mayFail(call)) {
      return compiled;
    }
    Fold fold = folding.fold(call);
    if (fold == null) {
      return compiled;
    }
    return (row, context) -> {
      try {
        return compiled.evaluate(row, context);
      } catch (MosqlException e) {
        if (!isValueError(e)) {
          throw e;
        }
        Object value = fold.value(row, context);
        if (value == VARIES) {
          throw e;
        }
        return value;
      }
    };
  }

  /** The compiled conjunction, which is false where a constant condition is not true. */
  static Predicate wrap(List<RexNode> conditions, Predicate compiled, ExpressionCompiler compiler) {
    ConstantFolding folding = new ConstantFolding(compiler);
    conditions.forEach(folding::isConstant);
    if (conditions.stream().noneMatch(folding::mayFail)) {
      return compiled;
    }
    List<Fold> folds = new ArrayList<>();
    for (RexNode condition : conditions) {
      Fold fold = folding.fold(condition);
      if (fold != null) {
        folds.add(fold);
      }
    }
    if (folds.isEmpty()) {
      return compiled;
    }
    return (row, context) -> {
      try {
        return compiled.test(row, context);
      } catch (MosqlException e) {
        if (!isValueError(e)) {
          throw e;
        }
        for (Fold fold : folds) {
          Object value = fold.value(row, context);
          if (value == null || Boolean.FALSE.equals(value)) {
            return false;
          }
        }
        throw e;
      }
    };
  }

  /** Whether an error is caused by values of an expression or of the rows of a sub-query. */
  private static boolean isValueError(MosqlException e) {
    return e.sqlState().startsWith("22") || e.sqlState().startsWith("21");
  }

  /** Whether the call is NULL if an operand is NULL. */
  static boolean isStrict(RexCall call) {
    if (STRICT.contains(call.getKind()) || HARMLESS.contains(call.getKind())) {
      return STRICT.contains(call.getKind());
    }
    ScalarFunction function = OperatorImplementations.find(call.getOperator());
    return function != null && function.isNullOnNull();
  }

  /**
   * Whether an operand that depends on the row may fail; comparisons and logical operators cannot
   * fail by themselves.
   */
  private boolean mayFail(RexNode node) {
    return node instanceof RexCall call
        && !constants.contains(call)
        && (!HARMLESS.contains(call.getKind())
            || call.getOperands().stream().anyMatch(this::mayFail));
  }

  /** Returns the fold of a node; null when its value varies with any constants. */
  private @Nullable Fold fold(RexNode node) {
    if (node instanceof RexLiteral literal) {
      if (literal.getValue() instanceof Enum<?>) {
        return null;
      }
      Object value = RexLiteralValues.value(literal);
      return (row, context) -> value;
    }
    if (constants.contains(node)) {
      return compiler.compile(node)::evaluate;
    }
    if (!(node instanceof RexCall call)) {
      return null;
    }
    List<RexNode> operands = call.getOperands();
    return switch (call.getKind()) {
      case AND -> foldJunction(folds(operands), false);
      case OR -> foldJunction(folds(operands), true);
      case NOT -> foldNot(fold(operands.get(0)));
      case CASE -> foldCase(folds(operands));
      case COALESCE -> coalesce(folds(operands));
      case IS_NULL, IS_UNKNOWN -> test(operands.get(0), value -> value == null);
      case IS_NOT_NULL -> test(operands.get(0), value -> value != null);
      case IS_TRUE -> test(operands.get(0), value -> Boolean.TRUE.equals(value));
      case IS_NOT_TRUE -> test(operands.get(0), value -> !Boolean.TRUE.equals(value));
      case IS_FALSE -> test(operands.get(0), value -> Boolean.FALSE.equals(value));
      case IS_NOT_FALSE -> test(operands.get(0), value -> !Boolean.FALSE.equals(value));
      default -> foldOperands(operands, isStrict(call));
    };
  }

  private List<@Nullable Fold> folds(List<RexNode> operands) {
    List<@Nullable Fold> folds = new ArrayList<>();
    for (RexNode operand : operands) {
      folds.add(fold(operand));
    }
    return folds;
  }

  /**
   * Folds any other call: NULL if it is strict and an operand is NULL. All operands are evaluated,
   * since a constant that fails is an error.
   */
  private @Nullable Fold foldOperands(List<RexNode> operands, boolean isStrict) {
    Fold[] known =
        operands.stream()
            .filter(operand -> !(operand instanceof RexLiteral literal) || literal.isNull())
            .map(this::fold)
            .filter(Objects::nonNull)
            .toArray(Fold[]::new);
    if (known.length == 0) {
      return null;
    }
    return (row, context) -> {
      Object value = VARIES;
      for (Fold operand : known) {
        if (operand.value(row, context) == null && isStrict) {
          value = null;
        }
      }
      return value;
    };
  }

  /**
   * Folds AND or OR.
   *
   * @param decisive the value of an operand that determines the value of the whole
   */
  private static @Nullable Fold foldJunction(List<@Nullable Fold> operands, boolean decisive) {
    if (operands.stream().allMatch(Objects::isNull)) {
      return null;
    }
    return (row, context) -> {
      Object whole = !decisive;
      for (Fold operand : operands) {
        Object value = value(operand, row, context);
        if (Boolean.valueOf(decisive).equals(value)) {
          return decisive;
        } else if (whole != VARIES && !Boolean.valueOf(!decisive).equals(value)) {
          whole = value;
        }
      }
      return whole;
    };
  }

  private static @Nullable Fold foldNot(@Nullable Fold operand) {
    if (operand == null) {
      return null;
    }
    return (row, context) -> {
      Object value = operand.value(row, context);
      return value instanceof Boolean truth ? (Object) !truth : value;
    };
  }

  /** Folds CASE: conditions and results alternate, followed by the ELSE result. */
  private static Fold foldCase(List<@Nullable Fold> operands) {
    return (row, context) -> {
      int i = 0;
      for (; i + 1 < operands.size(); i += 2) {
        Object condition = value(operands.get(i), row, context);
        if (condition == VARIES) {
          return VARIES;
        }
        if (Boolean.TRUE.equals(condition)) {
          return value(operands.get(i + 1), row, context);
        }
      }
      return i < operands.size() ? value(operands.get(i), row, context) : null;
    };
  }

  private static Fold coalesce(List<@Nullable Fold> operands) {
    return (row, context) -> {
      for (Fold operand : operands) {
        Object value = value(operand, row, context);
        if (value != null) {
          return value;
        }
      }
      return null;
    };
  }

  private @Nullable Fold test(
      RexNode operand, java.util.function.Predicate<@Nullable Object> test) {
    Fold fold = fold(operand);
    if (fold == null) {
      return null;
    }
    return (row, context) -> {
      Object value = fold.value(row, context);
      return value == VARIES ? VARIES : (Object) test.test(value);
    };
  }

  private static @Nullable Object value(
      @Nullable Fold fold, @Nullable Object[] row, ExecutionContext context) {
    return fold == null ? VARIES : fold.value(row, context);
  }

  /**
   * Whether the node consists of literals and parameters only and is immutable in PostgreSQL's
   * sense.
   */
  private boolean isConstant(RexNode node) {
    boolean constant;
    if (node instanceof RexCall call) {
      constant = !call.getOperands().isEmpty();
      for (RexNode operand : call.getOperands()) {
        // add all operands, since each of them is looked up later
        constant &= isConstant(operand);
      }
      constant = constant && call.getOperator().isDeterministic() && !isStable(call);
    } else {
      constant = node instanceof RexLiteral || node instanceof RexDynamicParam;
    }
    if (constant) {
      constants.add(node);
    }
    return constant;
  }

  /** Whether a call depends on settings: the time zone or the date style. */
  private static boolean isStable(RexCall call) {
    if (call.getOperator() instanceof ScalarFunction function && function.isStable()) {
      return true;
    }
    if (call.getKind() != SqlKind.CAST) {
      return isZoned(call);
    }
    RexNode operand = call.getOperands().get(0);
    // a literal gets its type when the statement is parsed
    boolean ofText =
        SqlTypeUtil.isCharacter(operand.getType())
            && isTime(call)
            && !(operand instanceof RexLiteral);
    boolean toText = isTime(operand) && SqlTypeUtil.isCharacter(call.getType());
    return ofText || toText || isZoned(call) || isZoned(operand);
  }

  private static boolean isTime(RexNode node) {
    return SqlTypeUtil.isDatetime(node.getType()) || SqlTypeUtil.isInterval(node.getType());
  }

  private static boolean isZoned(RexNode node) {
    return node.getType().getSqlTypeName() == SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE;
  }
}
