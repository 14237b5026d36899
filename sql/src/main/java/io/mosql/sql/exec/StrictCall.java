package io.mosql.sql.exec;

import io.mosql.core.error.MosqlException;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexDynamicParam;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.jspecify.annotations.Nullable;

/**
 * A call of a strict operator or function with operands that do not depend on the row: parameters
 * and expressions of constants. If one of these is NULL the call is, and its other operands are not
 * evaluated: {@code ? + 1 / k} with NULL is NULL also where {@code k} is 0, as PostgreSQL folds
 * such a call when it plans. Calls with a literal NULL are {@link KnownNull}. Thread-safe.
 */
final class StrictCall implements Expression {
  private final Expression call;
  private final Expression[] constants;

  private StrictCall(Expression call, Expression[] constants) {
    this.call = call;
    this.constants = constants;
  }

  /** The compiled call, as a StrictCall if it has such operands beside others that may fail. */
  static Expression around(RexCall call, Expression compiled, ExpressionCompiler compiler) {
    if (!KnownNull.isStrict(call)
        || isFixed(call)
        || call.getOperands().stream().noneMatch(StrictCall::mayFail)) {
      return compiled;
    }
    List<Expression> constants = new ArrayList<>();
    collect(call, compiler, constants);
    return constants.isEmpty()
        ? compiled
        : new StrictCall(compiled, constants.toArray(Expression[]::new));
  }

  @Override
  public @Nullable Object evaluate(@Nullable Object[] row, ExecutionContext context) {
    for (Expression constant : constants) {
      if (constant.evaluate(row, context) == null) {
        return null;
      }
    }
    return call.evaluate(row, context);
  }

  private static void collect(
      RexCall call, ExpressionCompiler compiler, List<Expression> constants) {
    for (RexNode operand : call.getOperands()) {
      if (operand instanceof RexDynamicParam) {
        constants.add(compiler.compile(operand));
      } else if (operand instanceof RexCall inner) {
        if (isFixed(inner)) {
          constants.add(new NullTest(compiler.compile(inner)));
        } else if (KnownNull.isStrict(inner)) {
          collect(inner, compiler, constants);
        }
      }
    }
  }

  private static boolean mayFail(RexNode operand) {
    return operand instanceof RexCall && !isFixed(operand);
  }

  /**
   * Whether it is of constants alone, and immutable as PostgreSQL has it: texts as times are not.
   */
  private static boolean isFixed(RexNode node) {
    if (!(node instanceof RexCall call)) {
      return node instanceof RexLiteral;
    }
    boolean read =
        call.getKind() == SqlKind.CAST
            && SqlTypeUtil.isCharacter(call.getOperands().get(0).getType())
            && (SqlTypeUtil.isDatetime(call.getType()) || SqlTypeUtil.isInterval(call.getType()));
    return !read
        && !call.getOperands().isEmpty()
        && RexUtil.isDeterministic(call)
        && call.getOperands().stream().allMatch(StrictCall::isFixed);
  }

  /** Whether an expression of constants is NULL, evaluated once; its value is not kept. */
  private static final class NullTest implements Expression {
    private final Expression expression;
    private volatile @Nullable Boolean isPresent;

    NullTest(Expression expression) {
      this.expression = expression;
    }

    @Override
    public @Nullable Object evaluate(@Nullable Object[] row, ExecutionContext context) {
      Boolean present = isPresent;
      if (present == null) {
        present = test(row, context);
        isPresent = present;
      }
      return present ? Boolean.TRUE : null;
    }

    /** An error is not NULL: the call has it when it evaluates its operands in their order. */
    private boolean test(@Nullable Object[] row, ExecutionContext context) {
      try {
        return expression.evaluate(row, context) != null;
      } catch (MosqlException e) {
        return true;
      }
    }
  }
}
