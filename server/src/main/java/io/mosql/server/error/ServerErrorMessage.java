package io.mosql.server.error;

import io.mosql.core.error.ErrorMessage;
import io.mosql.core.error.SqlState;

/**
 * The error messages of the server: constants in groups by SQLSTATE, in the order of {@link
 * SqlState}, and alphabetical within a group.
 */
public enum ServerErrorMessage implements ErrorMessage {
  // 08001
  UNKNOWN_SESSION_PROPERTY(SqlState.CONNECTION_FAILED, "unrecognized session property \"%s\""),
  // 08003
  SESSION_ENDED(SqlState.CONNECTION_CLOSED, "the session has ended"),
  // 08006
  LEADER_CONNECTION_LOST(SqlState.CONNECTION_LOST, "connection to the leader lost"),
  // 08P01
  NO_LARGE_OBJECT_BEGUN(
      SqlState.PROTOCOL_VIOLATION, "a piece belongs to no large object that was begun"),
  // 07005
  NOT_READ_ONLY(SqlState.NOT_A_CURSOR, "the statement is not a read-only query"),
  // 22023
  ADMIN_PORT_NEEDS_TOKEN(
      SqlState.INVALID_PARAMETER,
      "an admin token is required to listen on the address \"%s\", which is not a loopback"
          + " address"),
  ADMIN_PORT_OUT_OF_RANGE(SqlState.INVALID_PARAMETER, "the admin port must be between 0 and 65535"),
  ADMIN_TOKEN_TOO_SHORT(
      SqlState.INVALID_PARAMETER, "the admin token must have at least %s characters"),
  // 24000
  UNKNOWN_CURSOR(SqlState.INVALID_CURSOR_STATE, "cursor does not exist"),
  // 26000
  UNKNOWN_STATEMENT(SqlState.INVALID_STATEMENT_NAME, "prepared statement does not exist"),
  // 28000
  CHANNEL_BINDING_MISMATCH(
      SqlState.INVALID_AUTHORIZATION, "channel binding does not fit the mechanism"),
  MALFORMED_CLIENT_FIRST(SqlState.INVALID_AUTHORIZATION, "malformed client-first message"),
  MALFORMED_PROOF(SqlState.INVALID_AUTHORIZATION, "malformed proof in client-final message"),
  MECHANISM_REQUIRED(
      SqlState.INVALID_AUTHORIZATION, "invalid authentication mechanism; %s is required"),
  MISSING_PROOF(SqlState.INVALID_AUTHORIZATION, "client-final message without a proof"),
  NODE_WITHOUT_CLIENT(
      SqlState.INVALID_AUTHORIZATION, "login of a node without the identity of a client"),
  NONCE_MISMATCH(SqlState.INVALID_AUTHORIZATION, "nonce mismatch in client-final message"),
  PROOF_OF_ANOTHER_CHANNEL(SqlState.INVALID_AUTHORIZATION, "the proof is bound to another channel"),
  TOO_MANY_FAILED_LOGINS(SqlState.INVALID_AUTHORIZATION, "too many failed logins; try again later"),
  // 28P01
  WRONG_PASSWORD(SqlState.INVALID_PASSWORD, "password authentication failed"),
  // 3D000
  NO_DATABASE(SqlState.UNDEFINED_DATABASE, "no database specified"),
  // 53300
  TOO_MANY_CONSOLE_LOGINS(SqlState.TOO_MANY_CONNECTIONS, "sorry, too many console logins already"),
  TOO_MANY_SESSIONS(SqlState.TOO_MANY_CONNECTIONS, "sorry, too many clients already"),
  // 54000
  RESPONSE_TOO_LARGE(
      SqlState.PROGRAM_LIMIT_EXCEEDED, "response exceeds the maximum size of a frame"),
  TOO_MANY_CURSORS(SqlState.PROGRAM_LIMIT_EXCEEDED, "a session may have %s open cursors"),
  TOO_MANY_STATEMENTS(SqlState.PROGRAM_LIMIT_EXCEEDED, "a session may have %s statements"),
  // 55000
  STATEMENT_IN_PROGRESS(
      SqlState.OBJECT_NOT_IN_PREREQUISITE_STATE, "another statement is still running"),
  // 57P01
  SESSION_TERMINATED(SqlState.SHUTTING_DOWN, "terminating connection due to administrator command"),
  SHUTTING_DOWN(SqlState.SHUTTING_DOWN, "the server is shutting down"),
  // 57P05
  LEADER_ADDRESS_UNKNOWN(
      SqlState.NOT_LEADER, "not the leader of this database; address of leader \"%s\" unknown"),
  LEADER_UNREACHABLE(
      SqlState.NOT_LEADER,
      "not the leader of this database; could not connect to leader \"%s\": %s"),
  // XX000
  LOGIN_FAILED(SqlState.INTERNAL_ERROR, "internal error during login");

  private final SqlState state;
  private final String format;

  ServerErrorMessage(SqlState state, String format) {
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
}
