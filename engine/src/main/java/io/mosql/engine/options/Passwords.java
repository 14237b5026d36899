package io.mosql.engine.options;

import com.ongres.saslprep.SASLprep;
import com.ongres.stringprep.Profile;
import io.mosql.core.error.MosqlException;
import io.mosql.core.port.RandomSource;
import io.mosql.core.session.ScramVerifier;
import io.mosql.engine.error.EngineErrorMessage;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import javax.crypto.Mac;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * Generates passwords and SCRAM verifiers. Thread-safe.
 *
 * <pre>
 * salted    := PBKDF2-HMAC-SHA-256(SASLprep(password), salt, iterations)      RFC 5802, RFC 7677
 * storedKey := SHA-256(HMAC(salted, "Client Key"))
 * serverKey := HMAC(salted, "Server Key")
 * </pre>
 */
public final class Passwords {
  /** Least number of iterations that RFC 7677 allows. */
  static final int ITERATIONS_MIN = 4096;

  /** Maximum number of characters of a password. */
  static final int LENGTH_MAX = 1_000;

  private static final int SALT_BYTES = 16;
  private static final int KEY_BITS = 256;
  private static final String HMAC = "HmacSHA256";

  /** Letters and digits that are easily distinguished; 32 of them, five bits each. */
  private static final String ALPHABET = "abcdefghijkmnpqrstuvwxyz23456789";

  private static final int GENERATED_LENGTH = 24;
  private static final Profile SASLPREP = new SASLprep();

  private final RandomSource random;
  private final int iterations;

  public Passwords(RandomSource random, int iterations) {
    if (iterations < ITERATIONS_MIN) {
      throw new IllegalArgumentException("fewer than " + ITERATIONS_MIN + " iterations");
    }
    this.random = random;
    this.iterations = iterations;
  }

  /** Generates a password of 120 random bits. */
  public String generate() {
    StringBuilder password = new StringBuilder();
    long bits = 0;
    for (int i = 0; i < GENERATED_LENGTH; i++) {
      if (i % 12 == 0) {
        bits = random.nextLong();
      }
      password.append(ALPHABET.charAt((int) (bits & 31)));
      bits >>>= 5;
    }
    return password.toString();
  }

  /**
   * Computes the verifier of a password, with a random salt.
   *
   * @throws MosqlException 22023 for an invalid password
   */
  public ScramVerifier verifier(String password) {
    return verifier(prepared(password), random.nextBytes(SALT_BYTES), iterations);
  }

  private static String prepared(String password) {
    if (password.isEmpty() || password.length() > LENGTH_MAX) {
      throw EngineErrorMessage.INVALID_PASSWORD_LENGTH.error(LENGTH_MAX);
    }
    String prepared;
    try {
      prepared = SASLPREP.prepareStored(password);
    } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
      // IndexOutOfBoundsException is thrown when no character is left of the password. Without the
      // cause, since its message contains characters of the password.
      throw EngineErrorMessage.INVALID_PASSWORD_CHARACTERS.error();
    }
    if (prepared.isEmpty()) {
      throw EngineErrorMessage.EMPTY_PASSWORD.error();
    }
    return prepared;
  }

  public static ScramVerifier verifier(String prepared, byte[] salt, int iterations) {
    try {
      PBEKeySpec spec = new PBEKeySpec(prepared.toCharArray(), salt, iterations, KEY_BITS);
      byte[] salted =
          SecretKeyFactory.getInstance("PBKDF2With" + HMAC).generateSecret(spec).getEncoded();
      spec.clearPassword();
      byte[] storedKey = MessageDigest.getInstance("SHA-256").digest(hmac(salted, "Client Key"));
      byte[] serverKey = hmac(salted, "Server Key");
      Arrays.fill(salted, (byte) 0);
      return new ScramVerifier(iterations, salt, storedKey, serverKey);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("the JDK lacks an algorithm", e);
    }
  }

  private static byte[] hmac(byte[] key, String text) throws GeneralSecurityException {
    Mac mac = Mac.getInstance(HMAC);
    mac.init(new SecretKeySpec(key, HMAC));
    return mac.doFinal(text.getBytes(StandardCharsets.US_ASCII));
  }
}
