package io.mosql.storage.commit;

import io.mosql.core.error.InvariantViolation;
import io.mosql.core.error.MosqlException;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A pending commit: the committing thread waits on it until its batch is decided. The thread parks
 * at once; when the batch is decided it is woken by another member and wakes two more, so that the
 * leading thread is not delayed by its followers.
 *
 * <p>All fields except the state are written before the state, under the lock of its group commit.
 */
public final class PendingCommit {
  /** The outcome. */
  enum State {
    WAITING,
    ANSWERED,
    FAILED,
    /** The root on which it was certified was dropped: it must be certified again. */
    DROPPED
  }

  private final Thread owner;
  private final CommitResult answer;
  private @Nullable MosqlException failure;
  private @Nullable PendingCommit first;
  private @Nullable PendingCommit second;
  private volatile State state = State.WAITING;

  /**
   * @param answer returned once the root on which the request was certified is published
   */
  PendingCommit(CommitResult answer) {
    this.owner = Thread.currentThread();
    this.answer = answer;
  }

  CommitResult answer() {
    return answer;
  }

  public boolean isWaiting() {
    return state == State.WAITING;
  }

  /** The members to wake afterwards. */
  void chain(@Nullable PendingCommit firstNext, @Nullable PendingCommit secondNext) {
    first = firstNext;
    second = secondNext;
  }

  void decide(State decided, @Nullable MosqlException cause) {
    InvariantViolation.check(state == State.WAITING, "a commit is decided once");
    assert decided != State.WAITING : "a decision is an outcome";
    failure = cause;
    state = decided;
  }

  /** Fails it, unless it was decided, and wakes its thread. Needs no memory. */
  void abandon(MosqlException cause) {
    if (isWaiting()) {
      decide(State.FAILED, cause);
    }
    wake();
  }

  void wake() {
    LockSupport.unpark(owner);
  }

  /** Waits until decided. An interrupt does not end the wait; the interrupt status is restored. */
  void await() {
    boolean interrupted = false;
    while (state == State.WAITING) {
      LockSupport.park(this);
      interrupted |= Thread.interrupted();
    }
    wakeNext();
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  void wakeNext() {
    if (first != null) {
      first.wake();
    }
    if (second != null) {
      second.wake();
    }
  }

  /**
   * @return null when it must be certified again
   * @throws MosqlException when it failed
   */
  public @Nullable CommitResult result() {
    if (state == State.ANSWERED) {
      return answer;
    }
    MosqlException cause = failure;
    if (state == State.FAILED && cause != null) {
      // Created in the waiting thread, so that it has that thread's stack trace.
      throw cause.withMessage(String.valueOf(cause.getMessage()));
    }
    return null;
  }
}
