package io.mosql.benchmarks.compare;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Command compare. */
@Command(
    name = "compare",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Runs tpcc or tpcb on MoSQL and on other databases in turns, each in a new JVM with the same",
      "flags, and prints the results side by side.",
      "",
      "h2 is embedded, with default settings: commits do not wait for the disk.",
      "postgresql and mariadb must be running on 127.0.0.1, with database, user and password",
      "benchmarksql; the environment variables MOSQL_POSTGRESQL_URL, _USER, _PASSWORD and",
      "MOSQL_MARIADB_URL, _USER, _PASSWORD override this. Existing tables are replaced."
    })
@SuppressWarnings("NullAway.Init")
public final class CompareCommand implements Callable<Integer> {
  private final String mainClass;

  @Spec private CommandSpec spec;

  @Option(
      names = "--with",
      required = true,
      split = ",",
      paramLabel = "NAME|URL",
      description =
          "other databases: h2, postgresql, mariadb or a JDBC URL ({dir}: a new directory)")
  private List<String> with;

  @Option(
      names = "--first",
      paramLabel = "NAME|URL",
      defaultValue = "mosql",
      description = "database to compare the others with (default: mosql)")
  private String first;

  @Option(
      names = "--benchmark",
      paramLabel = "NAME",
      defaultValue = "tpcc",
      description = "tpcc or tpcb (default: tpcc)")
  private ComparableBenchmark benchmark;

  @Option(
      names = "--seconds",
      paramLabel = "N",
      defaultValue = "60",
      description = "length of a run (default: 60)")
  private int seconds;

  @Option(
      names = "--warmup-seconds",
      paramLabel = "N",
      defaultValue = "0",
      description = "warm-up before the first run, not counted (default: 0)")
  private int warmSeconds;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      defaultValue = "1",
      description = "rounds (default: 1)")
  private int rounds;

  @Option(
      names = {"--warehouses", "--scale"},
      paramLabel = "N",
      defaultValue = "1",
      description = "warehouses of tpcc, branches of tpcb (default: 1)")
  private int size;

  @Option(
      names = {"--terminals", "--clients"},
      paramLabel = "N",
      split = ",",
      defaultValue = "1",
      description = "concurrent clients; a list such as 1,10 for several runs (default: 1)")
  private List<Integer> clients;

  @Option(
      names = "--isolation",
      paramLabel = "LEVEL",
      description = "isolation level (default: that of each database)")
  private @Nullable String isolation;

  @Option(names = "--seed", paramLabel = "N", defaultValue = "1", description = "seed (default: 1)")
  private long seed;

  @Option(names = "--dir", paramLabel = "DIR", description = "parent of new directories")
  private @Nullable Path directory;

  @Option(names = "--json", paramLabel = "FILE", description = "write all results as JSON")
  private @Nullable Path json;

  @Option(
      names = "--chart",
      paramLabel = "FILE",
      description = "write a bar chart of the throughput as SVG")
  private @Nullable Path chart;

  @Option(names = "--allow-tmpfs", description = "allow tmpfs, where fsync has no effect")
  private boolean allowTmpfs;

  /**
   * @param mainClass main class of this command line, started again for each run
   */
  public CompareCommand(String mainClass) {
    this.mainClass = mainClass;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    PrintWriter out = spec.commandLine().getOut();
    ChildBenchmark child =
        new ChildBenchmark(
            mainClass,
            benchmark,
            options(),
            line -> {
              out.println(line);
              out.flush();
            });
    ScalingTables standings = new ScalingTables(clients, benchmark.clients());
    boolean failed = false;
    for (int round = 0; round < rounds; round++) {
      for (ComparedDatabase contestant : contestants()) {
        ChildBenchmark.Outcome outcome = child.run(contestant);
        if (outcome.exitCode() != 0) {
          failed = true;
          out.printf("[%s] ended with exit code %d%n", contestant.name(), outcome.exitCode());
        }
        standings.add(contestant.name(), outcome.results());
      }
    }
    standings.lines().forEach(out::println);
    out.flush();
    if (json != null) {
      new ObjectMapper()
          .enable(SerializationFeature.INDENT_OUTPUT)
          .writeValue(json.toFile(), standings.toJson());
    }
    if (chart != null) {
      Files.writeString(chart, standings.chart());
    }
    return failed ? 1 : 0;
  }

  private List<ComparedDatabase> contestants() {
    List<String> all = new ArrayList<>();
    all.add(first);
    all.addAll(with);
    try {
      return ComparedDatabase.all(all, System.getenv());
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
    }
  }

  private List<String> options() {
    List<String> options = new ArrayList<>();
    options.addAll(List.of("--seconds", Integer.toString(seconds)));
    options.addAll(List.of("--warmup-seconds", Integer.toString(warmSeconds)));
    options.addAll(List.of(benchmark.sizeOption(), Integer.toString(size)));
    options.add(benchmark.clientsOption());
    options.add(clients.stream().map(String::valueOf).collect(Collectors.joining(",")));
    options.addAll(List.of("--seed", Long.toString(seed)));
    if (isolation != null) {
      options.addAll(List.of("--isolation", isolation));
    }
    if (directory != null) {
      options.addAll(List.of("--dir", directory.toString()));
    }
    if (allowTmpfs) {
      options.add("--allow-tmpfs");
    }
    return options;
  }
}
