package io.mosql.benchmarks.start;

import io.mosql.benchmarks.measure.BenchmarkJvm;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Command bench start. */
@Command(
    name = "start",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    header = "New databases in memory.",
    description = {
      "Time from getConnection to the close of the connection on a new database in memory, with a",
      "table, an insert and a select by key: the first of a JVM, and further ones with ten tables.",
      "In turns with other databases, each time in a new JVM without flags, whose class path has",
      "only the jar of the driver."
    })
@SuppressWarnings("NullAway.Init")
public final class StartCommand implements Callable<Integer> {
  private static final Map<String, String> URLS =
      Map.of("mosql", "jdbc:mosql:mem:start{n}", "h2", "jdbc:h2:mem:start{n}");

  @Spec private CommandSpec spec;

  @Option(
      names = "--with",
      split = ",",
      defaultValue = "h2",
      paramLabel = "NAME|URL",
      description = "other databases: mosql, h2, or a JDBC URL with {n} (default: h2)")
  private List<String> with;

  @Option(names = "--alone", description = "no other database")
  private boolean alone;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      defaultValue = "15",
      description = "JVMs of each database for the first one (default: 15)")
  private int rounds;

  @Option(
      names = "--further-rounds",
      paramLabel = "N",
      defaultValue = "3",
      description = "JVMs of each database for further ones (default: 3)")
  private int furtherRounds;

  @Option(
      names = "--databases",
      paramLabel = "N",
      defaultValue = "500",
      description = "databases in a JVM of further ones (default: 500)")
  private int databases;

  @Option(
      names = "--tables",
      paramLabel = "N",
      defaultValue = "10",
      description = "tables of each of these (default: 10)")
  private int tables;

  @Option(
      names = "--flags",
      split = " ",
      paramLabel = "FLAGS",
      description = "JVM flags, separated by blanks")
  private @Nullable List<String> flags;

  private record Figure(String name, ToDoubleFunction<StartResult> value) {}

  @Override
  public Integer call() throws IOException, InterruptedException {
    Map<String, String> urls = new LinkedHashMap<>();
    urls.put("mosql", url("mosql"));
    if (!alone) {
      for (String name : with) {
        urls.put(name.strip(), url(name.strip()));
      }
    }
    print(
        "First database, one table; medians of " + rounds + " JVMs",
        run(urls, rounds, 1, 1),
        List.of(
            new Figure("wall ms", StartResult::firstWall),
            new Figure("processor ms", StartResult::firstCpu),
            new Figure("classes", StartResult::classes)));
    print(
        String.format(
            Locale.ROOT,
            "Each further database, %d tables; mean of %d, medians of %d JVMs",
            tables,
            databases - 1,
            furtherRounds),
        run(urls, furtherRounds, databases, tables),
        List.of(
            new Figure("wall ms", StartResult::furtherWall),
            new Figure("processor ms", StartResult::furtherCpu)));
    return 0;
  }

  private String url(String name) {
    String url = URLS.getOrDefault(name, name);
    if (!url.startsWith("jdbc:")) {
      throw new ParameterException(
          spec.commandLine(), "'" + name + "' is neither mosql nor h2 nor a JDBC URL");
    }
    return url;
  }

  private Map<String, List<StartResult>> run(
      Map<String, String> urls, int jvms, int databasesOfJvm, int tablesOfEach)
      throws IOException, InterruptedException {
    Map<String, List<StartResult>> results = new LinkedHashMap<>();
    for (int round = 0; round < jvms; round++) {
      for (Map.Entry<String, String> entry : urls.entrySet()) {
        results
            .computeIfAbsent(entry.getKey(), name -> new ArrayList<>())
            .add(runJvm(entry.getValue(), databasesOfJvm, tablesOfEach));
      }
    }
    return results;
  }

  private StartResult runJvm(String url, int databasesOfJvm, int tablesOfEach)
      throws IOException, InterruptedException {
    List<String> output = new ArrayList<>();
    BenchmarkJvm.Ended ended =
        BenchmarkJvm.plain(StartMain.class.getName(), flags == null ? List.of() : flags, path(url))
            .run(
                List.of(url, Integer.toString(databasesOfJvm), Integer.toString(tablesOfEach)),
                environment -> {},
                output::add);
    for (String line : output) {
      if (line.startsWith(StartResult.MARK) && ended.exitCode() == 0) {
        return StartResult.parse(line);
      }
    }
    throw new IOException("a JVM with " + url + " failed:\n" + String.join("\n", output));
  }

  /** Class path of a JVM: this class, and the driver's jar if it has all that the driver needs. */
  private String path(String url) throws IOException {
    try {
      Driver driver = DriverManager.getDriver(url.replace("{n}", "0"));
      Path jar = origin(driver.getClass());
      return !Files.isDirectory(jar) && isWhole(jar, driver.getClass(), url)
          ? origin(StartMain.class) + System.getProperty("path.separator") + jar
          : System.getProperty("java.class.path");
    } catch (SQLException e) {
      throw new ParameterException(spec.commandLine(), "there is no driver for " + url, e);
    }
  }

  /** Whether the jar alone has what its driver needs to accept the URL. */
  private static boolean isWhole(Path jar, Class<?> driver, String url) throws IOException {
    try (URLClassLoader loader =
        new URLClassLoader(new URL[] {jar.toUri().toURL()}, ClassLoader.getPlatformClassLoader())) {
      Object alone = loader.loadClass(driver.getName()).getDeclaredConstructor().newInstance();
      return ((Driver) alone).acceptsURL(url);
    } catch (ReflectiveOperationException | LinkageError | SQLException e) {
      return false;
    }
  }

  private static Path origin(Class<?> type) throws IOException {
    CodeSource source = type.getProtectionDomain().getCodeSource();
    try {
      return Path.of(source == null ? URI.create("") : source.getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IOException(e);
    }
  }

  private void print(String title, Map<String, List<StartResult>> results, List<Figure> figures) {
    PrintWriter out = spec.commandLine().getOut();
    out.println(title);
    StringBuilder header = new StringBuilder(" ".repeat(16));
    for (String name : results.keySet()) {
      header.append(String.format(Locale.ROOT, "%12s", name));
      if (!name.equals("mosql")) {
        header.append(String.format(Locale.ROOT, "%8s", "ratio"));
      }
    }
    out.println(header);
    for (Figure figure : figures) {
      StringBuilder line = new StringBuilder(String.format(Locale.ROOT, "  %-14s", figure.name));
      double first = Double.NaN;
      for (List<StartResult> runs : results.values()) {
        double median = StartResult.median(runs, figure.value);
        line.append(String.format(Locale.ROOT, "%,12.1f", median));
        if (Double.isNaN(first)) {
          first = median;
        } else {
          line.append(String.format(Locale.ROOT, "%8.2f", first / median));
        }
      }
      out.println(line);
    }
    out.flush();
  }
}
