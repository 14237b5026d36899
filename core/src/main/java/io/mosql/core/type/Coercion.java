package io.mosql.core.type;

import io.mosql.core.error.CoreErrorMessage;
import io.mosql.core.error.MosqlException;
import java.io.ByteArrayOutputStream;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Objects;
import java.util.UUID;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Conversion of values to the carrier of a type, exactly or with an error: numbers are rounded half
 * up to the scale and never wrap, text is never truncated except trailing blanks. Pure.
 *
 * <p>{@link #assign} is used for storing into a column and binding a parameter; {@link #cast} is
 * SQL's CAST, which truncates text to the length of its type.
 */
public final class Coercion {
  /** Maximum number of characters of a number. */
  private static final int DIGITS_READ_MAX = 4_000;

  private static final Pattern EXPONENT = Pattern.compile("([eE][+-]?[0-9]+)?");

  private static final BigDecimal LONG_MIN = BigDecimal.valueOf(Long.MIN_VALUE);
  private static final BigDecimal LONG_MAX = BigDecimal.valueOf(Long.MAX_VALUE);

  /** Of a number that is not 0. */
  private static final Pattern DIGITS = Pattern.compile("[-+.0]*[1-9]");

  private static final Pattern OCTAL = Pattern.compile("[0-3][0-7]{2}");
  private static final long MICROS_PER_DAY = 86_400_000_000L;

  private Coercion() {}

  /**
   * The value as the type stores it.
   *
   * @param value of any carrier class, Short, Byte, BigInteger, or a java.time class; or null
   * @throws MosqlException 22001 text too long, 22003 number out of range, 22007 no date or time,
   *     22018 not convertible
   */
  public static @Nullable Object assign(@Nullable Object value, SqlType type) {
    if (value == null) {
      return null;
    }
    return switch (type.kind()) {
      case CHAR, VARCHAR, TEXT -> fitting(text(value, type), type);
      case VARBINARY -> fittingBytes(bytes(value), type);
      case BLOB, CLOB -> fittingLarge(large(value, type), type);
      case INTERVAL -> IntervalFields.of(type).fit(value, type.precision());
      case ARRAY -> elements(value, type, item -> assign(item, type.elementType()));
      case TIME, TIMESTAMP, TIMESTAMPTZ -> toDigits((Long) convert(value, type), type);
      default -> convert(value, type);
    };
  }

  /**
   * A time or timestamp, rounded to the digits of a second that its type declares.
   *
   * @throws MosqlException 22008 out of range
   */
  public static long toDigits(long micros, SqlType type) {
    if (type.precision() == SqlType.UNBOUNDED) {
      return micros;
    }
    return type.kind() == TypeKind.TIME
        ? DateTimes.roundedTime(micros, type.precision())
        : DateTimes.rounded(micros, type.precision());
  }

  /**
   * An array whose elements are converted one by one.
   *
   * @param value an array, or the text of one
   * @param type of the result
   */
  private static SqlArray elements(
      Object value, SqlType type, UnaryOperator<@Nullable Object> conversion) {
    SqlArray array = value instanceof SqlArray known ? known : null;
    if (value instanceof String text) {
      array = ArrayText.parse(text);
    }
    if (array == null) {
      throw notConvertible(type, null);
    }
    return array.map(type.elementType(), conversion);
  }

  /**
   * The same as {@link #assign} without checks of lengths and fields: for parameters that are
   * compared rather than stored.
   */
  public static @Nullable Object bind(@Nullable Object value, SqlType type) {
    if (value == null) {
      return null;
    }
    return switch (type.kind()) {
      case CHAR, VARCHAR, TEXT -> text(value, type);
      case VARBINARY -> bytes(value);
      case BLOB, CLOB -> large(value, type);
      default -> convert(value, type);
    };
  }

  /** SQL's CAST of a carrier value of one type to another. */
  public static @Nullable Object cast(@Nullable Object value, SqlType from, SqlType to) {
    if (value == null) {
      return null;
    }
    if (to.kind() == TypeKind.ARRAY) {
      SqlType element = value instanceof SqlArray array ? array.element() : SqlType.TEXT;
      return elements(value, to, item -> cast(item, element, to.elementType()));
    }
    if (value instanceof SqlArray && !to.kind().isText()) {
      throw notConvertible(to, null);
    }
    if (value instanceof Jsonb json && to.kind() != TypeKind.JSONB && !to.kind().isText()) {
      return convert(scalar(json, to), to);
    }
    return switch (to.kind()) {
      case CHAR, VARCHAR, TEXT -> cut(text(value, from, "true", "false"), to);
      case VARBINARY -> cut(bytes(value), to);
      case BLOB, CLOB -> castLarge(value, from, to);
      case DATE ->
          from.kind() == TypeKind.TIMESTAMP ? (Object) day((Long) value) : convert(value, to);
      case TIME ->
          from.kind() == TypeKind.TIMESTAMP ? (Object) timeOfDay((Long) value) : convert(value, to);
      case TIMESTAMP ->
          from.kind() == TypeKind.DATE ? (Object) midnight((Integer) value) : convert(value, to);
      case BOOLEAN, SMALLINT, INTEGER, BIGINT, DECIMAL, NUMERIC, REAL, DOUBLE -> convert(value, to);
      case UUID, TIMESTAMPTZ, INTERVAL, JSONB, ARRAY -> convert(value, to);
    };
  }

  /**
   * The same as {@link #cast}, with a time zone.
   *
   * @param zone of dates and times that are compared with a TIMESTAMP WITH TIME ZONE
   */
  public static @Nullable Object cast(
      @Nullable Object value, SqlType from, SqlType to, ZoneId zone) {
    if (value != null && to.kind() == TypeKind.ARRAY) {
      SqlType element = value instanceof SqlArray array ? array.element() : SqlType.TEXT;
      return elements(value, to, item -> cast(item, element, to.elementType(), zone));
    }
    if (value instanceof SqlArray array && to.kind().isText()) {
      return cut(ArrayText.format(array, zone), to);
    }
    if (value == null || from.kind() == to.kind()) {
      return cast(value, from, to);
    }
    if (from.kind() == TypeKind.TIMESTAMPTZ) {
      return switch (to.kind()) {
        case CHAR, VARCHAR, TEXT -> cut(ZonedTimes.format((Long) value, zone), to);
        case DATE, TIME, TIMESTAMP ->
            cast(DateTimes.local((Long) value, zone), SqlType.TIMESTAMP, to);
        default -> throw notConvertible(to, null);
      };
    }
    if (to.kind() == TypeKind.TIMESTAMPTZ) {
      return switch (from.kind()) {
        case DATE -> DateTimes.moment(midnight((Integer) value), zone);
        case TIMESTAMP -> DateTimes.moment((Long) value, zone);
        case CHAR, VARCHAR, TEXT -> bind(value, to, zone);
        default -> throw notConvertible(to, null);
      };
    }
    return cast(value, from, to);
  }

  /**
   * The same as {@link #bind(Object, SqlType)}.
   *
   * @param zone for conversions between TIMESTAMP WITH TIME ZONE and dates, times and texts without
   *     a zone
   */
  public static @Nullable Object bind(@Nullable Object value, SqlType type, ZoneId zone) {
    if (value instanceof OffsetDateTime moment && type.kind() != TypeKind.TIMESTAMPTZ) {
      return bound(moment, type, zone);
    }
    if (value != null && type.kind() == TypeKind.ARRAY) {
      return elements(value, type, item -> bind(item, type.elementType(), zone));
    }
    if (value instanceof SqlArray array && type.kind().isText()) {
      return ArrayText.format(array, zone);
    }
    if (value == null || type.kind() != TypeKind.TIMESTAMPTZ) {
      return bind(value, type);
    }
    Long moment = ZonedTimes.moment(value, zone);
    if (moment == null) {
      throw notConvertible(type, null);
    }
    return moment;
  }

  /** A moment converted to another type: the local date and time in the zone. */
  private static @Nullable Object bound(OffsetDateTime value, SqlType type, ZoneId zone) {
    Long moment = Objects.requireNonNull(ZonedTimes.moment(value, zone));
    return switch (type.kind()) {
      case CHAR, VARCHAR, TEXT -> text(ZonedTimes.format(moment, zone), type);
      case CLOB -> bind(ZonedTimes.format(moment, zone), type);
      case DATE -> day(DateTimes.local(moment, zone));
      case TIME -> timeOfDay(DateTimes.local(moment, zone));
      case TIMESTAMP -> DateTimes.local(moment, zone);
      default -> bind(value, type);
    };
  }

  private static int day(long micros) {
    return Infinity.isTimestamp(micros)
        ? Infinity.dateOf(micros)
        : (int) Math.floorDiv(micros, MICROS_PER_DAY);
  }

  private static long timeOfDay(long micros) {
    if (Infinity.isTimestamp(micros)) {
      throw noTime();
    }
    return Math.floorMod(micros, MICROS_PER_DAY);
  }

  private static MosqlException noTime() {
    return CoreErrorMessage.INFINITE_TIMESTAMP_TIME.error();
  }

  private static long midnight(int days) {
    if (Infinity.isDate(days)) {
      return Infinity.timestampOf(days);
    }
    try {
      return Math.multiplyExact(days, MICROS_PER_DAY);
    } catch (ArithmeticException e) {
      throw CoreErrorMessage.DATE_OUT_OF_RANGE_FOR_TIMESTAMP.causedBy(e);
    }
  }

  /** Text of a carrier value as PostgreSQL's functions of any values show it. */
  public static String shown(Object value, SqlType type) {
    return text(value, type, "t", "f");
  }

  /** Text that can be cast back: bytes are hexadecimal digits behind {@code \\x}. */
  private static String text(Object value, SqlType type, String truth, String untruth) {
    return switch (type.kind()) {
      case BOOLEAN -> (Boolean) value ? truth : untruth;
      case VARBINARY, BLOB -> "\\x" + format(value, type);
      default -> format(value, type);
    };
  }

  /** Text of a carrier value, as results show it where UTC is the session's zone. */
  public static String format(Object value, SqlType type) {
    return switch (type.kind()) {
      case BOOLEAN -> (Boolean) value ? "TRUE" : "FALSE";
      case DECIMAL, NUMERIC -> ((BigDecimal) value).toPlainString();
      case DATE -> DateTimes.formatDate((Integer) value);
      case TIME -> DateTimes.formatTime((Long) value);
      case TIMESTAMP -> DateTimes.formatTimestamp((Long) value);
      case TIMESTAMPTZ -> ZonedTimes.format((Long) value, ZoneOffset.UTC);
      case VARBINARY, BLOB -> HexFormat.of().formatHex(bytes(value));
      case CLOB -> text(value, type);
      default -> value.toString();
    };
  }

  private static Object convert(Object value, SqlType type) {
    return switch (type.kind()) {
      case BOOLEAN -> bool(value);
      case SMALLINT -> (int) integer(value, type, Short.MIN_VALUE, Short.MAX_VALUE);
      case INTEGER ->
          value instanceof Integer
              ? value
              : (int) integer(value, type, Integer.MIN_VALUE, Integer.MAX_VALUE);
      case BIGINT ->
          value instanceof Long ? value : integer(value, type, Long.MIN_VALUE, Long.MAX_VALUE);
      case DECIMAL -> decimal(value, type);
      case NUMERIC -> numeric(value);
      case REAL -> real(value);
      case DOUBLE -> doubled(value, type);
      case DATE -> date(value);
      case TIME -> time(value);
      case TIMESTAMP -> timestamp(value);
      case CHAR, VARCHAR, TEXT -> text(value, type);
      case VARBINARY -> bytes(value);
      case BLOB, CLOB -> large(value, type);
      case UUID -> uuid(value);
      case INTERVAL -> Interval.from(value);
      case JSONB -> jsonb(value);
      case ARRAY -> elements(value, type, item -> convert(item, type.elementType()));
      case TIMESTAMPTZ -> Objects.requireNonNull(bind(value, type, ZoneOffset.UTC));
    };
  }

  private static Jsonb jsonb(Object value) {
    if (value instanceof Jsonb known) {
      return known;
    }
    if (value instanceof String text) {
      return Jsonb.parse(text);
    }
    throw notConvertible(SqlType.JSONB, null);
  }

  /** The boolean or number in a JSON value, for a cast to such a type. */
  private static Object scalar(Jsonb json, SqlType to) {
    Object node = json.tree();
    boolean suits =
        to.kind() == TypeKind.BOOLEAN
            ? node instanceof Boolean
            : to.kind().isNumeric() && node instanceof BigDecimal;
    if (!suits) {
      throw CoreErrorMessage.JSONB_NOT_CASTABLE.error(json.kind(), to);
    }
    return node;
  }

  private static UUID uuid(Object value) {
    UUID uuid = null;
    if (value instanceof UUID known) {
      return known;
    } else if (value instanceof String text) {
      uuid = Uuids.parse(text);
    } else if (value instanceof byte[] bytes && bytes.length == Uuids.BYTES) {
      uuid = Uuids.of(bytes, 0);
    }
    if (uuid == null) {
      throw notConvertible(SqlType.UUID, null);
    }
    return uuid;
  }

  private static long integer(Object value, SqlType type, long min, long max) {
    long number;
    if (value instanceof Long
        || value instanceof Integer
        || value instanceof Short
        || value instanceof Byte) {
      number = ((Number) value).longValue();
    } else if (value instanceof Double || value instanceof Float) {
      number = nearest(((Number) value).doubleValue(), type);
    } else {
      BigDecimal exact = exact(value, type);
      if (value instanceof String text && !isWhole(text)) {
        throw notConvertible(type, null);
      }
      BigDecimal rounded = rounded(exact, 0, type);
      if (rounded.compareTo(LONG_MIN) < 0 || rounded.compareTo(LONG_MAX) > 0) {
        throw outOfRange(type);
      }
      number = rounded.longValue();
    }
    if (number < min || number > max) {
      throw outOfRange(type);
    }
    return number;
  }

  /** Whether a numeric text is written as an integer: without point and exponent. */
  private static boolean isWhole(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '.' || c == 'e' || c == 'E') {
        return false;
      }
    }
    return true;
  }

  /** The integer nearest to a binary number, ties to even, as in IEEE 754. */
  private static long nearest(double value, SqlType type) {
    double rounded = Math.rint(value);
    // the limits are powers of two: NaN and infinities are beyond them, too
    if (!(rounded >= -0x1p63 && rounded < 0x1p63)) {
      throw outOfRange(type);
    }
    return (long) rounded;
  }

  private static BigDecimal decimal(Object value, SqlType type) {
    BigDecimal number = value instanceof BigDecimal exact ? exact : certain(value, type);
    if (number.scale() != type.scale()) {
      number = rounded(number, type.scale(), type);
    }
    if (number.precision() > type.precision()) {
      throw outOfRange(type);
    }
    return number;
  }

  /** The number with its exact digits. */
  private static BigDecimal numeric(Object value) {
    return Numerics.fit(certain(value, SqlType.NUMERIC));
  }

  /** The number; for a binary one its significant digits. */
  private static BigDecimal certain(Object value, SqlType type) {
    if (!(value instanceof Double || value instanceof Float)) {
      return exact(value, type);
    }
    if (!Double.isFinite(((Number) value).doubleValue())) {
      throw outOfRange(type);
    }
    return Numerics.ofBinary((Number) value);
  }

  /**
   * Rounds half up, without expanding exponents that the type cannot hold or that do not affect the
   * result.
   */
  private static BigDecimal rounded(BigDecimal number, int scale, SqlType type) {
    long integerDigits = (long) number.precision() - number.scale();
    if (number.signum() != 0 && integerDigits > SqlType.MAX_NUMERIC_DIGITS) {
      throw outOfRange(type);
    }
    if (number.signum() == 0 || integerDigits < -scale) {
      return BigDecimal.ZERO.setScale(scale);
    }
    return number.setScale(scale, RoundingMode.HALF_UP);
  }

  private static Object real(Object value) {
    Number number = decimalOrDouble(value, SqlType.REAL);
    float narrow = number.floatValue();
    if (Float.isInfinite(narrow) && !isInfinite(number)
        || narrow == 0 && number.doubleValue() != 0) {
      throw outOfRange(SqlType.REAL);
    }
    return narrow;
  }

  private static double doubled(Object value, SqlType type) {
    Number number = decimalOrDouble(value, type);
    double wide = number.doubleValue();
    if (Double.isInfinite(wide) && !isInfinite(number)) {
      throw outOfRange(type);
    }
    return wide;
  }

  private static boolean isInfinite(Number number) {
    return (number instanceof Double || number instanceof Float)
        && Double.isInfinite(number.doubleValue());
  }

  /** A binary number that is named, such as {@code NaN}; null for a text of digits. */
  private static @Nullable Double named(String text) {
    return switch (text.toLowerCase(Locale.ROOT)) {
      case "nan" -> Double.NaN;
      case "infinity", "+infinity", "inf", "+inf" -> Double.POSITIVE_INFINITY;
      case "-infinity", "-inf" -> Double.NEGATIVE_INFINITY;
      default -> null;
    };
  }

  private static Number decimalOrDouble(Object value, SqlType type) {
    if (value instanceof Number number) {
      return number;
    }
    if (value instanceof String text) {
      try {
        String trimmed = text.trim();
        Double named = named(trimmed);
        if (named != null) {
          return named;
        }
        if (isJavaLiteral(trimmed)) {
          throw notConvertible(type, null);
        }
        Double number = Double.valueOf(trimmed);
        if (number == 0 && DIGITS.matcher(trimmed).lookingAt()) {
          throw outOfRange(type);
        }
        if (number.isInfinite() || number.isNaN()) {
          throw number.isNaN() ? notConvertible(type, null) : outOfRange(type);
        }
        return number;
      } catch (NumberFormatException e) {
        throw notConvertible(type, e);
      }
    }
    return exact(value, type);
  }

  /** Whether the text is a number in Java but not in SQL: with a suffix, or hexadecimal digits. */
  private static boolean isJavaLiteral(String text) {
    return !text.isEmpty() && "dDfF".indexOf(text.charAt(text.length() - 1)) >= 0
        || text.indexOf('x') >= 0
        || text.indexOf('X') >= 0;
  }

  /**
   * Parses a number.
   *
   * @throws MosqlException 22018 when the text is not a number, 22003
   */
  public static BigDecimal number(String text) {
    return exact(text, SqlType.decimal(SqlType.MAX_DECIMAL_PRECISION, 0));
  }

  private static BigDecimal exact(Object value, SqlType type) {
    if (value instanceof BigDecimal number) {
      return number;
    }
    if (value instanceof Integer
        || value instanceof Long
        || value instanceof Short
        || value instanceof Byte) {
      return BigDecimal.valueOf(((Number) value).longValue());
    }
    if (value instanceof BigInteger number) {
      return new BigDecimal(number);
    }
    try {
      if (value instanceof Double || value instanceof Float) {
        return new BigDecimal(value.toString());
      }
      if (value instanceof String text) {
        return limited(number(text.trim(), type), type);
      }
    } catch (NumberFormatException e) {
      throw value instanceof String ? notConvertible(type, e) : outOfRange(type);
    }
    if (value instanceof Boolean bool) {
      return bool ? BigDecimal.ONE : BigDecimal.ZERO;
    }
    throw notConvertible(type, null);
  }

  /**
   * Parses a number. Parsing takes time quadratic in the number of digits: texts with more digits
   * than any type holds, or than {@link #limited} allows, are only validated.
   *
   * @throws NumberFormatException when it is not a number
   */
  private static BigDecimal number(String text, SqlType type) {
    if (text.length() <= DIGITS_READ_MAX) {
      return new BigDecimal(text);
    }
    int sign = "+-".indexOf(text.charAt(0)) >= 0 ? 1 : 0;
    int first = sign;
    while (first < text.length() - 1 && text.charAt(first) == '0') {
      first++;
    }
    if (text.length() - first <= DIGITS_READ_MAX && Character.isDigit(text.charAt(first))) {
      return new BigDecimal(text.substring(0, sign) + text.substring(first));
    }
    int end = first;
    int points = 0;
    while (end < text.length() && points <= 1 && isDigitOrPoint(text.charAt(end))) {
      points += text.charAt(end++) == '.' ? 1 : 0;
    }
    if (points > 1 || text.length() - end > DIGITS_READ_MAX) {
      throw new NumberFormatException();
    }
    if (!EXPONENT.matcher(text.substring(end)).matches()) {
      throw new NumberFormatException();
    }
    throw outOfRange(type);
  }

  private static boolean isDigitOrPoint(char c) {
    return c == '.' || Character.isDigit(c);
  }

  /** Rejects exponents whose expansion would exhaust the heap. */
  private static BigDecimal limited(BigDecimal number, SqlType type) {
    if (Math.abs((long) number.scale()) > 1_000) {
      throw outOfRange(type);
    }
    return number;
  }

  private static Boolean bool(Object value) {
    if (value instanceof Boolean bool) {
      return bool;
    }
    if (value instanceof Number number) {
      return number.doubleValue() != 0;
    }
    if (value instanceof String text) {
      switch (text.trim().toLowerCase(Locale.ROOT)) {
        case "true", "t", "yes", "y", "on", "1" -> {
          return true;
        }
        case "false", "f", "no", "n", "off", "0" -> {
          return false;
        }
        default -> throw notConvertible(SqlType.BOOLEAN, null);
      }
    }
    throw notConvertible(SqlType.BOOLEAN, null);
  }

  private static Integer date(Object value) {
    try {
      if (value instanceof Integer days) {
        return days;
      }
      if (value instanceof LocalDate date) {
        return DateTimes.days(date);
      }
      if (value instanceof LocalDateTime dateTime) {
        return DateTimes.days(dateTime.toLocalDate());
      }
      if (value instanceof String text) {
        return DateTimes.parseDate(text);
      }
    } catch (ArithmeticException e) {
      throw CoreErrorMessage.DATETIME_OUT_OF_RANGE.causedBy(e, "date");
    }
    throw notConvertible(SqlType.DATE, null);
  }

  private static Long time(Object value) {
    if (value instanceof Long micros) {
      if (micros < 0 || micros >= MICROS_PER_DAY) {
        throw CoreErrorMessage.DATETIME_OUT_OF_RANGE.error("time");
      }
      return micros;
    }
    if (value instanceof LocalTime time) {
      long micros = DateTimes.micros(time);
      if (micros == MICROS_PER_DAY) {
        throw CoreErrorMessage.DATETIME_FIELD_OUT_OF_RANGE.error(time);
      }
      return micros;
    }
    if (value instanceof LocalDateTime dateTime) {
      if (Infinity.isInfinite(dateTime)) {
        throw noTime();
      }
      return Math.floorMod(DateTimes.micros(dateTime), MICROS_PER_DAY);
    }
    if (value instanceof String text) {
      return DateTimes.parseTime(text);
    }
    throw notConvertible(SqlType.TIME, null);
  }

  private static Long timestamp(Object value) {
    try {
      if (value instanceof Long micros) {
        return micros;
      }
      if (value instanceof LocalDateTime dateTime) {
        return DateTimes.micros(dateTime);
      }
      if (value instanceof LocalDate date) {
        return DateTimes.micros(DateTimes.startOf(date));
      }
      if (value instanceof OffsetDateTime dateTime) {
        Long infinite = Infinity.moment(dateTime);
        if (infinite != null) {
          return infinite;
        }
        return DateTimes.micros(
            dateTime.atZoneSameInstant(ZoneId.systemDefault()).toLocalDateTime());
      }
      if (value instanceof Instant instant) {
        return DateTimes.micros(LocalDateTime.ofInstant(instant, ZoneId.systemDefault()));
      }
      if (value instanceof String text) {
        return DateTimes.parseTimestamp(text);
      }
    } catch (ArithmeticException e) {
      throw CoreErrorMessage.DATETIME_OUT_OF_RANGE.causedBy(e, "timestamp");
    }
    throw notConvertible(SqlType.TIMESTAMP, null);
  }

  private static String text(Object value, SqlType type) {
    String text;
    if (value instanceof String string) {
      text = string;
    } else if (value instanceof LargeObject object && object.isText()) {
      text = object.loadText();
    } else if (value instanceof BigDecimal number) {
      text = number.toPlainString();
    } else if (value instanceof Boolean bool) {
      text = bool ? "true" : "false";
    } else if (value instanceof LocalDateTime dateTime) {
      text = DateTimes.formatTimestamp(DateTimes.micros(dateTime));
    } else if (value instanceof LocalDate date) {
      text = DateTimes.formatDate(DateTimes.days(date));
    } else if (value instanceof LocalTime time) {
      text = DateTimes.formatTime(DateTimes.micros(time));
    } else if (value instanceof byte[] || value instanceof LargeObject) {
      throw notConvertible(type, null);
    } else {
      text = value.toString();
    }
    return type.kind() == TypeKind.CHAR ? withoutTrailingBlanks(text) : text;
  }

  /** The text without blanks at its end; the same object when there are none. */
  public static String withoutTrailingBlanks(String text) {
    int end = text.length();
    while (end > 0 && text.charAt(end - 1) == ' ') {
      end--;
    }
    return end == text.length() ? text : text.substring(0, end);
  }

  /** The value of a BLOB or CLOB: an object of its kind, bytes, or a text. */
  private static Object large(Object value, SqlType type) {
    boolean text = type.kind() == TypeKind.CLOB;
    if (value instanceof LargeObject object && object.isText() == text) {
      return object;
    }
    return text ? text(value, type) : bytes(value);
  }

  private static Object castLarge(Object value, SqlType from, SqlType to) {
    if (value instanceof LargeObject object
        && object.isText() == (to.kind() == TypeKind.CLOB)
        && !isTooLong(object, to)) {
      return object;
    }
    return to.kind() == TypeKind.CLOB
        ? cut(text(value, from, "true", "false"), to)
        : cut(bytes(value), to);
  }

  private static Object fittingLarge(Object value, SqlType type) {
    if (value instanceof LargeObject object) {
      if (isTooLong(object, type)) {
        throw CoreErrorMessage.VALUE_TOO_LONG.error(type);
      }
      return object;
    }
    return value instanceof String text ? fitting(text, type) : fittingBytes((byte[]) value, type);
  }

  private static boolean isTooLong(LargeObject object, SqlType type) {
    return type.precision() != SqlType.UNBOUNDED && object.length() > type.precision();
  }

  private static byte[] cut(byte[] bytes, SqlType type) {
    return type.precision() == SqlType.UNBOUNDED || bytes.length <= type.precision()
        ? bytes
        : java.util.Arrays.copyOf(bytes, type.precision());
  }

  private static String fitting(String text, SqlType type) {
    if (tooLong(text, type)) {
      // The standard allows removing trailing blanks.
      String stripped = withoutTrailingBlanks(text);
      if (tooLong(stripped, type)) {
        throw CoreErrorMessage.VALUE_TOO_LONG.error(type);
      }
      return text.substring(0, text.offsetByCodePoints(0, type.precision()));
    }
    return text;
  }

  private static boolean tooLong(String text, SqlType type) {
    int bound = type.precision();
    return bound != SqlType.UNBOUNDED
        && text.length() > bound
        && text.codePointCount(0, text.length()) > bound;
  }

  private static String cut(String text, SqlType type) {
    String cut =
        tooLong(text, type)
            ? text.substring(0, text.offsetByCodePoints(0, type.precision()))
            : text;
    return type.kind() == TypeKind.CHAR ? withoutTrailingBlanks(cut) : cut;
  }

  private static byte[] bytes(Object value) {
    if (value instanceof byte[] bytes) {
      return bytes;
    }
    if (value instanceof String text) {
      return bytes(text);
    }
    if (value instanceof UUID uuid) {
      return Uuids.bytes(uuid);
    }
    if (value instanceof LargeObject object) {
      return object.isText() ? bytes(object.loadText()) : object.loadBytes();
    }
    throw notConvertible(SqlType.of(TypeKind.VARBINARY), null);
  }

  /**
   * The bytes of a text, in PostgreSQL's syntax: hexadecimal digits behind {@code \\x}, else its
   * UTF-8, where {@code \\\\} is a backslash and {@code \\ooo} the byte of three octal digits.
   *
   * @throws MosqlException 22P02
   */
  public static byte[] bytes(String text) {
    if (text.indexOf('\\') < 0) {
      return text.getBytes(StandardCharsets.UTF_8);
    }
    if (text.startsWith("\\x")) {
      return hexadecimal(text);
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    int i = 0;
    while (i < text.length()) {
      int next = text.indexOf('\\', i);
      bytes.writeBytes(
          text.substring(i, next < 0 ? text.length() : next).getBytes(StandardCharsets.UTF_8));
      if (next < 0) {
        break;
      }
      if (text.startsWith("\\", next + 1)) {
        bytes.write('\\');
        i = next + 2;
      } else if (OCTAL.matcher(text).region(next + 1, text.length()).lookingAt()) {
        bytes.write(Integer.parseInt(text, next + 1, next + 4, 8));
        i = next + 4;
      } else {
        throw CoreErrorMessage.INVALID_BYTEA_SYNTAX.error();
      }
    }
    return bytes.toByteArray();
  }

  /** Pairs of digits, between which blanks may stand. */
  private static byte[] hexadecimal(String text) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    int i = 2;
    while (i < text.length()) {
      if (Character.isWhitespace(text.charAt(i))) {
        i++;
        continue;
      }
      if (i + 1 >= text.length()
          || !HexFormat.isHexDigit(text.charAt(i))
          || !HexFormat.isHexDigit(text.charAt(i + 1))) {
        throw CoreErrorMessage.INVALID_HEXADECIMAL_DATA.error();
      }
      bytes.write(HexFormat.fromHexDigits(text, i, i + 2));
      i += 2;
    }
    return bytes.toByteArray();
  }

  private static byte[] fittingBytes(byte[] bytes, SqlType type) {
    if (type.precision() != SqlType.UNBOUNDED && bytes.length > type.precision()) {
      throw CoreErrorMessage.VALUE_TOO_LONG.error(type);
    }
    return bytes;
  }

  private static MosqlException outOfRange(SqlType type) {
    return CoreErrorMessage.VALUE_OUT_OF_RANGE.error(type);
  }

  private static MosqlException notConvertible(SqlType type, @Nullable Throwable cause) {
    return CoreErrorMessage.VALUE_NOT_CONVERTIBLE.causedBy(cause, type);
  }
}
