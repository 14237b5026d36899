package io.mosql.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.testkit.Rotation;
import io.mosql.testkit.golden.SqlScript;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Plays the Quidem scripts of {@code src/test/resources/sql} over JDBC, each on a fresh database in
 * memory and again on one in files, which {@code !reopen} closes and recovers; {@link SqlScript}
 * implements the commands. {@code -Dmosql.update=true} rewrites all scripts. The server's tests
 * play all of them over the network.
 */
final class GoldenScriptsTest {
  private static final Path FOLDER = Path.of("src/test/resources/sql");
  private static final Path SAMPLES = FOLDER.resolve("copy");

  private static final boolean UPDATE = Boolean.getBoolean("mosql.update");

  /** Numbers of scripts that a run plays; the server's tests play all of them. */
  private static final int IN_MEMORY = 3;

  private static final int IN_FILES = 30;

  @TempDir Path directory = Path.of("");

  @TestFactory
  Stream<DynamicTest> inMemory() throws IOException {
    return Rotation.sample(scripts(), IN_MEMORY).stream()
        .map(script -> test(script, "jdbc:mosql:mem:golden-" + name(script), "mem-copy-"));
  }

  @TestFactory
  Stream<DynamicTest> inFiles() throws IOException {
    return (UPDATE ? scripts() : Rotation.sample(scripts(), IN_FILES))
        .stream()
            .map(
                script ->
                    test(script, "jdbc:mosql:file:" + directory.resolve(name(script)), "copy-"));
  }

  private static List<Path> scripts() throws IOException {
    try (Stream<Path> files = Files.list(FOLDER)) {
      List<Path> scripts = files.filter(f -> f.toString().endsWith(".iq")).sorted().toList();
      assertThat(scripts).isNotEmpty();
      return scripts;
    }
  }

  private static String name(Path script) {
    return Objects.requireNonNull(script.getFileName()).toString();
  }

  /** A script and the directory for its COPY statements, which initially has the sample files. */
  private DynamicTest test(Path script, String url, String copies) {
    return DynamicTest.dynamicTest(
        name(script),
        () -> {
          Path files = Files.createDirectory(directory.resolve(copies + name(script)));
          try (Stream<Path> samples = Files.list(SAMPLES)) {
            for (Path sample : samples.toList()) {
              Files.copy(sample, files.resolve(name(sample)));
            }
          }
          play(script, url + "?copyDirectory=" + files);
        });
  }

  private static void play(Path script, String url) throws IOException, SQLException {
    String expected = Files.readString(script);
    String written = SqlScript.play(expected, () -> DriverManager.getConnection(url));
    if (url.contains(":mem:")) {
      try (Connection last = DriverManager.getConnection(url)) {
        try (Statement statement = last.createStatement()) {
          statement.execute("shutdown");
        }
      }
    }
    if (UPDATE) {
      Files.writeString(script, written);
    } else {
      assertThat(written).isEqualTo(expected);
    }
  }
}
