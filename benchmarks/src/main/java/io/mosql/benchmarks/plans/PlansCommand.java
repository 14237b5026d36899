package io.mosql.benchmarks.plans;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.mosql.benchmarks.compare.ComparedDatabase;
import io.mosql.benchmarks.report.DatabaseProduct;
import io.mosql.benchmarks.testbed.BenchmarkSetupException;
import io.mosql.benchmarks.testbed.ExitCode;
import io.mosql.benchmarks.testbed.ProgressConsole;
import io.mosql.benchmarks.testbed.QueryThreads;
import io.mosql.benchmarks.testbed.TargetDatabase;
import io.mosql.benchmarks.testbed.Testbed;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Command bench plans. */
@Command(
    name = "plans",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    header = "Queries that need a good plan.",
    description = {
      "Loads the tables of a shop and runs queries whose times depend on their plans, each on all",
      "databases in turns, in one process. Rows are compared. A ratio is MoSQL's time to that of",
      "the other database."
    },
    exitCodeListHeading = ExitCode.HEADING,
    exitCodeList = {
      "0:success",
      "1:a query of MoSQL failed or exceeded the time limit, or rows differ",
      ExitCode.USAGE_TEXT,
      ExitCode.REFUSED_TEXT
    })
@SuppressWarnings("NullAway.Init")
public final class PlansCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(
      names = "--with",
      paramLabel = "NAME|URL",
      split = ",",
      description =
          "other databases: h2, duckdb, postgresql, mariadb or a JDBC URL, as for compare")
  private List<String> with = List.of();

  @Option(
      names = "--first",
      paramLabel = "NAME|URL",
      defaultValue = "mosql",
      description = "database to compare the others with (default: mosql)")
  private String first;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      defaultValue = "5",
      description = "rounds of each query, of which the median is reported (default: 5)")
  private int rounds;

  @Option(
      names = "--orders",
      paramLabel = "N",
      defaultValue = "200000",
      description = "orders; there are three times as many lines (default: 200000)")
  private int orders;

  @Option(
      names = "--only",
      paramLabel = "REGEX",
      description = "only queries in whose name this occurs")
  private @Nullable Pattern only;

  @Option(
      names = "--limit",
      paramLabel = "SECONDS",
      defaultValue = "30",
      description = "time limit of a query in seconds (default: 30)")
  private int limit;

  @Option(
      names = "--threads",
      paramLabel = "N|all",
      converter = QueryThreads.class,
      description = "threads that may work on a query (default: as many as each database takes)")
  private @Nullable Integer threads;

  @Option(names = "--quick", description = "two executions of each query, for tests")
  private boolean quick;

  @Option(names = "--explain", description = "print the plan of each query on the first database")
  private boolean explain;

  @Option(names = "--dir", paramLabel = "DIR", description = "parent of new directories")
  private @Nullable Path directory;

  @Option(names = "--json", paramLabel = "FILE", description = "write all results as JSON")
  private @Nullable Path json;

  @Option(names = "--allow-tmpfs", description = "allow tmpfs, where fsync has no effect")
  private boolean allowTmpfs;

  private PlansCommand() {}

  public static void addTo(CommandLine bench) {
    bench.addSubcommand(new PlansCommand());
  }

  @Override
  public Integer call() throws SQLException, IOException {
    List<PlanQuery> queries =
        PlanQuery.all().stream()
            .filter(query -> only == null || only.matcher(query.name()).find())
            .toList();
    if (rounds < 1 || orders < 1 || queries.isEmpty()) {
      throw new ParameterException(
          spec.commandLine(), "--rounds and --orders are above zero, --only names a query");
    }
    ProgressConsole console = ProgressConsole.on(spec.commandLine().getOut());
    Map<String, Testbed> testbeds = new LinkedHashMap<>();
    try {
      for (ComparedDatabase database : databases()) {
        testbeds.put(database.name(), open(database, console));
      }
      PlansReport report = run(testbeds, queries, console);
      report.summary().forEach(console::line);
      if (json != null) {
        new ObjectMapper()
            .enable(SerializationFeature.INDENT_OUTPUT)
            .writeValue(json.toFile(), report);
      }
      return report.holds() ? ExitCode.OK : ExitCode.FAILED;
    } catch (BenchmarkSetupException e) {
      spec.commandLine().getErr().println(e.getMessage());
      return ExitCode.REFUSED;
    } finally {
      for (Testbed testbed : testbeds.values()) {
        testbed.close();
      }
    }
  }

  /** The compared databases, with unique names. */
  private List<ComparedDatabase> databases() {
    List<String> all = new ArrayList<>(List.of(first));
    all.addAll(with);
    try {
      return ComparedDatabase.all(all, System.getenv());
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
    }
  }

  private Testbed open(ComparedDatabase database, ProgressConsole console)
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
    Testbed testbed = Testbed.open(target, null, console);
    long start = System.nanoTime();
    console.begin();
    ShopTables tables =
        new ShopTables(
            testbed.database(),
            orders,
            done ->
                console.loading(
                    done, ShopTables.expected(orders), (System.nanoTime() - start) / 1e9));
    long rows = tables.load();
    console.line("Loaded %,d rows in %.1f s", rows, (System.nanoTime() - start) / 1e9);
    testbed.execute(testbed.database().dialect().withoutResultCache());
    if (threads != null) {
      testbed.execute(testbed.database().dialect().threads(threads));
    }
    return testbed;
  }

  private PlansReport run(
      Map<String, Testbed> testbeds, List<PlanQuery> queries, ProgressConsole console)
      throws SQLException, IOException {
    Map<String, DatabaseProduct> products = new LinkedHashMap<>();
    Map<String, QueryTimer> timers = new LinkedHashMap<>();
    QueryTimer.Effort effort =
        quick ? QueryTimer.Effort.least(limit) : QueryTimer.Effort.of(rounds, limit);
    for (Map.Entry<String, Testbed> entry : testbeds.entrySet()) {
      products.put(entry.getKey(), entry.getValue().product());
      timers.put(entry.getKey(), new QueryTimer(entry.getValue().connection(), effort));
    }
    List<PlansReport.Line> lines = new ArrayList<>();
    console.line("%s", PlansReport.head(testbeds.keySet()));
    for (PlanQuery query : queries) {
      Map<String, QueryTimer.Outcome> outcomes = new LinkedHashMap<>();
      timers.forEach((name, timer) -> outcomes.put(name, timer.run(query)));
      PlansReport.Line line = PlansReport.Line.of(query, outcomes);
      line.lines().forEach(console::line);
      lines.add(line);
      if (explain) {
        timers.values().iterator().next().plan(query).forEach(text -> console.line("    " + text));
      }
    }
    return new PlansReport(
        testbeds.values().iterator().next().machine(), products, orders, rounds, lines);
  }
}
