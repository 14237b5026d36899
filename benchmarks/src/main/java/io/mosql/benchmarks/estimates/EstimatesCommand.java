package io.mosql.benchmarks.estimates;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.mosql.benchmarks.compare.ComparedDatabase;
import io.mosql.benchmarks.testbed.BenchmarkSetupException;
import io.mosql.benchmarks.testbed.ExitCode;
import io.mosql.benchmarks.testbed.ProgressConsole;
import io.mosql.benchmarks.testbed.TargetDatabase;
import io.mosql.benchmarks.testbed.Testbed;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Command bench estimates. */
@Command(
    name = "estimates",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    header = "Estimated numbers of rows of joins.",
    description = {
      "Loads films with skewed and correlated values, and compares the numbers of rows that EXPLAIN",
      "estimates for random joins of one to six tables with the true ones. A q-error is the factor",
      "between the two, at least 1."
    },
    exitCodeListHeading = ExitCode.HEADING,
    exitCodeList = {
      "0:success",
      "1:databases have different numbers of rows",
      ExitCode.USAGE_TEXT,
      ExitCode.REFUSED_TEXT
    })
@SuppressWarnings("NullAway.Init")
public final class EstimatesCommand implements Callable<Integer> {
  /** The first number of rows in a plan, as MoSQL and PostgreSQL print it. */
  private static final Pattern ESTIMATE = Pattern.compile("\\brows=(\\d+)");

  @Spec private CommandSpec spec;

  @Option(
      names = "--with",
      paramLabel = "NAME|URL",
      split = ",",
      description = "other databases whose EXPLAIN has rows=N: postgresql or its JDBC URL")
  private List<String> with = List.of();

  @Option(
      names = "--first",
      paramLabel = "NAME|URL",
      defaultValue = "mosql",
      description = "first database (default: mosql)")
  private String first;

  @Option(
      names = "--titles",
      paramLabel = "N",
      defaultValue = "50000",
      description = "films; there are thirteen times as many rows in all (default: 50000)")
  private int titles;

  @Option(
      names = "--queries",
      paramLabel = "N",
      defaultValue = "50",
      description = "queries of each number of tables (default: 50)")
  private int queries;

  @Option(names = "--seed", paramLabel = "N", defaultValue = "1", description = "seed (default: 1)")
  private long seed;

  @Option(
      names = "--worst",
      paramLabel = "N",
      defaultValue = "0",
      description = "print the N worst estimates of the first database (default: 0)")
  private int worst;

  @Option(names = "--dir", paramLabel = "DIR", description = "parent of new directories")
  private @Nullable Path directory;

  @Option(names = "--json", paramLabel = "FILE", description = "write the percentiles as JSON")
  private @Nullable Path json;

  @Option(names = "--allow-tmpfs", description = "allow tmpfs, where fsync has no effect")
  private boolean allowTmpfs;

  private EstimatesCommand() {}

  public static void addTo(CommandLine bench) {
    bench.addSubcommand(new EstimatesCommand());
  }

  private record Estimate(JoinQueries.Join join, double rows, double estimated) {
    double error() {
      return QErrors.error(estimated, rows);
    }
  }

  @Override
  public Integer call() throws SQLException, IOException {
    if (titles < 1 || queries < 1) {
      throw new ParameterException(spec.commandLine(), "--titles and --queries are above zero");
    }
    ProgressConsole console = ProgressConsole.on(spec.commandLine().getOut());
    Map<String, List<Estimate>> estimates = new LinkedHashMap<>();
    try {
      for (ComparedDatabase database : databases()) {
        estimates.put(database.name(), run(database, console));
      }
    } catch (BenchmarkSetupException e) {
      spec.commandLine().getErr().println(e.getMessage());
      return ExitCode.REFUSED;
    }
    Map<String, List<QErrors.Summary>> summaries = new LinkedHashMap<>();
    estimates.forEach((name, all) -> summaries.put(name, summaries(all)));
    console.line("%s", QErrors.head());
    summaries.forEach((name, all) -> all.forEach(line -> console.line("%s", line.line(name))));
    printWorst(estimates.values().iterator().next(), console);
    if (json != null) {
      new ObjectMapper()
          .enable(SerializationFeature.INDENT_OUTPUT)
          .writeValue(json.toFile(), summaries);
    }
    return sameRows(estimates, console) ? ExitCode.OK : ExitCode.FAILED;
  }

  private List<ComparedDatabase> databases() {
    List<String> all = new ArrayList<>(List.of(first));
    all.addAll(with);
    try {
      return ComparedDatabase.all(all, System.getenv());
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
    }
  }

  private List<Estimate> run(ComparedDatabase database, ProgressConsole console)
      throws SQLException, IOException, BenchmarkSetupException {
    TargetDatabase target =
        new TargetDatabase(
            database.url(),
            null,
            database.user(),
            database.password(),
            null,
            directory,
            allowTmpfs);
    try (Testbed testbed = Testbed.open(target, null, console)) {
      long start = System.nanoTime();
      long rows = new FilmTables(testbed.database(), titles, done -> {}).load();
      console.line("Loaded %,d rows in %.1f s", rows, (System.nanoTime() - start) / 1e9);
      JoinQueries random = new JoinQueries(seed, titles);
      List<Estimate> estimates = new ArrayList<>();
      for (int tables = 1; tables <= JoinQueries.TABLES_MAX; tables++) {
        for (int i = 0; i < queries; i++) {
          JoinQueries.Join join = random.next(tables);
          estimates.add(
              new Estimate(
                  join, count(testbed.connection(), join), estimated(testbed.connection(), join)));
        }
      }
      return estimates;
    }
  }

  private static double count(Connection connection, JoinQueries.Join join) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(join.rows())) {
      result.next();
      return result.getDouble(1);
    }
  }

  private static double estimated(Connection connection, JoinQueries.Join join)
      throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(join.plan())) {
      while (result.next()) {
        Matcher matcher = ESTIMATE.matcher(result.getString(1));
        if (matcher.find()) {
          return Double.parseDouble(matcher.group(1));
        }
      }
    }
    throw new SQLException("no estimate for " + join.from());
  }

  private static List<QErrors.Summary> summaries(List<Estimate> estimates) {
    QErrors errors = new QErrors();
    estimates.forEach(
        estimate -> errors.add(estimate.join.tables(), estimate.estimated, estimate.rows));
    return errors.summaries();
  }

  private void printWorst(List<Estimate> estimates, ProgressConsole console) {
    estimates.stream()
        .sorted((x, y) -> Double.compare(y.error(), x.error()))
        .limit(worst)
        .forEach(
            estimate ->
                console.line(
                    "%.1f: %.0f for %.0f rows%s",
                    estimate.error(), estimate.estimated, estimate.rows, estimate.join.from()));
  }

  private static boolean sameRows(Map<String, List<Estimate>> estimates, ProgressConsole console) {
    List<Estimate> ours = estimates.values().iterator().next();
    boolean same = true;
    for (Map.Entry<String, List<Estimate>> entry : estimates.entrySet()) {
      for (int i = 0; i < ours.size(); i++) {
        double theirs = entry.getValue().get(i).rows;
        if (theirs != ours.get(i).rows) {
          same = false;
          console.line(
              "%s has %.0f rows for %.0f%s",
              entry.getKey(), theirs, ours.get(i).rows, ours.get(i).join.from());
        }
      }
    }
    return same;
  }
}
