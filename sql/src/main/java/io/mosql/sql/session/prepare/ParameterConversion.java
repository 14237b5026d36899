package io.mosql.sql.session.prepare;

import io.mosql.core.error.MosqlException;
import io.mosql.core.type.Coercion;
import io.mosql.core.type.LargeObject;
import io.mosql.core.type.SqlArray;
import io.mosql.core.type.SqlType;
import io.mosql.core.type.TypeKind;
import io.mosql.sql.algebra.ParameterUse;
import io.mosql.sql.algebra.PlannedStatement;
import io.mosql.sql.error.SqlErrorMessage;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Converts the values bound to a plan's parameters to the types that the plan expects. NULL and
 * text take the types that the plan gives the parameters. Other values keep their own:
 *
 * <ul>
 *   <li>an assigned value is converted, as SQL's assignment does
 *   <li>so is an argument of a function, except dates, times and bytes where the function expects
 *       another type
 *   <li>a compared value is converted where the type represents it exactly, so that the result of
 *       the comparison does not change
 *   <li>an operand is converted where the type is at least as wide, so that the type of the result
 *       does not change
 *   <li>so is the input of a cast; a text that is no value of the type is cast by the statement,
 *       which fails only where it evaluates the cast
 * </ul>
 *
 * For all other values the statement needs a plan made for their types. Immutable.
 */
public final class ParameterConversion {
  /** Scales of operands that have a plan of their own; others share one with the next of these. */
  private static final int[] SCALES = {
    0, 1, 2, 3, 4, 6, 10, 18, 28, SqlType.DEFAULT_DECIMAL_PRECISION, SqlType.MAX_DECIMAL_PRECISION
  };

  /** Numbers of digits before the point of operands that have a plan of their own, likewise. */
  private static final int[] DIGITS = {10, 19, SqlType.DEFAULT_DECIMAL_PRECISION};

  /** Below this bound a double represents every whole number exactly. */
  private static final long EXACT_DOUBLES = 1_000_000_000_000_000L;

  private final SqlType[] types;
  private final ParameterUse[] uses;

  private ParameterConversion(SqlType[] types, ParameterUse[] uses) {
    this.types = types;
    this.uses = uses;
  }

  static ParameterConversion of(PlannedStatement statement) {
    return new ParameterConversion(
        statement.parameters().stream().map(p -> p.type()).toArray(SqlType[]::new),
        statement.parameterUses().toArray(ParameterUse[]::new));
  }

  public int count() {
    return types.length;
  }

  /**
   * Converts the values to the plan's types; null when the plan is not made for values of their
   * types.
   *
   * @throws MosqlException 07001 when there are more or fewer than parameters; 22xxx
   */
  public @Nullable Object @Nullable [] bind(@Nullable Object[] given, ZoneId zone) {
    if (given.length != types.length) {
      throw SqlErrorMessage.WRONG_PARAMETER_COUNT.error(types.length, given.length);
    }
    if (given.length == 0) {
      return given;
    }
    Object[] values = new Object[given.length];
    for (int i = 0; i < values.length; i++) {
      Object value = given[i];
      if (value == null || isCarried(value, types[i])) {
        values[i] = value;
      } else if (isCastLate(value, i, zone)) {
        return null;
      } else if (!isTyped(value, i)) {
        values[i] = assigned(value, i, zone);
      } else {
        Object converted = converted(typed(value, i), i);
        if (converted == null) {
          return null;
        }
        values[i] = converted;
      }
    }
    return values;
  }

  /**
   * The value in the plan's type; a number is not accepted as a date, although dates are
   * represented as numbers.
   */
  private @Nullable Object assigned(Object value, int i, ZoneId zone) {
    if (value instanceof Number number && isTemporal(types[i].kind())) {
      throw SqlErrorMessage.PARAMETER_TYPE_MISMATCH.error(
          i + 1, types[i], sent(typed(number), SqlType.TEXT, ParameterUse.FREE));
    }
    return Coercion.bind(value, types[i], zone);
  }

  /**
   * Whether the value is a text that is no value of the plan's type, so that the statement casts
   * it.
   */
  private boolean isCastLate(Object value, int i, ZoneId zone) {
    if (uses[i] != ParameterUse.CAST || !(value instanceof String)) {
      return false;
    }
    try {
      assigned(value, i, zone);
      return false;
    } catch (MosqlException e) {
      return true;
    }
  }

