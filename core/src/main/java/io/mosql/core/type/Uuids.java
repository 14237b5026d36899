package io.mosql.core.type;

import java.nio.ByteBuffer;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Conversion of UUIDs to text and to 16 bytes. Pure. */
public final class Uuids {
  /** Bytes of a UUID. */
  public static final int BYTES = 16;

  private static final int DIGITS = 2 * BYTES;

  private Uuids() {}

  /**
   * Parses a UUID: 32 hexadecimal digits of any case, with or without hyphens behind groups of
   * four, optionally in braces.
   *
   * @return null when the text is not a UUID
   */
  public static @Nullable UUID parse(String text) {
    String trimmed = text.trim();
    int from = 0;
    int to = trimmed.length();
    if (to > 1 && trimmed.charAt(0) == '{' && trimmed.charAt(to - 1) == '}') {
      from++;
      to--;
    }
    long high = 0;
    long low = 0;
    int digits = 0;
    for (int i = from; i < to; i++) {
      char c = trimmed.charAt(i);
      if (c == '-' && digits % 4 == 0 && digits > 0 && trimmed.charAt(i - 1) != '-') {
        continue;
      }
      int digit = c < 128 ? Character.digit(c, 16) : -1;
      if (digit < 0 || digits == DIGITS) {
        return null;
      }
      high = high << 4 | low >>> 60;
      low = low << 4 | digit;
      digits++;
    }
    return digits == DIGITS && trimmed.charAt(to - 1) != '-' ? new UUID(high, low) : null;
  }

  public static byte[] bytes(UUID uuid) {
    return ByteBuffer.allocate(BYTES)
        .putLong(uuid.getMostSignificantBits())
        .putLong(uuid.getLeastSignificantBits())
        .array();
  }

  /**
   * The UUID of 16 bytes.
   *
   * @param from where they begin
   */
  public static UUID of(byte[] bytes, int from) {
    ByteBuffer buffer = ByteBuffer.wrap(bytes, from, BYTES);
    return new UUID(buffer.getLong(), buffer.getLong());
  }

  /** Compares by bytes; {@link UUID#compareTo} compares signed numbers. */
  public static int compare(UUID a, UUID b) {
    int high = Long.compareUnsigned(a.getMostSignificantBits(), b.getMostSignificantBits());
    return high != 0
        ? high
        : Long.compareUnsigned(a.getLeastSignificantBits(), b.getLeastSignificantBits());
  }
}
