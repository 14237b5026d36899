package io.mosql.storage.page;

/**
 * Options of a {@link PageStore}. They may differ from one opening to the next.
 *
 * @param cacheBytes limit of the page cache, in bytes of heap
 * @param segmentBytes size that segments grow to; a larger single page gets one of its own
 * @param openFilesMax maximum number of open segment files
 */
public record PageOptions(long cacheBytes, int segmentBytes, int openFilesMax) {
  private static final int DEFAULT_SEGMENT_BYTES = 64 << 20;
  private static final int DEFAULT_OPEN_FILES = 512;

  public PageOptions {
    if (cacheBytes < 0 || segmentBytes <= SegmentHeader.BYTES || openFilesMax < 1) {
      throw new IllegalArgumentException(
          "cache " + cacheBytes + ", segments " + segmentBytes + ", open files " + openFilesMax);
    }
  }

  /** Segments of 64 MB. */
  public static PageOptions withCache(long cacheBytes) {
    return new PageOptions(cacheBytes, DEFAULT_SEGMENT_BYTES, DEFAULT_OPEN_FILES);
  }

  public PageOptions withSegmentBytes(int bytes) {
    return new PageOptions(cacheBytes, bytes, openFilesMax);
  }

  public PageOptions withOpenFilesMax(int files) {
    return new PageOptions(cacheBytes, segmentBytes, files);
  }
}
