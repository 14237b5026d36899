package io.mosql.storage.lock;

import java.util.function.BooleanSupplier;

/**
 * What a transaction does when a row is locked by another transaction: wait, fail, or skip the row.
 *
 * @param kind wait, fail at once, or pass over the row
 * @param nanos most that it waits; {@link Long#MAX_VALUE} for as long as it takes
 * @param cancelled asked now and then while waiting; true ends the wait with 57014
 */
public record LockWaitPolicy(Kind kind, long nanos, BooleanSupplier cancelled) {
  /** What to do. */
  public enum Kind {
    WAIT,
    NOWAIT,
    SKIP
  }

  /** Waits up to a limit. */
  public static LockWaitPolicy upTo(long nanos, BooleanSupplier cancelled) {
    return new LockWaitPolicy(Kind.WAIT, nanos, cancelled);
  }
}
