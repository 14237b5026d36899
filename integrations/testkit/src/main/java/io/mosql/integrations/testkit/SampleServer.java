package io.mosql.integrations.testkit;

import io.mosql.core.port.AuditLog;
import io.mosql.core.port.Clock;
import io.mosql.core.port.RandomSource;
import io.mosql.core.session.EmbeddedEngine;
import io.mosql.core.session.Login;
import io.mosql.core.session.ScramVerifier;
import io.mosql.core.session.ServerEngine;
import io.mosql.core.session.Session;
import io.mosql.engine.EmbeddedDatabases;
import io.mosql.server.authentication.LoginThrottle;
import io.mosql.server.network.NetworkOptions;
import io.mosql.server.network.NetworkServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import javax.crypto.Mac;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * The server of this JVM, started at first use and never stopped. Its databases are in memory, and
 * a login creates the one that it names.
 */
final class SampleServer implements ServerEngine {
  static final String USER = "ann";
  static final String PASSWORD = "correct horse";
  private static final int ITERATIONS = 4096;
  private static final byte[] SALT = "sixteen of salt.".getBytes(StandardCharsets.UTF_8);
  private static final NetworkServer LISTENER = start();

  private final EmbeddedEngine databases = new EmbeddedDatabases();
  private final ScramVerifier verifier;

  private SampleServer(ScramVerifier verifier) {
    this.verifier = verifier;
  }

  static String url(String database) {
    return "jdbc:mosql://127.0.0.1:" + LISTENER.address().getPort() + "/" + database;
  }

  private static NetworkServer start() {
    try {
      return NetworkServer.open(
          new SampleServer(verifierOfPassword()),
          NetworkOptions.of("127.0.0.1", 0),
          AuditLog.NONE,
          Clock.SYSTEM,
          RandomSource.SECURE,
          new LoginThrottle());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public @Nullable ScramVerifier verifier(String user) {
    return user.equals(USER) ? verifier : null;
  }

  @Override
  public boolean isAdministrator(String user) {
    return user.equals(USER);
  }

  @Override
  public Session connect(Login login) {
    return databases.connect("mem:" + login.database(), login.properties());
  }

  private static ScramVerifier verifierOfPassword() throws GeneralSecurityException {
    byte[] salted =
        SecretKeyFactory.getInstance("PBKDF2WithHmacSHA256")
            .generateSecret(new PBEKeySpec(PASSWORD.toCharArray(), SALT, ITERATIONS, 256))
            .getEncoded();
    byte[] stored = MessageDigest.getInstance("SHA-256").digest(hmac(salted, "Client Key"));
    return new ScramVerifier(ITERATIONS, SALT, stored, hmac(salted, "Server Key"));
  }

  private static byte[] hmac(byte[] key, String text) throws GeneralSecurityException {
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(key, "HmacSHA256"));
    return mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
  }
}
