package io.mosql.storage.commit;

import io.mosql.core.error.MosqlException;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A pending commit: the committing thread waits on it until its batch is decided. The thread parks
 * at once; when the group is decided it is woken by another member and wakes two more, so that the
 * thread that led the group is not held up by its followers.
 *
 * <p>Everything but the state is written before the state, under the pipeline's lock.
 */
public final class PendingCommit {
  /** What became of it. */
  enum State {
    WAITING,
    ANSWERED,
    FAILED,
    /** The root that it was judged on was dropped: to be judged again. */
    DROPPED
  }

  private final Thread owner;
  private final CommitResult answer;
  private @Nullable MosqlException failure;
  private @Nullable PendingCommit first;
  private @Nullable PendingCommit second;
  private volatile State state = State.WAITING;

  /**
   * @param answer to give once the root that the request was judged on is published
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

  /** Whom to wake afterwards. */
  void chain(@Nullable PendingCommit firstNext, @Nullable PendingCommit secondNext) {
    first = firstNext;
    second = secondNext;
  }

  void decide(State decided, @Nullable MosqlException cause) {
    failure = cause;
    state = decided;
  }

  void wake() {
    LockSupport.unpark(owner);
  }

  /** Waits until decided. An interrupt does not end the wait; it is kept for the caller. */
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
   * @return null when it must be judged again
   * @throws MosqlException when it failed
   */
  public @Nullable CommitResult result() {
    if (state == State.ANSWERED) {
      return answer;
    }
    MosqlException cause = failure;
    if (state == State.FAILED && cause != null) {
      // Made anew in the waiting thread, whose stack it then shows.
      throw new MosqlException(cause.state(), String.valueOf(cause.getMessage()), cause);
    }
    return null;
  }
}
