package io.mosql.sql.exec.window;

import io.mosql.core.error.MosqlException;
import io.mosql.core.type.Coercion;
import io.mosql.core.type.Interval;
import io.mosql.core.type.SqlType;
import io.mosql.core.type.TypeKind;
import io.mosql.sql.algebra.RelTypes;
import io.mosql.sql.error.SqlErrorMessage;
import io.mosql.sql.exec.expression.Arithmetic;
import io.mosql.sql.exec.expression.ExpressionCompiler;
import io.mosql.sql.exec.expression.IntervalArithmetic;
import io.mosql.sql.exec.runtime.ExecutionContext;
import io.mosql.sql.exec.runtime.Expression;
import java.math.BigDecimal;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.jspecify.annotations.Nullable;

/**
 * The offset of a RANGE frame: computes the key at that distance from a row's own key, a number
 * from a number, or an interval from a date, time or interval. A date is converted to the timestamp
 * of its beginning, as an interval may have hours; a TIME does not wrap around at midnight and
 * ignores days. Immutable.
 */
final class RangeOffset {
  private final Expression offset;
  private final boolean interval;
  private final boolean time;
  private final UnaryOperator<Object> key;
  private final Expression limit;

  private RangeOffset(
      Expression offset,
      boolean interval,
      boolean time,
      UnaryOperator<Object> key,
      Expression limit) {
    this.offset = offset;
    this.interval = interval;
    this.time = time;
    this.key = key;
    this.limit = limit;
  }

  /**
   * Compiles an offset.
   *
   * @param field that contains the only sort key
   * @param sign -1 for smaller keys
   * @throws MosqlException 0A000 for a type of keys without such a distance
   */
  static RangeOffset of(
      int field, RelDataType keyType, RexNode offset, int sign, ExpressionCompiler expressions) {
    SqlType type = RelTypes.sqlType(keyType);
    Expression distance = expressions.compile(offset);
    boolean interval = SqlTypeUtil.isInterval(offset.getType());
    UnaryOperator<Object> key =
        interval && type.kind() == TypeKind.DATE
            ? date -> Coercion.cast(date, type, SqlType.TIMESTAMP)
            : UnaryOperator.identity();
    boolean back = sign < 0;
    if (!interval && type.kind().isNumeric() && SqlTypeUtil.isNumeric(offset.getType())) {
      Expression limit = (row, context) -> number(row[field], distance, sign, context);
      return new RangeOffset(distance, false, false, key, limit);
    }
    Expression own = (row, context) -> key.apply(Objects.requireNonNull(row[field]));
    SqlType known = interval ? type : SqlType.TEXT;
    Expression limit =
        switch (known.kind()) {
          case DATE -> IntervalArithmetic.shifted(SqlType.TIMESTAMP, own, distance, back);
          case TIMESTAMP, TIMESTAMPTZ -> IntervalArithmetic.shifted(type, own, distance, back);
          case TIME ->
              (row, context) -> time((Long) own.evaluate(row, context), distance, back, context);
          case INTERVAL ->
              IntervalArithmetic.binary(
                  back ? Arithmetic.Operation.MINUS : Arithmetic.Operation.PLUS, own, distance);
          default ->
              throw SqlErrorMessage.RANGE_OFFSET_TYPE.error(
                  RelTypes.sqlType(offset.getType()), type);
        };
    return new RangeOffset(distance, true, type.kind() == TypeKind.TIME, key, limit);
  }

  /**
   * Checks the offset itself.
   *
   * @throws MosqlException 22013 for one that is null or negative
   */
  void check(ExecutionContext context) {
    Object value = offset.evaluate(new Object[0], context);
    if (!interval) {
      FrameBounds.checked(value);
    } else if (value == null) {
      throw FrameBounds.isNull();
    } else {
      Interval by = (Interval) value;
      FrameBounds.checked(time ? Long.signum(by.micros()) : by.compareTo(Interval.ZERO));
    }
  }

  /** Converts a non-null key of a row to the form of limits. */
  Object key(Object value) {
    return key.apply(value);
  }

  /** The key at the distance of the offset from the non-null key of the row. */
  @Nullable Object limit(@Nullable Object[] row, ExecutionContext context) {
    return limit.evaluate(row, context);
  }

  private static Object number(
      @Nullable Object own, Expression distance, int sign, ExecutionContext context) {
    Number by = FrameBounds.checked(distance.evaluate(new Object[0], context));
    Number key = (Number) Objects.requireNonNull(own);
    if (key instanceof Double || key instanceof Float || by instanceof Double) {
      return key.doubleValue() + sign * by.doubleValue();
    }
    BigDecimal exact = Arithmetic.decimal(by);
    return Arithmetic.decimal(key).add(sign < 0 ? exact.negate() : exact);
  }

  private static Object time(
      @Nullable Long own, Expression distance, boolean back, ExecutionContext context) {
    long by =
        ((Interval) Objects.requireNonNull(distance.evaluate(new Object[0], context))).micros();
    long key = Objects.requireNonNull(own);
    // a limit after the end of the day is after all times, whatever its distance
    return back ? key - by : key + Math.min(by, Long.MAX_VALUE - key);
  }
}
