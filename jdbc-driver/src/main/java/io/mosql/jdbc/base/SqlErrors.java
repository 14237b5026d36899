package io.mosql.jdbc.base;

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
 * Turns failures into the subclass of {@link SQLException} that their SQLSTATE asks for.
 *
 * <p>What the engine did not raise on purpose becomes XX000 and names only the class of the
 * failure: its message may hold values. The failure itself is kept as the cause.
 */
public final class SqlErrors {
  /**
   * State of a refusal that connection pools must not take for a broken connection, as they do with
   * 0A000.
   */
  public static final String OPTIONAL_FEATURE = "HYC00";

  /** SQLSTATE of a query where the caller said that there is none, or the other way round. */
  public static final String NOT_A_CURSOR = "07005";

  private SqlErrors() {}

  /** The exception for anything that a call into the engine threw. */
  public static SQLException of(Throwable failure) {
    if (failure instanceof MosqlException e) {
      return of(e.sqlState(), describe(e), e);
    }
    if (failure instanceof BatchFailure e) {
      return of(e.failure());
    }
    if (failure instanceof StackOverflowError) {
      return of(
          SqlState.STATEMENT_TOO_COMPLEX.code(), "The statement is nested too deeply", failure);
    }
    if (failure instanceof OutOfMemoryError) {
      return of(SqlState.OUT_OF_MEMORY.code(), "Out of memory", failure);
    }
    if (failure instanceof LinkageError) {
      return of(
          SqlState.INTERNAL_ERROR.code(),
          "A class of the engine is missing or does not fit: " + failure.getClass().getSimpleName(),
          failure);
    }
    return of(
        SqlState.INTERNAL_ERROR.code(),
        "Internal error: " + failure.getClass().getSimpleName(),
        failure);
  }

  /** As {@link #of(Throwable)}, of a statement that nobody but a time limit can have cancelled. */
  public static SQLException ofTimed(Throwable failure) {
    if (failure instanceof MosqlException e && e.state() == SqlState.QUERY_CANCELED) {
      return new SQLTimeoutException(describe(e), e.sqlState(), e);
    }
    return of(failure);
  }

  /** An error that the driver found itself. */
  public static SQLException of(SqlState state, String message) {
    return of(state.code(), message, null);
  }

  /** As {@link #of(SqlState, String)}, of what somebody else threw. */
  public static SQLException of(SqlState state, String message, Throwable cause) {
    return of(state.code(), message, cause);
  }

  public static SQLException of(String state, String message) {
    return of(state, message, null);
  }

  public static SQLException unsupported(String what) {
    return new SQLFeatureNotSupportedException(
        what + " is not supported", SqlState.FEATURE_NOT_SUPPORTED.code());
  }

  /** A refusal of something that libraries try in order to learn whether it is there. */
  public static SQLException unsupportedProbe(String what) {
    return new SQLFeatureNotSupportedException(what + " is not supported", OPTIONAL_FEATURE);
  }

  private static String describe(MosqlException e) {
    String message = e.getMessage() == null ? e.state().name() : e.getMessage();
    return e.position() == MosqlException.NO_POSITION
        ? message
        : message + " (position " + e.position() + ")";
  }

  private static SQLException of(String state, String message, @Nullable Throwable cause) {
    return switch (state.substring(0, 2)) {
      case "08" -> new SQLNonTransientConnectionException(message, state, cause);
      case "0A" -> new SQLFeatureNotSupportedException(message, state, cause);
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

  /** Whoever sees a rollback exception may run the transaction again; not so after 40003. */
  private static SQLException ofClass40(String state, String message, @Nullable Throwable cause) {
    return state.equals(SqlState.COMMIT_OUTCOME_UNKNOWN.code())
        ? new SQLNonTransientException(message, state, cause)
        : new SQLTransactionRollbackException(message, state, cause);
  }
}
