package io.mosql.sql.copy;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.core.type.Coercion;
import io.mosql.core.type.SqlType;
import io.mosql.sql.error.SqlErrorMessage;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.HexFormat;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Parses the text of a field into a value of the type of a column. Numbers and dates in their usual
 * notation are parsed in place; any other text goes through {@link Coercion}, which decides what is
 * valid. Pure.
 */
@FunctionalInterface
interface FieldParser {
  /** Number of digits that always fit into a long. */
  int SAFE_DIGITS = 18;

  long MICROS_PER_SECOND = 1_000_000;
  long MICROS_PER_DAY = 86_400 * MICROS_PER_SECOND;

  /**
   * Parses text[offset .. offset + length).
   *
   * @return a value of the carrier class of the type
   * @throws MosqlException 22P02 when the text is not a value of the type, 22003, 22007 or 22001
   *     when it is out of range
   */
  Object parse(char[] text, int offset, int length);

  /**
   * Returns the parser of a type.
   *
   * @param zone time zone of a TIMESTAMP WITH TIME ZONE that states none
   */
  static FieldParser of(SqlType type, ZoneId zone) {
    return switch (type.kind()) {
      case SMALLINT, INTEGER -> (text, offset, length) -> integer(text, offset, length, type);
      case BIGINT -> (text, offset, length) -> bigint(text, offset, length, type);
      case DECIMAL -> (text, offset, length) -> decimal(text, offset, length, type);
      case VARCHAR, TEXT, CHAR, CLOB -> FieldParser::string;
      case DATE -> (text, offset, length) -> date(text, offset, length, type);
      case TIMESTAMP -> (text, offset, length) -> timestamp(text, offset, length, type);
      case VARBINARY, BLOB -> (text, offset, length) -> bytes(text, offset, length, type);
      case BOOLEAN, NUMERIC, REAL, DOUBLE, TIME, UUID, INTERVAL, JSONB ->
          (text, offset, length) -> coerced(string(text, offset, length), type);
      case TIMESTAMPTZ ->
          (text, offset, length) ->
              Objects.requireNonNull(Coercion.bind(string(text, offset, length), type, zone));
      case ARRAY ->
          (text, offset, length) ->
              coerced(
                  Objects.requireNonNull(Coercion.bind(string(text, offset, length), type, zone)),
                  type);
    };
  }

  private static String string(char[] text, int offset, int length) {
    return new String(text, offset, length);
  }

  /** Parses a text by {@link Coercion}. */
  private static Object coerced(Object text, SqlType type) {
    try {
      return Objects.requireNonNull(Coercion.assign(text, type));
    } catch (MosqlException e) {
      if (e.state() == SqlState.INVALID_CAST) {
        throw SqlErrorMessage.INVALID_INPUT_SYNTAX.causedBy(e, type);
      }
      throw e;
    }
  }

  private static Object integer(char[] text, int offset, int length, SqlType type) {
    if (isPlain(text, offset, length)) {
      long value = digits(text, offset, length);
      return value == (int) value ? coerced((int) value, type) : coerced(value, type);
    }
    return coerced(whole(text, offset, length, type), type);
  }

  private static Object bigint(char[] text, int offset, int length, SqlType type) {
    return isPlain(text, offset, length)
        ? (Object) digits(text, offset, length)
        : coerced(whole(text, offset, length, type), type);
  }

  /** Whether the text is an optional minus and a few digits. */
  private static boolean isPlain(char[] text, int offset, int length) {
    int from = offset;
    int end = offset + length;
    if (length > 0 && text[from] == '-') {
      from++;
    }
    if (from == end || end - from > SAFE_DIGITS) {
      return false;
    }
    for (int i = from; i < end; i++) {
      if (text[i] < '0' || text[i] > '9') {
        return false;
      }
    }
    return true;
  }

  private static long digits(char[] text, int offset, int length) {
    boolean negative = text[offset] == '-';
    long value = 0;
    for (int i = negative ? offset + 1 : offset; i < offset + length; i++) {
      value = value * 10 + (text[i] - '0');
    }
    return negative ? -value : value;
  }

