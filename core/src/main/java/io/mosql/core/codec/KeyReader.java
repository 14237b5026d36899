package io.mosql.core.codec;

import io.mosql.core.error.CoreErrorMessage;
import io.mosql.core.error.MosqlException;
import io.mosql.core.type.Interval;
import io.mosql.core.type.Jsonb;
import io.mosql.core.type.SqlArray;
import io.mosql.core.type.SqlType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A reader of the keys that {@link KeyWriter} wrote, column by column and in order. For a text
 * whose type has a collation it returns the collation key of the text; for an INTERVAL, a NUMERIC
 * and JSONB an equal value, since keys do not contain the parts of an interval, nor trailing zeros
 * of numbers. Not thread-safe.
 */
public final class KeyReader {
  private final byte[] key;
  private int at;

  public KeyReader(byte[] key) {
    this.key = key;
  }

  public boolean hasNext() {
    return at < key.length;
  }

  /** Offset of the next unread byte. */
  public int position() {
    return at;
  }

  /**
   * The next column's value, of the carrier class of the type's kind, or null.
   *
   * @throws MosqlException XX001 when the bytes are not a valid column
   */
  public @Nullable Object column(SqlType type, boolean descending) {
    try {
      int flip = descending ? 0xFF : 0;
      int tag = next(flip);
      if (tag == KeyWriter.NULL) {
        return null;
      }
      if (tag != KeyWriter.VALUE) {
        throw damaged(null);
      }
      return value(type, flip);
    } catch (ArrayIndexOutOfBoundsException e) {
      throw damaged(e);
    }
  }

  private Object value(SqlType type, int flip) {
    return switch (type.kind()) {
      case BOOLEAN -> next(flip) != 0;
      case SMALLINT -> (int) (short) (bigEndian(2, flip) ^ 0x8000L);
      case INTEGER, DATE -> (int) (bigEndian(4, flip) ^ 0x8000_0000L);
      case BIGINT, TIME, TIMESTAMP, TIMESTAMPTZ -> bigEndian(8, flip) ^ Long.MIN_VALUE;
      case DECIMAL -> new BigDecimal(unscaled(flip), type.scale());
      case NUMERIC -> numeric(flip);
      case REAL -> {
        int bits = (int) bigEndian(4, flip);
        yield Float.intBitsToFloat(bits < 0 ? bits ^ 0x8000_0000 : ~bits);
      }
      case DOUBLE -> {
        long bits = bigEndian(8, flip);
        yield Double.longBitsToDouble(bits < 0 ? bits ^ Long.MIN_VALUE : ~bits);
      }
      case CHAR, VARCHAR, TEXT, CLOB -> new String(escaped(flip), StandardCharsets.UTF_8);
      case VARBINARY, BLOB -> escaped(flip);
      case UUID -> new UUID(bigEndian(8, flip), bigEndian(8, flip));
      case INTERVAL ->
          interval(
              bigEndian(8, flip) ^ Long.MIN_VALUE, bigEndian(KeyWriter.INTERVAL_REST_BYTES, flip));
      case JSONB -> jsonb(flip);
      case ARRAY -> array(type.elementType(), flip);
    };
  }

  private SqlArray array(SqlType element, int flip) {
    List<@Nullable Object> items = new ArrayList<>();
    int tag = next(flip);
    for (; tag != KeyWriter.ARRAY_END; tag = next(flip)) {
      if (tag != KeyWriter.VALUE && tag != KeyWriter.ARRAY_NULL) {
        throw damaged(null);
      }
      items.add(tag == KeyWriter.ARRAY_NULL ? null : value(element, flip));
    }
    int[] lengths = new int[next(flip)];
    int[] lowers = new int[lengths.length];
    for (int i = 0; i < lengths.length; i++) {
      lengths[i] = (int) (bigEndian(4, flip) ^ 0x8000_0000L);
      lowers[i] = (int) (bigEndian(4, flip) ^ 0x8000_0000L);
    }
    try {
      return SqlArray.of(element, lengths, lowers, items.toArray());
    } catch (IllegalArgumentException | MosqlException e) {
      throw damaged(e);
    }
  }

