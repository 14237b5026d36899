package io.mosql.server.network;

import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslProvider;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.Executor;

/** TLS 1.2 and 1.3 configuration of the server. Thread-safe. */
final class ServerTls {
  private final SslContext context;
  private final byte[] endPoint;

  private ServerTls(SslContext context, byte[] endPoint) {
    this.context = context;
    this.endPoint = endPoint;
  }

  /**
   * @throws IOException when the files cannot be read or used; the message names them
   */
  static ServerTls of(TlsFiles files) throws IOException {
    try (InputStream in = Files.newInputStream(files.certificate())) {
      X509Certificate certificate =
          (X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(in);
      SslContext context =
          SslContextBuilder.forServer(files.certificate().toFile(), files.key().toFile())
              .sslProvider(SslProvider.JDK)
              .protocols("TLSv1.3", "TLSv1.2")
              .build();
      return new ServerTls(context, endPoint(certificate));
    } catch (GeneralSecurityException | IllegalArgumentException | IOException e) {
      throw new IOException(
          "cannot use the certificate "
              + files.certificate()
              + " with the key "
              + files.key()
              + ": "
              + e.getMessage(),
          e);
    }
  }

  /**
   * Channel binding tls-server-end-point of RFC 5929: a hash of the certificate, with the hash
   * function of its signature.
   */
  private static byte[] endPoint(X509Certificate certificate) throws GeneralSecurityException {
    String signature = certificate.getSigAlgName().toUpperCase(Locale.ROOT);
    int with = signature.indexOf("WITH");
    String hash = with < 0 ? signature : signature.substring(0, with);
    String digest =
        switch (hash) {
          case "MD5", "SHA1", "SHA256" -> "SHA-256";
          case "SHA384" -> "SHA-384";
          case "SHA512" -> "SHA-512";
          default ->
              throw new GeneralSecurityException(
                  "channel binding knows no hash for its signature algorithm "
                      + certificate.getSigAlgName());
        };
    return MessageDigest.getInstance(digest).digest(certificate.getEncoded());
  }

  /** Channel binding data for logins over TLS. */
  byte[] channelBinding() {
    return endPoint.clone();
  }

  /**
   * @param workers executor of the computations of handshakes
   */
  SslHandler newHandler(ByteBufAllocator buffers, Executor workers, Duration deadline) {
    SslHandler handler = context.newHandler(buffers, workers);
    handler.setHandshakeTimeoutMillis(deadline.toMillis());
    return handler;
  }
}
