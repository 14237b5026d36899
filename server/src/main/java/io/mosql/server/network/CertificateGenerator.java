package io.mosql.server.network;

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
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Generator of a certificate authority and of certificates for a server or for the nodes of a
 * cluster, based on the JDK's keytool. The authority signs these certificates only: its key is
 * never written to a file of its own and is deleted with the temporary key store.
 *
 * <pre>
 * ca.pem           trust anchor for clients
 * server.pem       the server's certificate, then the authority's
 * server-key.pem   the server's private key, PKCS#8, readable only by the file owner
 * </pre>
 *
 * <p>For a cluster {@code NODE.pem} and {@code NODE-key.pem} for each of its nodes; a node presents
 * its certificate both to clients and to the other nodes.
 */
public final class CertificateGenerator {
  static final String CA = "ca.pem";
  static final String SERVER = "server.pem";
  static final String KEY = "server-key.pem";

  private static final String AUTHORITY = "ca";
  private static final String PRIVATE = "rw-------";
  private static final String PASSWORD_VARIABLE = "MOSQL_KEYSTORE_PASSWORD";
  private static final int PASSWORD_BYTES = 16;
  private static final int LINE = 64;

  private CertificateGenerator() {}

  /**
   * Generates all files, and creates the directory if it does not exist.
   *
   * @param hosts names and addresses by which clients reach the server; at least one
   * @param days validity in days
   * @return files for a server
   * @throws IOException also when one of the files exists
   */
  public static TlsFiles make(Path directory, List<String> hosts, int days)
      throws IOException, InterruptedException {
    requireNone(directory, List.of(CA, SERVER, KEY));
    Owner server = new Owner("server", "MoSQL test server", hosts, "serverAuth", SERVER, KEY);
    return make(directory, List.of(server), days, null).get(0);
  }

  /**
   * Generates the files of a cluster, and creates the directory if it does not exist.
   *
   * @param nodes names and addresses of each node, by node name
   * @param days validity in days
   * @return files of the nodes, in the order of the nodes
   * @throws IOException also when one of the files exists
   */
  public static List<TlsFiles> makeCluster(
      Path directory, Map<String, List<String>> nodes, int days)
      throws IOException, InterruptedException {
    List<Owner> owners = new ArrayList<>();
    List<String> names = new ArrayList<>(List.of(CA));
    for (Map.Entry<String, List<String>> node : nodes.entrySet()) {
      String name = node.getKey();
      if (!name.matches("[a-z0-9][a-z0-9_-]{0,62}") || name.equals(AUTHORITY)) {
        throw new IllegalArgumentException("not a node's name: " + name);
      }
      Owner owner =
          new Owner(
              name,
              name,
              node.getValue(),
              "serverAuth,clientAuth",
              name + ".pem",
              name + "-key.pem");
      owners.add(owner);
      names.addAll(List.of(owner.certificate, owner.key));
    }
    requireNone(directory, names);
    return make(directory, owners, days, PRIVATE);
  }

  /** Subject of a certificate, with its files. */
  private record Owner(
      String alias, String name, List<String> hosts, String use, String certificate, String key) {}

  private static void requireNone(Path directory, List<String> names) throws IOException {
    Files.createDirectories(directory);
    for (String name : names) {
      if (Files.exists(directory.resolve(name), LinkOption.NOFOLLOW_LINKS)) {
        throw new FileAlreadyExistsException(directory.resolve(name).toString());
      }
    }
  }

  private static List<TlsFiles> make(
      Path directory, List<Owner> owners, int days, @Nullable String permissions)
      throws IOException, InterruptedException {
    String password = HexFormat.of().formatHex(RandomSource.SECURE.nextBytes(PASSWORD_BYTES));
    Path folder = Files.createTempDirectory("mosql-certs-");
    Path store = folder.resolve("keys.p12");
    try {
      makeAuthority(store, password, days);
      for (Owner owner : owners) {
        makeCertificate(store, password, days, owner);
      }
      return write(directory, owners, store, password, permissions);
    } catch (GeneralSecurityException e) {
      throw new IOException("keytool's key store cannot be read: " + e.getMessage(), e);
    } finally {
      Files.deleteIfExists(store);
      Files.deleteIfExists(folder);
    }
  }

  private static void makeAuthority(Path store, String password, int days)
      throws IOException, InterruptedException {
    List<String> words =
        new ArrayList<>(List.of("-alias", AUTHORITY, "-dname", "CN=MoSQL test CA"));
    words.addAll(List.of("-ext", "bc:critical=ca:true,pathlen:0"));
    words.addAll(List.of("-ext", "ku:critical=keyCertSign,cRLSign"));
    keytool(store, password, days, words);
  }

  private static void makeCertificate(Path store, String password, int days, Owner owner)
      throws IOException, InterruptedException {
    String names =
        owner.hosts.stream()
            .map(CertificateGenerator::alternativeName)
            .collect(Collectors.joining(","));
    List<String> words = new ArrayList<>(List.of("-alias", owner.alias, "-signer", AUTHORITY));
    words.addAll(List.of("-dname", "CN=" + owner.name));
    words.addAll(List.of("-ext", "san=" + names, "-ext", "eku=" + owner.use));
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
      // Literal IP address; no name is resolved.
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

  private static List<TlsFiles> write(
      Path directory, List<Owner> owners, Path store, String password, @Nullable String permissions)
      throws IOException, GeneralSecurityException {
    KeyStore keys = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(store)) {
      keys.load(in, password.toCharArray());
    }
    String authority = certificate(keys.getCertificate(AUTHORITY));
    List<TlsFiles> all = new ArrayList<>();
    for (Owner owner : owners) {
      byte[] key = keys.getKey(owner.alias, password.toCharArray()).getEncoded();
      String own = certificate(keys.getCertificate(owner.alias));
      TlsFiles files =
          new TlsFiles(directory.resolve(owner.certificate), directory.resolve(owner.key));
      create(files.key(), pem("PRIVATE KEY", key), PRIVATE);
      create(files.certificate(), own + authority, permissions);
      all.add(files);
    }
    create(directory.resolve(CA), authority, permissions);
    return all;
  }

  private static String certificate(Certificate certificate) throws GeneralSecurityException {
    return pem("CERTIFICATE", certificate.getEncoded());
  }

  private static String pem(String what, byte[] der) {
    String lines =
        Base64.getMimeEncoder(LINE, "\n".getBytes(StandardCharsets.US_ASCII)).encodeToString(der);
    return "-----BEGIN " + what + "-----\n" + lines + "\n-----END " + what + "-----\n";
  }

  private static void create(Path file, String text, @Nullable String permissions)
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
