package io.mosql.server.authentication;

import com.ongres.scram.common.ScramFunctions;
import com.ongres.scram.common.ScramMechanism;
import com.ongres.scram.common.StringPreparation;
import io.mosql.core.port.RandomSource;
import io.mosql.core.session.ScramVerifier;
import io.mosql.server.error.ServerErrorMessage;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Server side of SCRAM-SHA-256 (RFC 5802, RFC 7677), and the check of a password that a client
 * sends as text. For an unknown user both take as long and do the same as for a known one, with a
 * salt that is constant for the lifetime of the process. Secrets are compared in constant time.
 * Thread-safe.
 */
public final class ScramServer {
  /** Iteration count of dummy verifiers until the first real verifier, whose count is then used. */
  private static final int ITERATIONS = 4096;

  private static final int SALT_BYTES = 16;
  private static final int KEY_BYTES = 32;
  private static final int NONCE_BYTES = 18;
  private static final int PASSWORD_MAX = 1_000;
  private static final ScramMechanism MECHANISM = ScramMechanism.SCRAM_SHA_256;

  /** Channel binding, no authorization identity, the message without both, nonce of the client. */
  private static final Pattern CLIENT_FIRST =
      Pattern.compile("(n|y|p=[^,]+),,(n=[^,]*,r=([!-+\\--~]{8,})(?:,.*)?)", Pattern.DOTALL);

  private final RandomSource random;
  private final byte[] bootSecret;
  private volatile int iterations = ITERATIONS;

  public ScramServer(RandomSource random) {
    this.random = random;
    this.bootSecret = random.nextBytes(KEY_BYTES);
  }

  /**
   * The client-first message.
   *
   * @param header channel binding flag and authorization identity
   * @param bare the message without its header
   * @param nonce of the client
   */
  public record ClientFirst(String header, String bare, String nonce) {
    /**
     * Parses a message.
     *
     * @param bound whether channel binding is required; otherwise it is forbidden
     * @throws io.mosql.core.error.MosqlException 28000 for another message
     */
    public static ClientFirst parse(String message, boolean bound) {
      Matcher parts = CLIENT_FIRST.matcher(message);
      if (!parts.matches()) {
        throw ServerErrorMessage.MALFORMED_CLIENT_FIRST.error();
      }
      String flag = parts.group(1);
      if (bound ? !flag.equals("p=tls-server-end-point") : flag.startsWith("p")) {
        throw ServerErrorMessage.CHANNEL_BINDING_MISMATCH.error();
      }
      return new ClientFirst(flag + ",,", parts.group(2), parts.group(3));
    }
  }

  /** State of one login between challenge and proof. */
  public final class Exchange {
    private final ClientFirst first;
    private final String boundHeader;
    private final ScramVerifier verifier;
    private final boolean known;
    private final String nonce;
    private final String serverFirst;

    private Exchange(
        String user,
        ClientFirst first,
        byte @Nullable [] channelBinding,
        @Nullable ScramVerifier verifier) {
      this.first = first;
      this.boundHeader = base64(joined(first.header, channelBinding));
      this.known = verifier != null;
      this.verifier = verifierOrDummy(user, verifier);
      this.nonce = first.nonce + base64(random.nextBytes(NONCE_BYTES));
      this.serverFirst =
          "r=" + nonce + ",s=" + base64(this.verifier.salt()) + ",i=" + this.verifier.iterations();
    }

    public String serverFirst() {
      return serverFirst;
    }

    /**
     * Verifies the client's proof.
     *
     * @return the server-final message; null for a wrong password or an unknown user
     * @throws io.mosql.core.error.MosqlException 28000 for a message that is not valid SCRAM or
     *     does not match the earlier messages
     */
    public @Nullable String prove(String clientFinal) {
      int proofAt = clientFinal.lastIndexOf(",p=");
      if (proofAt < 0) {
        throw ServerErrorMessage.MISSING_PROOF.error();
      }
      String withoutProof = clientFinal.substring(0, proofAt);
      String[] fields = withoutProof.split(",", -1);
      if (!fields[0].equals("c=" + boundHeader)) {
        throw ServerErrorMessage.PROOF_OF_ANOTHER_CHANNEL.error();
      }
      if (fields.length < 2 || !fields[1].equals("r=" + nonce)) {
        throw ServerErrorMessage.NONCE_MISMATCH.error();
      }
      byte[] proof = proof(clientFinal.substring(proofAt + 3));
      String message = first.bare + "," + serverFirst + "," + withoutProof;
      boolean right =
          ScramFunctions.verifyClientProof(MECHANISM, proof, verifier.storedKey(), message);
      byte[] signature = ScramFunctions.serverSignature(MECHANISM, verifier.serverKey(), message);
      return right && known ? "v=" + base64(signature) : null;
    }
  }

  /**
   * Begins a login.
   *
   * @param channelBinding data of the TLS channel; null without TLS
   * @param verifier null for a user that does not exist or may not log in
   */
  public Exchange begin(
      String user,
      ClientFirst first,
      byte @Nullable [] channelBinding,
      @Nullable ScramVerifier verifier) {
    return new Exchange(user, first, channelBinding, verifier);
  }

  /**
   * Checks a password.
   *
   * @param verifier null for an unknown user, for which no password matches
   */
  public boolean matches(String user, String password, @Nullable ScramVerifier verifier) {
    ScramVerifier expected = verifierOrDummy(user, verifier);
    if (password.isEmpty() || password.length() > PASSWORD_MAX) {
      return false;
    }
    byte[] salted;
    try {
      salted =
          ScramFunctions.saltedPassword(
              MECHANISM,
              StringPreparation.SASL_PREPARATION,
              password.toCharArray(),
              expected.salt(),
              expected.iterations());
    } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
      // Characters that SASLprep does not allow, or none left of the password.
      return false;
    }
    byte[] clientKey = ScramFunctions.clientKey(MECHANISM, salted);
    byte[] storedKey = ScramFunctions.storedKey(MECHANISM, clientKey);
    return MessageDigest.isEqual(storedKey, expected.storedKey()) && verifier != null;
  }

  private ScramVerifier verifierOrDummy(String user, @Nullable ScramVerifier verifier) {
    if (verifier != null) {
      iterations = verifier.iterations();
    }
    byte[] salt = Arrays.copyOf(secret("salt " + user), SALT_BYTES);
    byte[] key = secret("key " + user);
    ScramVerifier dummy = new ScramVerifier(iterations, salt, key, key);
    return verifier != null ? verifier : dummy;
  }

  private byte[] secret(String text) {
    return ScramFunctions.hmac(MECHANISM, bootSecret, text.getBytes(StandardCharsets.UTF_8));
  }

  private static byte[] proof(String base64) {
    byte[] proof;
    try {
      proof = Base64.getDecoder().decode(base64);
    } catch (IllegalArgumentException e) {
      throw ServerErrorMessage.MALFORMED_PROOF.error();
    }
    if (proof.length != KEY_BYTES) {
      throw ServerErrorMessage.MALFORMED_PROOF.error();
    }
    return proof;
  }

  private static String base64(byte[] bytes) {
    return Base64.getEncoder().encodeToString(bytes);
  }

  private static byte[] joined(String header, byte @Nullable [] channelBinding) {
    byte[] first = header.getBytes(StandardCharsets.UTF_8);
    if (channelBinding == null) {
      return first;
    }
    byte[] both = Arrays.copyOf(first, first.length + channelBinding.length);
    System.arraycopy(channelBinding, 0, both, first.length, channelBinding.length);
    return both;
  }
}