  private static Interval interval(long days, long rest) {
    try {
      return Interval.ofSpan(days, rest);
    } catch (ArithmeticException e) {
      throw damaged(e);
    }
  }

  private BigDecimal numeric(int flip) {
    try {
      BigDecimal number = number(flip);
      return number.scale() < 0 ? number.setScale(0) : number;
    } catch (ArithmeticException | NumberFormatException e) {
      throw damaged(e);
    }
  }

  private Jsonb jsonb(int flip) {
    try {
      return Jsonb.of(json(next(flip), flip, 0));
    } catch (IllegalArgumentException | ArithmeticException | MosqlException e) {
      throw damaged(e);
    }
  }

  private Object json(int tag, int flip, int depth) {
    if (depth > Jsonb.DEPTH_MAX) {
      throw damaged(null);
    }
    switch (tag) {
      case KeyWriter.JSON_NOTHING -> {
        return List.of();
      }
      case KeyWriter.JSON_NULL -> {
        return Jsonb.Null.NULL;
      }
      case KeyWriter.JSON_STRING -> {
        return new String(escaped(flip), StandardCharsets.UTF_8);
      }
      case KeyWriter.JSON_NUMBER -> {
        return number(flip);
      }
      case KeyWriter.JSON_FALSE, KeyWriter.JSON_TRUE -> {
        return tag == KeyWriter.JSON_TRUE;
      }
      case KeyWriter.JSON_ARRAY -> {
        List<Object> items = new ArrayList<>();
        for (long left = bigEndian(4, flip); left > 0; left--) {
          items.add(json(next(flip), flip, depth + 1));
        }
        return items;
      }
      case KeyWriter.JSON_OBJECT -> {
        Map<String, Object> fields = new LinkedHashMap<>();
        for (long left = bigEndian(4, flip); left > 0; left--) {
          String key = new String(escaped(flip), StandardCharsets.UTF_8);
          fields.put(key, json(next(flip), flip, depth + 1));
        }
        return fields;
      }
      default -> throw damaged(null);
    }
  }

  private BigDecimal number(int flip) {
    int sign = next(flip) - 1;
    if (sign == 0) {
      return BigDecimal.ZERO;
    }
    int turned = sign < 0 ? flip ^ 0xFF : flip;
    int exponent = (int) (bigEndian(4, turned) ^ 0x8000_0000L);
    StringBuilder digits = new StringBuilder("0");
    for (int pair = next(turned); pair != 0; pair = next(turned)) {
      digits.append((char) ('0' + (pair - 1) / 10)).append((char) ('0' + (pair - 1) % 10));
    }
    BigInteger unscaled = new BigInteger(digits.toString());
    int scale = Math.subtractExact(digits.length() - 1, exponent);
    return new BigDecimal(sign < 0 ? unscaled.negate() : unscaled, scale).stripTrailingZeros();
  }

  private BigInteger unscaled(int flip) {
    int head = next(flip) - 0x80;
    byte[] magnitude = new byte[Math.abs(head)];
    int complement = head < 0 ? 0xFF : 0;
    for (int i = 0; i < magnitude.length; i++) {
      magnitude[i] = (byte) (next(flip) ^ complement);
    }
    return new BigInteger(Integer.signum(head), magnitude);
  }

  private byte[] escaped(int flip) {
    int end = at;
    int zeros = 0;
    while (true) {
      if (((key[end++] ^ flip) & 0xFF) == 0) {
        int after = (key[end++] ^ flip) & 0xFF;
        if (after == 1) {
          break;
        }
        if (after != 0xFF) {
          throw damaged(null);
        }
        zeros++;
      }
    }
    byte[] bytes = new byte[end - 2 - at - zeros];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) next(flip);
      if (bytes[i] == 0) {
        at++;
      }
    }
    at = end;
    return bytes;
  }

  private long bigEndian(int bytes, int flip) {
    long bits = 0;
    for (int i = 0; i < bytes; i++) {
      bits = bits << 8 | next(flip);
    }
    return bits;
  }

  private int next(int flip) {
    return (key[at++] ^ flip) & 0xFF;
  }

  private static MosqlException damaged(@Nullable Throwable cause) {
    return CoreErrorMessage.CORRUPTED_KEY.causedBy(cause);
  }
}
