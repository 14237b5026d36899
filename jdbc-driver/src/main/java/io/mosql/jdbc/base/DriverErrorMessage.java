package io.mosql.jdbc.base;

import io.mosql.core.error.ErrorMessage;
import io.mosql.core.error.SqlState;
import java.sql.SQLException;

/** The error messages of the driver. Messages of the engine and of servers are passed on. */
public enum DriverErrorMessage implements ErrorMessage {
  INVALID_PARAMETER_NUMBER(
      SqlState.WRONG_PARAMETER_COUNT,
      "parameter index out of range: %s; the statement has %s parameters"),
  PARAMETER_NOT_SET(SqlState.WRONG_PARAMETER_COUNT, "no value specified for parameter %s"),

  SEVERAL_STATEMENTS(
      SqlState.NOT_A_CURSOR,
      "executeQuery requires a single statement; use execute and getMoreResults for several"),

  CANCEL_CONNECTION_FAILED(
      SqlState.CONNECTION_FAILED, "could not connect to server \"%s\" to cancel a statement"),
  CERTIFICATE_NOT_BINDABLE(
      SqlState.CONNECTION_FAILED,
      "the signature of the server's certificate does not support channel binding"),
  CONNECT_FAILED(SqlState.CONNECTION_FAILED, "connection to server \"%s\" failed: %s"),
  CONNECT_TIMEOUT(
      SqlState.CONNECTION_FAILED,
      "connection to server \"%s\" failed: timeout expired; see connectTimeout"),
  ENGINE_NOT_FOUND(SqlState.CONNECTION_FAILED, "the engine of MoSQL is not on the class path"),
  ENGINE_NOT_LOADABLE(SqlState.CONNECTION_FAILED, "could not load the engine of MoSQL"),
  INVALID_DATA_SOURCE_URL(
      SqlState.CONNECTION_FAILED, "the data source has no URL that begins with jdbc:mosql:"),
  INVALID_PORT(
      SqlState.CONNECTION_FAILED, "invalid port number in the URL; it must be between 1 and %s"),
  INVALID_PROPERTY_CHOICE(
      SqlState.CONNECTION_FAILED,
      "invalid value for connection property \"%s\"; available values: %s"),
  INVALID_PROPERTY_ENCODING(
      SqlState.CONNECTION_FAILED, "invalid percent-encoding of a connection property in the URL"),
  INVALID_PROPERTY_NUMBER(
      SqlState.CONNECTION_FAILED,
      "invalid value for connection property \"%s\"; it must be an integer, 0 or more"),
  INVALID_URL(
      SqlState.CONNECTION_FAILED,
      "invalid URL; use jdbc:mosql:mem:name, jdbc:mosql:file:path or "
          + "jdbc:mosql://host:port/database, with ?property=value&property=value after it"),
  NOT_A_MOSQL_SERVER(
      SqlState.CONNECTION_FAILED, "server \"%s\" does not use the protocol of MoSQL"),
  NO_HOST_IN_TIME(SqlState.CONNECTION_FAILED, "no server accepted a connection in time"),
  PROPERTY_OF_EMBEDDED_DATABASES(
      SqlState.CONNECTION_FAILED,
      "connection property \"%s\" is for embedded databases only; a server has "
          + "settings of its own"),
  PROPERTY_OF_SERVERS(
      SqlState.CONNECTION_FAILED, "connection property \"%s\" is for connections to servers only"),
  PROPERTY_WITHOUT_VALUE(
      SqlState.CONNECTION_FAILED,
      "missing value of a connection property in the URL; use property=value"),
  REDIRECTION_LOOP(SqlState.CONNECTION_FAILED, "every node redirects to another node"),
  ROOT_CERTIFICATE_MISSING(
      SqlState.CONNECTION_FAILED, "no certificate found in the file of sslrootcert"),
  ROOT_CERTIFICATE_NOT_READABLE(
      SqlState.CONNECTION_FAILED, "could not read root certificate file; see sslrootcert"),
  TLS_NOT_AVAILABLE(SqlState.CONNECTION_FAILED, "the JVM does not support TLS"),
  UNRECOGNIZED_PROPERTY(SqlState.CONNECTION_FAILED, "unrecognized connection property \"%s\""),

