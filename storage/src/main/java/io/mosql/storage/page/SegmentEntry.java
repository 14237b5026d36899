package io.mosql.storage.page;

import java.util.Arrays;
import java.util.Objects;

/**
 * A segment of a checkpoint.
 *
 * @param bytes size of the file
 * @param liveBytes bytes of the pages that the checkpoint refers to
 * @param sha256 of the whole file; the array must not be changed
 */
public record SegmentEntry(SegmentId id, long bytes, long liveBytes, byte[] sha256) {
  static final int HASH_BYTES = 32;

  public SegmentEntry {
    if (bytes < SegmentHeader.BYTES || liveBytes < 0 || liveBytes > bytes) {
      throw new IllegalArgumentException(
          "segment " + id + " has " + bytes + " bytes, " + liveBytes + " of them live");
    }
    if (sha256.length != HASH_BYTES) {
      throw new IllegalArgumentException("a hash of " + sha256.length + " bytes");
    }
  }

  public SegmentEntry withLiveBytes(long live) {
    return new SegmentEntry(id, bytes, live, sha256);
  }

  @Override
  public boolean equals(Object o) {
    return o instanceof SegmentEntry other
        && id.equals(other.id)
        && bytes == other.bytes
        && liveBytes == other.liveBytes
        && Arrays.equals(sha256, other.sha256);
  }

  @Override
  public int hashCode() {
    return Objects.hash(id, bytes, liveBytes);
  }
}
