package io.mosql.sql.exec.window;

import io.mosql.core.type.Coercion;
import io.mosql.core.type.Numerics;
import io.mosql.core.type.SqlType;
import io.mosql.sql.exec.expression.Arithmetic;
import java.math.BigDecimal;
import java.util.List;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.sql.SqlKind;
import org.jspecify.annotations.Nullable;

/**
 * A count, exact sum or exact average to which rows are added and from which rows are removed. Not
 * thread-safe.
 */
final class SlidingSum {
  private final SqlKind kind;
  private final SqlType type;
  private final List<Integer> arguments;
  private long count;
  private long small;
  private BigDecimal large = BigDecimal.ZERO;

  SlidingSum(AggregateCall call, SqlType type) {
    this.kind = call.getAggregation().getKind();
    this.type = type;
    this.arguments = call.getArgList();
  }

  /** Whether the function can be computed incrementally: a double cannot be subtracted exactly. */
  static boolean canSlide(SqlKind kind, SqlType type) {
    return switch (kind) {
      case COUNT -> true;
      case SUM, SUM0, AVG -> type.kind().isExactNumeric();
      default -> false;
    };
  }

  void add(@Nullable Object[] row, boolean takeOut) {
    for (int argument : arguments) {
      if (row[argument] == null) {
        return;
      }
    }
    count += takeOut ? -1 : 1;
    if (kind == SqlKind.COUNT) {
      return;
    }
    Object value = row[arguments.get(0)];
    if (value instanceof Integer number) {
      plus(takeOut ? -(long) number : number);
    } else if (value instanceof Long number && number != Long.MIN_VALUE) {
      plus(takeOut ? -number : number);
    } else if (value instanceof Number number) {
      BigDecimal exact = Arithmetic.decimal(number);
      large = takeOut ? large.subtract(exact) : large.add(exact);
    }
  }

  private void plus(long number) {
    long sum = small + number;
    if (((small ^ sum) & (number ^ sum)) < 0) {
      large = large.add(BigDecimal.valueOf(small));
      small = number;
    } else {
      small = sum;
    }
  }

  @Nullable Object result() {
    if (kind == SqlKind.COUNT) {
      return count;
    }
    if (count == 0 && kind != SqlKind.SUM0) {
      return null;
    }
    BigDecimal total = large.add(BigDecimal.valueOf(small));
    return Coercion.bind(
        kind == SqlKind.AVG ? Numerics.quotient(total, BigDecimal.valueOf(count)) : total, type);
  }
}
