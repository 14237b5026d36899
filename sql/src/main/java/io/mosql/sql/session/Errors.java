package io.mosql.sql.session;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.core.port.WouldWait;
import io.mosql.storage.RowChangedException;

/** Turns whatever a statement threw into the exception that clients may see. */
final class Errors {
  private Errors() {}

  static MosqlException sessionClosed() {
    return new MosqlException(SqlState.CONNECTION_CLOSED, "the session is closed");
  }

  /**
   * @throws WouldWait when it was that
   */
  static MosqlException clean(Throwable thrown) {
    if (thrown instanceof MosqlException known) {
      return known;
    }
    if (thrown instanceof WouldWait signal) {
      throw signal;
    }
    if (thrown instanceof RowChangedException) {
      return Conflicts.ofQuery();
    }
    if (thrown instanceof StackOverflowError) {
      return new MosqlException(
          SqlState.STATEMENT_TOO_COMPLEX, "the statement is nested too deeply", thrown);
    }
    if (thrown instanceof OutOfMemoryError) {
      return new MosqlException(SqlState.OUT_OF_MEMORY, "out of memory", thrown);
    }
    if (thrown instanceof ArithmeticException) {
      return new MosqlException(SqlState.NUMBER_OUT_OF_RANGE, "number out of range", thrown);
    }
    return new MosqlException(
        SqlState.INTERNAL_ERROR, "internal error: " + thrown.getClass().getSimpleName(), thrown);
  }
}
