package io.mosql.sql.exec.batch;

import io.mosql.core.error.MosqlException;
import io.mosql.core.type.Collation;
import io.mosql.core.type.SqlType;
import io.mosql.core.type.TypeKind;
import io.mosql.sql.algebra.LargeType;
import io.mosql.sql.algebra.RelTypes;
import io.mosql.sql.exec.expression.ExpressionCompiler;
import io.mosql.sql.exec.expression.ValueComparisons;
import io.mosql.sql.exec.runtime.ExecutionContext;
import io.mosql.sql.exec.runtime.Expression;
import io.mosql.sql.exec.runtime.UnreadColumn;
import io.mosql.storage.version.ColumnSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.jspecify.annotations.Nullable;

/**
 * Compiles expressions for batches. Arithmetic, comparisons, logic, CASE and casts of numbers are
 * loops over vectors; all others are the closures of {@link ExpressionCompiler}, called for each
 * row. The loops compute only what cannot fail: where they meet an overflow, a division by zero or
 * a value of another form, the whole expression is evaluated by its closure instead, row by row, so
 * that each function and each error has one definition. The compiler is not thread-safe.
 */
final class BatchExpressionCompiler {
  private static final Object[] NO_ROW = {};

  /** Characters of a text without an end. */
  private static final Integer MAX_LENGTH = Integer.MAX_VALUE;

  private final ExpressionCompiler closures;

  /** Number of fields of the rows. */
  private final int width;

  BatchExpressionCompiler(ExpressionCompiler closures, int width) {
    this.closures = closures;
    this.width = width;
  }

  /** Whether batches can evaluate the expression: it may be evaluated ahead, and twice. */
  static boolean isSupported(@Nullable RexNode node) {
    return node == null
        || (node instanceof RexInputRef || RexUtil.isDeterministic(node))
            && !LargeType.is(node.getType());
  }

  /** Compiles an expression. */
  BatchExpression compile(RexNode node) {
    BatchExpression fast = vectorized(node);
    if (node instanceof RexInputRef || fast instanceof PerRow) {
      return fast;
    }
    BatchExpression exact = perRow(node);
    return (batch, rows, count, context) -> {
      try {
        return fast.evaluate(batch, rows, count, context);
      } catch (MosqlException | ArithmeticException e) {
        return exact.evaluate(batch, rows, count, context);
      }
    };
  }

  /** Compiles a condition; null for none. */
  @Nullable BatchCondition condition(@Nullable RexNode node) {
    if (node == null || node.isAlwaysTrue()) {
      return null;
    }
    BatchCondition fast = filter(node);
    BatchCondition exact = perRowCondition(node);
    return (batch, rows, count, passing, context) -> {
      int[] before = rows == passing ? Arrays.copyOf(rows, count) : rows;
      try {
        return fast.select(batch, before, count, passing, context);
      } catch (MosqlException | ArithmeticException e) {
        return exact.select(batch, before, count, passing, context);
      }
    };
  }

  private static void take(Batch batch, ColumnSet inputs, int from, @Nullable Object[] row) {
    for (int i = inputs.next(0); i >= 0; i = inputs.next(i + 1)) {
      row[i] = batch.column(i).get(from);
    }
  }

  /** An expression that its closure evaluates row by row. */
  @FunctionalInterface
  private interface PerRow extends BatchExpression {}

  private PerRow perRow(RexNode node) {
    Expression closure = closures.compile(node);
    ColumnSet inputs = ExpressionCompiler.inputs(node);
    SqlType type = RelTypes.sqlType(node.getType());
    Object memo = new Object();
    int only = inputs.next(0);
    // the row of an outer query is not the same in all executions of a statement
    boolean remembers =
        node instanceof RexCall
            && only >= 0
            && inputs.next(only + 1) < 0
            && isShort(type)
            && !RexUtil.containsCorrelation(node);
    return (batch, rows, count, context) -> {
      Object[] row = UnreadColumn.row(width);
      Object[] values = new Object[batch.capacity()];
      if (remembers && batch.column(only) instanceof Vector.Longs argument) {
        ResultMemo known = context.computeOnce(memo, ResultMemo::new);
        for (int k = 0; k < count; k++) {
          int at = rows[k];
          if (argument.isNull(at) || !known.find(argument.values()[at])) {
            row[only] = argument.get(at);
            Object value = closure.evaluate(row, context);
            values[at] = value;
            if (!argument.isNull(at)) {
              known.put(argument.values()[at], value);
            }
          } else {
            values[at] = known.result();
          }
        }
        return Vector.of(values, rows, count, type);
      }
      for (int k = 0; k < count; k++) {
        take(batch, inputs, rows[k], row);
        values[rows[k]] = closure.evaluate(row, context);
      }
      return Vector.of(values, rows, count, type);
    };
  }

