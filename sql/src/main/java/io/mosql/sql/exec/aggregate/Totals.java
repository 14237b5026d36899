package io.mosql.sql.exec.aggregate;

import io.mosql.core.error.CoreErrorMessage;
import io.mosql.core.error.MosqlException;
import io.mosql.core.type.Coercion;
import io.mosql.core.type.Numerics;
import io.mosql.core.type.SqlType;
import io.mosql.core.type.TypeKind;
import io.mosql.sql.exec.expression.Arithmetic;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/** The results of SUM and AVG from what was added. Pure. */
public final class Totals {
  private Totals() {}

  /**
   * The sum.
   *
   * @param type of the result
   * @param small sum of the integers that fit 64 bits
   * @param large sum of the other exact numbers; null for none
   * @param floating sum of the binary numbers
   * @param infinite whether one of them was infinite; a sum is infinite for no other reason
   * @throws MosqlException 22003 when the type does not have the sum
   */
  public static @Nullable Object sum(
      SqlType type, long small, @Nullable BigDecimal large, double floating, boolean infinite) {
    return switch (type.kind()) {
      case REAL, DOUBLE -> Coercion.bind(bounded(type, floating + (double) small, infinite), type);
      default -> {
        if (large == null && type.kind() == TypeKind.BIGINT) {
          yield small;
        }
        BigDecimal total = BigDecimal.valueOf(small);
        yield Coercion.bind(large == null ? total : total.add(large), type);
      }
    };
  }

  private static double bounded(SqlType type, double sum, boolean infinite) {
    if (Double.isInfinite(sum) && !infinite) {
      throw CoreErrorMessage.VALUE_OUT_OF_RANGE.error(type);
    }
    return sum;
  }

  /**
   * The average.
   *
   * @param total the sum; null for none
   * @param count number of values, not 0
   */
  public static @Nullable Object average(SqlType type, @Nullable Object total, long count) {
    if (total == null) {
      return null;
    }
    return total instanceof Double || total instanceof Float
        ? Coercion.bind(((Number) total).doubleValue() / count, type)
        : Numerics.quotient(Arithmetic.decimal((Number) total), BigDecimal.valueOf(count));
  }
}