  /**
   * Parses an integer that is long, has a plus sign or surrounding blanks; a fraction is an error.
   */
  private static BigDecimal whole(char[] text, int offset, int length, SqlType type) {
    String trimmed = string(text, offset, length).strip();
    if (!trimmed.matches("[+-]?[0-9]+")) {
      throw SqlErrorMessage.INVALID_INPUT_SYNTAX.error(type);
    }
    return trimmed.length() > 2 * SqlType.MAX_DECIMAL_PRECISION
        ? (BigDecimal) coerced(trimmed, SqlType.decimal(SqlType.MAX_DECIMAL_PRECISION, 0))
        : new BigDecimal(trimmed);
  }

  private static Object decimal(char[] text, int offset, int length, SqlType type) {
    int end = offset + length;
    boolean negative = length > 0 && text[offset] == '-';
    int from = negative ? offset + 1 : offset;
    int point = -1;
    long unscaled = 0;
    for (int i = from; i < end; i++) {
      char c = text[i];
      if (c >= '0' && c <= '9') {
        unscaled = unscaled * 10 + (c - '0');
      } else if (c == '.' && point < 0) {
        point = i;
      } else {
        return coerced(string(text, offset, length), type);
      }
    }
    int digits = end - from - (point < 0 ? 0 : 1);
    int missing = type.scale() - (point < 0 ? 0 : end - point - 1);
    if (digits == 0 || missing < 0 || digits + missing > Math.min(SAFE_DIGITS, type.precision())) {
      return coerced(string(text, offset, length), type);
    }
    for (int i = 0; i < missing; i++) {
      unscaled *= 10;
    }
    return BigDecimal.valueOf(negative ? -unscaled : unscaled, type.scale());
  }

  private static Object date(char[] text, int offset, int length, SqlType type) {
    long days = length == 10 ? day(text, offset) : Long.MIN_VALUE;
    return days == Long.MIN_VALUE
        ? coerced(string(text, offset, length), type)
        : (Object) (int) days;
  }

  /**
   * The day of a text {@code yyyy-mm-dd}, or Long.MIN_VALUE when the text needs the full parser.
   */
  private static long day(char[] text, int at) {
    int year = number(text, at, 4);
    int month = number(text, at + 5, 2);
    int day = number(text, at + 8, 2);
    boolean sure = text[at + 4] == '-' && text[at + 7] == '-' && year >= 0;
    // The last days of months are left to the full parser.
    return sure && month >= 1 && month <= 12 && day >= 1 && day <= 28
        ? LocalDate.of(year, month, day).toEpochDay()
        : Long.MIN_VALUE;
  }

  /** The number in the given count of digits, or -1. */
  private static int number(char[] text, int at, int digits) {
    int value = 0;
    for (int i = at; i < at + digits; i++) {
      if (text[i] < '0' || text[i] > '9') {
        return -1;
      }
      value = value * 10 + (text[i] - '0');
    }
    return value;
  }

  private static Object timestamp(char[] text, int offset, int length, SqlType type) {
    boolean usual =
        length >= 19
            && (text[offset + 10] == ' ' || text[offset + 10] == 'T')
            && text[offset + 13] == ':'
            && text[offset + 16] == ':'
            && (length == 19 || length > 20 && length <= 26 && text[offset + 19] == '.');
    if (usual) {
      long days = day(text, offset);
      int hours = number(text, offset + 11, 2);
      int minutes = number(text, offset + 14, 2);
      int seconds = number(text, offset + 17, 2);
      int digits = Math.max(0, length - 20);
      int fraction = number(text, offset + 20, digits);
      if (days != Long.MIN_VALUE
          && hours >= 0
          && hours < 24
          && minutes >= 0
          && minutes < 60
          && seconds >= 0
          && seconds < 60
          && fraction >= 0) {
        for (int i = digits; i < 6; i++) {
          fraction *= 10;
        }
        long time = (hours * 60L + minutes) * 60 + seconds;
        return days * MICROS_PER_DAY + time * MICROS_PER_SECOND + fraction;
      }
    }
    return coerced(string(text, offset, length), type);
  }

  private static Object bytes(char[] text, int offset, int length, SqlType type) {
    if (length >= 2 && text[offset] == '\\' && text[offset + 1] == 'x') {
      try {
        return coerced(HexFormat.of().parseHex(text, offset + 2, offset + length), type);
      } catch (IllegalArgumentException e) {
        throw notHexadecimal(type, e);
      }
    }
    throw notHexadecimal(type, null);
  }

  private static MosqlException notHexadecimal(SqlType type, @Nullable Throwable cause) {
    return SqlErrorMessage.INVALID_BYTES_SYNTAX.causedBy(cause, type);
  }
}
