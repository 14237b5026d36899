package io.mosql.core.wire;

import java.util.Map;

/** A message of the client during login. */
public sealed interface LoginRequest {
  /** SASL mechanism of connections without TLS. */
  String SCRAM = "SCRAM-SHA-256";

  /** SASL mechanism of connections with TLS, with channel binding tls-server-end-point. */
  String SCRAM_PLUS = "SCRAM-SHA-256-PLUS";

  /** Most properties of a Hello. */
  int PROPERTIES_MAX = 64;

  /**
   * The first message of a login.
   *
   * @param user as given, not folded
   * @param properties of the session, by their names in URLs; never user and password
   * @param mechanism {@link #SCRAM} or {@link #SCRAM_PLUS}
   * @param clientFirst SCRAM's client-first message
   * @param position newest one of the database that the client has seen, 0 for none; only for
   *     servers of version 1.1 or later
   */
  record Hello(
      String user,
      String database,
      Map<String, String> properties,
      String mechanism,
      String clientFirst,
      long position)
      implements LoginRequest {
    /** For a client without a position. */
    public Hello(
        String user,
        String database,
        Map<String, String> properties,
        String mechanism,
        String clientFirst) {
      this(user, database, properties, mechanism, clientFirst, 0);
    }
  }

  /**
   * The answer to a {@link LoginResponse.Challenge}.
   *
   * @param clientFinal SCRAM's client-final message
   */
  record Proof(String clientFinal) implements LoginRequest {
    /** Without the proof, since it may be logged. */
    @Override
    public String toString() {
      return "Proof[]";
    }
  }
}
