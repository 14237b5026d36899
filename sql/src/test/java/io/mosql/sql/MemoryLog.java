package io.mosql.sql;

import io.mosql.core.port.LocalCommitLog;
import io.mosql.core.port.LogStamp;
import io.mosql.core.port.StateMachine;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A log in memory. */
public final class MemoryLog implements LocalCommitLog {
  private static final int RECORD_BYTES_MAX = 16 << 20;

  private final List<byte[]> records = new ArrayList<>();
  private @Nullable StateMachine machine;

  /** Index of the last record that the database has without the log. */
  private long before;

  @Override
  public void open(long afterIndex, StateMachine stateMachine) {
    machine = stateMachine;
    before = afterIndex;
  }

  @Override
  public CompletableFuture<Long> append(byte[] record) {
    records.add(record);
    long index = lastIndex();
    Objects.requireNonNull(machine).deliver(index, record);
    return CompletableFuture.completedFuture(index);
  }

  @Override
  public long lastIndex() {
    return before + records.size();
  }

  @Override
  public void purge(LogStamp upTo) {}

  @Override
  public int maxRecordBytes() {
    return RECORD_BYTES_MAX;
  }

  @Override
  public void close() {}
}