  CONNECTION_CLOSED(SqlState.CONNECTION_CLOSED, "the connection is closed"),

  PROTOCOL_VERSION_NOT_SUPPORTED(
      SqlState.CONNECTION_REJECTED,
      "unsupported protocol version of server \"%s\": %s; the driver supports version" + " %s"),
  TLS_NOT_SUPPORTED(
      SqlState.CONNECTION_REJECTED, "server \"%s\" does not support TLS, but sslmode requires it"),
  TLS_REQUIRED(
      SqlState.CONNECTION_REJECTED,
      "server \"%s\" requires TLS; set sslmode to verify-full or require"),

  CONNECTION_LOST(SqlState.CONNECTION_LOST, "the connection to the server was lost"),
  NO_OTHER_NODE(
      SqlState.CONNECTION_LOST,
      "the connection to the server was lost, and no other node was found; see "
          + "failoverTimeout"),
  RESPONSE_TIMEOUT(
      SqlState.CONNECTION_LOST, "the server did not respond in time; see socketTimeout"),

  PROTOCOL_VIOLATION(SqlState.PROTOCOL_VIOLATION, "protocol violation by the server"),
  UNEXPECTED_TLS(
      SqlState.PROTOCOL_VIOLATION,
      "server \"%s\" begins TLS although the driver did not request it"),

  VALUE_OUT_OF_RANGE(SqlState.NUMBER_OUT_OF_RANGE, "value out of range for the requested type"),

  INVALID_DATETIME_TEXT(SqlState.INVALID_DATETIME, "invalid input syntax for a date or time"),

  CANNOT_READ_AS(SqlState.INVALID_CAST, "cannot convert a value of type %s to %s"),
  INTERVAL_NOT_A_DURATION(
      SqlState.INVALID_CAST,
      "cannot convert interval \"%s\" to java.time.Duration, which has no months and " + "days"),
  INTERVAL_NOT_A_PERIOD(
      SqlState.INVALID_CAST,
      "cannot convert interval \"%s\" to java.time.Period, which has no time"),
  INVALID_BOOLEAN_TEXT(SqlState.INVALID_CAST, "invalid input syntax for type boolean"),
  INVALID_INTERVAL_TEXT(SqlState.INVALID_CAST, "invalid input syntax for type interval: \"%s\""),
  INVALID_NUMBER_TEXT(SqlState.INVALID_CAST, "invalid input syntax for a number"),

  UNPAIRED_SURROGATE(
      SqlState.CHARACTER_NOT_IN_REPERTOIRE, "invalid text: unpaired Unicode surrogate at index %s"),
  UNPAIRED_SURROGATE_IN_STREAM(
      SqlState.CHARACTER_NOT_IN_REPERTOIRE,
      "invalid text: unpaired Unicode surrogate in the stream of a parameter"),

  ARRAY_CLASS_UNKNOWN(SqlState.INVALID_PARAMETER, "cannot infer the SQL type of an array of %s"),
  EXECUTOR_MISSING(SqlState.INVALID_PARAMETER, "the executor must not be null"),
  INVALID_AUTO_GENERATED_KEYS(
      SqlState.INVALID_PARAMETER,
      "invalid value for autoGeneratedKeys; use RETURN_GENERATED_KEYS or " + "NO_GENERATED_KEYS"),
  INVALID_FETCH_DIRECTION(SqlState.INVALID_PARAMETER, "invalid fetch direction"),
  INVALID_ISOLATION_LEVEL(SqlState.INVALID_PARAMETER, "invalid transaction isolation level"),
  INVALID_LOB_LENGTH(
      SqlState.INVALID_PARAMETER, "the length is negative or too large for a large object"),
  INVALID_MORE_RESULTS(
      SqlState.INVALID_PARAMETER,
      "invalid value for getMoreResults; use CLOSE_CURRENT_RESULT, KEEP_CURRENT_RESULT or "
          + "CLOSE_ALL_RESULTS"),
  INVALID_RESULT_SET_TYPE(
      SqlState.INVALID_PARAMETER, "invalid type, concurrency or holdability of a result set"),
  LOB_POSITION_OUT_OF_RANGE(
      SqlState.INVALID_PARAMETER, "the position is outside of the large object"),
  NEGATIVE_VALUE(SqlState.INVALID_PARAMETER, "the value must not be negative"),
  OUTPUT_NOT_REGISTERED(
      SqlState.INVALID_PARAMETER, "parameter %s was not registered as an output parameter"),
  OUTPUT_PARAMETER_SET(
      SqlState.INVALID_PARAMETER, "parameter %s is the value of the call; it cannot be set"),
  STREAM_NOT_READABLE(SqlState.INVALID_PARAMETER, "could not read the stream of a parameter"),
  STREAM_TOO_SHORT(
      SqlState.INVALID_PARAMETER, "the stream of a parameter ended before its stated length"),
  WRAPPED_OBJECT_MISSING(SqlState.INVALID_PARAMETER, "cannot unwrap to %s"),

