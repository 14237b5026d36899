package io.mosql.core.wire;

import io.mosql.core.codec.ArrayCodec;
import io.mosql.core.error.CoreErrorMessage;
import io.mosql.core.type.Infinity;
import io.mosql.core.type.LargeObject;
import io.mosql.core.type.SqlArray;
import io.mosql.core.type.SqlType;
import io.mosql.core.type.TypeKind;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The codec of parameter tuples: their number, then a tag and a value each. Values are sent as
 * bound, and coerced where the statement is planned.
 */
final class ParameterCodec {
  /** Maximum number of values of one tuple. */
  private static final int VALUES_MAX = 65_535;

  private static final int NULL = 0;
  private static final int FALSE = 1;
  private static final int TRUE = 2;
  private static final int INT = 3;
  private static final int LONG = 4;
  private static final int DECIMAL = 5;
  private static final int FLOAT = 6;
  private static final int DOUBLE = 7;
  private static final int TEXT = 8;
  private static final int BYTES = 9;
  private static final int DATE = 10;
  private static final int TIME = 11;
  private static final int TIMESTAMP = 12;
  private static final int MOMENT = 13;
  private static final int UNIQUE_ID = 14;
  private static final int ARRAY = 15;
  private static final int LARGE_OBJECT = 16;

  /** Seconds of an infinite moment. */
  private static final long PAST = Long.MIN_VALUE;

  private static final long FUTURE = Long.MAX_VALUE;

  /** Estimated memory of a value and its slot in a tuple, without texts and bytes. */
  private static final int VALUE_BYTES = 40;

  private static final @Nullable Object[] NONE = {};

  private ParameterCodec() {}

  /**
   * @param minor version of the reader
   */
  static void write(WireWriter out, @Nullable Object[] tuple, int minor) {
    if (tuple.length > VALUES_MAX) {
      throw CoreErrorMessage.TOO_MANY_PARAMETERS.error(VALUES_MAX);
    }
    out.var(tuple.length);
    for (Object value : tuple) {
      write(out, value, minor);
    }
  }

  private static void write(WireWriter out, @Nullable Object value, int minor) {
    if (value == null) {
      out.u8(NULL);
    } else if (value instanceof Integer number) {
      writeInt(out, number);
    } else if (value instanceof String text) {
      out.u8(TEXT);
      out.text(text);
    } else if (value instanceof Long number) {
      out.u8(LONG);
      out.i64(number);
    } else if (value instanceof BigDecimal number) {
      out.u8(DECIMAL);
      DecimalCodec.write(out, number);
    } else if (value instanceof LocalDateTime dateTime) {
      out.u8(TIMESTAMP);
      out.i64(dateTime.toLocalDate().toEpochDay());
      out.i64(dateTime.toLocalTime().toNanoOfDay());
    } else {
      writeRarer(out, value, minor);
    }
  }

  private static void writeInt(WireWriter out, int number) {
    out.u8(INT);
    out.i32(number);
  }

  private static void writeRarer(WireWriter out, Object value, int minor) {
    if (value instanceof Boolean bool) {
      out.u8(bool ? TRUE : FALSE);
    } else if (value instanceof Double number) {
      out.u8(DOUBLE);
      out.i64(Double.doubleToRawLongBits(number));
    } else if (value instanceof Float number) {
      out.u8(FLOAT);
      out.i32(Float.floatToRawIntBits(number));
    } else if (value instanceof byte[] bytes) {
      out.u8(BYTES);
      out.bytes(bytes);
    } else if (value instanceof LocalDate date) {
      out.u8(DATE);
      out.i64(date.toEpochDay());
    } else if (value instanceof LocalTime time) {
      out.u8(TIME);
      out.i64(time.toNanoOfDay());
    } else if (value instanceof Short || value instanceof Byte) {
      writeInt(out, ((Number) value).intValue());
    } else if (value instanceof BigInteger number) {
      out.u8(DECIMAL);
      DecimalCodec.write(out, new BigDecimal(number));
    } else if (value instanceof OffsetDateTime moment) {
      writeMoment(out, moment, minor);
    } else if (value instanceof LargeObject object
        && minor >= ClientPreface.MINOR_OF_LARGE_OBJECTS) {
      out.u8(LARGE_OBJECT);
      LargeObjectCodec.write(out, object);
    } else if (value instanceof UUID id) {
      if (minor >= ClientPreface.MINOR_OF_TYPED_PARAMETERS) {
        out.u8(UNIQUE_ID);
        out.i64(id.getMostSignificantBits());
        out.i64(id.getLeastSignificantBits());
      } else {
        out.u8(TEXT);
        out.text(id.toString());
      }
    } else if (value instanceof SqlArray array) {
      if (minor >= ClientPreface.MINOR_OF_ARRAYS) {
        out.u8(ARRAY);
        MetadataCodec.type(out, SqlType.arrayOf(array.element()));
        out.bytes(ArrayCodec.encode(array.element(), array));
      } else {
        out.u8(TEXT);
        out.text(array.toString());
      }
    } else {
      throw CoreErrorMessage.PARAMETER_CLASS_NOT_SUPPORTED.error(value.getClass().getName());
    }
  }

