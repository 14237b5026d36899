package io.mosql.server.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mosql.core.port.AuditLog;
import io.mosql.core.port.Clock;
import io.mosql.core.port.RandomSource;
import io.mosql.core.wire.ClientPreface;
import io.mosql.core.wire.LoginRequest;
import io.mosql.core.wire.LoginResponse;
import io.mosql.core.wire.Request;
import io.mosql.core.wire.Response;
import io.mosql.core.wire.ServerPreface;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyStore;
import java.security.MessageDigest;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Map;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Connections with TLS, by certificates as the command makes them; and without where it is a must.
 */
@Timeout(120)
final class TlsTest {
  @TempDir static Path directory;

  private static SimpleEngine engine;
  private static NetworkServer door;
  private static InetSocketAddress address;
  private static TlsFiles files;

  @BeforeAll
  static void open() throws Exception {
    files = CertificateGenerator.make(directory, List.of("localhost", "127.0.0.1", "::1"), 10);
    engine = new SimpleEngine();
    door =
        NetworkServer.open(
            engine,
            NetworkOptions.of("127.0.0.1", 0).withTls(files, true),
            AuditLog.NONE,
            Clock.SYSTEM,
            RandomSource.SECURE);
    address = door.address();
  }

  @AfterAll
  static void close() {
    door.close();
    engine.close();
  }

  private static X509Certificate certificate(String name) throws Exception {
    try (InputStream in = Files.newInputStream(directory.resolve(name))) {
      return (X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(in);
    }
  }

  /** Trusts the authority. */
  private static SSLSocketFactory factory() throws Exception {
    KeyStore trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, null);
    trusted.setCertificateEntry("ca", certificate(CertificateGenerator.CA));
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(trusted);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, trust.getTrustManagers(), null);
    return context.getSocketFactory();
  }

  private static byte[] endPoint() throws Exception {
    return MessageDigest.getInstance("SHA-256")
        .digest(certificate(CertificateGenerator.SERVER).getEncoded());
  }

  private static ProtocolClient encrypted() throws Exception {
    ProtocolClient client = new ProtocolClient(address);
    ServerPreface answer = client.preface(true);
    assertThat(answer.tlsFollows()).isTrue();
    assertThat(answer.tlsRequired()).isTrue();
    client.startTls(factory());
    return client;
  }

  @Test
  void aLoginIsBoundToItsChannel() throws Exception {
    try (ProtocolClient client = encrypted()) {
      client.channelBinding = endPoint();
      assertThat(client.login("ann", SimpleEngine.PASSWORD))
          .isInstanceOf(LoginResponse.Welcome.class);
      assertThat(client.rows("select 1 + 1")).containsExactly(List.of(2));
      assertThat(((SSLSocket) client.socket()).getSession().getProtocol()).isEqualTo("TLSv1.3");
    }
  }

  @Test
  void aLoginThatIsBoundToAnotherChannelIsRefused() throws Exception {
    try (ProtocolClient client = encrypted()) {
      client.channelBinding = new byte[32];
      assertThat(client.login("ann", SimpleEngine.PASSWORD))
          .isEqualTo(new LoginResponse.Refused("28000", "the proof is bound to another channel"));
    }
  }

  @Test
  void withTlsAnUnboundLoginIsRefused() throws Exception {
    try (ProtocolClient client = encrypted()) {
      assertThat(client.login("ann", SimpleEngine.PASSWORD))
          .isEqualTo(new LoginResponse.Refused("28000", "the login must be by SCRAM-SHA-256-PLUS"));
    }
    try (ProtocolClient client = encrypted()) {
      // Says that it would bind if only the server could: somebody in between took that away.
      assertThat(
              client.send(
                  new LoginRequest.Hello(
                      "ann",
                      "mosql",
                      Map.of(),
                      LoginRequest.SCRAM_PLUS,
                      "y,,n=,r=abcdefghijklmnop")))
          .isEqualTo(
              new LoginResponse.Refused("28000", "channel binding does not fit the mechanism"));
    }
  }

  @Test
  void withoutTlsNobodyComesIn() throws IOException {
    try (ProtocolClient client = new ProtocolClient(address)) {
      ServerPreface answer = client.preface(false);
      assertThat(answer.reason()).isEqualTo(ServerPreface.Reason.TLS_REQUIRED);
      assertThat(answer.tlsRequired()).isTrue();
      assertThat(client.readToEnd()).isZero();
    }
    try (ProtocolClient client = new ProtocolClient(address)) {
      assertThat(client.preface(new ClientPreface(1, 0, false, ClientPreface.Kind.CANCEL)).reason())
          .isEqualTo(ServerPreface.Reason.TLS_REQUIRED);
    }
  }

  @Test
  void whoTalksNonsenseInsteadOfTlsIsClosed() throws Exception {
    try (ProtocolClient client = new ProtocolClient(address)) {
      client.preface(true);
      client.raw("GET / HTTP/1.1\r\n\r\n".getBytes(SimpleEngine.UTF_8));
      client.readToEnd();
    }
    try (ProtocolClient client = encrypted()) {
      client.channelBinding = endPoint();
      client.login("ann", SimpleEngine.PASSWORD);
      assertThat(client.ask(new Request.Ping())).isEqualTo(new Response.Done());
    }
  }

  @Test
  void oldProtocolsAreNotSpoken() throws Exception {
    try (ProtocolClient client = new ProtocolClient(address)) {
      client.preface(true);
      SSLSocket tls =
          (SSLSocket) factory().createSocket(client.socket(), "localhost", address.getPort(), true);
      tls.setEnabledProtocols(new String[] {"TLSv1.2"});
      tls.startHandshake();
      assertThat(tls.getSession().getProtocol()).isEqualTo("TLSv1.2");
    }
    try (ProtocolClient client = new ProtocolClient(address)) {
      client.preface(true);
      // A hello of TLS 1.0, as far as its record says.
      client.raw(new byte[] {0x16, 3, 1, 0, 5, 1, 0, 0, 1, 0});
      client.readToEnd();
    }
  }

  @Test
  void theKeyIsItsOwnersAndNothingIsOverwritten() throws Exception {
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(files.key())))
        .isEqualTo("rw-------");
    assertThatThrownBy(() -> CertificateGenerator.make(directory, List.of("localhost"), 1))
        .isInstanceOf(java.nio.file.FileAlreadyExistsException.class);
    assertThat(certificate(CertificateGenerator.SERVER).getSubjectAlternativeNames()).hasSize(3);
    certificate(CertificateGenerator.SERVER)
        .verify(certificate(CertificateGenerator.CA).getPublicKey());
  }

  @Test
  void filesThatDoNotFitAreNamed() throws Exception {
    TlsFiles wrong =
        new TlsFiles(directory.resolve(CertificateGenerator.CA), directory.resolve("missing.pem"));
    assertThatThrownBy(
            () ->
                NetworkServer.open(
                    engine,
                    NetworkOptions.of("127.0.0.1", 0).withTls(wrong, true),
                    AuditLog.NONE,
                    Clock.SYSTEM,
                    RandomSource.SECURE))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("missing.pem");
  }

  @Test
  void aWrongPasswordOverTlsIsAWrongPassword() throws Exception {
    try (ProtocolClient client = encrypted()) {
      client.channelBinding = endPoint();
      assertThat(client.login("ann", "wrong"))
          .isEqualTo(new LoginResponse.Refused("28P01", "password authentication failed"));
    }
  }
}
