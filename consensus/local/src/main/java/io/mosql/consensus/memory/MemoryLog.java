package io.mosql.consensus.memory;

import io.mosql.consensus.local.LocalLogErrorMessage;
import io.mosql.core.error.CoreErrorMessage;
import io.mosql.core.port.LocalCommitLog;
import io.mosql.core.port.LogStamp;
import io.mosql.core.port.LogStatistics;
import io.mosql.core.port.StateMachine;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A log without files: a record is delivered as soon as it is appended. It keeps no records unless
 * it is given a list to keep them in; a log created on the same list then finds them again. A log
 * that keeps no records begins after the index that it is opened with.
 *
 * <p>Appends come from one thread at a time, as {@link io.mosql.core.port.CommitLog} requires; all
 * other methods may be called from any thread.
 */
public final class MemoryLog implements LocalCommitLog {
  private static final int MAX_RECORD_BYTES = 32 << 20;

  private final @Nullable List<byte[]> kept;
  private @Nullable StateMachine stateMachine;
  private volatile long lastIndex;
  private volatile long appendedRecords;
  private volatile long appendedBytes;
  private volatile boolean closed;

  /** Creates a log that keeps no records. */
  public MemoryLog() {
    this.kept = null;
  }

  /**
   * Creates a log that keeps every record.
   *
   * @param records the record of index i at i - 1; used by one log at a time
   */
  public MemoryLog(List<byte[]> records) {
    this.kept = records;
  }

  @Override
  public void open(long afterIndex, StateMachine target) {
    if (stateMachine != null) {
      throw new IllegalStateException("opened twice");
    }
    if (kept == null) {
      lastIndex = afterIndex;
    } else {
      int size = kept.size();
      if (afterIndex > size) {
        throw LocalLogErrorMessage.STATE_AHEAD_OF_LOG.error(size, afterIndex);
      }
      for (int i = Math.toIntExact(afterIndex); i < size; i++) {
        target.deliver(i + 1L, kept.get(i));
      }
      lastIndex = size;
    }
    stateMachine = target;
  }

  @Override
  public CompletableFuture<Long> append(byte[] record) {
    StateMachine target = stateMachine;
    if (target == null) {
      throw new IllegalStateException("not opened");
    }
    if (record.length == 0) {
      throw new IllegalArgumentException("empty record");
    }
    if (closed) {
      return CompletableFuture.failedFuture(CoreErrorMessage.LOG_CLOSED.error());
    }
    if (record.length > MAX_RECORD_BYTES) {
      return CompletableFuture.failedFuture(
          CoreErrorMessage.LOG_RECORD_TOO_LARGE.error(record.length, MAX_RECORD_BYTES));
    }
    long index = lastIndex + 1;
    if (kept != null) {
      kept.add(record);
    }
    publish(index, record.length);
    try {
      target.deliver(index, record);
    } catch (RuntimeException | Error e) {
      closed = true;
      return CompletableFuture.failedFuture(
          LocalLogErrorMessage.RECORD_REJECTED.causedBy(e, index));
    }
    return CompletableFuture.completedFuture(index);
  }

  // Written by one appender at a time; volatile only for visibility to other threads.
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

  /** Does nothing: either there are no records to purge, or all are needed. */
  @Override
  public void purge(LogStamp upTo) {}

  @Override
  public int maxRecordBytes() {
    return MAX_RECORD_BYTES;
  }

  @Override
  public LogStatistics statistics() {
    return new LogStatistics(appendedRecords, appendedBytes, 0, 0, 0);
  }

  @Override
  public void close() {
    closed = true;
  }
}
