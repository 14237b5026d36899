package io.mosql.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.mosql.testkit.Sampled;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests of the shaded jar as used by applications: alone on the class path of a new JVM, on each
 * JDK of the machine.
 */
@Sampled(percent = 25)
final class MosqlJarProgramsIT {
  private static final Path JAR = Checkout.mosqlJar();

  @TempDir private Path folder;

  static Stream<Jdk> jdks() {
    return Jdk.installed().stream();
  }

  @Test
  void bringsOneJdbcDriver() throws IOException {
    try (JarFile jar = new JarFile(JAR.toFile())) {
      InputStream service = jar.getInputStream(jar.getEntry("META-INF/services/java.sql.Driver"));
      assertThat(new String(service.readAllBytes(), StandardCharsets.UTF_8).strip())
          .isEqualTo("io.mosql.jdbc.MosqlDriver");
    }
  }

  @Test
  void aNewerJdkIsTriedWhereOneIsInstalled() {
    List<Integer> features = Jdk.installed().stream().map(Jdk::feature).toList();
    assertThat(features).startsWith(Runtime.version().feature());
    assumeTrue(Jdk.newest() > Runtime.version().feature(), "no newer JDK is installed here");
    assertThat(features).endsWith(Jdk.newest());
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void programsRunOnMemoryDatabases(Jdk jdk) throws Exception {
    smoke(jdk, "jdbc:mosql:mem:smoke");
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void programsRunOnFileDatabases(Jdk jdk) throws Exception {
    String url = "jdbc:mosql:file:" + folder.resolve("db");
    smoke(jdk, url);

    Jdk.Result reopened =
        jdk.run(folder, "-jar", JAR.toString(), "sql", url, "-c", "select count(*) from book");

    assertThat(reopened.output()).isEqualTo("3\n");
    assertThat(reopened.exitCode()).isZero();
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void theExampleOfTheReadmeRuns(Jdk jdk) throws Exception {
    String readme = Files.readString(Checkout.root().resolve("README.md"));
    Matcher example =
        Pattern.compile("```java\n(.*?class Hello.*?)```", Pattern.DOTALL).matcher(readme);
    assertThat(example.find()).as("README.md has an example with a class Hello").isTrue();
    Path source = Files.writeString(folder.resolve("Hello.java"), example.group(1));
    Matcher shown = Pattern.compile("```text\n(.*?)```", Pattern.DOTALL).matcher(readme);
    assertThat(shown.find(example.end())).as("README.md shows what it prints").isTrue();

    Jdk.Result result = jdk.run(folder, "-cp", JAR.toString(), source.toString());

    assertThat(result.output()).isEqualTo(shown.group(1));
    assertThat(result.exitCode()).isZero();
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void theWarmupOfTheLauncherRuns(Jdk jdk) throws Exception {
    Jdk.Result result = jdk.run(folder, "-cp", JAR.toString(), "io.mosql.server.Cli", "warmup");

    assertThat(result.errors()).doesNotContain("Exception");
    assertThat(result.exitCode()).isZero();
  }

  private void smoke(Jdk jdk, String url) throws Exception {
    String program = Checkout.root().resolve("server/src/test/smoke/Smoke.java").toString();

    Jdk.Result result = jdk.run(folder, "-cp", JAR.toString(), program, url);

    assertThat(result.errors()).doesNotContain("Exception");
    assertThat(result.output().lines())
        .containsExactly(
            "Blindness",
            "Ursula|2|20.75",
            "Jos\u00e9|1|8.00",
            "Dispossessed",
            "LEFT HAND|19.00",
            "3",
            "23505 SQLIntegrityConstraintViolationException");
    assertThat(result.exitCode()).isZero();
  }
}
