package io.mosql.jdbc.remote;

import io.mosql.core.error.MosqlException;
import io.mosql.core.session.SessionProperty;
import io.mosql.jdbc.base.DriverErrorMessage;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.Collection;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.Nullable;

/** TLS on top of a connection, according to {@code sslmode} and {@code sslrootcert}. */
final class Tls {
  private static final String[] VERSIONS = {"TLSv1.3", "TLSv1.2"};

  private Tls() {}

  /**
   * Performs the handshake.
   *
   * @throws IOException when the handshake fails, or the server's identity is not verified
   * @throws MosqlException 08001 when the root certificates cannot be read
   */
  static SSLSocket over(
      Socket raw, RemoteTarget.Host host, RemoteTarget.SslMode mode, RemoteTarget target)
      throws IOException {
    boolean verify = mode == RemoteTarget.SslMode.VERIFY_FULL;
    SSLContext context =
        context(verify ? roots(target.get(SessionProperty.SSL_ROOT_CERT)) : ANY_SERVER);
    SSLSocket socket =
        (SSLSocket) context.getSocketFactory().createSocket(raw, host.name(), host.port(), true);
    SSLParameters parameters = socket.getSSLParameters();
    parameters.setProtocols(VERSIONS);
    if (verify) {
      parameters.setEndpointIdentificationAlgorithm("HTTPS");
    }
    socket.setSSLParameters(parameters);
    socket.startHandshake();
    return socket;
  }

  /** The certificate presented by the server. */
  static X509Certificate certificate(SSLSocket socket) throws IOException {
    return (X509Certificate) socket.getSession().getPeerCertificates()[0];
  }

  private static SSLContext context(TrustManager @Nullable [] trust) {
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, trust, null);
      return context;
    } catch (GeneralSecurityException e) {
      throw DriverErrorMessage.TLS_NOT_AVAILABLE.causedBy(e);
    }
  }

  /** The trust managers for a file of root certificates; null for the JVM's. */
  private static TrustManager @Nullable [] roots(@Nullable String file) {
    if (file == null) {
      return null;
    }
    try (InputStream in = Files.newInputStream(Path.of(file))) {
      Collection<? extends Certificate> certificates =
          CertificateFactory.getInstance("X.509").generateCertificates(in);
      KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
      store.load(null, null);
      int number = 0;
      for (Certificate certificate : certificates) {
        store.setCertificateEntry("root" + number++, certificate);
      }
      if (number == 0) {
        throw DriverErrorMessage.ROOT_CERTIFICATE_MISSING.error();
      }
      TrustManagerFactory factory =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      factory.init(store);
      return factory.getTrustManagers();
    } catch (IOException | GeneralSecurityException | IllegalArgumentException e) {
      throw DriverErrorMessage.ROOT_CERTIFICATE_NOT_READABLE.causedBy(e);
    }
  }

  /**
   * For {@code require}: accepts every certificate. The server is authenticated by SCRAM, since it
   * must have the verifier of the password, and the proof is bound to its certificate.
   */
  private static final TrustManager[] ANY_SERVER = {
    new X509ExtendedTrustManager() {
      @Override
      public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) {}

      @Override
      public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) {}

      @Override
      public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

      @Override
      public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

      @Override
      public void checkClientTrusted(X509Certificate[] chain, String type) {}

      @Override
      public void checkServerTrusted(X509Certificate[] chain, String type) {}

      @Override
      public X509Certificate[] getAcceptedIssuers() {
        return new X509Certificate[0];
      }
    }
  };
}
