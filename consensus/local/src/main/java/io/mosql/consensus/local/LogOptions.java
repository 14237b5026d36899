package io.mosql.consensus.local;

/**
 * Sizes of a {@link LocalLog}. They may differ from one opening to the next.
 *
 * @param segmentBytes size that segments grow to
 * @param initialSegmentBytes size of the first segment after opening, so that opening is quick;
 *     each further one is four times as large, up to {@code segmentBytes}
 * @param spareSegments how many purged segments are kept for reuse
 * @param maxRecordBytes largest record; one larger than a segment gets a segment of its own
 * @param prepareInBackground whether a background thread of the log allocates the next segment and
 *     recycles purged ones; otherwise both happen on the calling thread, in a reproducible order
 * @param retainedBytes purged records are kept while their segments take no more than this
 */
public record LogOptions(
    int segmentBytes,
    int initialSegmentBytes,
    int spareSegments,
    int maxRecordBytes,
    boolean prepareInBackground,
    long retainedBytes) {

  static final int MIN_SEGMENT_BYTES = 8 << 10;
  private static final int MAX_RECORD_BYTES = 1 << 30;

  public LogOptions {
    if (initialSegmentBytes < MIN_SEGMENT_BYTES || segmentBytes < initialSegmentBytes) {
      throw new IllegalArgumentException(
          "segment sizes " + initialSegmentBytes + " to " + segmentBytes);
    }
    if (spareSegments < 0) {
      throw new IllegalArgumentException("spareSegments " + spareSegments);
    }
    if (retainedBytes < 0) {
      throw new IllegalArgumentException("retainedBytes " + retainedBytes);
    }
    if (maxRecordBytes < 1 || maxRecordBytes > MAX_RECORD_BYTES) {
      throw new IllegalArgumentException("maxRecordBytes " + maxRecordBytes);
    }
  }

  /** Segments of 64 MB, records up to 32 MB. */
  public static LogOptions defaults() {
    return new LogOptions(64 << 20, 1 << 20, 4, 32 << 20, true, 0);
  }

  /**
   * Small segments of one size and no background thread, so that tests often reach segment
   * boundaries.
   */
  public static LogOptions small(int segmentBytes) {
    return new LogOptions(segmentBytes, segmentBytes, 1, 1 << 20, false, 0);
  }

  public LogOptions withRetainedBytes(long bytes) {
    return new LogOptions(
        segmentBytes,
        initialSegmentBytes,
        spareSegments,
        maxRecordBytes,
        prepareInBackground,
        bytes);
  }
}