  private static void writeMoment(WireWriter out, OffsetDateTime moment, int minor) {
    Long infinite = Infinity.moment(moment);
    if (minor >= ClientPreface.MINOR_OF_TYPED_PARAMETERS) {
      out.u8(MOMENT);
      out.i64(infinite == null ? moment.toEpochSecond() : infinite < 0 ? PAST : FUTURE);
      out.i32(infinite == null ? moment.getNano() : 0);
    } else {
      out.u8(TEXT);
      out.text(infinite == null ? moment.toString() : infinite < 0 ? "-infinity" : "infinity");
    }
  }

  static @Nullable Object[] read(WireReader in) {
    int count = in.count(1);
    if (count > VALUES_MAX) {
      throw new WireException("too many parameters");
    }
    if (count == 0) {
      return NONE;
    }
    in.keep((long) count * VALUE_BYTES);
    @Nullable Object[] tuple = new @Nullable Object[count];
    for (int i = 0; i < count; i++) {
      tuple[i] = readOne(in);
    }
    return tuple;
  }

  private static @Nullable Object readOne(WireReader in) {
    return switch (in.u8()) {
      case NULL -> null;
      case FALSE -> false;
      case TRUE -> true;
      case INT -> in.i32();
      case LONG -> in.i64();
      case DECIMAL -> DecimalCodec.read(in);
      case FLOAT -> Float.intBitsToFloat(in.i32());
      case DOUBLE -> Double.longBitsToDouble(in.i64());
      case TEXT -> in.text();
      case BYTES -> in.bytes();
      case DATE -> date(in.i64());
      case TIME -> time(in.i64());
      case TIMESTAMP -> LocalDateTime.of(date(in.i64()), time(in.i64()));
      case MOMENT -> moment(in.i64(), in.i32());
      case UNIQUE_ID -> new UUID(in.i64(), in.i64());
      case ARRAY -> {
        SqlType type = MetadataCodec.type(in);
        if (type.kind() != TypeKind.ARRAY) {
          throw new WireException("array without a type of its elements");
        }
        yield RowCodec.array(type, in.bytes());
      }
      case LARGE_OBJECT -> LargeObjectCodec.read(in);
      default -> throw new WireException("value of an unknown kind");
    };
  }

  private static LocalDate date(long days) {
    try {
      return LocalDate.ofEpochDay(days);
    } catch (DateTimeException e) {
      throw new WireException("date out of range");
    }
  }

  private static OffsetDateTime moment(long second, int nano) {
    if (second == PAST || second == FUTURE) {
      return second == PAST ? OffsetDateTime.MIN : OffsetDateTime.MAX;
    }
    try {
      return Instant.ofEpochSecond(second, nano).atOffset(ZoneOffset.UTC);
    } catch (DateTimeException | ArithmeticException e) {
      throw new WireException("timestamp out of range");
    }
  }

  private static LocalTime time(long nanos) {
    try {
      return LocalTime.ofNanoOfDay(nanos);
    } catch (DateTimeException e) {
      throw new WireException("time out of range");
    }
  }
}
