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
   * @param cancelKey random bytes that a {@link CancelRequest} must know
   * @param serverFinal SCRAM's server-final message, by which the server proves itself
   * @param frameBytesMax longest frame that the server takes from now on, and sends
   * @param state all of it
   */
  record Welcome(
      long sessionId,
      byte[] cancelKey,
      String serverFinal,
      int frameBytesMax,
      Session.DatabaseInfo database,
      SessionState state)
      implements LoginResponse {
    /** Without the key: it may end up in a log. */
    @Override
    public String toString() {
      return "Welcome[sessionId=" + sessionId + ", database=" + database + "]";
    }
  }

  /**
   * To either: there will be no session, and the server closes the connection.
   *
   * @param topology where else to ask, to an authenticated client of version 1.1 or later; else
   *     null
   */
  record Refused(String sqlState, String message, @Nullable Topology topology)
      implements LoginResponse {
    public Refused(String sqlState, String message) {
      this(sqlState, message, null);
    }
  }
}