  /** Whether results of the type take little memory. */
  private static boolean isShort(SqlType type) {
    return type.kind().isNumeric() || Vector.Carrier.of(type) != null;
  }

  private BatchExpression vectorized(RexNode node) {
    if (node instanceof RexInputRef field) {
      int index = field.getIndex();
      return (batch, rows, count, context) -> batch.column(index);
    }
    if (isFixed(node)) {
      return fixed(node);
    }
    if (!(node instanceof RexCall call)) {
      return perRow(node);
    }
    BatchExpression fast =
        switch (call.getKind()) {
          case PLUS, CHECKED_PLUS, MINUS, CHECKED_MINUS, TIMES, CHECKED_TIMES -> arithmetic(call);
          case CASE -> caseOf(call);
          case CAST -> cast(call);
          default ->
              call.getOperator().equals(SqlStdOperatorTable.SUBSTRING) ? substring(call) : null;
        };
    return fast == null ? perRow(node) : fast;
  }

  /** Whether the expression has one value for all rows. */
  private static boolean isFixed(RexNode node) {
    return !(node instanceof RexInputRef) && ExpressionCompiler.inputs(node).isEmpty();
  }

  private BatchExpression fixed(RexNode node) {
    Expression closure = closures.compile(node);
    SqlType type = RelTypes.sqlType(node.getType());
    return (batch, rows, count, context) ->
        Vector.constant(closure.evaluate(NO_ROW, context), type, batch.capacity());
  }

  private @Nullable BatchExpression arithmetic(RexCall call) {
    if (SqlTypeUtil.isDatetime(call.getType())
        || SqlTypeUtil.isInterval(call.getType())
        || call.getOperands().size() != 2) {
      return null;
    }
    SqlType type = RelTypes.sqlType(call.getType());
    if (type.kind() != TypeKind.DECIMAL
        && type.kind() != TypeKind.DOUBLE
        && !type.kind().isInteger()) {
      return null;
    }
    VectorArithmetic.Operation operation =
        switch (call.getKind()) {
          case PLUS, CHECKED_PLUS -> VectorArithmetic.Operation.PLUS;
          case MINUS, CHECKED_MINUS -> VectorArithmetic.Operation.MINUS;
          default -> VectorArithmetic.Operation.TIMES;
        };
    BatchExpression left = vectorized(call.getOperands().get(0));
    BatchExpression right = vectorized(call.getOperands().get(1));
    return (batch, rows, count, context) ->
        VectorArithmetic.apply(
            operation,
            type,
            left.evaluate(batch, rows, count, context),
            right.evaluate(batch, rows, count, context),
            rows,
            count,
            batch.capacity());
  }

  private @Nullable BatchExpression cast(RexCall call) {
    SqlType to = RelTypes.sqlType(call.getType());
    SqlType from = RelTypes.sqlType(call.getOperands().get(0).getType());
    BatchExpression operand = vectorized(call.getOperands().get(0));
    if (from.equals(to)) {
      return operand;
    }
    if (!from.kind().isInteger() && from.kind() != TypeKind.DECIMAL) {
      return null;
    }
    if (!to.kind().isInteger() && to.kind() != TypeKind.DECIMAL && to.kind() != TypeKind.DOUBLE) {
      return null;
    }
    return (batch, rows, count, context) ->
        VectorArithmetic.cast(
            operand.evaluate(batch, rows, count, context), to, rows, count, batch.capacity());
  }

