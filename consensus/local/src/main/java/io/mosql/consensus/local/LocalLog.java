package io.mosql.consensus.local;

import io.mosql.consensus.local.LogRecovery.Found;
import io.mosql.core.error.CoreErrorMessage;
import io.mosql.core.error.MosqlException;
import io.mosql.core.port.Clock;
import io.mosql.core.port.DiskFullException;
import io.mosql.core.port.LocalCommitLog;
import io.mosql.core.port.LogStamp;
import io.mosql.core.port.LogStatistics;
import io.mosql.core.port.RandomSource;
import io.mosql.core.port.StateMachine;
import io.mosql.core.port.StorageDirectory;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A log in the files of one directory. An append is one write and one sync into space that was
 * allocated before, then the delivery, all on the calling thread.
 *
 * <p>Files are <em>segments</em> ({@link LogSegmentHeader}, then records as in {@link
 * RecordFormat}) and spares; their order is that of the sequence numbers in their names. At most
 * one record is unsynced at any time, even across opening: before a recovered log becomes readable,
 * its last record, the only one that may not be durable, is written again into a new segment and
 * synced. (A sync in place would not be enough: after a failed sync in an earlier process, the page
 * cache may hold bytes that never reached the disk, and a further sync may not report it.)
 *
 * <p>Thread-safe; appends and {@link #close} exclude each other. Failure: as specified by {@link
 * io.mosql.core.port.CommitLog}. If the state machine rejects a record, the log is closed as well.
 */
public final class LocalLog implements LocalCommitLog {
  private static final long SHRINK_FROM_BYTES = 64 << 10;

  private final StorageDirectory files;
  private final Clock clock;
  private final LogOptions options;
  private final SegmentAllocator allocation;
  private final SegmentFiles segments;
  private final SyncHistogram syncTimes = new SyncHistogram();

  /** The lock that is acquired while a record is appended. */
  private final ReentrantLock appending = new ReentrantLock();

  private @Nullable StateMachine stateMachine;
  private @Nullable Segment active;
  private @Nullable MosqlException failure;
  private boolean closed;
  private volatile long lastIndex;
  private volatile long appendedRecords;
  private volatile long appendedBytes;

  /**
   * Creates a log over these files, which the caller closes; they are accessed first by {@link
   * #open}.
   */
  public LocalLog(StorageDirectory files, Clock clock, RandomSource random, LogOptions options) {
    this.files = files;
    this.clock = clock;
    this.options = options;
    this.allocation = new SegmentAllocator(files, random, options);
    this.segments = new SegmentFiles(allocation, options);
  }

  /**
   * Delivers the records of a log after an index, without changing the files; another process may
   * be writing to them. The last record may not be durable yet.
   *
   * @throws MosqlException XX001 naming file and offset when the log is damaged or has a gap
   */
  public static LogSummary inspect(StorageDirectory files, long afterIndex, StateMachine target) {
    try {
      return new LogReader(files).read(afterIndex, target);
    } catch (IOException e) {
      throw unreadable(files, e);
    }
  }

  /** Index of the oldest record of a log that need not be open; 0 when there is none. */
  public static long firstIndex(StorageDirectory files) {
    try {
      return new LogReader(files).firstIndex();
    } catch (IOException e) {
      throw unreadable(files, e);
    }
  }

  /**
   * Index of the oldest record from which the records up to the given index are complete; 0 when
   * there is none. The log need not be open.
   */
  public static long unbrokenFrom(StorageDirectory files, long neededIndex) {
    try {
      return new LogReader(files).unbrokenFrom(neededIndex);
    } catch (IOException e) {
      throw unreadable(files, e);
    }
  }

  /**
   * Durably deletes the files of a log that no process has open; its database continues without it.
   */
  public static void delete(StorageDirectory files) throws IOException {
    for (String name : files.list()) {
      if (SegmentName.parse(name) != null) {
        files.delete(name);
      }
    }
    files.syncDirectory();
  }

  private static MosqlException unreadable(StorageDirectory files, IOException cause) {
    return LocalLogErrorMessage.LOG_NOT_READABLE.causedBy(cause, files.describe());
  }

  @Override
  public void open(long afterIndex, StateMachine target) {
    appending.lock();
    try {
      if (stateMachine != null || closed) {
        throw new IllegalStateException("opened twice, or closed");
      }
      stateMachine = target;
      openOnce(afterIndex, target);
    } finally {
      appending.unlock();
    }
  }

  private void openOnce(long afterIndex, StateMachine target) {
    try {
      recover(new LogRecovery(files, afterIndex, target));
    } catch (DiskFullException e) {
      close();
      throw LocalLogErrorMessage.LOG_DISK_FULL.causedBy(e, files.describe());
    } catch (IOException e) {
      close();
      throw failed(LocalLogErrorMessage.LOG_NOT_OPENED.causedBy(e, files.describe()));
    } catch (RuntimeException | Error e) {
      close();
      throw e;
    }
  }

