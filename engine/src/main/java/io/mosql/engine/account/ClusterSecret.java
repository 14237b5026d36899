package io.mosql.engine.account;

import io.mosql.core.port.RandomSource;
import io.mosql.core.session.ScramVerifier;
import io.mosql.engine.options.Passwords;
import java.util.Base64;

/**
 * The shared secret with which the nodes of a cluster authenticate to each other. It consists of 32
 * random bytes, generated when the cluster is founded and stored in the system database, so every
 * copy of the system database contains it. Immutable.
 *
 * @param password for logins
 * @param verifier of that password
 */
public record ClusterSecret(String password, ScramVerifier verifier) {
  private static final int BYTES = 32;
  private static final int SALT_BYTES = 16;

  /** Sufficient for a random secret that cannot be guessed; clients accept no fewer. */
  private static final int ITERATIONS = 4096;

  static byte[] generate(RandomSource random) {
    return random.nextBytes(BYTES);
  }

  static ClusterSecret of(byte[] secret, RandomSource random) {
    String password = Base64.getEncoder().withoutPadding().encodeToString(secret);
    byte[] salt = random.nextBytes(SALT_BYTES);
    return new ClusterSecret(password, Passwords.verifier(password, salt, ITERATIONS));
  }

  /** Omits the password, since the text may be logged. */
  @Override
  public String toString() {
    return "ClusterSecret[]";
  }
}