  private @Nullable BatchExpression caseOf(RexCall call) {
    SqlType type = RelTypes.sqlType(call.getType());
    List<RexNode> operands = call.getOperands();
    List<BatchCondition> conditions = new ArrayList<>();
    List<BatchExpression> values = new ArrayList<>();
    for (int i = 0; i + 1 < operands.size(); i += 2) {
      conditions.add(filter(operands.get(i)));
      values.add(vectorized(operands.get(i + 1)));
    }
    values.add(vectorized(operands.get(operands.size() - 1)));
    if (Vector.Carrier.of(type) == null) {
      return null;
    }
    return (batch, rows, count, context) -> {
      int[] left = Arrays.copyOf(rows, count);
      int remaining = count;
      VectorMerge result = new VectorMerge(type, batch.capacity());
      for (int branch = 0; branch < conditions.size() && remaining > 0; branch++) {
        int[] taken = new int[remaining];
        int passed = conditions.get(branch).select(batch, left, remaining, taken, context);
        if (passed > 0) {
          result.add(values.get(branch).evaluate(batch, taken, passed, context), taken, passed);
          remaining = VectorMerge.without(left, remaining, taken, passed);
        }
      }
      if (remaining > 0) {
        result.add(
            values.get(values.size() - 1).evaluate(batch, left, remaining, context),
            left,
            remaining);
      }
      return result.vector();
    };
  }

  /** The characters from a position on: a part of the bytes. */
  private @Nullable BatchExpression substring(RexCall call) {
    RexNode text = call.getOperands().get(0);
    List<RexNode> bounds = call.getOperands().subList(1, call.getOperands().size());
    if (!type(text).kind().isText()
        || !bounds.stream().allMatch(BatchExpressionCompiler::isFixed)) {
      return null;
    }
    BatchExpression texts = vectorized(text);
    Expression[] numbers = closures.compileAll(bounds);
    BatchExpression exact = perRow(call);
    return (batch, rows, count, context) -> {
      Object from = numbers[0].evaluate(NO_ROW, context);
      Object length = numbers.length > 1 ? numbers[1].evaluate(NO_ROW, context) : MAX_LENGTH;
      return from instanceof Integer start
              && length instanceof Integer characters
              && start >= 1
              && characters >= 0
              && texts.evaluate(batch, rows, count, context) instanceof Vector.Texts known
          ? known.substring(start - 1, characters, rows, count)
          : exact.evaluate(batch, rows, count, context);
    };
  }

  private BatchCondition filter(RexNode node) {
    if (isFixed(node)) {
      return truth(node);
    }
    return switch (node.getKind()) {
      case LIKE -> like(node, (RexCall) node);
      case NOT ->
          ((RexCall) node).getOperands().get(0) instanceof RexCall negated
                  && negated.getKind() == SqlKind.LIKE
              ? like(node, negated)
              : perRowCondition(node);
      case AND -> and((RexCall) node);
      case OR -> or((RexCall) node);
      case EQUALS, NOT_EQUALS, LESS_THAN, LESS_THAN_OR_EQUAL, GREATER_THAN, GREATER_THAN_OR_EQUAL ->
          comparison((RexCall) node);
      case IS_NULL -> nullity((RexCall) node, true);
      case IS_NOT_NULL -> nullity((RexCall) node, false);
      case CASE, CAST -> truth(node);
      default -> node instanceof RexInputRef ? truth(node) : perRowCondition(node);
    };
  }

  /** The rows for which an expression is TRUE. */
  private BatchCondition truth(RexNode node) {
    BatchExpression value = vectorized(node);
    return (batch, rows, count, passing, context) -> {
      if (count == 0) {
        return 0;
      }
      Vector truth = value.evaluate(batch, rows, count, context);
      int passed = 0;
      if (truth instanceof Vector.Longs longs) {
        long[] values = longs.values();
        for (int k = 0; k < count; k++) {
          int row = rows[k];
          if (values[row] != 0 && !longs.isNull(row)) {
            passing[passed++] = row;
          }
        }
        return passed;
      }
      for (int k = 0; k < count; k++) {
        if (Boolean.TRUE.equals(truth.get(rows[k]))) {
          passing[passed++] = rows[k];
        }
      }
      return passed;
    };
  }

  private BatchCondition and(RexCall call) {
    BatchCondition[] terms =
        call.getOperands().stream()
            .sorted((a, b) -> Integer.compare(cost(a), cost(b)))
            .map(this::filter)
            .toArray(BatchCondition[]::new);
    return (batch, rows, count, passing, context) -> {
      int passed = terms[0].select(batch, rows, count, passing, context);
      for (int i = 1; i < terms.length && passed > 0; i++) {
        passed = terms[i].select(batch, passing, passed, passing, context);
      }
      return passed;
    };
  }

