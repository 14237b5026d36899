package io.mosql.storage;

import java.util.function.BooleanSupplier;

/**
 * What a transaction does about a row that another one holds.
 *
 * @param kind wait, fail at once, or pass over the row
 * @param nanos most that it waits; {@link Long#MAX_VALUE} for as long as it takes
 * @param cancelled asked now and then while waiting; true ends the wait with 57014
 */
public record Patience(Kind kind, long nanos, BooleanSupplier cancelled) {
  /** What to do. */
  public enum Kind {
    WAIT,
    NOWAIT,
    SKIP
  }

  /** Waits up to a limit. */
  public static Patience upTo(long nanos, BooleanSupplier cancelled) {
    return new Patience(Kind.WAIT, nanos, cancelled);
  }
}
