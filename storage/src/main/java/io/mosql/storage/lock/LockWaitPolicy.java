package io.mosql.storage.lock;

import java.util.function.BooleanSupplier;

/**
 * What a transaction does when a row is locked by another transaction: wait, fail, or skip the row.
 *
 * @param kind wait, fail at once, or skip the row
 * @param nanos maximum wait; {@link Long#MAX_VALUE} for no limit
 * @param cancelled polled while waiting; true ends the wait with 57014
 */
public record LockWaitPolicy(Kind kind, long nanos, BooleanSupplier cancelled) {
  /** The kinds of lock wait policy. */
  public enum Kind {
    WAIT,
    NOWAIT,
    SKIP
  }

  /** Waits up to a time limit. */
  public static LockWaitPolicy upTo(long nanos, BooleanSupplier cancelled) {
    return new LockWaitPolicy(Kind.WAIT, nanos, cancelled);
  }
}
