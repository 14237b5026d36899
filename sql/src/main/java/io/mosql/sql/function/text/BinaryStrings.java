package io.mosql.sql.function.text;

import io.mosql.sql.error.SqlErrorMessage;
import java.util.Arrays;

/**
 * Operations on binary strings, as {@link CodePoints} for texts: positions and lengths count bytes.
 * Pure.
 */
public final class BinaryStrings {
  private BinaryStrings() {}

  public static byte[] joined(byte[] a, byte[] b) {
    TextLengthLimit.check((long) a.length + b.length);
    byte[] all = Arrays.copyOf(a, a.length + b.length);
    System.arraycopy(b, 0, all, a.length, b.length);
    return all;
  }

  /** As SUBSTRING of a text: positions before the first byte count. */
  public static byte[] substring(byte[] bytes, long from, long length) {
    if (length < 0) {
      throw SqlErrorMessage.NEGATIVE_SUBSTRING_LENGTH.error();
    }
    int start = within(from - 1, bytes);
    return Arrays.copyOfRange(bytes, start, Math.max(start, within(from - 1 + length, bytes)));
  }

  private static int within(long offset, byte[] bytes) {
    return (int) Math.max(0, Math.min(bytes.length, offset));
  }

  /** One-based position of the first occurrence at or after one, 0 when there is none. */
  public static int position(byte[] sought, byte[] bytes, long from) {
    for (int at = (int) from - 1; at >= 0 && at + sought.length <= bytes.length; at++) {
      if (Arrays.equals(bytes, at, at + sought.length, sought, 0, sought.length)) {
        return at + 1;
      }
    }
    return 0;
  }

  public static byte[] overlay(byte[] bytes, byte[] replacement, long from, long length) {
    int rest = within(CodePoints.overlayEnd(from, length), bytes);
    int start = within(from - 1, bytes);
    byte[] head = joined(Arrays.copyOf(bytes, start), replacement);
    return joined(head, Arrays.copyOfRange(bytes, rest, bytes.length));
  }
}
