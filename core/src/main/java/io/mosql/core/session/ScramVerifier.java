package io.mosql.core.session;

/**
 * The SCRAM-SHA-256 verifier of a password (RFC 5802, RFC 7677): sufficient to authenticate a
 * client, not sufficient to log in with. Arrays are not copied and not to be changed.
 *
 * @param iterations of the key derivation
 * @param salt random bytes
 * @param storedKey hash of the client key
 * @param serverKey with which the server proves its identity
 */
public record ScramVerifier(int iterations, byte[] salt, byte[] storedKey, byte[] serverKey) {
  /** Without the bytes, since it may be logged. */
  @Override
  public String toString() {
    return "ScramVerifier[iterations=" + iterations + "]";
  }
}
