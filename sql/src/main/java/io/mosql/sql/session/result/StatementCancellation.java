package io.mosql.sql.session.result;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.core.port.Clock;
import io.mosql.core.port.Interrupts;
import io.mosql.core.port.WouldBlock;
import io.mosql.sql.exec.runtime.HeapGuard;
import io.mosql.sql.session.context.SessionEndReason;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * The cancellation state of the running statement: cancel request, statement timeout, end of the
 * session. Thread-safe.
 */
public final class StatementCancellation implements BooleanSupplier {
  private static final int UNLIMITED = -1;

  /** A scan asks once every so many rows. */
  private static final int BRIEF_QUESTIONS = 3;

  private final Clock clock;
  private final Interrupts interrupts = new Interrupts(this, HeapGuard.PROCESS);
  private volatile boolean cancelled;
  private volatile SessionEndReason end = SessionEndReason.NONE;
  private long timeoutMillis;
  private volatile long deadline = Long.MAX_VALUE;

  /** Times that it may still be asked; of the thread that executes, in a statement to be short. */
  private int questionsLeft = UNLIMITED;

  public StatementCancellation(Clock clock) {
    this.clock = clock;
  }

  /** What the thread asks that runs the statement. */
  public Interrupts interrupts() {
    return interrupts;
  }

  /** A statement begins; earlier cancels are forgotten. */
  public void begin(long timeoutMillis) {
    if (cancelled) {
      cancelled = false;
    }
    this.timeoutMillis = timeoutMillis;
    deadline = timeoutMillis == 0 ? Long.MAX_VALUE : clock.nanoTime() + timeoutMillis * 1_000_000;
  }

  /**
   * Work of a statement that is to be short: {@link WouldBlock} ends it when it asks more often
   * than a few times whether it may go on.
   */
  public <T> Supplier<T> bounded(Supplier<T> work) {
    return () -> {
      questionsLeft = BRIEF_QUESTIONS;
      try {
        return work.get();
      } finally {
        questionsLeft = UNLIMITED;
      }
    };
  }

  /**
   * Plans a statement that is executed later: until it is planned a cancel is meant for it, and it
   * has a time of its own; the time of an open cursor goes on.
   *
   * @param limitMillis 0 for no limit
   */
  public <T> T whilePlanning(long limitMillis, Supplier<T> work) {
    long before = deadline;
    long beforeMillis = timeoutMillis;
    begin(limitMillis);
    try {
      return work.get();
    } finally {
      deadline = before;
      timeoutMillis = beforeMillis;
    }
  }

  public void cancel() {
    cancelled = true;
  }

  /**
   * Cancels this statement and any later one. The first end counts.
   *
   * @return whether this is the first
   */
  public synchronized boolean end(SessionEndReason why) {
    boolean first = end == SessionEndReason.NONE;
    if (first) {
      end = why;
    }
    return first;
  }

  /** Why the session has ended. */
  public SessionEndReason end() {
    return end;
  }

  /** The reason for a failure: the end of the session or the time limit, where it was that. */
  public MosqlException withReason(MosqlException failure) {
    SessionEndReason why = end;
    if (why != SessionEndReason.NONE) {
      return switch (failure.state()) {
        case QUERY_CANCELED,
            SNAPSHOT_TOO_OLD,
            TRANSACTION_FAILED,
            INVALID_CURSOR_STATE,
            CONNECTION_CLOSED ->
            why.error();
        default -> failure;
      };
    }
    if (failure.state() == SqlState.QUERY_CANCELED && !cancelled && isOutOfTime()) {
      return new MosqlException(
          SqlState.QUERY_CANCELED,
          failure.getMessage() + ": it took longer than its timeout of " + timeoutMillis + " ms",
          failure);
    }
    return failure;
  }

  @Override
  public boolean getAsBoolean() {
    if (cancelled || end != SessionEndReason.NONE) {
      return true;
    }
    if (questionsLeft != UNLIMITED && questionsLeft-- == 0) {
      questionsLeft = 0;
      throw WouldBlock.signal();
    }
    return isOutOfTime();
  }

  private boolean isOutOfTime() {
    long until = deadline;
    return until != Long.MAX_VALUE && clock.nanoTime() - until > 0;
  }

  /**
   * To be called where a statement may stop.
   *
   * @throws MosqlException 57014 when it is to
   */
  public void check() {
    if (getAsBoolean()) {
      throw new MosqlException(SqlState.QUERY_CANCELED, "the statement was cancelled");
    }
  }
}
