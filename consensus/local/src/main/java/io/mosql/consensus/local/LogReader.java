package io.mosql.consensus.local;

import io.mosql.core.port.StateMachine;
import io.mosql.core.port.StorageDirectory;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads the records of a log without changing it: of a directory that no process has open, or of
 * one that another process is writing to.
 *
 * <p>It accepts every record whose checksum is correct, including a last one that may not be
 * durable yet, and reports damage by the rules of {@link LogRecovery}, as opening the log does. A
 * log that is written concurrently is read at least up to the end that was durable when reading
 * began. Used by one thread.
 */
final class LogReader {
  private final StorageDirectory files;
  private final List<SegmentName> names = new ArrayList<>();

  /**
   * Indexes of the first records, by position in the list of names; 0 for a segment without
   * records.
   */
  private final long[] first;

  private long records;
  private long bytes;
  private @Nullable LogRecord last;
  private String stop = "its beginning";

  LogReader(StorageDirectory files) throws IOException {
    this.files = files;
    for (String file : files.list()) {
      SegmentName name = SegmentName.parse(file);
      if (name != null && !name.spare()) {
        names.add(name);
      }
    }
    this.first = new long[names.size()];
    for (int i = 0; i < first.length; i++) {
      try (SegmentScanner scanner = SegmentScanner.open(files, names.get(i))) {
        LogRecord record = scanner.isMisnamed() ? null : scanner.next();
        first[i] = record == null ? 0 : record.index();
      }
    }
  }

  /** Index of the first record that there is; 0 when there is none. */
  long firstIndex() {
    return Arrays.stream(first).filter(index -> index != 0).findFirst().orElse(0);
  }

  /**
   * Index of the oldest record from which the records up to the given index are complete; 0 when
   * there is none. Purged segments may precede it: an error while the directory was synced can
   * bring some of them back, but not those between.
   */
  long unbrokenFrom(long neededIndex) throws IOException {
    long from = 0;
    long end = 0;
    for (int i = 0; i < first.length; i++) {
      if (first[i] != 0) {
        boolean follows = first[i] == end || first[i] == end + 1;
        if (from == 0 || (!follows && first[i] <= neededIndex + 1)) {
          from = first[i];
        }
        end = end(names.get(i));
      }
    }
    return from;
  }

  /**
   * Index of a segment's last record; when it is damaged, the index before the next segment's first
   * record.
   */
  private long end(SegmentName name) throws IOException {
    try (SegmentScanner scanner = SegmentScanner.open(files, name)) {
      long end = 0;
      for (LogRecord record = scanner.next(); record != null; record = scanner.next()) {
        end = record.index();
      }
      boolean damaged = scanner.findIndexAbove(end + 1) >= 0;
      int next = names.indexOf(name) + 1;
      return damaged && next < first.length ? first[next] - 1 : end;
    }
  }

  /** Delivers the records after an index. */
  LogSummary read(long afterIndex, StateMachine target) throws IOException {
    long oldest = firstIndex();
    if (oldest > afterIndex + 1) {
      throw LocalLogErrorMessage.LOG_BEGINS_LATER.error(
          files.describe(), oldest, afterIndex + 1, oldest - 1);
    }
    int start = 0;
    for (int i = 0; i < first.length; i++) {
      if (first[i] != 0 && first[i] <= afterIndex + 1) {
        start = i;
      }
    }
    for (SegmentName name : names.subList(start, names.size())) {
      read(name, afterIndex, target);
    }
    long end = last == null ? 0 : last.index();
    if (end < afterIndex) {
      throw LocalLogErrorMessage.LOG_ENDS_EARLIER.error(files.describe(), end, stop, afterIndex);
    }
    return new LogSummary(oldest, end, names.size() - start, records, bytes);
  }

  private void read(SegmentName name, long afterIndex, StateMachine target) throws IOException {
    try (SegmentScanner scanner = SegmentScanner.open(files, name)) {
      if (scanner.isMisnamed()) {
        if (scanner.findIndexAbove(0) >= 0) {
          throw LocalLogErrorMessage.SEGMENT_MISNAMED.error(files.describe(), name);
        }
        return;
      }
      boolean any = false;
      for (LogRecord record = next(scanner, name); record != null; record = next(scanner, name)) {
        if (any || isNext(record, afterIndex, name)) {
          last = record;
          if (record.index() > afterIndex) {
            records++;
            bytes += record.payload().length;
            target.deliver(record.index(), record.payload());
          }
        }
        any = true;
      }
      if (any) {
        stop = "offset " + scanner.position() + " of segment " + name;
      }
    }
  }

  /**
   * Returns the next record; null at the end. When a later record follows one with a wrong
   * checksum, the record is read a second time: this tells damage from a write in progress, since a
   * record is durable before the next one is begun.
   */
  private @Nullable LogRecord next(SegmentScanner scanner, SegmentName name) throws IOException {
    LogRecord record = scanner.next();
    if (record != null) {
      return record;
    }
    long expected = (last == null ? 0 : last.index()) + 1;
    if (scanner.findIndexAbove(expected) < 0) {
      return null;
    }
    scanner.reread();
    record = scanner.next();
    if (record == null) {
      throw LocalLogErrorMessage.DAMAGED_SEGMENT.error(
          name, files.describe(), scanner.position(), expected, scanner.findIndexAbove(expected));
    }
    return record;
  }

  /** Whether the first record of a segment is a new one, and not a copy of the last. */
  private boolean isNext(LogRecord record, long afterIndex, SegmentName name) {
    LogRecord before = last;
    long expected = before == null ? afterIndex + 1 : before.index() + 1;
    if (before == null ? record.index() <= expected : record.index() == expected) {
      return true;
    }
    if (before != null
        && record.index() == before.index()
        && Arrays.equals(record.payload(), before.payload())) {
      return false;
    }
    throw LocalLogErrorMessage.LOG_HAS_GAP.error(
        files.describe(), expected, stop, name, record.index());
  }
}