  /** Whether the value has the type's Java class already. */
  private static boolean isCarried(Object value, SqlType type) {
    TypeKind kind = type.kind();
    if (value instanceof SqlArray array) {
      return kind == TypeKind.ARRAY && array.element().equals(type.elementType());
    }
    return kind.carrier() == value.getClass()
        && kind != TypeKind.SMALLINT
        && kind != TypeKind.DECIMAL
        && kind != TypeKind.NUMERIC
        && !isTemporal(kind);
  }

  /** Whether the value has a type of its own, besides the type that the plan gives it. */
  private boolean isTyped(Object value, int i) {
    TypeKind kind = types[i].kind();
    ParameterUse use = uses[i];
    if (use == ParameterUse.ASSIGNED) {
      return false;
    }
    if (value instanceof String) {
      // a text compared with a DECIMAL is a number with its own digits
      return kind == TypeKind.DECIMAL
          && (use == ParameterUse.COMPARED || use == ParameterUse.OPERAND);
    }
    if (use == ParameterUse.FREE) {
      return true;
    }
    if (kind == TypeKind.ARRAY) {
      return !(value instanceof SqlArray array) || !array.element().equals(types[i].elementType());
    }
    if (value instanceof Number) {
      return isTemporal(kind) || use != ParameterUse.ARGUMENT && kind.isNumeric();
    }
    return isOther(value, kind, use);
  }

  private static boolean isTemporal(TypeKind kind) {
    return switch (kind) {
      case DATE, TIME, TIMESTAMP, TIMESTAMPTZ -> true;
      default -> false;
    };
  }

  /** Whether a value that is neither text nor number does not belong to the type kind. */
  private static boolean isOther(Object value, TypeKind kind, ParameterUse use) {
    if (value instanceof byte[]) {
      return !kind.isBytes() && kind != TypeKind.UUID;
    }
    if (kind.isText() || value instanceof Boolean) {
      return false;
    }
    boolean becomes =
        switch (kind) {
          case TIMESTAMP -> value instanceof LocalDate;
          case TIMESTAMPTZ -> value instanceof LocalDate || value instanceof LocalDateTime;
          case INTERVAL -> value instanceof LocalTime && use == ParameterUse.COMPARED;
          default -> false;
        };
    SqlType own = sent(value);
    return (!becomes || use == ParameterUse.ARGUMENT) && own != null && own.kind() != kind;
  }

  /**
   * The value that determines the type. A double compared with a BIGINT is taken as an exact number
   * as long as it is below {@link #EXACT_DOUBLES}.
   */
  private Object typed(Object value, int i) {
    return value instanceof Double number
            && uses[i] == ParameterUse.COMPARED
            && types[i].kind() == TypeKind.BIGINT
            && Math.abs(number) < EXACT_DOUBLES
        ? new BigDecimal(number)
        : typed(value);
  }

  private static Object typed(Object value) {
    return value instanceof String text
        ? (Object) Coercion.number(text)
        : value instanceof Short || value instanceof Byte ? ((Number) value).intValue() : value;
  }

  /**
   * The value in the plan's type, or null where the conversion would change the result of the
   * statement.
   */
  private @Nullable Object converted(Object value, int i) {
    SqlType type = types[i];
    return switch (uses[i]) {
      case COMPARED ->
          value instanceof Number number ? compared(number, type) : temporal(value, type);
      case OPERAND, CAST -> value instanceof Number number ? operand(number, type) : null;
      default -> null;
    };
  }

  private static @Nullable Object temporal(Object value, SqlType type) {
    return type.kind() == TypeKind.DATE
            && value instanceof LocalDateTime time
            && time.toLocalTime().equals(LocalTime.MIDNIGHT)
        ? Coercion.bind(time, type)
        : null;
  }

