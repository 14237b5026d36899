package io.mosql.consensus.local;

import org.jspecify.annotations.Nullable;

/**
 * Name of a file of the log: {@code log-<sequence>} for a segment, {@code log-spare-<sequence>} for
 * a file that is or was made ready to become one.
 */
record SegmentName(long sequence, boolean spare) {
  private static final String SEGMENT = "log-";
  private static final String SPARE = "log-spare-";
  private static final int DIGITS = 16;

  static SegmentName segment(long sequence) {
    return new SegmentName(sequence, false);
  }

  static SegmentName spare(long sequence) {
    return new SegmentName(sequence, true);
  }

  /** Parses a name; null when it is not a file name of the log. */
  static @Nullable SegmentName parse(String name) {
    boolean spare = name.startsWith(SPARE);
    String digits =
        spare
            ? name.substring(SPARE.length())
            : name.startsWith(SEGMENT) ? name.substring(SEGMENT.length()) : "";
    if (digits.length() != DIGITS) {
      return null;
    }
    for (int i = 0; i < DIGITS; i++) {
      char c = digits.charAt(i);
      if (!(c >= '0' && c <= '9') && !(c >= 'a' && c <= 'f')) {
        return null;
      }
    }
    return new SegmentName(Long.parseUnsignedLong(digits, 16), spare);
  }

  @Override
  public String toString() {
    return (spare ? SPARE : SEGMENT) + String.format("%016x", sequence);
  }
}
