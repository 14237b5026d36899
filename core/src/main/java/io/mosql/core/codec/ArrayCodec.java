package io.mosql.core.codec;

import io.mosql.core.error.CoreErrorMessage;
import io.mosql.core.error.MosqlException;
import io.mosql.core.type.SqlArray;
import io.mosql.core.type.SqlType;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of arrays in rows and messages, without the type of the elements. Equal arrays have
 * equal bytes, as far as their elements have.
 *
 * <pre>
 * array  := dimensions (length lower)* element*     number of dimensions as one byte
 * element := size field                             the field as in a row (RowFormat)
 * length, size := 7 bits a byte, lowest first, 0x80 on all but the last
 * lower := likewise, of (lower &lt;&lt; 1) ^ (lower &gt;&gt; 31)
 * </pre>
 *
 * Pure.
 */
public final class ArrayCodec {
  private static final int MORE = 0x80;
  private static final int BITS = 7;
  private static final int VARINT_BYTES_MAX = 5;

  private ArrayCodec() {}

  /**
   * The bytes of an array; the caller owns them.
   *
   * @param element type of its elements
   */
  public static byte[] encode(SqlType element, SqlArray array) {
    byte[][] fields = new byte[array.size()][];
    int length = 1;
    for (int i = 0; i < array.dimensions(); i++) {
      length += varintBytes(array.length(i)) + varintBytes(zigzag(array.lower(i)));
    }
    for (int i = 0; i < fields.length; i++) {
      fields[i] = RowFormat.encodeField(element, array.item(i));
      length = Math.addExact(length, varintBytes(fields[i].length) + fields[i].length);
    }
    byte[] bytes = new byte[length];
    bytes[0] = (byte) array.dimensions();
    int at = 1;
    for (int i = 0; i < array.dimensions(); i++) {
      at = put(bytes, at, array.length(i));
      at = put(bytes, at, zigzag(array.lower(i)));
    }
    for (byte[] field : fields) {
      at = put(bytes, at, field.length);
      System.arraycopy(field, 0, bytes, at, field.length);
      at += field.length;
    }
    return bytes;
  }

  private static int zigzag(int value) {
    return value << 1 ^ value >> 31;
  }

  private static int varintBytes(int value) {
    return Math.max(1, (Integer.SIZE - Integer.numberOfLeadingZeros(value) + BITS - 1) / BITS);
  }

  private static int put(byte[] bytes, int from, int value) {
    int at = from;
    int rest = value;
    while (rest >>> BITS != 0) {
      bytes[at++] = (byte) (rest | MORE);
      rest >>>= BITS;
    }
    bytes[at++] = (byte) rest;
    return at;
  }

  /**
   * The array of bytes.
   *
   * @param element type of its elements
   * @throws MosqlException XX001 when the bytes are no such array
   */
  public static SqlArray decode(SqlType element, byte[] bytes, int from, int to) {
    return new Reader(element, bytes, from, to).array();
  }

  private static final class Reader {
    private final SqlType element;
    private final byte[] bytes;
    private final int to;
    private int at;

    Reader(SqlType element, byte[] bytes, int from, int to) {
      this.element = element;
      this.bytes = bytes;
      this.at = from;
      this.to = to;
    }

    SqlArray array() {
      int dimensions = next();
      if (dimensions > SqlArray.DIMENSIONS_MAX) {
        throw corrupted();
      }
      int[] lengths = new int[dimensions];
      int[] lowers = new int[dimensions];
      long count = dimensions == 0 ? 0 : 1;
      for (int i = 0; i < dimensions; i++) {
        lengths[i] = varint();
        int lower = varint();
        lowers[i] = lower >>> 1 ^ -(lower & 1);
        count *= lengths[i];
        // an element has at least two bytes
        if (lengths[i] <= 0
            || (long) lowers[i] + lengths[i] > Integer.MAX_VALUE
            || count > to - at) {
          throw corrupted();
        }
      }
      @Nullable Object[] items = new @Nullable Object[(int) count];
      for (int i = 0; i < items.length; i++) {
        int size = varint();
        if (size <= 0 || size > to - at) {
          throw corrupted();
        }
        Object item = RowFormat.decodeField(bytes, at, at + size, element);
        if (item instanceof OverflowField) {
          throw corrupted();
        }
        items[i] = item;
        at += size;
      }
      if (at != to) {
        throw corrupted();
      }
      return SqlArray.of(element, lengths, lowers, items);
    }

    private int next() {
      if (at >= to) {
        throw corrupted();
      }
      return bytes[at++] & 0xFF;
    }

    private int varint() {
      int value = 0;
      for (int i = 0; i < VARINT_BYTES_MAX; i++) {
        int b = next();
        value |= (b & ~MORE) << BITS * i;
        if ((b & MORE) == 0) {
          return value;
        }
      }
      throw corrupted();
    }
  }

  private static MosqlException corrupted() {
    return CoreErrorMessage.CORRUPTED_ARRAY.error();
  }
}
