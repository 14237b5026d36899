package io.mosql.storage.page;

/**
 * The location of a page.
 *
 * @param offset of the first byte in the segment
 * @param length in bytes
 * @param checksum CRC32C of the bytes
 */
public record PageLocation(SegmentId segment, int offset, int length, int checksum) {
  public PageLocation {
    if (offset < SegmentHeader.BYTES || length < 1) {
      throw new IllegalArgumentException("a page of " + length + " bytes at " + offset);
    }
  }

  /** Offset of the first byte after it. */
  long end() {
    return (long) offset + length;
  }
}
