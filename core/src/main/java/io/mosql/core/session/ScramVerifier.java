package io.mosql.core.session;

/**
 * The SCRAM-SHA-256 verifier of a password (RFC 5802, RFC 7677): sufficient to authenticate a
 * client, not sufficient to log in with. Arrays are not copied and not to be changed.
 *
 * @param iterations of the key derivation
 * @param salt random bytes
 * @param storedKey hash of the client key
 * @param serverKey that the server proves itself with
 */
public record ScramVerifier(int iterations, byte[] salt, byte[] storedKey, byte[] serverKey) {
  /** Without the bytes: it may end up in a log. */
  @Override
  public String toString() {
    return "ScramVerifier[iterations=" + iterations + "]";
  }
}
