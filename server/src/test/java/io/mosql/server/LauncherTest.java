package io.mosql.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests of the launcher script in a fake installation: its java records its arguments, its mvnw
 * simulates a build.
 */
@DisabledOnOs(OS.WINDOWS)
final class LauncherTest {
  private static final String CLI = "io.mosql.server.Cli";

  /** With a blank, to test the quoting in the script. */
  @TempDir(factory = BlankFolder.class)
  private Path folder;

  private Path home;
  private Path jar;

  // Set before each test.
  @SuppressWarnings("NullAway.Init")
  LauncherTest() {}

  record Result(int exitCode, List<String> arguments, String output) {}

  @BeforeEach
  void install() throws IOException {
    home = Files.createDirectories(folder.resolve("home"));
    jar = home.resolve("server/target/mosql.jar");
    Files.copy(Checkout.root().resolve("mosql"), home.resolve("mosql"));
    Files.createDirectories(home.resolve("benchmarks/target/classes"));
    Files.createDirectories(jar.getParent());
    Files.createFile(jar);
    Files.setLastModifiedTime(jar, FileTime.from(Instant.parse("2020-01-01T00:00:00Z")));
    jdk("17.0.1");
  }

  @Test
  void startsTheCommandLineWithItsArgumentsUntouched() throws Exception {
    Result result = start("sql", "-c", "select 'a  b' * \"c\"");

    assertThat(result.arguments())
        .containsSequence("-cp", jar.toString(), CLI, "sql", "-c", "select 'a  b' * \"c\"")
        .contains("-XX:+UseG1GC")
        .doesNotContain("--sun-misc-unsafe-memory-access=allow");
  }

  @Test
  void startsBenchmarksWithTheEngineFirstOnTheirClassPath() throws Exception {
    Result result = start("tpcc", "--seconds", "5");

    String path = result.arguments().get(result.arguments().indexOf("-cp") + 1);
    assertThat(path).startsWith(jar + ":").endsWith("/benchmarks/target/lib/*");
    assertThat(result.arguments())
        .endsWith("io.mosql.benchmarks.Benchmarks", "tpcc", "--seconds", "5");
  }

  @Test
  void theDemonstrationIsABenchmarkAndOtherCommandsOfClustersAreNot() throws Exception {
    assertThat(start("cluster", "demo", "--seconds", "9").arguments())
        .endsWith("io.mosql.benchmarks.Benchmarks", "cluster", "demo", "--seconds", "9");
    assertThat(start("cluster", "status").arguments()).endsWith(CLI, "cluster", "status");
  }

  @Test
  void worksThroughSymbolicLinksFromAnywhere() throws Exception {
    Path bin = Files.createDirectories(folder.resolve("bin"));
    Files.createSymbolicLink(bin.resolve("direct"), home.resolve("mosql"));
    Files.createSymbolicLink(bin.resolve("relative"), Path.of("direct"));

    Result result = run(bin, Map.of(), "./relative", "--version");

    assertThat(result.arguments()).containsSequence("-cp", jar.toString(), CLI, "--version");
  }

  @Test
  void quietensNewerJdks() throws Exception {
    jdk("25.0.1");

    assertThat(start("--help").arguments())
        .contains("--enable-native-access=ALL-UNNAMED", "--sun-misc-unsafe-memory-access=allow");
  }

  @Test
  void appendsJavaOptsAndLeavesItTheChoiceOfCollector() throws Exception {
    Result result =
        run(folder, Map.of("JAVA_OPTS", "-Xmx64m -XX:+UseSerialGC"), script(), "--help");

    assertThat(result.arguments())
        .containsSequence(
            "-Xmx64m", "-XX:+UseSerialGC", "-XX:SharedArchiveFile=" + archive("17.0.1"))
        .doesNotContain("-XX:+UseG1GC");
  }

