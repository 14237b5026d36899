package io.mosql.server.network;

import io.mosql.core.port.RandomSource;
import io.mosql.core.session.ScramVerifier;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * Server side of SCRAM-SHA-256 (RFC 5802, RFC 7677). For an unknown user the exchange is the same,
 * with a salt that is constant for the lifetime of the process. Secrets are compared in constant
 * time. Thread-safe.
 */
final class ScramServer {
  /**
   * Iteration count of dummy challenges until the first real challenge, whose count is then used.
   */
  private static final int ITERATIONS = 4096;

  private static final int SALT_BYTES = 16;
  private static final int KEY_BYTES = 32;
  private static final int NONCE_BYTES = 18;
  private static final String HMAC = "HmacSHA256";

  private final RandomSource random;
  private final byte[] bootSecret;
  private volatile int iterations = ITERATIONS;

  ScramServer(RandomSource random) {
    this.random = random;
    this.bootSecret = randomBytes(random, KEY_BYTES);
  }

  static byte[] randomBytes(RandomSource random, int count) {
    ByteBuffer bytes = ByteBuffer.allocate((count + Long.BYTES - 1) / Long.BYTES * Long.BYTES);
    while (bytes.hasRemaining()) {
      bytes.putLong(random.nextLong());
    }
    return Arrays.copyOf(bytes.array(), count);
  }

  /** Error of a message that is not valid SCRAM or does not match the earlier messages. */
  static final class ScramException extends Exception {
    private static final long serialVersionUID = 1L;

    ScramException(String message) {
      super(message, null, false, false);
    }
  }

  /** The client-first message. */
  static final class ClientFirst {
    final String header;
    final String bare;
    final String nonce;

    private ClientFirst(String header, String bare, String nonce) {
      this.header = header;
      this.bare = bare;
      this.nonce = nonce;
    }

    /**
     * @param bound whether channel binding is required; otherwise it is forbidden
     */
    static ClientFirst parse(String message, boolean bound) throws ScramException {
      int first = message.indexOf(',');
      int second = message.indexOf(',', first + 1);
      if (first < 0 || second < 0) {
        throw new ScramException("client-first message without a header");
      }
      String binding = message.substring(0, first);
      boolean good =
          bound
              ? binding.equals("p=tls-server-end-point")
              : binding.equals("n") || binding.equals("y");
      if (!good) {
        throw new ScramException("channel binding does not fit the mechanism");
      }
      if (second != first + 1) {
        throw new ScramException("another authorization identity is not possible");
      }
      String bare = message.substring(second + 1);
      String[] fields = bare.split(",", -1);
      if (fields.length < 2
          || !fields[0].startsWith("n=")
          || !fields[1].startsWith("r=")
          || !isNonce(fields[1].substring(2))) {
        throw new ScramException("client-first message without name and nonce");
      }
      return new ClientFirst(message.substring(0, second + 1), bare, fields[1].substring(2));
    }

    private static boolean isNonce(String nonce) {
      return nonce.length() >= 8 && nonce.chars().allMatch(c -> c > ' ' && c < 0x7F && c != ',');
    }
  }

  /** State of one login between challenge and proof. */
  final class Exchange {
    private final ClientFirst first;
    private final byte @Nullable [] channelBinding;
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
      this.channelBinding = channelBinding;
      this.known = verifier != null;
      if (verifier != null) {
        iterations = verifier.iterations();
      }
      ScramVerifier invented = madeUp(user);
      this.verifier = verifier != null ? verifier : invented;
      this.nonce =
          first.nonce + Base64.getEncoder().encodeToString(randomBytes(random, NONCE_BYTES));
      this.serverFirst =
          "r="
              + nonce
              + ",s="
              + Base64.getEncoder().encodeToString(this.verifier.salt())
              + ",i="
              + this.verifier.iterations();
    }

    String serverFirst() {
      return serverFirst;
    }

    /**
     * Verifies the client's proof.
     *
     * @return the server-final message; null for a wrong password or an unknown user
     */
    @Nullable String prove(String clientFinal) throws ScramException {
      int proofAt = clientFinal.lastIndexOf(",p=");
      if (proofAt < 0) {
        throw new ScramException("client-final message without a proof");
      }
      String withoutProof = clientFinal.substring(0, proofAt);
      String[] fields = withoutProof.split(",", -1);
      if (fields.length < 2 || !fields[0].startsWith("c=") || !fields[1].startsWith("r=")) {
        throw new ScramException("client-final message without binding and nonce");
      }
      byte[] proof = decoded(clientFinal.substring(proofAt + 3));
      if (proof.length != KEY_BYTES) {
        throw new ScramException("a proof of " + proof.length + " bytes");
      }
      byte[] header = first.header.getBytes(StandardCharsets.UTF_8);
      byte[] binding = channelBinding == null ? header : joined(header, channelBinding);
      if (!MessageDigest.isEqual(binding, decoded(fields[0].substring(2)))) {
        throw new ScramException("the proof is bound to another channel");
      }
      if (!nonce.equals(fields[1].substring(2))) {
        throw new ScramException("the nonce has changed");
      }
      byte[] message =
          (first.bare + "," + serverFirst + "," + withoutProof).getBytes(StandardCharsets.UTF_8);
      byte[] clientKey = hmac(verifier.storedKey(), message);
      for (int i = 0; i < KEY_BYTES; i++) {
        clientKey[i] ^= proof[i];
      }
      boolean right = MessageDigest.isEqual(sha256(clientKey), verifier.storedKey());
      String serverFinal =
          "v=" + Base64.getEncoder().encodeToString(hmac(verifier.serverKey(), message));
      return right && known ? serverFinal : null;
    }
  }

  /**
   * @param channelBinding data of the TLS channel; null without TLS
   * @param verifier null for a user that does not exist or may not log in
   */
  Exchange begin(
      String user,
      ClientFirst first,
      byte @Nullable [] channelBinding,
      @Nullable ScramVerifier verifier) {
    return new Exchange(user, first, channelBinding, verifier);
  }

  private ScramVerifier madeUp(String user) {
    byte[] salt = hmac(bootSecret, ("salt " + user).getBytes(StandardCharsets.UTF_8));
    byte[] key = hmac(bootSecret, ("key " + user).getBytes(StandardCharsets.UTF_8));
    return new ScramVerifier(iterations, Arrays.copyOf(salt, SALT_BYTES), key, key);
  }

  private static byte[] decoded(String base64) throws ScramException {
    try {
      return Base64.getDecoder().decode(base64);
    } catch (IllegalArgumentException e) {
      throw new ScramException("not Base64");
    }
  }

  private static byte[] joined(byte[] first, byte[] second) {
    byte[] both = Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, both, first.length, second.length);
    return both;
  }

  private static byte[] hmac(byte[] key, byte[] message) {
    try {
      Mac mac = Mac.getInstance(HMAC);
      mac.init(new SecretKeySpec(key, HMAC));
      return mac.doFinal(message);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this JVM has no " + HMAC, e);
    }
  }

  private static byte[] sha256(byte[] message) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(message);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this JVM has no SHA-256", e);
    }
  }
}
