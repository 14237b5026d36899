package io.mosql.storage.commit;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.core.port.LeadershipLostException;
import io.mosql.core.port.RandomSource;
import io.mosql.storage.record.RecordCodec;
import io.mosql.storage.version.EpochChange;
import io.mosql.storage.version.Root;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The queue of a leader's appends to a replicated log, one record at a time, and the handling of
 * their completion: its epoch record first, then batches, and barriers when no batch serves their
 * waiters. Guarded by the pipeline's lock, except {@link #submit}; belongs to one pipeline, which
 * it asks for its phase.
 */
final class CommitQueue {
  private static final long RETRY_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final ReplicatedGroupCommit pipeline;
  private final RandomSource random;

  /** In flight, or about to be. */
  private @Nullable InFlightAppend sending;

  /** The epoch record in flight that begins the lead of the present term. */
  private @Nullable InFlightAppend claim;

  private long claimNotBeforeNanos;

  /** Records since the last content check. */
  private int recordsUnchecked;

  /** Waiters of a barrier that is not submitted. */
  private final List<PendingCommit> barriers = new ArrayList<>();

  CommitQueue(ReplicatedGroupCommit pipeline, RandomSource random) {
    this.pipeline = pipeline;
    this.random = random;
    this.claimNotBeforeNanos = pipeline.clock.nanoTime();
  }

  void addBarrier(PendingCommit ticket) {
    barriers.add(ticket);
  }

  int barriersWaiting() {
    return barriers.size();
  }

  @Nullable InFlightAppend claim() {
    return claim;
  }

  /** Discards the epoch record in flight, which is void or has served its purpose. */
  void dropClaim() {
    claim = null;
  }

  /** Fails the waiters of barriers, and discards an append that was not submitted yet. */
  void leadershipLost() {
    InFlightAppend under = sending;
    if (under != null) {
      under.takeBarriers().forEach(CommitQueue::failBarrier);
      sending = under.isReady() ? null : under;
    }
    barriers.forEach(CommitQueue::failBarrier);
    barriers.clear();
  }

  /** The append to be submitted now; null while one is in flight. */
  @Nullable InFlightAppend next() {
    InFlightAppend next = sending;
    if (next == null && pipeline.isOpen()) {
      next = pipeline.leads() ? nextRecord() : nextClaim();
      sending = next;
    }
    if (next == null || !next.isReady()) {
      return null;
    }
    next.begin();
    return next;
  }

  private @Nullable InFlightAppend nextClaim() {
    long term = pipeline.termToClaim();
    if (term == ReplicatedGroupCommit.NO_TERM
        || claim != null
        || pipeline.clock.nanoTime() - claimNotBeforeNanos < 0) {
      return null;
    }
    Root root = pipeline.applier.published();
    EpochChange change = EpochStart.after(root, pipeline.options.node(), pipeline.boot, random);
    claim =
        InFlightAppend.claim(
            change, RecordCodec.epoch(root, pipeline.clock.wallMicros(), change), term);
    return claim;
  }

  private @Nullable InFlightAppend nextRecord() {
    InFlightAppend next = null;
    if (pipeline.open != null) {
      CommitBatch group = pipeline.takeOpenBatch();
      pipeline.applier.expect(group);
      next = InFlightAppend.group(group, pipeline.leadEpoch());
      if (++recordsUnchecked == pipeline.options.recordsPerCheck()) {
        recordsUnchecked = 0;
        next.withCheck();
      }
    } else if (!barriers.isEmpty()) {
      next =
          InFlightAppend.barrier(
              RecordCodec.barrier(pipeline.applier.published(), pipeline.clock.wallMicros()),
              pipeline.leadEpoch());
    }
    if (next != null) {
      next.serve(barriers);
    }
    return next;
  }

