package io.mosql.consensus.ratis;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.consensus.ratis.settings.PeerTls;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/** A certificate authority for nodes on loopback, using the keytool of this JDK. */
public final class TestAuthority {
  private static final String PASSWORD = "only-a-test";

  private final Path directory;
  private final Path certificate;

  public TestAuthority(Path directory) throws IOException, InterruptedException {
    this.directory = Files.createDirectories(directory);
    this.certificate = directory.resolve("ca.pem");
    newPair("ca", List.of("-ext", "bc:c=ca:true"));
    keytool("ca", List.of("-exportcert", "-rfc", "-alias", "ca", "-file", certificate.toString()));
  }

  public PeerTls sign(String node)
      throws IOException, InterruptedException, GeneralSecurityException {
    Path request = directory.resolve(node + ".csr");
    Path signed = directory.resolve(node + ".pem");
    Path key = directory.resolve(node + "-key.pem");
    newPair(node, List.of());
    keytool(node, List.of("-certreq", "-alias", node, "-file", request.toString()));
    keytool(
        "ca",
        List.of(
            "-gencert",
            "-alias",
            "ca",
            "-rfc",
            "-ext",
            "san=ip:127.0.0.1",
            "-infile",
            request.toString(),
            "-outfile",
            signed.toString()));
    KeyStore store = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(store(node))) {
      store.load(in, PASSWORD.toCharArray());
    }
    byte[] bytes = store.getKey(node, PASSWORD.toCharArray()).getEncoded();
    Files.writeString(
        key,
        "-----BEGIN PRIVATE KEY-----\n"
            + Base64.getMimeEncoder().encodeToString(bytes)
            + "\n-----END PRIVATE KEY-----\n");
    return new PeerTls(key, signed, certificate);
  }

  public Path certificate() {
    return certificate;
  }

  private Path store(String alias) {
    return directory.resolve(alias + ".p12");
  }

  private void newPair(String alias, List<String> extensions)
      throws IOException, InterruptedException {
    List<String> words =
        new ArrayList<>(
            List.of("-genkeypair", "-alias", alias, "-keyalg", "EC", "-groupname", "secp256r1"));
    words.addAll(List.of("-dname", "CN=" + alias, "-validity", "30", "-storetype", "PKCS12"));
    words.addAll(extensions);
    keytool(alias, words);
  }

  private void keytool(String alias, List<String> words) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    command.addAll(List.of("-J-XX:TieredStopAtLevel=1", "-J-XX:+UseSerialGC"));
    command.addAll(words);
    command.addAll(List.of("-keystore", store(alias).toString(), "-storepass", PASSWORD));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
  }
}
