package io.mosql.consensus.ratis.transport;

import java.time.Duration;
import java.util.Iterator;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.apache.ratis.proto.RaftProtos.InstallSnapshotRequestProto;
import org.apache.ratis.server.leader.FollowerInfo;
import org.apache.ratis.util.Timestamp;

/**
 * Iterates over the chunks of a checkpoint, waiting for the acknowledgement of each chunk before
 * the next: so few are in memory, and a refused chunk ends the transfer. (Ratis itself would send
 * several of them and then wait for responses that never arrive after a refusal.) The time limit is
 * by the system's clock, as are the times of responses that Ratis keeps.
 *
 * <p>Not thread-safe.
 */
final class AcknowledgedChunks implements Iterator<InstallSnapshotRequestProto> {
  static final Duration ANSWER_WITHIN = Duration.ofSeconds(60);
  private static final long LOOK_MICROS = 500;

  private final Iterator<InstallSnapshotRequestProto> chunks;
  private final FollowerInfo member;
  private final BooleanSupplier goesOn;
  private boolean first = true;
  private Timestamp answeredBefore;

  /**
   * @param goesOn whether the transfer must continue
   */
  AcknowledgedChunks(
      Iterator<InstallSnapshotRequestProto> chunks, FollowerInfo member, BooleanSupplier goesOn) {
    this.chunks = chunks;
    this.member = member;
    this.goesOn = goesOn;
    this.answeredBefore = member.getLastRpcResponseTime();
  }

  @Override
  public boolean hasNext() {
    return chunks.hasNext();
  }

  /**
   * Waits until the next chunk may be sent.
   *
   * @throws IllegalStateException when the transfer has failed; Ratis then abandons it
   */
  @Override
  public InstallSnapshotRequestProto next() {
    if (!first) {
      awaitAnswer();
    }
    first = false;
    InstallSnapshotRequestProto chunk = chunks.next();
    answeredBefore = member.getLastRpcResponseTime();
    return chunk;
  }

  /** Compared by identity, since Ratis sets a new object with each response. */
  @SuppressWarnings("ReferenceEquality")
  private void awaitAnswer() {
    long end = System.nanoTime() + ANSWER_WITHIN.toNanos();
    while (member.getLastRpcResponseTime() == answeredBefore) {
      if (!goesOn.getAsBoolean() || Thread.currentThread().isInterrupted()) {
        throw new IllegalStateException("this node does not lead any more");
      }
      if (member.getErrorState().getErrorCountToDelay() > 0) {
        throw new IllegalStateException("the member refused a part of the checkpoint");
      }
      if (System.nanoTime() - end > 0) {
        throw new IllegalStateException("the member does not answer");
      }
      LockSupport.parkNanos(TimeUnit.MICROSECONDS.toNanos(LOOK_MICROS));
    }
  }
}
