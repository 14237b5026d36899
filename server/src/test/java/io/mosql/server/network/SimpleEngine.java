package io.mosql.server.network;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.core.session.Login;
import io.mosql.core.session.ScramVerifier;
import io.mosql.core.session.ServerEngine;
import io.mosql.core.session.Session;
import io.mosql.engine.database.OpenDatabase;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import javax.crypto.Mac;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/** Engine with one database in memory and two users: "ann", and "root", an administrator. */
final class SimpleEngine implements ServerEngine, AutoCloseable {
  static final String PASSWORD = "correct horse";
  static final String DATABASE = "mosql";
  private static final int ITERATIONS = 4096;

  final OpenDatabase database =
      OpenDatabase.inMemory("net-test", OpenDatabase.Ports.system(), () -> {});
  final AtomicInteger open = new AtomicInteger();
  private final Map<String, ScramVerifier> users = new ConcurrentHashMap<>();

  SimpleEngine() {
    users.put("ann", verifier(PASSWORD, "salt of ann.....".getBytes(UTF_8)));
    users.put("root", verifier(PASSWORD, "salt of root....".getBytes(UTF_8)));
  }

  static final java.nio.charset.Charset UTF_8 = java.nio.charset.StandardCharsets.UTF_8;

  static byte[] hmac(byte[] key, byte[] text) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(key, "HmacSHA256"));
      return mac.doFinal(text);
    } catch (java.security.GeneralSecurityException e) {
      throw new AssertionError(e);
    }
  }

  static byte[] sha256(byte[] text) {
    try {
      return java.security.MessageDigest.getInstance("SHA-256").digest(text);
    } catch (java.security.GeneralSecurityException e) {
      throw new AssertionError(e);
    }
  }

  private static final Map<List<Object>, byte[]> SALTED = new ConcurrentHashMap<>();

  /** Cached, since the computation is slow by design. */
  static byte[] saltedPassword(String password, byte[] salt, int iterations) {
    return SALTED.computeIfAbsent(
        List.of(password, HexFormat.of().formatHex(salt), iterations),
        key -> derived(password, salt, iterations));
  }

  private static byte[] derived(String password, byte[] salt, int iterations) {
    try {
      return SecretKeyFactory.getInstance("PBKDF2WithHmacSHA256")
          .generateSecret(new PBEKeySpec(password.toCharArray(), salt, iterations, 256))
          .getEncoded();
    } catch (java.security.GeneralSecurityException e) {
      throw new AssertionError(e);
    }
  }

  static ScramVerifier verifier(String password, byte[] salt) {
    byte[] salted = saltedPassword(password, salt, ITERATIONS);
    return new ScramVerifier(
        ITERATIONS,
        salt,
        sha256(hmac(salted, "Client Key".getBytes(UTF_8))),
        hmac(salted, "Server Key".getBytes(UTF_8)));
  }

  @Override
  public @Nullable ScramVerifier verifier(String user) {
    return users.get(user);
  }

  @Override
  public boolean isAdministrator(String user) {
    return user.equals("root");
  }

  @Override
  public Session connect(Login login) {
    if (!login.database().equals(DATABASE)) {
      throw new MosqlException(
          SqlState.UNDEFINED_DATABASE, "there is no database \"" + login.database() + "\"");
    }
    Session session = database.connect(login.properties(), open::decrementAndGet);
    open.incrementAndGet();
    return session;
  }

  @Override
  public void close() {
    database.close();
  }
}