  private static @Nullable Object compared(Number value, SqlType type) {
    return switch (type.kind()) {
      case SMALLINT, INTEGER, BIGINT -> {
        BigDecimal exact = exact(value, 0);
        yield exact != null && fits(exact, type) ? Coercion.bind(exact, type) : null;
      }
      case DECIMAL -> {
        BigDecimal exact = exact(value, type.scale());
        yield exact != null && fits(exact, type) ? exact : null;
      }
      case NUMERIC -> numeric(value);
      case DOUBLE -> value.doubleValue();
      case REAL -> {
        float narrow = value.floatValue();
        yield narrow == value.doubleValue() ? narrow : null;
      }
      default -> null;
    };
  }

  /** An exact number with its own digits; null for a binary one. */
  private static @Nullable Object numeric(Number value) {
    return value instanceof Double || value instanceof Float
        ? null
        : Coercion.bind(value, SqlType.NUMERIC);
  }

  private static @Nullable Object operand(Number value, SqlType type) {
    return switch (type.kind()) {
      case BIGINT -> value instanceof Integer ? (Object) value.longValue() : null;
      case DECIMAL ->
          value instanceof Double || value instanceof Float ? null : compared(value, type);
      case NUMERIC -> numeric(value);
      case DOUBLE -> {
        double wide = value.doubleValue();
        yield value instanceof BigDecimal && Double.isInfinite(wide) ? null : wide;
      }
      default -> null;
    };
  }

  /** The number with a scale, or null when rounding would change it. */
  private static @Nullable BigDecimal exact(Number value, int scale) {
    if (value instanceof Double || value instanceof Float) {
      double number = value.doubleValue();
      if (Double.isNaN(number) || Double.isInfinite(number)) {
        return null;
      }
      BigDecimal near = new BigDecimal(number).setScale(scale, RoundingMode.HALF_EVEN);
      boolean exact =
          near.doubleValue() == number
              && near.unscaledValue().bitLength() < Long.SIZE
              && Math.abs(near.unscaledValue().longValue()) < EXACT_DOUBLES;
      return exact ? near : null;
    }
    if (value instanceof Integer || value instanceof Long) {
      return BigDecimal.valueOf(value.longValue()).setScale(scale);
    }
    BigDecimal number = (BigDecimal) value;
    if (number.scale() == scale) {
      return number;
    }
    if (isHuge(number)) {
      return null;
    }
    return number.scale() < scale || number.stripTrailingZeros().scale() <= scale
        ? number.setScale(scale)
        : null;
  }

  /** Whether it has more digits before the point than any type. */
  private static boolean isHuge(BigDecimal number) {
    return (long) number.precision() - number.scale() > SqlType.MAX_DECIMAL_PRECISION;
  }

  private static boolean fits(BigDecimal exact, SqlType type) {
    return switch (type.kind()) {
      case SMALLINT -> isBetween(exact, Short.MIN_VALUE, Short.MAX_VALUE);
      case INTEGER -> isBetween(exact, Integer.MIN_VALUE, Integer.MAX_VALUE);
      case BIGINT -> isBetween(exact, Long.MIN_VALUE, Long.MAX_VALUE);
      default -> exact.precision() <= type.precision();
    };
  }

  private static boolean isBetween(BigDecimal number, long low, long high) {
    return number.compareTo(BigDecimal.valueOf(low)) >= 0
        && number.compareTo(BigDecimal.valueOf(high)) <= 0;
  }

  /** The types of values for which the statement implies no type; null for NULL and text. */
  public static List<@Nullable SqlType> typesOf(@Nullable Object[] given) {
    List<@Nullable SqlType> sent = new ArrayList<>(given.length);
    for (Object value : given) {
      sent.add(
          value == null || value instanceof String
              ? null
              : sent(typed(value), SqlType.TEXT, ParameterUse.FREE));
    }
    return sent;
  }

  /**
   * The types of the values, for the plan that is for them; null for those that take the plan's.
   *
   * @param known types that this plan was made for
   */
  public List<@Nullable SqlType> types(
      @Nullable Object[] given, List<@Nullable SqlType> known, ZoneId zone) {
    List<@Nullable SqlType> sent = new ArrayList<>(given.length);
    for (int i = 0; i < given.length; i++) {
      Object value = given[i];
      if (value != null && isCastLate(value, i, zone)) {
        sent.add(SqlType.TEXT);
        continue;
      }
      boolean taken =
          value == null
              || isCarried(value, types[i]) && uses[i] != ParameterUse.FREE
              || !isTyped(value, i)
              || value instanceof String && converted(typed(value), i) != null;
      SqlType before = i < known.size() ? known.get(i) : null;
      sent.add(taken ? before : sent(typed(value, i), types[i], uses[i]));
    }
    return sent;
  }

