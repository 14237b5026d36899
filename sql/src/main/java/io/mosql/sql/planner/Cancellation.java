package io.mosql.sql.planner;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import java.util.function.BooleanSupplier;

/**
 * Ends the planning of a statement that was cancelled. It is asked for each expression that is
 * validated or converted and for each step of a search, so that planning ends soon however long the
 * statement is. One for each statement; not thread-safe.
 */
final class Cancellation {
  /** Asking costs more than counting. */
  private static final int INTERVAL = 32;

  private final BooleanSupplier cancelled;
  private int steps;

  Cancellation(BooleanSupplier cancelled) {
    this.cancelled = cancelled;
  }

  /** Of what nobody waits for long, such as the expressions of a table. */
  static Cancellation never() {
    return new Cancellation(() -> false);
  }

  /**
   * To be called at each step.
   *
   * @throws MosqlException 57014 when the statement was cancelled
   */
  void check() {
    if (steps++ % INTERVAL == 0 && cancelled.getAsBoolean()) {
      throw new MosqlException(SqlState.QUERY_CANCELED, "the statement was cancelled");
    }
  }
}