  ARRAY_INDEX_OUT_OF_RANGE(
      SqlState.ARRAY_SUBSCRIPT_ERROR, "elements from %s, %s of them, of an array of %s"),

  COLUMN_NOT_UPDATABLE(
      SqlState.INVALID_CURSOR_STATE, "column \"%s\" of the result is no column of the table"),
  CURSOR_TRANSACTION_ENDED(
      SqlState.INVALID_CURSOR_STATE,
      "the connection was lost with the rows that were not fetched; the transaction "
          + "of the cursor had ended"),
  FORWARD_ONLY(
      SqlState.INVALID_CURSOR_STATE,
      "operation requires a scrollable result set, but this result set is FORWARD_ONLY"),
  NOT_ON_INSERT_ROW(
      SqlState.INVALID_CURSOR_STATE, "the result set is not positioned on the insert row"),
  ON_INSERT_ROW(SqlState.INVALID_CURSOR_STATE, "the result set is positioned on the insert row"),
  RESULT_SET_CLOSED(SqlState.INVALID_CURSOR_STATE, "the result set is closed"),
  RESULT_SET_NOT_ON_ROW(SqlState.INVALID_CURSOR_STATE, "the result set is not positioned on a row"),
  RESULT_SET_READ_ONLY(SqlState.INVALID_CURSOR_STATE, "the result set is read-only"),
  ROW_DELETED(SqlState.INVALID_CURSOR_STATE, "the row was deleted through the result set"),
  ROW_VANISHED(
      SqlState.INVALID_CURSOR_STATE, "the row does not exist any more, or its key was changed"),

  AUTOCOMMIT_ENABLED(SqlState.INVALID_TRANSACTION_STATE, "the connection is in autocommit mode"),
  TRANSACTION_IS_MANAGED(
      SqlState.INVALID_TRANSACTION_STATE,
      "a transaction manager ends this transaction, not the connection"),

  SERVER_NOT_AUTHENTICATED(
      SqlState.INVALID_AUTHORIZATION,
      "the server could not be authenticated: it does not know the user's verifier"),
  USER_MISSING(
      SqlState.INVALID_AUTHORIZATION,
      "the server requires a user; set the properties user and password"),

  PASSWORD_MISSING(
      SqlState.INVALID_PASSWORD,
      "the server requires a password; set the properties user and password"),

  NAMED_SAVEPOINT(SqlState.INVALID_SAVEPOINT, "cannot retrieve the id of a named savepoint"),
  SAVEPOINT_OF_OTHER_CONNECTION(
      SqlState.INVALID_SAVEPOINT, "the savepoint does not belong to this connection"),
  UNNAMED_SAVEPOINT(SqlState.INVALID_SAVEPOINT, "cannot retrieve the name of an unnamed savepoint"),

  CONNECTION_LOST_ROLLED_BACK(
      SqlState.SERIALIZATION_FAILURE, "the connection was lost; the %s was rolled back"),
  TRANSACTION_ROLLED_BACK(
      SqlState.SERIALIZATION_FAILURE,
      "the connection was lost; the transaction was rolled back and can be retried"),

