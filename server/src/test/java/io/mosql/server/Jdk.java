package io.mosql.server;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** JDK of this machine. */
record Jdk(int feature, Path home) {
  private static final Pattern VERSION = Pattern.compile("(?m)^JAVA_VERSION=\"(\\d+)[.\"+-]");
  private static final long TIMEOUT_SECONDS = 120;

  record Result(int exitCode, String output, String errors) {}

  /**
   * Returns the JDK that runs the tests, and the newest one installed in the default location or
   * named by an environment variable such as JAVA_HOME_25_X64.
   */
  static List<Jdk> installed() {
    Path own = Path.of(System.getProperty("java.home"));
    TreeMap<Integer, Jdk> found = new TreeMap<>();
    for (Path home : candidates()) {
      int feature = feature(home);
      if (feature > Runtime.version().feature()) {
        found.putIfAbsent(feature, new Jdk(feature, home));
      }
    }
    List<Jdk> jdks = new ArrayList<>(List.of(new Jdk(Runtime.version().feature(), own)));
    if (!found.isEmpty()) {
      jdks.add(found.lastEntry().getValue());
    }
    return jdks;
  }

  /** Newest feature release among the JDKs of this machine. */
  static int newest() {
    return candidates().stream().mapToInt(Jdk::feature).max().orElse(0);
  }

  Result run(Path folder, String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(home.resolve("bin/java").toString()));
    command.add("-Dfile.encoding=UTF-8");
    command.add("-Dstdout.encoding=UTF-8");
    command.addAll(List.of("-Xmx512m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    command.addAll(List.of(arguments));
    Path out = Files.createTempFile(folder, "out", ".txt");
    Path err = Files.createTempFile(folder, "err", ".txt");
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile());
    builder.environment().remove("JAVA_TOOL_OPTIONS");
    Process process = builder.start();
    if (!process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
      process.destroyForcibly().waitFor();
      throw new IllegalStateException(command + " does not end; so far: " + Files.readString(err));
    }
    return new Result(
        process.exitValue(),
        Files.readString(out, StandardCharsets.UTF_8).replace("\r\n", "\n"),
        Files.readString(err, StandardCharsets.UTF_8));
  }

  @Override
  public String toString() {
    return "JDK " + feature;
  }

  private static Set<Path> candidates() {
    Set<Path> homes = new LinkedHashSet<>();
    for (Map.Entry<String, String> variable : System.getenv().entrySet()) {
      if (variable.getKey().startsWith("JAVA_HOME")) {
        homes.add(Path.of(variable.getValue()));
      }
    }
    try (Stream<Path> usual = Files.list(Path.of("/usr/lib/jvm"))) {
      usual.sorted().forEach(homes::add);
    } catch (IOException e) {
      // The JDKs of this machine are elsewhere; the environment variables remain.
      return homes;
    }
    return homes;
  }

  /** Feature release of a JDK; 0 when the directory contains none. */
  private static int feature(Path home) {
    Path release = home.resolve("release");
    if (!Files.isExecutable(home.resolve("bin/javac")) || !Files.isReadable(release)) {
      return 0;
    }
    try {
      Matcher version = VERSION.matcher(Files.readString(release));
      return version.find() ? Integer.parseInt(version.group(1)) : 0;
    } catch (IOException e) {
      return 0;
    }
  }
}