  private static @Nullable SqlType sent(Object value, SqlType type, ParameterUse use) {
    if (!(value instanceof Number number)) {
      return sent(value);
    }
    boolean beside = type.kind().isNumeric() && use != ParameterUse.FREE;
    if (number instanceof Integer) {
      return beside && type.kind() == TypeKind.REAL ? SqlType.DOUBLE : SqlType.INTEGER;
    }
    if (number instanceof Long) {
      return beside && type.kind() == TypeKind.REAL ? SqlType.DOUBLE : SqlType.BIGINT;
    }
    if (number instanceof Double) {
      return SqlType.DOUBLE;
    }
    if (number instanceof Float) {
      return type.kind().isNumeric() ? SqlType.DOUBLE : SqlType.REAL;
    }
    if (beside && !type.kind().isExactNumeric()) {
      return SqlType.DOUBLE;
    }
    if (use == ParameterUse.COMPARED) {
      if (type.kind() == TypeKind.NUMERIC) {
        return type;
      }
      // compared as it is, with any number of digits: one plan for all
      int scale = type.kind() == TypeKind.DECIMAL ? type.scale() : 0;
      return SqlType.decimal(SqlType.MAX_DECIMAL_PRECISION, scale);
    }
    return decimal((BigDecimal) number);
  }

  private static @Nullable SqlType sent(Object value) {
    if (value instanceof Boolean) {
      return SqlType.of(TypeKind.BOOLEAN);
    } else if (value instanceof LocalDate) {
      return SqlType.of(TypeKind.DATE);
    } else if (value instanceof LocalTime) {
      return SqlType.of(TypeKind.TIME);
    } else if (value instanceof LocalDateTime) {
      return SqlType.TIMESTAMP;
    } else if (value instanceof OffsetDateTime) {
      return SqlType.of(TypeKind.TIMESTAMPTZ);
    } else if (value instanceof UUID) {
      return SqlType.UUID;
    } else if (value instanceof SqlArray array) {
      return SqlType.arrayOf(array.element());
    }
    if (value instanceof LargeObject object) {
      return object.isText() ? SqlType.CLOB : SqlType.BLOB;
    }
    return value instanceof byte[] ? SqlType.of(TypeKind.VARBINARY) : null;
  }

  /** A DECIMAL type that can represent the number; numbers with similar digit counts share it. */
  private static SqlType decimal(BigDecimal number) {
    int max = SqlType.MAX_DECIMAL_PRECISION;
    long before = Math.max(1, (long) number.precision() - number.scale());
    int scale = (int) Math.min(max - Math.min(before, max), Math.max(0, number.scale()));
    int rounded = next(SCALES, scale);
    int digits = next(DIGITS, (int) Math.min(before, max));
    if (rounded + digits > max) {
      rounded = Math.min(rounded, max - (int) Math.min(before, max));
      digits = max - rounded;
    }
    return SqlType.decimal(rounded + digits, rounded);
  }

  private static int next(int[] steps, int least) {
    for (int step : steps) {
      if (step >= least) {
        return step;
      }
    }
    return SqlType.MAX_DECIMAL_PRECISION;
  }

  /** The values for the plan that was made for their types. */
  public @Nullable Object[] convert(@Nullable Object[] given, ZoneId zone) {
    Object[] values = new Object[given.length];
    for (int i = 0; i < values.length; i++) {
      Object value = given[i];
      if (value instanceof String && isTyped(value, i)) {
        value = typed(value);
      }
      boolean compared = uses[i] == ParameterUse.COMPARED && types[i].kind() == TypeKind.DECIMAL;
      if (compared && value instanceof Double number && Math.abs(number) < EXACT_DOUBLES) {
        value = new BigDecimal(number);
      }
      values[i] =
          value == null || isCarried(value, types[i]) || compared && value instanceof BigDecimal
              ? value
              : compared && (value instanceof Integer || value instanceof Long)
                  ? BigDecimal.valueOf(((Number) value).longValue())
                  : assigned(value, i, zone);
    }
    return values;
  }
}
