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
 * A strict call one of whose operands is NULL whatever the row is: a parameter, or an expression of
 * constants. The others are not evaluated then, as PostgreSQL folds such a call when it plans:
 * {@code ? + 1 / k} with NULL is NULL also where {@code k} is 0. Thread-safe.
 */
final class NullProbe implements Expression {
  private final Expression call;
  private final Expression[] operands;

  private NullProbe(Expression call, Expression[] operands) {
    this.call = call;
    this.operands = operands;
  }

  /** The compiled call, with its probes if there are operands that they may spare. */
  static Expression around(RexCall call, Expression compiled, ExpressionCompiler compiler) {
    if (!KnownNull.isStrict(call)
        || call.getOperands().size() < 2
        || isFixed(call)
        || call.getOperands().stream().noneMatch(NullProbe::mayFail)) {
      return compiled;
    }
    List<Expression> probes = new ArrayList<>();
    collect(call, compiler, probes);
    return probes.isEmpty() ? compiled : new NullProbe(compiled, probes.toArray(Expression[]::new));
  }

  @Override
  public @Nullable Object evaluate(@Nullable Object[] row, ExecutionContext context) {
    for (Expression operand : operands) {
      if (operand.evaluate(row, context) == null) {
        return null;
      }
    }
    return call.evaluate(row, context);
  }

  private static void collect(RexCall call, ExpressionCompiler compiler, List<Expression> probes) {
    for (RexNode operand : call.getOperands()) {
      if (operand instanceof RexDynamicParam) {
        probes.add(compiler.compile(operand));
      } else if (operand instanceof RexCall inner) {
        if (isFixed(inner)) {
          probes.add(new Known(compiler.compile(inner)));
        } else if (KnownNull.isStrict(inner)) {
          collect(inner, compiler, probes);
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
        && call.getOperands().stream().allMatch(NullProbe::isFixed);
  }

  /** Whether an expression of constants is NULL, worked out once; the value itself is not kept. */
  private static final class Known implements Expression {
    private final Expression expression;
    private volatile @Nullable Boolean known;

    Known(Expression expression) {
      this.expression = expression;
    }

    @Override
    public @Nullable Object evaluate(@Nullable Object[] row, ExecutionContext context) {
      Boolean present = known;
      if (present == null) {
        present = isPresent(row, context);
        known = present;
      }
      return present ? Boolean.TRUE : null;
    }

    /** What fails is no NULL: the call meets the error itself, in the order of its operands. */
    private boolean isPresent(@Nullable Object[] row, ExecutionContext context) {
      try {
        return expression.evaluate(row, context) != null;
      } catch (MosqlException e) {
        return true;
      }
    }
  }
}