  @Test
  void makesAnArchiveOnceForEachJdk() throws Exception {
    assertThat(start("--help").output()).contains("Preparing fast starts on Java 17.0.1");
    assertThat(start("--help").output()).doesNotContain("Preparing");
    jdk("21.0.2");
    assertThat(start("--help").output()).contains("Preparing fast starts on Java 21.0.2");
    assertThat(archive("17.0.1")).isNotEmptyFile();
    assertThat(archive("21.0.2")).isNotEmptyFile();
  }

  @Test
  void doesWithoutAnArchiveThatCannotBeMade() throws Exception {
    jdk("17.0.1", "case \"$*\" in *ArchiveClassesAtExit*) exit 1 ;; esac");

    Result first = start("--help");
    Result second = start("--help");

    assertThat(first.exitCode()).isZero();
    assertThat(first.arguments()).noneMatch(argument -> argument.contains("SharedArchiveFile"));
    assertThat(second.output()).doesNotContain("Preparing");
  }

  @Test
  void asksTheJvmForItsHomeBehindTheShimOfAVersionManager() throws Exception {
    Path shims = Files.createDirectories(folder.resolve("shims"));
    program(
        shims.resolve("java"),
        List.of(
            "case \"$1\" in -XshowSettings*) echo '    java.home = "
                + folder
                + "/jdk' >&2; exit ;; esac",
            "exec '" + folder + "/jdk/bin/java' \"$@\""));

    Result result =
        run(folder, Map.of("JAVA_HOME", "", "PATH", shims + ":" + System.getenv("PATH")), script());

    assertThat(result.output()).contains("Preparing fast starts on Java 17.0.1");
    assertThat(result.arguments()).endsWith(CLI);
  }

  @Test
  void saysWhatIsMissing() throws Exception {
    jdk("11.0.20");
    Result old = start("--help");
    jdk("1.8.0_402");
    Result older = start("--help");
    Result none = run(folder, Map.of("JAVA_HOME", "/nowhere"), script(), "--help");

    assertThat(old.output()).contains("is Java 11.0.20, but MoSQL needs 17 or newer");
    assertThat(older.output()).contains("is Java 1.8.0_402, but MoSQL needs 17 or newer");
    assertThat(none.output()).contains("JAVA_HOME is /nowhere", "JDK 17 or newer");
    assertThat(List.of(old.exitCode(), older.exitCode(), none.exitCode())).containsOnly(1);
  }

  @Test
  void buildsOnFirstUseAndShowsTheModules() throws Exception {
    Files.delete(jar);
    mvnw(
        "echo '[INFO] Building MoSQL core 0.1.0-SNAPSHOT            [2/11]'",
        "touch server/target/mosql.jar");

    Result result = start("--help");

    assertThat(result.output()).contains("Building MoSQL (Java 17.0.1)", "[2/11] MoSQL core\n");
    assertThat(result.arguments()).endsWith(CLI, "--help");
    assertThat(Files.readString(home.resolve("target/build.log"))).contains("-Dquick");
  }

  /**
   * The waiting process continues when the jar of the first build exists, before that build has
   * ended.
   */
  @Test
  @EnabledOnOs(OS.LINUX)
  void twoAtOnceBuildOnce() throws Exception {
    Files.delete(jar);
    mvnw(
        "echo built >> builds",
        "touch server/target/mosql.jar",
        "./mosql --version > second 2>&1 &",
        "echo $! > number",
        "until grep -q 'waiting for it' second; do sleep 0.1; done");

    Result first = start("--help");
    long second = Long.parseLong(Files.readString(home.resolve("number")).strip());
    ProcessHandle.of(second).ifPresent(process -> process.onExit().join());

    assertThat(first.exitCode()).isZero();
    assertThat(home.resolve("builds")).hasContent("built");
    assertThat(home.resolve("second")).content().doesNotContain("Building MoSQL");
    assertThat(Files.readAllLines(folder.resolve("arguments"))).contains(CLI);
  }

