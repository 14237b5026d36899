package io.mosql.server.network;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.testkit.Sampled;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Tests of certificates for the nodes of a cluster. */
@Sampled(percent = 50, methods = true)
final class ClusterCertsTest {
  @TempDir private Path directory = Path.of(".");

  private final StringWriter out = new StringWriter();

  private int run(String... words) {
    return new CommandLine(new CertsCommand())
        .setOut(new PrintWriter(out))
        .setErr(new PrintWriter(out))
        .execute(words);
  }

  private static X509Certificate certificate(Path file) throws Exception {
    try (InputStream in = Files.newInputStream(file)) {
      return (X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(in);
    }
  }

  private static PrivateKey key(Path file) throws Exception {
    String text = Files.readString(file).replaceAll("-----[A-Z ]+-----", "");
    byte[] bytes = Base64.getMimeDecoder().decode(text);
    return KeyFactory.getInstance("EC").generatePrivate(new PKCS8EncodedKeySpec(bytes));
  }

  @Test
  void eachNodeGetsItsOwnFromOneAuthority() throws Exception {
    Path to = directory.resolve("cluster");
    assertThat(run("--dir", to.toString(), "--node", "n1=db1.example,10.0.0.1", "--node", "n2=db2"))
        .as(out.toString())
        .isZero();
    X509Certificate authority = certificate(to.resolve("ca.pem"));
    assertThat(authority.getBasicConstraints()).isZero();
    for (String node : List.of("n1", "n2")) {
      X509Certificate own = certificate(to.resolve(node + ".pem"));
      own.verify(authority.getPublicKey());
      assertThat(own.getSubjectX500Principal().getName()).isEqualTo("CN=" + node);
      // Server and client authentication: the certificate is used for both.
      assertThat(own.getExtendedKeyUsage())
          .containsExactlyInAnyOrder("1.3.6.1.5.5.7.3.1", "1.3.6.1.5.5.7.3.2");
      Signature signature = Signature.getInstance("SHA256withECDSA");
      signature.initSign(key(to.resolve(node + "-key.pem")));
      byte[] signed = signature.sign();
      signature.initVerify(own);
      assertThat(signature.verify(signed)).isTrue();
    }
    assertThat(certificate(to.resolve("n1.pem")).getSubjectAlternativeNames())
        .containsExactlyInAnyOrder(List.of(2, "db1.example"), List.of(7, "10.0.0.1"));
    try (Stream<Path> files = Files.list(to)) {
      List<Path> all = files.toList();
      assertThat(all).hasSize(5);
      for (Path file : all) {
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
            .as(file.toString())
            .isEqualTo("rw-------");
      }
    }
    assertThat(run("--dir", to.toString(), "--node", "n3=db3")).isEqualTo(1);
    assertThat(to.resolve("n3.pem")).doesNotExist();
  }

  @Test
  void whatMakesNoSenseIsRefused() {
    String to = directory.resolve("none").toString();
    assertThat(run("--dir", to, "--node", "n1=db1", "--host", "db")).isEqualTo(2);
    assertThat(run("--dir", to, "--node", "../n1=db1")).isEqualTo(2);
    assertThat(run("--dir", to, "--node", "ca=db1")).isEqualTo(2);
    assertThat(run("--dir", to, "--node", "n1=no host")).isEqualTo(2);
    assertThat(run("--dir", to, "--node", "n1=")).isEqualTo(2);
    assertThat(directory.resolve("none/n1.pem")).doesNotExist();
  }
}