  COMMITTED_PARTLY(
      SqlState.COMMIT_OUTCOME_UNKNOWN,
      "the connection was lost; the statement committed some of its transactions and "
          + "may be incomplete"),
  COMMITTED_RESULT_LOST(
      SqlState.COMMIT_OUTCOME_UNKNOWN,
      "the connection was lost; the %s was committed, its result is lost"),
  COMMITTED_ROWS_LOST(
      SqlState.COMMIT_OUTCOME_UNKNOWN,
      "the connection was lost; the statement was committed, the rest of its rows is " + "lost"),
  COMMIT_OUTCOME_UNKNOWN(
      SqlState.COMMIT_OUTCOME_UNKNOWN,
      "the connection was lost; it is unknown whether the %s was %s"),

  MALFORMED_ESCAPE(SqlState.SYNTAX_ERROR, "malformed JDBC escape (position %s)"),
  VALUE_OF_CALL(
      SqlState.SYNTAX_ERROR, "a call with a parameter for its value requires prepareCall"),

  UNDEFINED_COLUMN_LABEL(SqlState.UNDEFINED_COLUMN, "column \"%s\" not found in the result"),
  UNDEFINED_COLUMN_NUMBER(
      SqlState.UNDEFINED_COLUMN, "the column index is out of range: %s; the result has %s columns"),

  TOO_MANY_CONNECTIONS(SqlState.TOO_MANY_CONNECTIONS, "server \"%s\" has too many connections"),

  ESCAPES_TOO_DEEP(SqlState.STATEMENT_TOO_COMPLEX, "JDBC escapes are nested too deeply"),

  REQUEST_TOO_LARGE(
      SqlState.PROGRAM_LIMIT_EXCEEDED,
      "request of %s bytes is too large; the server accepts at most %s"),

  ARRAY_FREED(SqlState.OBJECT_NOT_IN_PREREQUISITE_STATE, "the array was freed"),
  CALL_NOT_EXECUTED(
      SqlState.OBJECT_NOT_IN_PREREQUISITE_STATE, "the call was not executed, or it had no value"),
  LARGE_OBJECT_FREED(SqlState.OBJECT_NOT_IN_PREREQUISITE_STATE, "the large object was freed"),
  STATEMENT_CLOSED(SqlState.OBJECT_NOT_IN_PREREQUISITE_STATE, "the statement is closed"),
  TEXT_OF_PREPARED_STATEMENT(
      SqlState.OBJECT_NOT_IN_PREREQUISITE_STATE,
      "cannot use methods that take a query string on a prepared statement"),

  LOST_STATEMENT_CANCELLED(
      SqlState.QUERY_CANCELED,
      "the connection was lost and the statement was cancelled; it had no effect"),
  LOST_STATEMENT_TIMED_OUT(
      SqlState.QUERY_CANCELED,
      "the connection was lost and the statement was cancelled by the query timeout; "
          + "it had no effect"),
  PARAMETER_CANCELLED(
      SqlState.QUERY_CANCELED,
      "the statement was cancelled while the stream of a parameter was sent"),
  PARAMETER_TIMED_OUT(
      SqlState.QUERY_CANCELED,
      "the statement was cancelled by the query timeout while the stream of a parameter was sent"),
  QUERY_TIMEOUT_EXCEEDED(SqlState.QUERY_CANCELED, "%s: it took longer than its timeout of %s ms"),

  SERVER_SHUTTING_DOWN(SqlState.SHUTTING_DOWN, "server \"%s\" is shutting down"),

  OPTIONAL_FEATURE_NOT_SUPPORTED(SqlState.OPTIONAL_FEATURE, "not supported: %s"),

  ENGINE_CLASS_MISMATCH(
      SqlState.INTERNAL_ERROR, "a class of the engine is missing or of another version: %s"),
  TRANSACTION_NAME_MISSING(SqlState.INTERNAL_ERROR, "the server does not name its transactions");

  private final SqlState state;
  private final String format;

  DriverErrorMessage(SqlState state, String format) {
    this.state = state;
    this.format = format;
  }

  @Override
  public SqlState state() {
    return state;
  }

  @Override
  public String format() {
    return format;
  }

  /** The exception for a caller of JDBC; {@link #error} is that within the session API. */
  public SQLException sqlException(Object... arguments) {
    return SqlErrors.of(this, arguments);
  }

  public SQLException sqlExceptionCausedBy(Throwable cause, Object... arguments) {
    return SqlErrors.causedBy(cause, this, arguments);
  }
}
