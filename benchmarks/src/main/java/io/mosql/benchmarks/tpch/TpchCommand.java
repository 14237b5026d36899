package io.mosql.benchmarks.tpch;

import io.mosql.benchmarks.database.Dialect;
import io.mosql.benchmarks.testbed.BenchmarkSetupException;
import io.mosql.benchmarks.testbed.ExitCode;
import io.mosql.benchmarks.testbed.ProgressConsole;
import io.mosql.benchmarks.testbed.TargetOptions;
import io.mosql.benchmarks.testbed.Testbed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
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
      names = "--limit",
      paramLabel = "SECONDS",
      defaultValue = "120",
      description = "time limit of a query in seconds (default: 120)")
  private int limit;

  @Option(
      names = "--with",
      paramLabel = "NAME|URL",
      split = ",",
      description = "other databases: h2, postgresql, mariadb or a JDBC URL, as for compare")
  private List<String> with = List.of();

  @Option(
      names = "--times",
      paramLabel = "FILE",
      description = "write a line with number and milliseconds for each query")
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
    if (rounds < 1 || !(scale > 0)) {
      throw new ParameterException(spec.commandLine(), "--rounds and --scale are above zero");
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
    if (testbed.database().dialect() == Dialect.H2) {
      answerAnew(testbed.connection());
    }
    List<PowerRun.Outcome> outcomes =
        new PowerRun(testbed.connection(), scale, rounds, limit, expected)
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
    write(outcomes);
    return problems == 0 ? ExitCode.OK : ExitCode.FAILED;
  }

  /** Disables H2's cache of the last query result, which would be returned without an execution. */
  private static void answerAnew(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("SET OPTIMIZE_REUSE_RESULTS 0");
    }
  }

  private void write(List<PowerRun.Outcome> outcomes) throws IOException {
    if (times != null) {
      Files.write(
          times,
          outcomes.stream().map(outcome -> outcome.number() + " " + outcome.millis()).toList());
    }
    if (writeAnswers != null) {
      List<List<String>> rows = new ArrayList<>();
      outcomes.forEach(outcome -> rows.add(outcome.rows()));
      Files.write(writeAnswers, new ReferenceAnswers(rows).lines());
    }
  }

  private List<String> arguments() {
    return List.of(
        "tpch",
        "--scale",
        Double.toString(scale),
        "--rounds",
        Integer.toString(rounds),
        "--limit",
        Integer.toString(limit),
        "--allow-tmpfs");
  }
}
