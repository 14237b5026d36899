package io.mosql.storage.commit;

import io.mosql.core.error.CoreErrorMessage;
import io.mosql.core.error.InvariantViolation;
import io.mosql.core.port.LocalCommitLog;
import io.mosql.core.port.LogStamp;
import io.mosql.core.port.StateMachine;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The log of a private store: it delivers each record at once, and keeps none, since no store opens
 * such a store again. Used by the thread of the session that has the store.
 */
public final class TransientLog implements LocalCommitLog {
  private static final int RECORD_BYTES_MAX = 32 << 20;

  private @Nullable StateMachine target;
  private long lastIndex;
  private boolean closed;

  @Override
  public void open(long afterIndex, StateMachine stateMachine) {
    InvariantViolation.check(target == null, "a log is opened once");
    target = stateMachine;
  }

  @Override
  public CompletableFuture<Long> append(byte[] record) {
    StateMachine opened = target;
    InvariantViolation.check(opened != null, "a log is opened before it is written");
    if (closed) {
      return CompletableFuture.failedFuture(CoreErrorMessage.LOG_CLOSED.error());
    }
    long index = ++lastIndex;
    java.util.Objects.requireNonNull(opened).deliver(index, record);
    return CompletableFuture.completedFuture(index);
  }

  @Override
  public long lastIndex() {
    return lastIndex;
  }

  @Override
  public void purge(LogStamp upTo) {}

  @Override
  public int maxRecordBytes() {
    return RECORD_BYTES_MAX;
  }

  @Override
  public void close() {
    closed = true;
  }
}
