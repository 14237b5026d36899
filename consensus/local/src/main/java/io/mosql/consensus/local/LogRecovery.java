package io.mosql.consensus.local;

import io.mosql.core.port.StateMachine;
import io.mosql.core.port.StorageDirectory;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The recovery of a log: reads its records back, once.
 *
 * <p>A record is written only after its predecessor is durable. So, where a checksum is wrong: if
 * anything was written after that record, the record was durable once, and the log is damaged;
 * otherwise it is an incomplete write, and the log ends before it. The first record of a segment
 * has the index that follows, or the same index and bytes as the last one: a copy, made by an
 * earlier recovery. Everything else is a gap.
 *
 * <p>The last record is delivered by {@link LocalLog}, after it was made durable again.
 */
final class LogRecovery {
  private final StorageDirectory files;
  private final long afterIndex;
  private final StateMachine stateMachine;
  private final List<Found> segments = new ArrayList<>();
  private @Nullable LogRecord last;

  /** Position at which reading stopped; named in the error when a record is missing. */
  private String stop = "its beginning";

  LogRecovery(StorageDirectory files, long afterIndex, StateMachine stateMachine) {
    this.files = files;
    this.afterIndex = afterIndex;
    this.stateMachine = stateMachine;
  }

  /**
   * A segment of the log.
   *
   * @param firstIndex 0 when it holds no record
   * @param end offset after its last record; 0 when it was not determined
   */
  record Found(long sequence, long firstIndex, long end) {}

  /** Delivers all records after the given index but the last. */
  void run(List<SegmentName> names) throws IOException {
    long[] first = new long[names.size()];
    int start = 0;
    for (int i = 0; i < first.length; i++) {
      first[i] = firstIndex(names.get(i));
      if (first[i] != 0 && first[i] <= afterIndex + 1) {
        start = i;
      }
    }
    for (int i = 0; i < start; i++) {
      // A segment that is not needed any more is not read; one with a damaged header counts as its
      // successor.
      long index = Arrays.stream(first, i, start + 1).filter(f -> f != 0).findFirst().orElseThrow();
      segments.add(new Found(names.get(i).sequence(), index, 0));
    }
    for (SegmentName name : names.subList(start, names.size())) {
      read(name);
    }
    if (lastIndex() < afterIndex) {
      throw LocalLogErrorMessage.LOG_ENDS_EARLIER.error(
          files.describe(), lastIndex(), stop, afterIndex);
    }
  }

  /** The segments, the oldest first. */
  List<Found> segments() {
    return segments;
  }

  /** The last record; null when there is none. */
  @Nullable LogRecord last() {
    return last;
  }

  private long lastIndex() {
    return last == null ? 0 : last.index();
  }

  private long firstIndex(SegmentName name) throws IOException {
    try (SegmentScanner scanner = SegmentScanner.open(files, name)) {
      LogRecord record = scanner.isMisnamed() ? null : scanner.next();
      return record == null ? 0 : record.index();
    }
  }

  private void read(SegmentName name) throws IOException {
    try (SegmentScanner scanner = SegmentScanner.open(files, name)) {
      if (scanner.isMisnamed()) {
        requireUnused(scanner, name);
        segments.add(new Found(name.sequence(), 0, scanner.position()));
        return;
      }
      LogRecord record = scanner.next();
      long first = record == null ? 0 : record.index();
      if (record != null) {
        takeFirst(record, name);
        while ((record = scanner.next()) != null) {
          take(record);
        }
      }
      long after = scanner.findIndexAbove(lastIndex() + 1);
      if (after >= 0) {
        throw LocalLogErrorMessage.DAMAGED_SEGMENT.error(
            name, files.describe(), scanner.position(), lastIndex() + 1, after);
      }
      if (first != 0) {
        stop = "offset " + scanner.position() + " of segment " + name;
      }
      segments.add(new Found(name.sequence(), first, scanner.position()));
    }
  }

  /**
   * A spare may have been prepared for its next use before the rename that made it a spare was
   * durable. A power cut then leaves the old name on a file without records; its former records
   * were purged. If it contains records, files have been mixed up.
   */
  private void requireUnused(SegmentScanner scanner, SegmentName name) throws IOException {
    if (scanner.findIndexAbove(0) >= 0) {
      throw LocalLogErrorMessage.SEGMENT_MISNAMED.error(files.describe(), name);
    }
  }

  private void takeFirst(LogRecord record, SegmentName name) {
    LogRecord before = last;
    long expected = before == null ? afterIndex + 1 : before.index() + 1;
    boolean fits = before == null ? record.index() <= expected : record.index() == expected;
    if (fits) {
      take(record);
    } else if (before == null
        || record.index() != before.index()
        || !Arrays.equals(record.payload(), before.payload())) {
      throw LocalLogErrorMessage.LOG_HAS_GAP.error(
          files.describe(), expected, stop, name, record.index());
    }
  }

  /** Delivers the previous record, which is durable because this one exists. */
  private void take(LogRecord record) {
    deliverLast();
    last = record;
  }

  /** Delivers the last record, unless the state machine has already applied it. */
  void deliverLast() {
    LogRecord record = last;
    if (record != null && record.index() > afterIndex) {
      stateMachine.deliver(record.index(), record.payload());
    }
  }
}
