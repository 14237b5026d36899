package io.mosql.jdbc.base;

import io.mosql.core.error.CoreErrorMessage;
import io.mosql.core.error.ErrorMessage;
import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.core.session.BatchFailure;
import java.sql.SQLDataException;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLIntegrityConstraintViolationException;
import java.sql.SQLInvalidAuthorizationSpecException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLNonTransientException;
import java.sql.SQLSyntaxErrorException;
import java.sql.SQLTimeoutException;
import java.sql.SQLTransactionRollbackException;
import java.sql.SQLTransientException;
import org.jspecify.annotations.Nullable;

/**
 * Converts failures to the subclass of {@link SQLException} for their SQLSTATE.
 *
 * <p>An unexpected failure becomes XX000 with only the class name of the failure, since its message
 * may contain values. The failure is kept as the cause.
 */
public final class SqlErrors {
  private SqlErrors() {}

  /** Converts any failure of a call into the engine. */
  public static SQLException of(Throwable failure) {
    if (failure instanceof MosqlException e) {
      return of(e.sqlState(), describe(e), e);
    }
    if (failure instanceof BatchFailure e) {
      return of(e.failure());
    }
    if (failure instanceof StackOverflowError) {
      return causedBy(failure, CoreErrorMessage.STATEMENT_TOO_DEEP);
    }
    if (failure instanceof OutOfMemoryError) {
      return causedBy(failure, CoreErrorMessage.OUT_OF_MEMORY);
    }
    ErrorMessage message =
        failure instanceof LinkageError
            ? DriverErrorMessage.ENGINE_CLASS_MISMATCH
            : CoreErrorMessage.INTERNAL_ERROR;
    return causedBy(failure, message, failure.getClass().getSimpleName());
  }

  /**
   * The exception for a caller of JDBC; {@link ErrorMessage#error} is that within the session API.
   */
  public static SQLException of(ErrorMessage message, Object... arguments) {
    return causedBy(null, message, arguments);
  }

  static SQLException causedBy(
      @Nullable Throwable cause, ErrorMessage message, Object... arguments) {
    return of(message.state().code(), message.text(arguments), cause);
  }

  /** Like {@link #of(Throwable)}, for a statement that only a time limit can have cancelled. */
  public static SQLException ofTimed(Throwable failure) {
    if (failure instanceof MosqlException e && e.state() == SqlState.QUERY_CANCELED) {
      return new SQLTimeoutException(describe(e), e.sqlState(), e);
    }
    return of(failure);
  }

  private static String describe(MosqlException e) {
    String message = e.getMessage() == null ? e.state().name() : e.getMessage();
    return e.position() == MosqlException.NO_POSITION
        ? message
        : message + " (position " + e.position() + ")";
  }

  /** The exception of the class for a state. */
  private static SQLException of(String state, String message, @Nullable Throwable cause) {
    return switch (state.substring(0, 2)) {
      case "08" -> new SQLNonTransientConnectionException(message, state, cause);
      case "0A", "HY" -> new SQLFeatureNotSupportedException(message, state, cause);
      case "22" -> new SQLDataException(message, state, cause);
      case "23" -> new SQLIntegrityConstraintViolationException(message, state, cause);
      case "28" -> new SQLInvalidAuthorizationSpecException(message, state, cause);
      case "40" -> ofClass40(state, message, cause);
      case "3F", "42" -> new SQLSyntaxErrorException(message, state, cause);
      case "55" ->
          state.equals(SqlState.LOCK_NOT_AVAILABLE.code())
              ? new SQLTransientException(message, state, cause)
              : new SQLException(message, state, cause);
      case "57" ->
          state.equals(SqlState.SHUTTING_DOWN.code())
              ? new SQLNonTransientConnectionException(message, state, cause)
              : new SQLException(message, state, cause);
      default -> new SQLException(message, state, cause);
    };
  }

  /** A rollback exception means that the transaction can be retried, which is wrong after 40003. */
  private static SQLException ofClass40(String state, String message, @Nullable Throwable cause) {
    return state.equals(SqlState.COMMIT_OUTCOME_UNKNOWN.code())
        ? new SQLNonTransientException(message, state, cause)
        : new SQLTransactionRollbackException(message, state, cause);
  }
}
