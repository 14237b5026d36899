package io.mosql.core.wire;

import io.mosql.core.session.Session;
import io.mosql.core.session.Topology;
import org.jspecify.annotations.Nullable;

/** An answer of the server during login. */
public sealed interface LoginResponse {
  /** To Hello: SCRAM's server-first message. */
  record Challenge(String serverFirst) implements LoginResponse {}

  /**
   * To Proof: the session is open.
   *
   * @param cancelKey random bytes that a {@link CancelRequest} must contain
   * @param serverFinal SCRAM's server-final message, with which the server proves its identity
   * @param frameBytesMax maximum length of frames in both directions from now on
   * @param state the whole session state
   */
  record Welcome(
      long sessionId,
      byte[] cancelKey,
      String serverFinal,
      int frameBytesMax,
      Session.DatabaseInfo database,
      SessionState state)
      implements LoginResponse {
    /** Without the key, since it may be logged. */
    @Override
    public String toString() {
      return "Welcome[sessionId=" + sessionId + ", database=" + database + "]";
    }
  }

  /**
   * Response to either request when the login fails; the server closes the connection.
   *
   * @param topology alternative nodes, for an authenticated client of version 1.1 or later; else
   *     null
   */
  record Refused(String sqlState, String message, @Nullable Topology topology)
      implements LoginResponse {
    public Refused(String sqlState, String message) {
      this(sqlState, message, null);
    }
  }
}
