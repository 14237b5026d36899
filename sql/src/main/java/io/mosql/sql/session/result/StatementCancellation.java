package io.mosql.sql.session.result;

import io.mosql.core.error.CoreErrorMessage;
import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.core.port.Clock;
import io.mosql.core.port.Interrupts;
import io.mosql.core.port.WouldBlock;
import io.mosql.sql.error.SqlErrorMessage;
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

  /**
   * Number of checks that a short statement may make; a scan checks once for each block of rows.
   */
  private static final int BRIEF_QUESTIONS = 3;

  private final Clock clock;
  private final Interrupts interrupts = new Interrupts(this, HeapGuard.PROCESS);
  private volatile boolean cancelled;
  private volatile SessionEndReason end = SessionEndReason.NONE;
  private long timeoutMillis;
  private volatile long deadline = Long.MAX_VALUE;

  /** Checks left in a short statement; used by the executing thread only. */
  private int questionsLeft = UNLIMITED;

  public StatementCancellation(Clock clock) {
    this.clock = clock;
  }

  /** The interrupts for the thread that runs the statement. */
  public Interrupts interrupts() {
    return interrupts;
  }

  /** Begins a statement; earlier cancel requests are discarded. */
  public void begin(long timeoutMillis) {
    if (cancelled) {
      cancelled = false;
    }
    this.timeoutMillis = timeoutMillis;
    deadline = timeoutMillis == 0 ? Long.MAX_VALUE : clock.nanoTime() + timeoutMillis * 1_000_000;
  }

  /**
   * Bounds the work of a statement that must be short: {@link WouldBlock} ends it after more than a
   * few checks for cancellation.
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
   * Plans a statement that is executed later. During planning a cancel request applies to it and it
   * has its own time limit; the time limit of an open cursor is restored afterwards.
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
   * Cancels this statement and all later ones. The first call sets the reason.
   *
   * @return whether this is the first call
   */
  public synchronized boolean end(SessionEndReason why) {
    boolean first = end == SessionEndReason.NONE;
    if (first) {
      end = why;
    }
    return first;
  }

  /** The reason for the end of the session. */
  public SessionEndReason end() {
    return end;
  }

  /** Replaces a failure by its cause, if that is the end of the session or the time limit. */
  public MosqlException withReason(MosqlException failure) {
    SessionEndReason why = end;
    if (why != SessionEndReason.NONE) {
      return switch (failure.state()) {
        case QUERY_CANCELED,
            SNAPSHOT_TOO_OLD,
            TRANSACTION_FAILED,
            INVALID_CURSOR_STATE,
            CONNECTION_CLOSED,
            IO_ERROR ->
            why.error();
        default -> failure;
      };
    }
    if (failure.state() == SqlState.QUERY_CANCELED && !cancelled && isOutOfTime()) {
      return SqlErrorMessage.STATEMENT_TIMEOUT.causedBy(failure, timeoutMillis);
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
   * Checks for cancellation.
   *
   * @throws MosqlException 57014 when the statement is cancelled
   */
  public void check() {
    if (getAsBoolean()) {
      throw CoreErrorMessage.STATEMENT_CANCELLED.error();
    }
  }
}
