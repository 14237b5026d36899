package io.mosql.sql.exec.batch;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * A word of 64 bits for a text, by which texts are hashed and compared: the bytes of a short text
 * with their number, or a hash of a longer one. Equal texts have equal words; only long texts with
 * equal words have to be compared. Pure.
 */
final class TextWord {
  /** The word of NULL, which no text has. */
  static final long ABSENT = 8L << 56;

  /** An odd multiplier that spreads the bits of a word: 2 to the 64th by the golden ratio. */
  static final long MIX = 0x9E3779B97F4A7C15L;

  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  /** Bytes of a text that its word contains. */
  private static final int SHORT = Long.BYTES - 1;

  private TextWord() {}

  /** The word of the bytes of a text. */
  static long of(byte[] data, int from, int to) {
    int length = to - from;
    return length <= SHORT ? ofShort(data, from, length) : ofLong(data, from, to);
  }

  /** Whether texts with this word are equal. */
  static boolean isWhole(long word) {
    return word >= 0;
  }

  private static long ofShort(byte[] data, int from, int length) {
    long bytes = 0;
    if (length > 0 && from + Long.BYTES <= data.length) {
      bytes = (long) LONG.get(data, from) >>> Byte.SIZE * (Long.BYTES - length);
    } else {
      for (int i = 0; i < length; i++) {
        bytes = bytes << Byte.SIZE | data[from + i] & 0xFF;
      }
    }
    return (long) length << 56 | bytes;
  }

  private static long ofLong(byte[] data, int from, int to) {
    long hash = to - from;
    int last = to - Long.BYTES;
    for (int at = from; at < last; at += Long.BYTES) {
      hash = mixed(hash ^ (long) LONG.get(data, at));
    }
    return mixed(hash ^ (long) LONG.get(data, last)) | Long.MIN_VALUE;
  }

  private static long mixed(long word) {
    long product = word * MIX;
    return product ^ product >>> 32;
  }
}