  private void recover(LogRecovery recovery) throws IOException {
    List<SegmentName> names = new ArrayList<>();
    List<SegmentName> spares = new ArrayList<>();
    for (String file : files.list()) {
      SegmentName name = SegmentName.parse(file);
      if (name != null) {
        (name.spare() ? spares : names).add(name);
        allocation.startAbove(name.sequence());
      }
    }
    recovery.run(names);
    for (SegmentName spare : spares) {
      allocation.addSpare(spare);
    }
    List<Found> holding = new ArrayList<>();
    for (Found segment : recovery.segments()) {
      if (segment.firstIndex() == 0) {
        allocation.retire(segment.sequence());
      } else {
        holding.add(segment);
      }
    }
    LogRecord last = recovery.last();
    Segment next =
        segments.activateNext(last == null ? 0 : Segment.bytesFor(last.payload().length));
    active = next;
    allocation.hurry();
    if (last != null) {
      next.write(last.index(), last.payload());
      next.sync(last.index(), last.payload());
      lastIndex = last.index();
      keep(holding, last.index());
      recovery.deliverLast();
    }
    allocation.takeTime();
  }

  /**
   * Takes over the segments that contain records; a segment that contains only the last record is
   * recycled.
   */
  private void keep(List<Found> holding, long last) throws IOException {
    for (Found segment : holding) {
      if (segment.firstIndex() == last) {
        allocation.retire(segment.sequence());
      } else {
        if (segment.end() != 0) {
          allocation.shrink(segment.sequence(), segment.end() + SHRINK_FROM_BYTES);
        }
        segments.addFilled(
            segment.sequence(), segment.firstIndex(), allocation.size(segment.sequence()));
      }
    }
  }

  @Override
  public CompletableFuture<Long> append(byte[] record) {
    if (record.length == 0) {
      throw new IllegalArgumentException("empty record");
    }
    appending.lock();
    try {
      StateMachine target = stateMachine;
      if (target == null) {
        throw new IllegalStateException("not opened");
      }
      if (record.length > options.maxRecordBytes()) {
        throw CoreErrorMessage.LOG_RECORD_TOO_LARGE.error(record.length, options.maxRecordBytes());
      }
      long index = lastIndex + 1;
      writeDurably(index, record);
      publish(index, record.length);
      deliver(target, index, record);
      return CompletableFuture.completedFuture(index);
    } catch (MosqlException e) {
      return CompletableFuture.failedFuture(e);
    } finally {
      appending.unlock();
    }
  }

  private void writeDurably(long index, byte[] record) {
    Segment segment = segmentFor(record.length);
    try {
      segment.write(index, record);
      long start = clock.nanoTime();
      segment.sync(index, record);
      syncTimes.add(clock.nanoTime() - start);
    } catch (IOException e) {
      throw failed(LocalLogErrorMessage.RECORD_NOT_DURABLE.causedBy(e, index));
    } catch (RuntimeException | Error e) {
      failed(LocalLogErrorMessage.RECORD_NOT_DURABLE.causedBy(e, index));
      throw e;
    }
    if (segment.isHalfFull()) {
      segments.prepareLater();
    }
  }

  private Segment segmentFor(int length) {
    Segment segment = active;
    if (failure != null || closed || segment == null) {
      MosqlException cause = failure;
      throw cause == null
          ? CoreErrorMessage.LOG_CLOSED.error()
          : LocalLogErrorMessage.LOG_CLOSED_AFTER_ERROR.causedBy(cause);
    }
    if (segment.hasRoomFor(length)) {
      return segment;
    }
    try {
      segment = segments.activateNext(Segment.bytesFor(length));
    } catch (DiskFullException e) {
      throw LocalLogErrorMessage.LOG_DISK_FULL.causedBy(e, files.describe());
    } catch (IOException e) {
      throw failed(LocalLogErrorMessage.SEGMENT_NOT_ALLOCATED.causedBy(e));
    }
    active = segment;
    return segment;
  }

  private void deliver(StateMachine target, long index, byte[] record) {
    try {
      target.deliver(index, record);
    } catch (RuntimeException | Error e) {
      failure = LocalLogErrorMessage.RECORD_REJECTED.causedBy(e, index);
      throw failure;
    }
  }

  private MosqlException failed(MosqlException cause) {
    failure = cause;
    return cause;
  }

  // Written only by the thread that owns the lock.
  @SuppressWarnings("NonAtomicVolatileUpdate")
  private void publish(long index, int bytes) {
    lastIndex = index;
    appendedRecords++;
    appendedBytes += bytes;
  }

  @Override
  public long lastIndex() {
    return lastIndex;
  }

  @Override
  public void purge(LogStamp upTo) {
    segments.purgeLater(upTo.index());
  }

  @Override
  public int maxRecordBytes() {
    return options.maxRecordBytes();
  }

  @Override
  public LogStatistics statistics() {
    return new LogStatistics(
        appendedRecords, appendedBytes, syncTimes.count(), syncTimes.mean(), syncTimes.median());
  }

  @Override
  public void close() {
    appending.lock();
    try {
      closed = true;
      active = null;
      segments.close();
    } finally {
      appending.unlock();
    }
  }
}
