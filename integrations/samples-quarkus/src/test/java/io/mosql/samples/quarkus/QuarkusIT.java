package io.mosql.samples.quarkus;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.integrations.testkit.SampleDatabase;
import io.mosql.integrations.testkit.Tool;
import io.quarkus.runtime.Quarkus;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.EnumMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The application as the plugin has built it: a process for each place, which runs all checks. */
@Tool(name = "Quarkus", versionOf = Quarkus.class, module = "`mosql-hibernate`")
final class QuarkusIT {
  private static final Map<SampleDatabase.Place, Map<String, String>> RUNS =
      new EnumMap<>(SampleDatabase.Place.class);

  private final Map<String, String> results;

  QuarkusIT(SampleDatabase.Place place) {
    results = RUNS.computeIfAbsent(place, QuarkusIT::run);
  }

  private static Map<String, String> run(SampleDatabase.Place place) {
    try (SampleDatabase database = place.create()) {
      Process application =
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "-XX:TieredStopAtLevel=1",
                  "-Dquarkus.datasource.jdbc.url=" + database.url(),
                  "-Dquarkus.datasource.username=" + database.user(),
                  "-Dquarkus.datasource.password=" + database.password(),
                  "-jar",
                  "target/quarkus-app/quarkus-run.jar")
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start();
      try (InputStream output = application.getInputStream()) {
        return new String(output.readAllBytes(), StandardCharsets.UTF_8)
            .lines()
            .map(line -> line.split(" ", 2))
            .collect(Collectors.toMap(line -> line[0], line -> line[1], (a, b) -> a + '\n' + b));
      } finally {
        application.destroy();
      }
    } catch (IOException | SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Fails with the SQLSTATE that the application has seen. */
  private void check(String name) throws SQLException {
    String result = results.getOrDefault(name, "did not run: " + results);
    if (result.matches("[0-9A-Z]{5} .*")) {
      throw new SQLException(result.substring(6), result.substring(0, 5));
    }
    assertThat(result).isEqualTo("passes");
  }

  @Test
  void generatedKeys() throws SQLException {
    check("generatedKeys");
  }

  @Test
  void queriesAndPages() throws SQLException {
    check("queriesAndPages");
  }

  @Test
  void bulkUpdateAndDelete() throws SQLException {
    check("bulkUpdateAndDelete");
  }

  @Test
  void nativeQuery() throws SQLException {
    check("nativeQuery");
  }

  @Test
  void plainConnection() throws SQLException {
    check("plainConnection");
  }

  @Test
  void rollbackOfFailure() throws SQLException {
    check("rollbackOfFailure");
  }

  @Test
  void newTransaction() throws SQLException {
    check("newTransaction");
  }

  @Test
  void uniqueViolation() throws SQLException {
    check("uniqueViolation");
  }

  @Test
  void optimisticLock() throws SQLException {
    check("optimisticLock");
  }

  @Test
  void pessimisticLock() throws SQLException {
    check("pessimisticLock");
  }
}
