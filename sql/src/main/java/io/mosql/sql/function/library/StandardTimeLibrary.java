package io.mosql.sql.function.library;

import io.mosql.core.error.CoreErrorMessage;
import io.mosql.core.type.Coercion;
import io.mosql.core.type.DateTimes;
import io.mosql.core.type.Infinity;
import io.mosql.core.type.SqlType;
import io.mosql.core.type.TypeKind;
import io.mosql.core.type.ZonedTimes;
import io.mosql.sql.algebra.NumericType;
import io.mosql.sql.algebra.RelTypes;
import io.mosql.sql.function.define.FunctionDefinitions;
import io.mosql.sql.function.define.ScalarFunction;
import io.mosql.sql.function.time.DateTimeUnit;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.Locale;
import java.util.Objects;
import org.apache.calcite.rex.RexCall;
import org.jspecify.annotations.Nullable;

/**
 * EXTRACT and its short forms, and conversions between dates, times, moments and seconds since
 * 1970.
 */
public final class StandardTimeLibrary {
  private static final long MICROS_PER_SECOND = 1_000_000;

  private StandardTimeLibrary() {}

  public static void define(FunctionDefinitions all) {
    all.typed("EXTRACT", StandardTimeLibrary::extracted);
    for (String unit : "YEAR QUARTER MONTH HOUR MINUTE SECOND".split(" ")) {
      all.typed(unit, call -> part(call, unit));
    }
    all.typed("DAYOFMONTH", call -> part(call, "DAY"));
    all.typed("TIMEZONE", StandardTimeLibrary::atZone);
    all.typed("UNIX_TIMESTAMP", StandardTimeLibrary::toSeconds);
    all.typed("FROM_UNIXTIME", call -> new ScalarFunction.Zoned(StandardTimeLibrary::fromSeconds));
  }

  private static SqlType type(RexCall call, int operand) {
    return RelTypes.sqlType(call.getOperands().get(operand).getType());
  }

  private static Object given(@Nullable Object[] v, int index) {
    return Objects.requireNonNull(v[index]);
  }

  private static long number(@Nullable Object[] v, int index) {
    return ((Number) given(v, index)).longValue();
  }

  /** The session's time zone, passed after the arguments. */
  private static ZoneId zone(@Nullable Object[] v) {
    return (ZoneId) Objects.requireNonNull(v[v.length - 1]);
  }

  private static ScalarFunction.Body extracted(RexCall call) {
    SqlType type = type(call, 1);
    boolean exact = NumericType.is(call.getType());
    return ofSource(
        type,
        v -> {
          String unit = given(v, 0).toString().toUpperCase(Locale.ROOT);
          if (Infinity.isInfinite(given(v, 1), type)) {
            return DateTimeUnit.wholeOfInfinite(unit);
          }
          BigDecimal field = DateTimeUnit.field(unit, shown(unit, v, 1, type));
          return exact ? (Object) field : (Object) whole(field);
        });
  }

  private static ScalarFunction.Body part(RexCall call, String unit) {
    SqlType type = type(call, 0);
    return ofSource(
        type,
        v -> {
          if (Infinity.isInfinite(given(v, 0), type)) {
            throw CoreErrorMessage.DATETIME_OUT_OF_RANGE.error("timestamp");
          }
          return whole(DateTimeUnit.field(unit, shown(unit, v, 0, type)));
        });
  }

  /** A field of a timestamp or a moment; NULL for a field that infinite values do not have. */
  static ScalarFunction.Body datePart(RexCall call) {
    SqlType given = type(call, 1);
    SqlType type = given.kind() == TypeKind.TIMESTAMPTZ ? given : SqlType.TIMESTAMP;
    return ofSource(
        type,
        v -> {
          if (v[0] == null || v[1] == null) {
            return null;
          }
          String unit = v[0].toString().trim();
          return Infinity.isInfinite(given(v, 1), type)
              ? DateTimeUnit.ofInfinite(unit, number(v, 1) > 0)
              : (Double) DateTimeUnit.field(unit, shown(unit, v, 1, type)).doubleValue();
        });
  }

  private static ScalarFunction.Body ofSource(SqlType type, ScalarFunction.Body body) {
    return type.kind() == TypeKind.TIMESTAMPTZ ? new ScalarFunction.Zoned(body) : body;
  }

  private static long whole(BigDecimal field) {
    return field.setScale(0, RoundingMode.FLOOR).longValueExact();
  }

  /**
   * The local time to take a field from: for a moment the time in the zone, except for its epoch.
   */
  private static LocalDateTime shown(String unit, @Nullable Object[] v, int index, SqlType type) {
    long value = number(v, index);
    return switch (type.kind()) {
      // a date may be later than any timestamp
      case DATE -> DateTimes.date((int) value).atStartOfDay();
      case TIMESTAMPTZ ->
          DateTimes.dateTime(
              unit.equalsIgnoreCase("EPOCH") ? value : DateTimes.local(value, zone(v)));
      default -> DateTimes.dateTime(value);
    };
  }

  /** TIMEZONE(zone, x): converts between moments and local times of a zone. */
  private static ScalarFunction.Body atZone(RexCall call) {
    SqlType type = type(call, 1);
    SqlType result = type.kind() == TypeKind.TIMESTAMPTZ ? SqlType.TIMESTAMP : SqlType.TIMESTAMPTZ;
    return v -> {
      String name = (String) given(v, 0);
      ZoneId known = ZonedTimes.ofText(name);
      return Coercion.cast(v[1], type, result, known != null ? known : ZonedTimes.zone(name));
    };
  }

  private static ScalarFunction.Body toSeconds(RexCall call) {
    SqlType type = type(call, 0);
    if (type.kind() == TypeKind.TIMESTAMPTZ) {
      return v -> seconds(number(v, 0));
    }
    return new ScalarFunction.Zoned(
        v -> {
          Object micros = Objects.requireNonNull(Coercion.cast(v[0], type, SqlType.TIMESTAMP));
          return seconds(DateTimes.moment((Long) micros, zone(v)));
        });
  }

  private static long seconds(long moment) {
    if (Infinity.isTimestamp(moment)) {
      throw CoreErrorMessage.DATETIME_OUT_OF_RANGE.error("timestamp");
    }
    return Math.floorDiv(moment, MICROS_PER_SECOND);
  }

  private static long fromSeconds(@Nullable Object[] v) {
    try {
      return DateTimes.local(Math.multiplyExact(number(v, 0), MICROS_PER_SECOND), zone(v));
    } catch (DateTimeException | ArithmeticException e) {
      throw CoreErrorMessage.DATETIME_OUT_OF_RANGE.causedBy(e, "timestamp");
    }
  }
}
