package io.mosql.sql.session.result;

import io.mosql.core.error.CoreErrorMessage;
import io.mosql.core.error.InvariantViolation;
import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.core.port.WouldBlock;
import io.mosql.sql.error.SqlErrorMessage;
import io.mosql.storage.transaction.RowChangedException;
import java.time.DateTimeException;

/** Maps exceptions thrown by statements to errors that may be sent to clients. */
public final class StatementErrors {
  private static final int CLASS_LENGTH = 2;

  private StatementErrors() {}

  public static MosqlException sessionClosed() {
    return SqlErrorMessage.SESSION_CLOSED.error();
  }

  /**
   * Whether an error may depend on rows or on the catalog. All others depend on the statement's
   * text, the session or the server alone.
   */
  public static boolean dependsOnData(SqlState state) {
    return switch (state.code().substring(0, CLASS_LENGTH)) {
      case "07", "08", "24", "25", "26", "28", "3B", "40", "53", "57", "58", "72", "XX" -> false;
      default ->
          state != SqlState.SYNTAX_ERROR
              && state != SqlState.STATEMENT_TOO_COMPLEX
              && state != SqlState.LOCK_NOT_AVAILABLE;
    };
  }

  /**
   * @throws WouldBlock when the exception is a WouldBlock
   */
  public static MosqlException toClientError(Throwable thrown) {
    if (thrown instanceof MosqlException known) {
      return known;
    }
    if (thrown instanceof WouldBlock signal) {
      throw signal;
    }
    if (thrown instanceof RowChangedException) {
      return ConflictErrors.changedQuery();
    }
    if (thrown instanceof StackOverflowError) {
      return CoreErrorMessage.STATEMENT_TOO_DEEP.causedBy(thrown);
    }
    if (thrown instanceof OutOfMemoryError) {
      return CoreErrorMessage.OUT_OF_MEMORY.causedBy(thrown);
    }
    if (thrown instanceof DateTimeException) {
      return SqlErrorMessage.DATETIME_VALUE_OUT_OF_RANGE.causedBy(thrown);
    }
    if (thrown instanceof NumberFormatException) {
      return SqlErrorMessage.INVALID_NUMBER.causedBy(thrown);
    }
    if (thrown instanceof ArithmeticException) {
      return SqlErrorMessage.NUMBER_OUT_OF_RANGE.causedBy(thrown);
    }
    return CoreErrorMessage.INTERNAL_ERROR.causedBy(
        thrown,
        thrown instanceof InvariantViolation
            ? thrown.getMessage()
            : thrown.getClass().getSimpleName());
  }
}