  /** How expensive a condition is for each row: the cheap ones come first. */
  private static int cost(RexNode node) {
    return switch (node.getKind()) {
      case EQUALS,
          NOT_EQUALS,
          LESS_THAN,
          LESS_THAN_OR_EQUAL,
          GREATER_THAN,
          GREATER_THAN_OR_EQUAL -> {
        int worst = 0;
        for (RexNode operand : ((RexCall) node).getOperands()) {
          worst = Math.max(worst, operandCost(operand));
        }
        yield worst;
      }
      case IS_NULL, IS_NOT_NULL -> 0;
      case AND, OR -> {
        int worst = 1;
        for (RexNode operand : ((RexCall) node).getOperands()) {
          worst = Math.max(worst, 1 + cost(operand));
        }
        yield worst;
      }
      default -> 4;
    };
  }

  private static int operandCost(RexNode operand) {
    if (operand instanceof RexInputRef || operand instanceof RexLiteral || isFixed(operand)) {
      TypeKind kind = RelTypes.sqlType(operand.getType()).kind();
      return kind.isText() ? 1 : 0;
    }
    return 2;
  }

  /**
   * LIKE with one pattern for all rows, or its negation.
   *
   * @param whole the call, or the NOT above it
   */
  private BatchCondition like(RexNode whole, RexCall call) {
    BatchCondition exact = perRowCondition(whole);
    boolean negatedHere = call.getOperator().equals(SqlStdOperatorTable.NOT_LIKE);
    List<RexNode> operands = call.getOperands();
    List<RexNode> fixed = operands.subList(1, operands.size());
    if (!negatedHere && !call.getOperator().equals(SqlStdOperatorTable.LIKE)
        || !operands.stream().allMatch(operand -> type(operand).kind().isText())
        || !fixed.stream().allMatch(BatchExpressionCompiler::isFixed)) {
      return exact;
    }
    boolean wanted = negatedHere == (whole.getKind() == SqlKind.NOT);
    BatchExpression texts = vectorized(operands.get(0));
    Expression[] pattern = closures.compileAll(fixed);
    return (batch, rows, count, passing, context) -> {
      if (count == 0) {
        return 0;
      }
      Utf8LikePattern like =
          pattern[0].evaluate(NO_ROW, context) instanceof String sought
                  && (pattern.length < 2 ? "\\" : pattern[1].evaluate(NO_ROW, context))
                      instanceof String escape
              ? Utf8LikePattern.of(sought, escape)
              : null;
      if (like == null
          || !(texts.evaluate(batch, rows, count, context) instanceof Vector.Texts known)) {
        return exact.select(batch, rows, count, passing, context);
      }
      int passed = 0;
      for (int k = 0; k < count; k++) {
        int row = rows[k];
        if (!known.isNull(row)
            && like.matches(known.data()[row], known.from()[row], known.to()[row]) == wanted) {
          passing[passed++] = row;
        }
      }
      return passed;
    };
  }

  private BatchCondition or(RexCall call) {
    List<BatchCondition> all = new ArrayList<>();
    List<RexNode> rest = new ArrayList<>(call.getOperands());
    while (!rest.isEmpty()) {
      RexNode first = rest.remove(0);
      RexNode compared = listed(first);
      List<RexNode> same = new ArrayList<>(List.of(first));
      if (compared != null) {
        rest.removeIf(
            term ->
                compared.equals(listed(term))
                    && isPadded(term) == isPadded(first)
                    && same.add(term));
      }
      all.add(compared != null && same.size() > 1 ? list(compared, same) : filter(first));
    }
    if (all.size() == 1) {
      return all.get(0);
    }
    BatchCondition[] terms = all.toArray(BatchCondition[]::new);
    return (batch, rows, count, passing, context) -> {
      int[] left = Arrays.copyOf(rows, count);
      int remaining = count;
      boolean[] passes = new boolean[batch.capacity()];
      int passedAll = 0;
      int[] taken = new int[count];
      for (int i = 0; i < terms.length && remaining > 0; i++) {
        int passed = terms[i].select(batch, left, remaining, taken, context);
        for (int k = 0; k < passed; k++) {
          passes[taken[k]] = true;
        }
        passedAll += passed;
        remaining = VectorMerge.without(left, remaining, taken, passed);
      }
      if (passedAll == 0) {
        return 0;
      }
      int passed = 0;
      for (int k = 0; k < count; k++) {
        int row = rows[k];
        if (passes[row]) {
          passing[passed++] = row;
        }
      }
      return passed;
    };
  }

