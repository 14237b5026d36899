package io.mosql.benchmarks.storage;

import io.mosql.benchmarks.database.Dialect;
import io.mosql.benchmarks.measure.BenchmarkDirectory;
import io.mosql.benchmarks.measure.BenchmarkJvm;
import io.mosql.benchmarks.measure.DiskProbe;
import io.mosql.benchmarks.storage.step.StepInput;
import io.mosql.benchmarks.storage.step.StepMain;
import io.mosql.benchmarks.storage.step.StepOutput;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Environment of one command: its directory with the database in {@code db}, the child JVMs it
 * starts, and its output. Not thread-safe.
 */
final class StepRunner implements AutoCloseable {
  static final int OK = 0;
  static final int FAILED = 1;
  static final int REFUSED = 3;

  private static final double MEGABYTE = 1 << 20;

  private final PrintWriter out;
  private final BenchmarkDirectory workplace;
  private final @Nullable String heap;
  private final String urlPattern;
  private final Map<String, String> supportedProperties = new TreeMap<>();

  /** Outcome of a step: its metrics, and the lifetime of its process. */
  record Outcome(Map<String, Double> figures, long processNanos) {
    double metric(String name) {
      Double value = figures.get(name);
      if (value == null) {
        throw new IllegalStateException("the step did not report its " + name);
      }
      return value;
    }
  }

  StepRunner(
      PrintWriter out, BenchmarkDirectory workplace, @Nullable String heap, String urlPattern)
      throws SQLException {
    this.out = out;
    this.workplace = workplace;
    this.heap = heap;
    this.urlPattern = urlPattern;
    for (DriverPropertyInfo property :
        DriverManager.getDriver(url()).getPropertyInfo(url(), new Properties())) {
      supportedProperties.put(property.name, property.name);
    }
  }

  Path directory() {
    return workplace.directory();
  }

  Path database() {
    return directory().resolve("db");
  }

  String url() {
    return url(database());
  }

  /** Returns the URL of a database in another directory. */
  String url(Path other) {
    return urlPattern.replace("{dir}", other.toString());
  }

  /** Removes the properties that this database does not support, and reports them. */
  Map<String, String> supportedProperties(Map<String, String> wanted) {
    Map<String, String> kept = new TreeMap<>(wanted);
    kept.keySet().retainAll(supportedProperties.keySet());
    List<String> missing = new ArrayList<>(new TreeMap<>(wanted).keySet());
    missing.removeAll(supportedProperties.keySet());
    if (!kept.isEmpty()) {
      line("Connection properties: %s", kept);
    }
    if (!missing.isEmpty()) {
      line("Not known to this database, so left out: %s", missing);
    }
    return kept;
  }

  void printHeader() throws IOException {
    line("Database: %s", url());
    line("Durability: %s", Dialect.ofUrl(url()).embeddedDurability());
    String fileSystem = DiskProbe.fileSystem(directory());
    line(
        "Disk: %s, fdatasync of 4 KB %.0f us (median)%s",
        fileSystem,
        DiskProbe.fdatasyncMicros(directory()),
        DiskProbe.isInMemory(fileSystem) ? "; in memory: fsync keeps nothing here" : "");
    line(
        "Machine: %d processors, JVM %s, heap %s",
        Runtime.getRuntime().availableProcessors(),
        System.getProperty("java.vm.version"),
        heap == null ? megabytes(Runtime.getRuntime().maxMemory()) + " MB" : heap);
  }

  /** Executes a step in a new JVM and forwards its output. */
  Outcome run(String step, StepInput given) throws IOException, InterruptedException {
    Map<String, Double> figures = new TreeMap<>();
    List<String> flags = heap == null ? List.of() : List.of("-Xmx" + heap);
    List<String> arguments = new ArrayList<>(List.of(step));
    arguments.addAll(given.arguments());
    BenchmarkJvm.Ended ended =
        new BenchmarkJvm(StepMain.class.getName(), flags)
            .run(
                arguments,
                environment -> {},
                text -> {
                  if (!StepOutput.read(text, figures)) {
                    line("[%s] %s", step, text);
                  }
                });
    if (ended.exitCode() != 0) {
      throw new IOException("step " + step + " ended with exit code " + ended.exitCode());
    }
    return new Outcome(figures, ended.nanos());
  }

  void line(String format, Object... arguments) {
    out.printf(Locale.ROOT, format + "%n", arguments);
    out.flush();
  }

  /**
   * @param format format string of the values, with the unit
   */
  void printMetric(String name, String format, Object... values) {
    line("  %-52s %s", name, String.format(Locale.ROOT, format, values));
  }

  /** Prints the last line; returns the exit code. */
  int end(long errors) {
    line("Errors: %d", errors);
    return errors == 0 ? OK : FAILED;
  }

  /** Total size of the database's files. */
  long bytesOnDisk() throws IOException {
    long bytes = 0;
    try (Stream<Path> files = Files.walk(database())) {
      for (Path file : (Iterable<Path>) files.filter(Files::isRegularFile)::iterator) {
        bytes += Files.size(file);
      }
    }
    return bytes;
  }

  static String megabytes(long bytes) {
    return String.format(Locale.ROOT, "%,.0f", bytes / MEGABYTE);
  }

  @Override
  public void close() {
    workplace.close();
  }
}
