package io.mosql.storage;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.core.port.LocalCommitLog;
import io.mosql.core.port.LogStamp;
import io.mosql.core.port.StateMachine;
import io.mosql.storage.version.Simulation;
import java.util.concurrent.CompletableFuture;

/**
 * A log of files with further behaviour that the port allows: other threads run while a record is
 * being written and before its answer, the disk is full before, and the append fails after the
 * record was delivered. The history receives every record before the database does.
 */
public final class SimulatedLog implements LocalCommitLog {
  private final LocalCommitLog files;
  private final Simulation simulation;

  public SimulatedLog(LocalCommitLog files, Simulation simulation) {
    this.files = files;
    this.simulation = simulation;
  }

  @Override
  public void open(long afterIndex, StateMachine machine) {
    files.open(
        afterIndex,
        (index, record) -> {
          try {
            simulation.history().deliver(index, record);
          } catch (RuntimeException | Error e) {
            throw simulation.violated(e);
          }
          machine.deliver(index, record);
        });
  }

  @Override
  public CompletableFuture<Long> append(byte[] record) {
    simulation.beginAppend();
    try {
      return write(record);
    } finally {
      simulation.endAppend();
    }
  }

  private CompletableFuture<Long> write(byte[] record) {
    simulation.whileAppending();
    if (simulation.meets("full disk before an append", 3)) {
      throw new MosqlException(SqlState.DISK_FULL, "the simulated disk is full");
    }
    CompletableFuture<Long> index = files.append(record);
    if (!index.isCompletedExceptionally()) {
      if (simulation.meets("full disk reported after a delivery", 3)) {
        throw new MosqlException(SqlState.DISK_FULL, "the simulated disk was full");
      }
      if (simulation.meets("failure reported after a delivery", 1)) {
        throw new MosqlException(SqlState.IO_ERROR, "the simulated log failed after all");
      }
      simulation.whileAppending();
    }
    return index;
  }

  @Override
  public long lastIndex() {
    return files.lastIndex();
  }

  @Override
  public void purge(LogStamp upTo) {
    files.purge(upTo);
  }

  @Override
  public int maxRecordBytes() {
    return files.maxRecordBytes();
  }

  @Override
  public void close() {
    files.close();
  }
}