  /** What an equality compares with a value that is one for all rows; null for another term. */
  private static @Nullable RexNode listed(RexNode term) {
    if (term.getKind() != SqlKind.EQUALS) {
      return null;
    }
    RexNode left = ((RexCall) term).getOperands().get(0);
    RexNode right = ((RexCall) term).getOperands().get(1);
    if (isFixed(left) == isFixed(right) || !isPlain(left) || !isPlain(right)) {
      return null;
    }
    return isFixed(left) ? right : left;
  }

  private static boolean isPadded(RexNode comparison) {
    return ((RexCall) comparison).getOperands().stream().anyMatch(ValueComparisons::comparesPadded);
  }

  /** Equalities of one operand with several values. */
  private BatchCondition list(RexNode compared, List<RexNode> equalities) {
    boolean padded = isPadded(equalities.get(0));
    SqlType type = type(compared);
    List<RexNode> values =
        equalities.stream()
            .flatMap(equality -> ((RexCall) equality).getOperands().stream())
            .filter(BatchExpressionCompiler::isFixed)
            .toList();
    Expression[] fixed = closures.compileAll(values);
    Function<ExecutionContext, ValueList> list =
        context -> {
          Object[] all = new Object[fixed.length];
          for (int i = 0; i < all.length; i++) {
            all[i] = fixed[i].evaluate(NO_ROW, context);
          }
          return new ValueList(all, type, padded);
        };
    // other values may depend on a row of an outer query
    boolean lasting = values.stream().allMatch(RexLiteral.class::isInstance);
    Object owner = new Object();
    BatchExpression operand = vectorized(compared);
    return (batch, rows, count, passing, context) ->
        count == 0
            ? 0
            : (lasting
                    ? context.computeOnce(owner, () -> list.apply(context))
                    : list.apply(context))
                .select(operand.evaluate(batch, rows, count, context), rows, count, passing);
  }

  private BatchCondition nullity(RexCall call, boolean wanted) {
    BatchExpression operand = vectorized(call.getOperands().get(0));
    return (batch, rows, count, passing, context) -> {
      if (count == 0) {
        return 0;
      }
      Vector values = operand.evaluate(batch, rows, count, context);
      int passed = 0;
      for (int k = 0; k < count; k++) {
        int row = rows[k];
        if (values.isNull(row) == wanted) {
          passing[passed++] = row;
        }
      }
      return passed;
    };
  }

  private BatchCondition comparison(RexCall call) {
    RexNode left = call.getOperands().get(0);
    RexNode right = call.getOperands().get(1);
    boolean padded =
        ValueComparisons.comparesPadded(left) || ValueComparisons.comparesPadded(right);
    if (!isPlain(left) || !isPlain(right)) {
      return perRowCondition(call);
    }
    BatchExpression a = vectorized(left);
    BatchExpression b = vectorized(right);
    SqlKind kind = call.getKind();
    return (batch, rows, count, passing, context) ->
        count == 0
            ? 0
            : VectorComparisons.select(
                kind,
                padded,
                a.evaluate(batch, rows, count, context),
                b.evaluate(batch, rows, count, context),
                rows,
                count,
                passing);
  }

  /** A condition that its closure evaluates row by row. */
  private BatchCondition perRowCondition(RexNode call) {
    ExpressionCompiler.Predicate closure = closures.condition(call);
    ColumnSet inputs = ExpressionCompiler.inputs(call);
    return (batch, rows, count, passing, context) -> {
      Object[] row = UnreadColumn.row(width);
      int passed = 0;
      for (int k = 0; k < count; k++) {
        take(batch, inputs, rows[k], row);
        if (closure.test(row, context)) {
          passing[passed++] = rows[k];
        }
      }
      return passed;
    };
  }

  private static boolean isPlain(RexNode node) {
    return type(node).collation() == Collation.CODE_POINT;
  }

  private static SqlType type(RexNode node) {
    return RelTypes.sqlType(node.getType());
  }
}
