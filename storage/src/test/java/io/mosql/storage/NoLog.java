package io.mosql.storage;

import io.mosql.core.port.LocalCommitLog;
import io.mosql.core.port.LogStamp;
import io.mosql.core.port.StateMachine;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A log that keeps no records: the measured cost is that of everything else. */
public final class NoLog implements LocalCommitLog {
  private @Nullable StateMachine stateMachine;
  private volatile long index;

  @Override
  public void open(long afterIndex, StateMachine machine) {
    stateMachine = machine;
  }

  @Override
  public CompletableFuture<Long> append(byte[] record) {
    StateMachine machine = stateMachine;
    if (machine == null) {
      throw new IllegalStateException("not open");
    }
    long next = index + 1;
    index = next;
    machine.deliver(next, record);
    return CompletableFuture.completedFuture(next);
  }

  @Override
  public long lastIndex() {
    return index;
  }

  @Override
  public void purge(LogStamp upTo) {}

  @Override
  public int maxRecordBytes() {
    return 64 << 20;
  }

  @Override
  public void close() {}
}
