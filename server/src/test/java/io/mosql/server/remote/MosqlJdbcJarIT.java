package io.mosql.server.remote;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.reflect.Modifier;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Test of the driver's jar, alone on the class path of a new JVM, with a server. */
final class MosqlJdbcJarIT {
  private static final Path JAR = Path.of("../jdbc-driver/target/mosql-jdbc.jar");
  private static final long TIMEOUT_SECONDS = 120;

  @TempDir Path folder;

  @Test
  void holdsTheDriverAndWhatItNeedsAndNothingElse() throws Exception {
    try (JarFile jar = new JarFile(JAR.toFile())) {
      List<String> files =
          jar.stream().map(ZipEntry::getName).filter(name -> !name.endsWith("/")).toList();
      assertThat(files)
          .allMatch(name -> name.matches("(io/mosql/(core|jdbc|shaded/com/ongres)|META-INF)/.*"))
          .noneMatch(name -> name.matches("META-INF/versions/.*|META-INF/[^/]*\\.(SF|DSA|RSA)"))
          .contains("META-INF/services/java.sql.Driver", "META-INF/LICENSE")
          .doesNotHaveDuplicates();
    }
  }

  /** The manifest names each package outside java.* that the classes use. */
  @Test
  void isABundleThatImportsWhatItUses() throws Exception {
    StringWriter out = new StringWriter();
    ToolProvider.findFirst("jdeps")
        .orElseThrow()
        .run(
            new PrintWriter(out),
            new PrintWriter(out),
            "--ignore-missing-deps",
            "-verbose:package",
            JAR.toString());
    Set<String> used =
        Pattern.compile("-> (javax\\.[a-z.]+)")
            .matcher(out.toString())
            .results()
            .map(match -> match.group(1))
            .collect(Collectors.toSet());
    try (JarFile jar = new JarFile(JAR.toFile())) {
      Attributes manifest = jar.getManifest().getMainAttributes();
      Map<Boolean, Set<String>> imports =
          Pattern.compile(",(?=(?:[^\"]*\"[^\"]*\")*[^\"]*$)")
              .splitAsStream(manifest.getValue("Import-Package"))
              .collect(
                  Collectors.partitioningBy(
                      clause -> clause.contains("resolution:=optional"),
                      Collectors.mapping(clause -> clause.split(";")[0], Collectors.toSet())));
      assertThat(imports.get(false)).containsExactlyInAnyOrderElementsOf(used);
      assertThat(imports.get(true))
          .containsExactlyInAnyOrder("org.osgi.framework", "org.osgi.service.jdbc");
      assertThat(manifest.getValue("Bundle-Version")).matches("\\d+\\.\\d+\\.\\d+(\\.SNAPSHOT)?");
      assertThat(manifest.getValue("Automatic-Module-Name")).isEqualTo("io.mosql.jdbc");
    }
  }

  /** What the metadata for native images names is in the jar or in the JDK. */
  @Test
  void describesItselfForNativeImages() throws Exception {
    String folder = "META-INF/native-image/io.mosql/mosql-jdbc/";
    try (URLClassLoader loader =
        new URLClassLoader(new URL[] {JAR.toUri().toURL()}, ClassLoader.getPlatformClassLoader())) {
      Set<String> names = new HashSet<>();
      for (JsonNode type : json(loader, folder + "reflect-config.json")) {
        names.add(type.get("name").asText());
        assertThat(loader.loadClass(type.get("name").asText()).getConstructors()).isNotEmpty();
      }
      assertThat(names).containsAll(publicTypes());
      for (JsonNode proxy : json(loader, folder + "proxy-config.json")) {
        for (JsonNode type : proxy.get("interfaces")) {
          assertThat(loader.loadClass(type.asText()).isInterface()).isTrue();
        }
      }
      JsonNode resources = json(loader, folder + "resource-config.json");
      for (JsonNode resource : resources.get("resources").get("includes")) {
        String name = resource.get("pattern").asText().replaceAll("\\\\[QE]", "");
        assertThat(loader.getResource(name)).describedAs(name).isNotNull();
      }
    }
  }

  /** The public classes of the API. */
  private static Set<String> publicTypes() throws Exception {
    Set<String> types = new HashSet<>();
    try (JarFile jar = new JarFile(JAR.toFile())) {
      for (ZipEntry file : Collections.list(jar.entries())) {
        if (file.getName().matches("io/mosql/jdbc/\\w+\\.class")) {
          Class<?> type = Class.forName(file.getName().replace('/', '.').replace(".class", ""));
          if (Modifier.isPublic(type.getModifiers())) {
            types.add(type.getName());
          }
        }
      }
    }
    return types;
  }

  private static JsonNode json(ClassLoader loader, String name) throws IOException {
    try (InputStream in = Objects.requireNonNull(loader.getResourceAsStream(name), name)) {
      return new ObjectMapper().readTree(in);
    }
  }

  @Test
  void aProgramThatHasNothingElseTalksToAServer() throws Exception {
    Path program = folder.resolve("Greeting.java");
    Files.writeString(
        program,
        """
        import java.sql.*;

        public class Greeting {
          public static void main(String[] args) throws Exception {
            try (Connection c = DriverManager.getConnection(args[0], args[1], args[2]);
                PreparedStatement insert = c.prepareStatement("insert into t values (?, ?)")) {
              insert.setInt(1, 1);
              insert.setString(2, "gr\\u00fc\\u00df dich");
              System.out.println(insert.executeUpdate());
              try (Statement s = c.createStatement();
                  ResultSet r = s.executeQuery("select length(name) from t")) {
                r.next();
                System.out.println(r.getInt(1));
              }
            }
            try {
              DriverManager.getConnection("jdbc:mosql:mem:none");
            } catch (SQLException e) {
              System.out.println(e.getSQLState() + " " + e.getMessage());
            }
          }
        }
        """);
    try (RemoteTestServer server = RemoteTestServer.start();
        Connection keeper = server.connect("mem:jdbc-jar");
        Statement statement = keeper.createStatement()) {
      statement.execute("create table t (id int primary key, name varchar(20))");
      assertThat(run(program, server.url("mem:jdbc-jar")))
          .isEqualTo("1\n9\n08001 the engine of MoSQL is not on the class path\n");
      statement.execute("shutdown");
    }
  }

  private String run(Path program, String url) throws Exception {
    Path out = folder.resolve("out.txt");
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                JAR.toAbsolutePath().toString(),
                program.toString(),
                url,
                RemoteTestServer.USER,
                RemoteTestServer.PASSWORD)
            .redirectErrorStream(true)
            .redirectOutput(out.toFile())
            .start();
    if (!process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
      process.destroyForcibly().waitFor();
    }
    return Files.readString(out, StandardCharsets.UTF_8).replace("\r\n", "\n");
  }
}