  /** Submits a record to the log, without the lock. */
  void submit(InFlightAppend next) {
    CompletableFuture<Long> answer;
    try {
      next.check(pipeline.log.maxRecordBytes());
      answer = pipeline.log.append(next.record());
    } catch (RuntimeException | Error e) {
      answer = CompletableFuture.failedFuture(e);
    }
    CompletableFuture<Long> unused =
        answer.whenComplete((index, failure) -> appendCompleted(next, failure));
  }

  /** On a thread of the log, or within the append. */
  private void appendCompleted(InFlightAppend sent, @Nullable Throwable failure) {
    Throwable cause =
        failure instanceof CompletionException && failure.getCause() != null
            ? failure.getCause()
            : failure;
    pipeline.lock.lock();
    try {
      if (cause == null && isOwn(sent) && sent.advance()) {
        return;
      }
      sending = null;
      if (cause == null) {
        done(sent);
      } else if (cause instanceof LeadershipLostException) {
        appendLost(sent);
      } else if (cause instanceof MosqlException full && full.state() == SqlState.DISK_FULL) {
        appendRefused(sent, full);
      } else {
        appendFailed(sent, cause);
      }
    } finally {
      pipeline.changed();
      pipeline.lock.unlock();
    }
  }

  /** Whether it was certified in the epoch that this node leads now. */
  private boolean isOwn(InFlightAppend sent) {
    return sent.claim() == null && pipeline.leadEpoch() == sent.epoch();
  }

  /** Handles its delivery; unless it was void it has served its purpose. */
  private void done(InFlightAppend sent) {
    if (sent.claim() != null) {
      // Void: a record of another node came first. The next step claims a new epoch, from the
      // newest root.
      claim = claim == sent ? null : claim;
      return;
    }
    answer(sent);
    if (isOwn(sent) && sent.group() != null && pipeline.inFlight == sent.group()) {
      pipeline.claimNewEpoch();
    }
  }

  /** Answers with the outcome in the published root. */
  private void answer(InFlightAppend sent) {
    CommitBatch group = sent.group();
    boolean isIn = group == null || group.root() == pipeline.applier.published();
    if (!isOwn(sent) || !isIn) {
      return;
    }
    if (group != null) {
      pipeline.inFlight = null;
      pipeline.figures.committed(group.commitCount());
      group.answer();
      group.wake();
    }
    for (PendingCommit ticket : sent.takeBarriers()) {
      ticket.decide(PendingCommit.State.ANSWERED, null);
      ticket.wake();
    }
  }

  private void appendLost(InFlightAppend sent) {
    if (sent.claim() != null) {
      if (claim == sent) {
        claim = null;
        pipeline.deposed(sent.term());
      }
      return;
    }
    if (isOwn(sent)) {
      sent.takeBarriers().forEach(CommitQueue::failBarrier);
      pipeline.claimNewEpoch();
    }
  }

  /** The log took no part of it. */
  private void appendRefused(InFlightAppend sent, MosqlException full) {
    if (sent.claim() != null) {
      claim = claim == sent ? null : claim;
      claimNotBeforeNanos = pipeline.clock.nanoTime() + RETRY_NANOS;
      return;
    }
    CommitBatch group = sent.group();
    if (group != null && group == pipeline.inFlight) {
      pipeline.inFlight = null;
      pipeline.applier.expect(null);
      group.fail(full, null);
      group.wake();
      pipeline.dropOpenBatch();
    }
    for (PendingCommit ticket : sent.takeBarriers()) {
      ticket.decide(PendingCommit.State.FAILED, full);
      ticket.wake();
    }
  }

  private void appendFailed(InFlightAppend sent, Throwable failure) {
    sent.takeBarriers().forEach(CommitQueue::failBarrier);
    if (pipeline.stopped == null) {
      pipeline.stop(
          new MosqlException(
              SqlState.IO_ERROR, "the log failed; the database accepts no more work", failure));
    }
  }

  private static void failBarrier(PendingCommit barrier) {
    barrier.decide(PendingCommit.State.FAILED, NotLeaderErrors.notLeader());
    barrier.wake();
  }
}
