package io.mosql.server.remote;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarFile;
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
