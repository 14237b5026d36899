package io.mosql.storage.checkpoint;

/**
 * Options of the checkpointer: when checkpoints are taken, and how much may change between them.
 *
 * @param logBytes bytes appended to the log after which a checkpoint begins
 * @param intervalMicros time after which one begins when anything was written
 * @param dirtyBytesMax heap that changed pages may take before commits wait for a checkpoint; one
 *     begins at half of it
 * @param snapshotAgeMaxMicros age at which a snapshot ends with 72000; 0 for never
 * @param garbageBytesMin page files are cleaned only when more than this much of them is dead
 * @param paced whether a checkpoint in the background rests between its writes, to leave the
 *     machine to the commits
 */
public record CheckpointOptions(
    long logBytes,
    long intervalMicros,
    long dirtyBytesMax,
    long snapshotAgeMaxMicros,
    long garbageBytesMin,
    boolean paced) {
  private static final long SECOND = 1_000_000;
  private static final long DIRTY_BYTES_LEAST = 8L << 20;

  public CheckpointOptions {
    if (logBytes < 1
        || intervalMicros < 1
        || dirtyBytesMax < 1
        || snapshotAgeMaxMicros < 0
        || garbageBytesMin < 0) {
      throw new IllegalArgumentException("a limit of checkpoints is out of range");
    }
  }

  /**
   * 256 MB of log, five minutes, a quarter of the heap, a day.
   *
   * @param heapBytes largest heap of this process
   */
  public static CheckpointOptions forHeap(long heapBytes) {
    return new CheckpointOptions(
        256L << 20,
        300 * SECOND,
        Math.max(DIRTY_BYTES_LEAST, heapBytes / 4),
        24 * 3600 * SECOND,
        64L << 20,
        true);
  }
}
