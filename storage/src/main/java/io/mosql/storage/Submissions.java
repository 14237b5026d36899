package io.mosql.storage;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.core.port.LeadershipLostException;
import io.mosql.core.port.RandomSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * What a node gives to a replicated log, one record at a time, and what the log answers: its epoch
 * record, while it is to lead; then its groups, and barriers when there is no group that serves
 * those who wait for one. Guarded by the pipeline's lock, but for {@link #submit}; belongs to one
 * pipeline, and knows no phase but by asking it.
 */
final class Submissions {
  private static final long RETRY_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final ReplicatedPipeline pipeline;
  private final RandomSource random;

  /** Under way, or about to be. */
  private @Nullable Sending sending;

  /** The epoch record under way that is to begin the lead of the present term. */
  private @Nullable Sending claim;

  private long claimNotBeforeNanos;

  /** Since the last check of contents. */
  private int recordsUnchecked;

  /** Who waits for a barrier that is not submitted. */
  private final List<Ticket> barriers = new ArrayList<>();

  Submissions(ReplicatedPipeline pipeline, RandomSource random) {
    this.pipeline = pipeline;
    this.random = random;
    this.claimNotBeforeNanos = pipeline.clock.nanoTime();
  }

  void addBarrier(Ticket ticket) {
    barriers.add(ticket);
  }

  int barriersWaiting() {
    return barriers.size();
  }

  @Nullable Sending claim() {
    return claim;
  }

  /** The epoch record under way does not count any more, or has done what it was for. */
  void dropClaim() {
    claim = null;
  }

  /** Nobody waits for a barrier any more, and what was not submitted never will be. */
  void leadLost() {
    Sending under = sending;
    if (under != null) {
      under.takeBarriers().forEach(Submissions::refuse);
      sending = under.isReady() ? null : under;
    }
    barriers.forEach(Submissions::refuse);
    barriers.clear();
  }

  /** What is to be submitted now; null while something is under way. */
  @Nullable Sending next() {
    Sending next = sending;
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

  private @Nullable Sending nextClaim() {
    long term = pipeline.termToClaim();
    if (term == ReplicatedPipeline.NO_TERM
        || claim != null
        || pipeline.clock.nanoTime() - claimNotBeforeNanos < 0) {
      return null;
    }
    Root root = pipeline.delivery.published();
    EpochChange change = NewEpoch.after(root, pipeline.options.node(), pipeline.boot, random);
    claim =
        Sending.claim(change, RecordCodec.epoch(root, pipeline.clock.wallMicros(), change), term);
    return claim;
  }

  private @Nullable Sending nextRecord() {
    Sending next = null;
    if (pipeline.open != null) {
      Group group = pipeline.takeOpen();
      pipeline.delivery.expect(group);
      next = Sending.group(group, pipeline.leadEpoch());
      if (++recordsUnchecked == pipeline.options.recordsPerCheck()) {
        recordsUnchecked = 0;
        next.withCheck();
      }
    } else if (!barriers.isEmpty()) {
      next =
          Sending.barrier(
              RecordCodec.barrier(pipeline.delivery.published(), pipeline.clock.wallMicros()),
              pipeline.leadEpoch());
    }
    if (next != null) {
      next.serve(barriers);
    }
    return next;
  }

  /** Gives a record to the log, without the lock. */
  void submit(Sending next) {
    CompletableFuture<Long> answer;
    try {
      next.check(pipeline.log.maxRecordBytes());
      answer = pipeline.log.append(next.record());
    } catch (RuntimeException | Error e) {
      answer = CompletableFuture.failedFuture(e);
    }
    CompletableFuture<Long> unused =
        answer.whenComplete((index, failure) -> answered(next, failure));
  }

  /** On a thread of the log, or within the append. */
  private void answered(Sending sent, @Nullable Throwable failure) {
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
        lost(sent);
      } else if (cause instanceof MosqlException full && full.state() == SqlState.DISK_FULL) {
        refused(sent, full);
      } else {
        failed(sent, cause);
      }
    } finally {
      pipeline.changed();
      pipeline.lock.unlock();
    }
  }

  /** Whether it was judged in the epoch that this node leads now. */
  private boolean isOwn(Sending sent) {
    return sent.claim() == null && pipeline.leadEpoch() == sent.epoch();
  }

  /** It was delivered; unless it was void it has done what it was for. */
  private void done(Sending sent) {
    if (sent.claim() != null) {
      // Void: somebody else's came first. The next step claims anew, from the newest root.
      claim = claim == sent ? null : claim;
      return;
    }
    answer(sent);
    if (isOwn(sent) && sent.group() != null && pipeline.inFlight == sent.group()) {
      pipeline.claimAnew();
    }
  }

  /** Answers what the published root says of it. */
  private void answer(Sending sent) {
    Group group = sent.group();
    boolean isIn = group == null || group.root() == pipeline.delivery.published();
    if (!isOwn(sent) || !isIn) {
      return;
    }
    if (group != null) {
      pipeline.inFlight = null;
      pipeline.figures.committed(group.commitCount());
      group.answer();
      group.wake();
    }
    for (Ticket ticket : sent.takeBarriers()) {
      ticket.decide(Ticket.State.ANSWERED, null);
      ticket.wake();
    }
  }

  private void lost(Sending sent) {
    if (sent.claim() != null) {
      if (claim == sent) {
        claim = null;
        pipeline.deposed(sent.term());
      }
      return;
    }
    if (isOwn(sent)) {
      sent.takeBarriers().forEach(Submissions::refuse);
      pipeline.claimAnew();
    }
  }

  /** The log took nothing of it. */
  private void refused(Sending sent, MosqlException full) {
    if (sent.claim() != null) {
      claim = claim == sent ? null : claim;
      claimNotBeforeNanos = pipeline.clock.nanoTime() + RETRY_NANOS;
      return;
    }
    Group group = sent.group();
    if (group != null && group == pipeline.inFlight) {
      pipeline.inFlight = null;
      pipeline.delivery.expect(null);
      group.fail(full, null);
      group.wake();
      pipeline.dropOpen();
    }
    for (Ticket ticket : sent.takeBarriers()) {
      ticket.decide(Ticket.State.FAILED, full);
      ticket.wake();
    }
  }

  private void failed(Sending sent, Throwable failure) {
    sent.takeBarriers().forEach(Submissions::refuse);
    if (pipeline.stopped == null) {
      pipeline.stop(
          new MosqlException(
              SqlState.IO_ERROR, "the log failed; the database accepts no more work", failure));
    }
  }

  private static void refuse(Ticket barrier) {
    barrier.decide(Ticket.State.FAILED, NotLeading.exception());
    barrier.wake();
  }
}
