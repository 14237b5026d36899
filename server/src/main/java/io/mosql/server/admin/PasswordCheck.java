package io.mosql.server.admin;

import com.ongres.saslprep.SASLprep;
import com.ongres.stringprep.Profile;
import io.mosql.core.session.ScramVerifier;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import javax.crypto.Mac;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * Password check against a SCRAM-SHA-256 verifier (RFC 5802). Secrets are compared in constant
 * time. Thread-safe.
 */
final class PasswordCheck {
  private static final int ITERATIONS = 4096;
  private static final int KEY_BYTES = 32;
  private static final int PASSWORD_MAX = 1_000;
  private static final Profile SASLPREP = new SASLprep();

  /** Dummy verifier, so that a check for an unknown user takes as long as for a known one. */
  private final ScramVerifier nobody;

  PasswordCheck() {
    byte[] salt = new byte[16];
    byte[] key = new byte[KEY_BYTES];
    SecureRandom random = new SecureRandom();
    random.nextBytes(salt);
    random.nextBytes(key);
    nobody = new ScramVerifier(ITERATIONS, salt, key, key);
  }

  /**
   * @param verifier null for an unknown user, for which no password matches
   */
  boolean matches(String password, @Nullable ScramVerifier verifier) {
    ScramVerifier known = verifier == null ? nobody : verifier;
    if (password.isEmpty() || password.length() > PASSWORD_MAX) {
      return false;
    }
    String prepared;
    try {
      prepared = SASLPREP.prepareQuery(password);
    } catch (IllegalArgumentException e) {
      return false;
    }
    boolean same = MessageDigest.isEqual(storedKey(prepared, known), known.storedKey());
    return same && verifier != null;
  }

  private static byte[] storedKey(String password, ScramVerifier verifier) {
    try {
      PBEKeySpec spec =
          new PBEKeySpec(
              password.toCharArray(), verifier.salt(), verifier.iterations(), KEY_BYTES * 8);
      byte[] salted =
          SecretKeyFactory.getInstance("PBKDF2WithHmacSHA256").generateSecret(spec).getEncoded();
      spec.clearPassword();
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(salted, "HmacSHA256"));
      byte[] client = mac.doFinal("Client Key".getBytes(StandardCharsets.US_ASCII));
      return MessageDigest.getInstance("SHA-256").digest(client);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this JDK lacks what passwords are checked with", e);
    }
  }
}
