package io.mosql.benchmarks.tpch;

import io.mosql.benchmarks.testbed.BenchmarkSetupException;
import io.mosql.benchmarks.testbed.ExitCode;
import io.mosql.benchmarks.testbed.ProgressConsole;
import io.mosql.benchmarks.testbed.QueryThreads;
import io.mosql.benchmarks.testbed.TargetOptions;
import io.mosql.benchmarks.testbed.Testbed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Command tpch. */
@Command(
    name = "tpch",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Loads the TPC-H tables and runs the 22 queries with the validation parameters of the"
          + " standard.",
      "At scales 0.01 and 0.1 the results are compared with those of PostgreSQL. With --with, the",
      "benchmark also runs on other databases, each in its own JVM, and the times are printed side"
          + " by",
      "side."
    },
    exitCodeListHeading = ExitCode.HEADING,
    exitCodeList = {
      "0:success",
      "1:a query failed, exceeded the time limit, or returned a different result",
      ExitCode.USAGE_TEXT,
      ExitCode.REFUSED_TEXT
    })
@SuppressWarnings("NullAway.Init")
public final class TpchCommand implements Callable<Integer> {
  private final String mainClass;

  @Spec private CommandSpec spec;

  @Option(
      names = "--scale",
      paramLabel = "N",
      defaultValue = "0.1",
      description = "scale factor (default: 0.1)")
  private double scale;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      defaultValue = "3",
      description = "rounds of each query, of which the median is reported (default: 3)")
  private int rounds;

  @Option(
      names = "--warmup-rounds",
      paramLabel = "N",
      defaultValue = "2",
      description = "rounds of all queries before that, which are not counted (default: 2)")
  private int warmupRounds;

  @Option(
      names = "--limit",
      paramLabel = "SECONDS",
      defaultValue = "120",
      description = "time limit of a query in seconds (default: 120)")
  private int limit;

  @Option(
      names = "--with",
      paramLabel = "NAME|URL",
      split = ",",
      description =
          "other databases: h2, duckdb, postgresql, mariadb or a JDBC URL, as for compare")
  private List<String> with = List.of();

  @Option(
      names = "--threads",
      paramLabel = "N|all",
      split = ",",
      converter = QueryThreads.class,
      description = {
        "threads that may work on a query; a list such as 1,all for several runs",
        "(default: as many as each database takes)"
      })
  private List<Integer> threads = List.of();

  @Option(
      names = "--times",
      paramLabel = "FILE",
      description = "write a line with threads, number and milliseconds for each query")
  private @Nullable Path times;

  @Option(
      names = "--write-answers",
      paramLabel = "FILE",
      description = "write the results as reference answers")
  private @Nullable Path writeAnswers;

  @Mixin private TargetOptions target;

  /**
   * @param mainClass main class of this command line, started again for each database
   */
  public TpchCommand(String mainClass) {
    this.mainClass = mainClass;
  }

  @Override
  public Integer call() throws SQLException, IOException, InterruptedException {
    if (rounds < 1 || warmupRounds < 0 || !(scale > 0)) {
      throw new ParameterException(
          spec.commandLine(), "--rounds and --scale are above zero, --warmup-rounds not below");
    }
    ProgressConsole console = ProgressConsole.on(spec.commandLine().getOut());
    try {
      if (!with.isEmpty()) {
        return new TpchComparison(mainClass, with, arguments(), console).run();
      }
      try (Testbed testbed = Testbed.open(target.target(), null, console)) {
        return run(testbed, console);
      }
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
    } catch (BenchmarkSetupException e) {
      spec.commandLine().getErr().println(e.getMessage());
      return ExitCode.REFUSED;
    }
  }

  private int run(Testbed testbed, ProgressConsole console) throws SQLException, IOException {
    TpchLoader population = new TpchLoader(testbed.database(), scale);
    long start = System.nanoTime();
    long rows =
        population.load(
            done ->
                console.loading(done, population.expected(), (System.nanoTime() - start) / 1e9));
    console.line("Loaded %,d rows in %.1f s", rows, (System.nanoTime() - start) / 1e9);
    ReferenceAnswers expected = ReferenceAnswers.at(scale).orElse(null);
    if (expected == null) {
      console.line("Answers at this scale are not known; they are not compared.");
    }
    testbed.execute(testbed.database().dialect().withoutResultCache());
    if (warmupRounds > 0) {
      new PowerRun(testbed.connection(), scale, warmupRounds, limit, null).run(outcome -> {});
    }
    TpchTimes measured = new TpchTimes();
    boolean failed = false;
    List<PowerRun.Outcome> last = List.of();
    for (Integer count : threads.isEmpty() ? List.of(TpchTimes.DEFAULT_THREADS) : threads) {
      if (count != TpchTimes.DEFAULT_THREADS) {
        testbed.execute(testbed.database().dialect().threads(count));
        console.line("Threads of a query: %d", count);
      }
      last = run(testbed.connection(), expected, console);
      failed |= last.stream().anyMatch(outcome -> !outcome.problem().isEmpty());
      last.forEach(outcome -> measured.add(count, outcome.number(), outcome.millis()));
    }
    write(measured, last);
    return failed ? ExitCode.FAILED : ExitCode.OK;
  }

  private List<PowerRun.Outcome> run(
      Connection connection, @Nullable ReferenceAnswers expected, ProgressConsole console) {
    List<PowerRun.Outcome> outcomes =
        new PowerRun(connection, scale, rounds, limit, expected)
            .run(
                outcome ->
                    console.line(
                        "Q%-2d %10.1f ms %6d rows  %s",
                        outcome.number(),
                        outcome.millis(),
                        outcome.rows().size(),
                        outcome.problem()));
    long problems = outcomes.stream().filter(outcome -> !outcome.problem().isEmpty()).count();
    console.line(
        "Sum %.0f ms, %d of %d without a problem",
        outcomes.stream().mapToDouble(PowerRun.Outcome::millis).filter(Double::isFinite).sum(),
        outcomes.size() - problems,
        outcomes.size());
    return outcomes;
  }

  private void write(TpchTimes measured, List<PowerRun.Outcome> outcomes) throws IOException {
    if (times != null) {
      measured.write(times);
    }
    if (writeAnswers != null) {
      List<List<String>> rows = new ArrayList<>();
      outcomes.forEach(outcome -> rows.add(outcome.rows()));
      Files.write(writeAnswers, new ReferenceAnswers(rows).lines());
    }
  }

  private List<String> arguments() {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "tpch",
                "--scale",
                Double.toString(scale),
                "--rounds",
                Integer.toString(rounds),
                "--warmup-rounds",
                Integer.toString(warmupRounds),
                "--limit",
                Integer.toString(limit),
                "--allow-tmpfs"));
    if (!threads.isEmpty()) {
      arguments.add("--threads");
      arguments.add(threads.stream().map(String::valueOf).collect(Collectors.joining(",")));
    }
    return arguments;
  }
}
