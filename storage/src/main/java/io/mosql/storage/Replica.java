package io.mosql.storage;

import io.mosql.core.port.LogSnapshot;
import io.mosql.core.port.LogStamp;
import io.mosql.core.port.StateMachine;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The database as a replicated log sees it. Never throws: a record that cannot be applied stops the
 * pipeline, which remembers why. Returns at once, but from a delivery while memory is full of
 * changes that no checkpoint holds.
 */
final class Replica implements StateMachine {
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

  private final ReplicatedPipeline pipeline;
  private final CheckpointGauge gauge;
  private final Checkpointing checkpoints;

  Replica(ReplicatedPipeline pipeline, CheckpointGauge gauge, Checkpointing checkpoints) {
    this.pipeline = pipeline;
    this.gauge = gauge;
    this.checkpoints = checkpoints;
  }

  @Override
  public void mark(long term, long entry) {
    pipeline.delivery.mark(term, entry);
  }

  @Override
  public void deliver(long index, byte[] record) {
    pipeline.deliver(index, record);
    keepUp();
  }

  /** Who applies faster than checkpoints are written waits for them. */
  private void keepUp() {
    if (!pipeline.isStarted()) {
      if (isTooMuch()) {
        checkpoints.relieve(pipeline.published());
      }
      return;
    }
    while (!pipeline.leads() && pipeline.isOpen() && isTooMuch()) {
      gauge.wake();
      LockSupport.parkNanos(this, PAUSE_NANOS);
    }
  }

  private boolean isTooMuch() {
    return gauge.isTooMuch(gauge.dirtyBytes(pipeline.published()));
  }

  @Override
  public void lead(long term) {
    pipeline.mayLead(term);
  }

  @Override
  public void follow() {
    pipeline.mayLead(ReplicatedPipeline.NO_TERM);
  }

  @Override
  public @Nullable LogSnapshot snapshot() {
    return checkpoints.snapshot();
  }

  @Override
  public void replaced(LogStamp by) {
    checkpoints.forsake();
    pipeline.giveWay();
  }
}
