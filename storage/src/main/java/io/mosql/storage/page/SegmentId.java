package io.mosql.storage.page;

import io.mosql.core.port.RandomSource;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * The id of a segment: 128 random bits, never reused, so that equal ids mean equal bytes in every
 * directory and backup.
 */
public record SegmentId(long high, long low) {
  private static final String PREFIX = "pages-";
  private static final String SUFFIX = ".seg";
  private static final int DIGITS = 32;

  static SegmentId random(RandomSource random) {
    return new SegmentId(random.nextLong(), random.nextLong());
  }

  /** {@code pages-<32 hex digits>.seg}. */
  public String fileName() {
    return PREFIX + this + SUFFIX;
  }

  /** Parses the id in a file name, null when it is not that of a segment. */
  public static @Nullable SegmentId ofFileName(String name) {
    if (name.length() != PREFIX.length() + DIGITS + SUFFIX.length()
        || !name.startsWith(PREFIX)
        || !name.endsWith(SUFFIX)) {
      return null;
    }
    String digits = name.substring(PREFIX.length(), PREFIX.length() + DIGITS);
    for (int i = 0; i < DIGITS; i++) {
      char c = digits.charAt(i);
      if (!(c >= '0' && c <= '9') && !(c >= 'a' && c <= 'f')) {
        return null;
      }
    }
    return new SegmentId(
        HexFormat.fromHexDigitsToLong(digits, 0, DIGITS / 2),
        HexFormat.fromHexDigitsToLong(digits, DIGITS / 2, DIGITS));
  }

  /** 32 hex digits. */
  @Override
  public String toString() {
    HexFormat hex = HexFormat.of();
    return hex.toHexDigits(high) + hex.toHexDigits(low);
  }
}
