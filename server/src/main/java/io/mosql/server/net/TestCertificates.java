package io.mosql.server.net;

import io.mosql.core.port.RandomSource;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Makes a certificate authority and a server's certificate, by the keytool of this JDK. The
 * authority signs that one certificate: its key is never written down as a file of its own, and is
 * gone with the temporary key store.
 *
 * <pre>
 * ca.pem           what clients trust
 * server.pem       the server's certificate, then the authority's
 * server-key.pem   the server's private key, PKCS#8, readable by its owner alone
 * </pre>
 */
public final class TestCertificates {
  static final String CA = "ca.pem";
  static final String SERVER = "server.pem";
  static final String KEY = "server-key.pem";

  private static final String PASSWORD_VARIABLE = "MOSQL_KEYSTORE_PASSWORD";
  private static final int PASSWORD_BYTES = 16;
  private static final int LINE = 64;

  private TestCertificates() {}

  /**
   * Makes all of them, and the directory if there is none.
   *
   * @param hosts names and addresses that clients call the server by; at least one
   * @param days that they are good for
   * @return files for a server
   * @throws IOException also when one of the files is there already
   */
  public static TlsFiles make(Path directory, List<String> hosts, int days)
      throws IOException, InterruptedException {
    Files.createDirectories(directory);
    for (String name : List.of(CA, SERVER, KEY)) {
      if (Files.exists(directory.resolve(name), LinkOption.NOFOLLOW_LINKS)) {
        throw new FileAlreadyExistsException(directory.resolve(name).toString());
      }
    }
    String password =
        HexFormat.of().formatHex(ScramServer.randomBytes(RandomSource.SECURE, PASSWORD_BYTES));
    Path folder = Files.createTempDirectory("mosql-certs-");
    Path store = folder.resolve("keys.p12");
    try {
      makeAuthority(store, password, days);
      makeServer(store, password, days, hosts);
      return write(directory, store, password);
    } catch (GeneralSecurityException e) {
      throw new IOException("keytool's key store cannot be read: " + e.getMessage(), e);
    } finally {
      Files.deleteIfExists(store);
      Files.deleteIfExists(folder);
    }
  }

  private static void makeAuthority(Path store, String password, int days)
      throws IOException, InterruptedException {
    List<String> words = new ArrayList<>(List.of("-alias", "ca", "-dname", "CN=MoSQL test CA"));
    words.addAll(List.of("-ext", "bc:critical=ca:true,pathlen:0"));
    words.addAll(List.of("-ext", "ku:critical=keyCertSign,cRLSign"));
    keytool(store, password, days, words);
  }

  private static void makeServer(Path store, String password, int days, List<String> hosts)
      throws IOException, InterruptedException {
    String names =
        hosts.stream().map(TestCertificates::alternativeName).collect(Collectors.joining(","));
    List<String> words = new ArrayList<>(List.of("-alias", "server", "-signer", "ca"));
    words.addAll(List.of("-dname", "CN=MoSQL test server"));
    words.addAll(List.of("-ext", "san=" + names, "-ext", "eku=serverAuth"));
    words.addAll(List.of("-ext", "ku:critical=digitalSignature"));
    keytool(store, password, days, words);
  }

  private static String alternativeName(String host) {
    boolean address = host.contains(":") || host.matches("[0-9.]+");
    if (!address && !host.matches("[A-Za-z0-9*]([A-Za-z0-9.-]*[A-Za-z0-9])?")) {
      throw new IllegalArgumentException("not a host's name or address: " + host);
    }
    if (!address) {
      return "dns:" + host;
    }
    try {
      // Of an address; no name is looked up.
      return "ip:" + InetAddress.getByName(host).getHostAddress();
    } catch (java.net.UnknownHostException e) {
      throw new IllegalArgumentException("not an address: " + host, e);
    }
  }

  private static void keytool(Path store, String password, int days, List<String> words)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    command.addAll(List.of("-genkeypair", "-keyalg", "EC", "-groupname", "secp256r1"));
    command.addAll(List.of("-sigalg", "SHA256withECDSA", "-validity", Integer.toString(days)));
    command.addAll(List.of("-storetype", "PKCS12", "-keystore", store.toString()));
    command.addAll(List.of("-storepass:env", PASSWORD_VARIABLE));
    command.addAll(words);
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().put(PASSWORD_VARIABLE, password);
    Process process = builder.start();
    process.getOutputStream().close();
    String output;
    try (InputStream in = process.getInputStream()) {
      output = new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
    if (process.waitFor() != 0) {
      throw new IOException("keytool failed: " + output.strip());
    }
  }

  private static TlsFiles write(Path directory, Path store, String password)
      throws IOException, GeneralSecurityException {
    KeyStore keys = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(store)) {
      keys.load(in, password.toCharArray());
    }
    byte[] key = keys.getKey("server", password.toCharArray()).getEncoded();
    String authority = certificate(keys.getCertificate("ca"));
    TlsFiles files = new TlsFiles(directory.resolve(SERVER), directory.resolve(KEY));
    create(files.key(), pem("PRIVATE KEY", key), "rw-------");
    create(files.certificate(), certificate(keys.getCertificate("server")) + authority, null);
    create(directory.resolve(CA), authority, null);
    return files;
  }

  private static String certificate(Certificate certificate) throws GeneralSecurityException {
    return pem("CERTIFICATE", certificate.getEncoded());
  }

  private static String pem(String what, byte[] der) {
    String lines =
        Base64.getMimeEncoder(LINE, "\n".getBytes(StandardCharsets.US_ASCII)).encodeToString(der);
    return "-----BEGIN " + what + "-----\n" + lines + "\n-----END " + what + "-----\n";
  }

  private static void create(
      Path file, String text, @org.jspecify.annotations.Nullable String permissions)
      throws IOException {
    Set<OpenOption> options = Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    boolean posix = file.getFileSystem().supportedFileAttributeViews().contains("posix");
    FileAttribute<?>[] attributes =
        posix && permissions != null
            ? new FileAttribute<?>[] {
              PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
            }
            : new FileAttribute<?>[0];
    try (var channel = Files.newByteChannel(file, options, attributes)) {
      var bytes = StandardCharsets.US_ASCII.encode(text);
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
    }
  }
}