  @Test
  void showsTheEndOfAFailedBuild() throws Exception {
    mvnw("echo '[ERROR] it broke'", "exit 1");

    Result result = start("--rebuild", "--help");

    assertThat(result.exitCode()).isEqualTo(1);
    assertThat(result.output()).contains("The build failed", "[ERROR] it broke");
    assertThat(result.arguments()).isEmpty();
  }

  @Test
  void aRebuildCompilesAndRunsFromTheClasses() throws Exception {
    Files.writeString(home.resolve("server/target/libraries"), "/lib/a.jar:/lib/b.jar");
    mvnw("exit 0");

    Result result = start("--rebuild", "--version");

    assertThat(Files.readString(home.resolve("target/build.log"))).contains("-am -o compile");
    String path = result.arguments().get(result.arguments().indexOf("-cp") + 1);
    assertThat(path)
        .startsWith(home + "/core/target/classes:")
        .endsWith("/server/target/classes:/lib/a.jar:/lib/b.jar");
    assertThat(result.arguments()).noneMatch(argument -> argument.contains("SharedArchiveFile"));
    assertThat(start("--version").arguments()).contains(path);
  }

  @Test
  void aRebuildWithAnotherPomIsAFullBuild() throws Exception {
    Files.writeString(home.resolve("server/target/libraries"), "/lib/a.jar");
    Files.createFile(home.resolve("pom.xml"));
    mvnw("exit 0");

    assertThat(start("--rebuild", "--version").arguments()).contains(jar.toString());
    assertThat(Files.readString(home.resolve("target/build.log"))).contains("-am package");
  }

  @Test
  void aBuildNeedsMoreThanARuntime() throws Exception {
    Files.delete(folder.resolve("jdk/bin/javac"));

    Result result = start("--rebuild");

    assertThat(result.exitCode()).isEqualTo(1);
    assertThat(result.output()).contains("has no javac");
  }

  private Result start(String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(script()));
    command.addAll(List.of(arguments));
    return run(folder, Map.of(), command.toArray(String[]::new));
  }

  private Result run(Path directory, Map<String, String> environment, String... command)
      throws IOException, InterruptedException {
    Path arguments = folder.resolve("arguments");
    Files.deleteIfExists(arguments);
    Path output = folder.resolve("output");
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile());
    builder.environment().remove("JAVA_OPTS");
    builder.environment().remove("MOSQL_CDS");
    builder.environment().put("JAVA_HOME", folder.resolve("jdk").toString());
    builder.environment().putAll(environment);
    int exitCode = builder.start().waitFor();
    return new Result(
        exitCode,
        Files.exists(arguments) ? Files.readAllLines(arguments) : List.of(),
        Files.readString(output));
  }

  private String script() {
    return home.resolve("mosql").toString();
  }

  private Path archive(String version) {
    return home.resolve("server/target/cds-" + version + ".jsa");
  }

  /**
   * Creates a JDK whose java records its arguments, one per line, and creates the requested
   * archive.
   */
  private void jdk(String version, String... first) throws IOException {
    Path bin = Files.createDirectories(folder.resolve("jdk/bin"));
    Files.writeString(folder.resolve("jdk/release"), "JAVA_VERSION=\"" + version + "\"\n");
    List<String> lines = new ArrayList<>(List.of(first));
    lines.add("for a in \"$@\"; do case $a in");
    lines.add("-XX:ArchiveClassesAtExit=*) echo x > \"${a#*=}\"; exit ;;");
    lines.add("esac; done");
    lines.add("printf '%s\\n' \"$@\" > '" + folder.resolve("arguments") + "'");
    program(bin.resolve("java"), lines);
    program(bin.resolve("javac"), List.of("exit 0"));
  }

  private void mvnw(String... lines) throws IOException {
    List<String> all = new ArrayList<>(List.of("echo \"$@\""));
    all.addAll(List.of(lines));
    program(home.resolve("mvnw"), all);
  }

  private static void program(Path file, List<String> lines) throws IOException {
    Files.writeString(file, "#!/bin/sh\n" + String.join("\n", lines) + "\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }
}
