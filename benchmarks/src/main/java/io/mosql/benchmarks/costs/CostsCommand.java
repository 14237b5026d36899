package io.mosql.benchmarks.costs;

import io.mosql.benchmarks.testbed.BenchmarkSetupException;
import java.io.PrintWriter;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Command bench costs. */
@Command(
    name = "costs",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    header = "What a row costs: scan, get by key, hash table, merge, sort, group.",
    description = {
      "CPU time of this thread for each row, the least of several rounds, and the same in units of",
      "a scanned row: the unit of the planner's cost model. Each query is first explained: the",
      "command fails if its plan has not the operator that it measures. The first rounds warm up."
    })
@SuppressWarnings("NullAway.Init")
final class CostsCommand implements Callable<Integer> {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
  private static final int WARM_UP_ROUNDS = 3;
  private static final int SMALL = 1000;
  private static final int FEW = 500;

  /** Coprime with the numbers of rows, so that multiples of it are a permutation. */
  private static final int STRIDE = 7919;

  @Spec private CommandSpec spec;

  @Option(
      names = "--url",
      paramLabel = "URL",
      defaultValue = "jdbc:mosql:mem:costs",
      description = "database, whose tables cost_* are replaced (default: jdbc:mosql:mem:costs)")
  private String url;

  @Option(
      names = "--rows",
      paramLabel = "N",
      defaultValue = "200000",
      description = "rows of the large tables (default: 200000)")
  private int rows;

  @Option(names = "--rounds", paramLabel = "N", defaultValue = "9", description = "(default: 9)")
  private int rounds;

  private final Map<String, Double> least = new LinkedHashMap<>();

  @Override
  public Integer call() throws SQLException, BenchmarkSetupException {
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      create(statement);
      Map<String, String> queries = queries(statement);
      for (int round = 0; round < WARM_UP_ROUNDS + rounds; round++) {
        for (Map.Entry<String, String> query : queries.entrySet()) {
          double nanos = nanos(query.getValue(), statement);
          if (round >= WARM_UP_ROUNDS) {
            least.merge(query.getKey(), nanos, Math::min);
          }
        }
      }
      for (String table : new String[] {"cost_one", "cost_two", "cost_small"}) {
        statement.execute("DROP TABLE " + table);
      }
    }
    print();
    return 0;
  }

  private void create(Statement statement) throws SQLException {
    table("cost_one", rows, statement);
    table("cost_two", rows, statement);
    table("cost_small", SMALL, statement);
    statement.execute("CREATE INDEX cost_one_u ON cost_one (u)");
    statement.execute("ANALYZE");
  }

  private static void table(String name, int rows, Statement statement) throws SQLException {
    statement.execute("DROP TABLE IF EXISTS " + name);
    statement.execute(
        "CREATE TABLE " + name + " (id INT PRIMARY KEY, k INT, u INT, v INT, w VARCHAR(20))");
    statement.execute(
        ("INSERT INTO %s SELECT n, CAST(mod(n * CAST(%d AS BIGINT), %d) AS INT),"
                + " CAST(mod(n * CAST(%d AS BIGINT), %d) AS INT), n, 'text of ' || n"
                + " FROM generate_series(0, %d) AS s(n)")
            .formatted(name, STRIDE, rows, STRIDE * 3, rows, rows - 1));
  }

  /** The queries by name, each of which has the operator that it measures. */
  private static Map<String, String> queries(Statement statement)
      throws SQLException, BenchmarkSetupException {
    Map<String, String> queries = new LinkedHashMap<>();
    queries.put("scan", checked("FullScan", "SELECT v FROM cost_one OFFSET " + FEW, statement));
    queries.put("batch", checked("FullScan", "SELECT count(v) FROM cost_one", statement));
    queries.put(
        "get",
        checked(
            "LookupJoin",
            "SELECT count(t.v) FROM cost_two p JOIN cost_one t ON t.id = p.k",
            statement));
    queries.put(
        "index",
        checked(
            "LookupJoin",
            "SELECT count(t.v) FROM cost_two p JOIN cost_one t ON t.u = p.k",
            statement));
    queries.put(
        "probe",
        checked(
            "HashJoin",
            "SELECT count(a.v) FROM cost_one a JOIN cost_small b ON a.k = b.k",
            statement));
    queries.put(
        "hash",
        checked(
            "HashJoin",
            "SELECT count(a.v) FROM cost_one a JOIN cost_two b ON a.k = b.k",
            statement));
    queries.put(
        "merge",
        checked(
            "MergeJoin",
            "SELECT count(a.v) FROM cost_one a JOIN cost_two b ON a.id = b.id",
            statement));
    queries.put(
        "pair",
        checked(
            "NestedLoops",
            "SELECT count(a.v) FROM cost_small a JOIN cost_small b ON a.v < b.v - " + (SMALL - FEW),
            statement));
    queries.put(
        "sort", checked("Sort", "SELECT v FROM cost_one ORDER BY k OFFSET " + FEW, statement));
    queries.put(
        "group",
        checked(
            "Aggregate k",
            "SELECT count(n) FROM (SELECT k, count(*) AS n FROM cost_one GROUP BY k) g",
            statement));
    return queries;
  }

  private static String checked(String operator, String sql, Statement statement)
      throws SQLException, BenchmarkSetupException {
    choose(operator, statement);
    StringBuilder plan = new StringBuilder();
    try (ResultSet lines = statement.executeQuery("EXPLAIN " + sql)) {
      while (lines.next()) {
        plan.append(lines.getString(1)).append('\n');
      }
    }
    if (plan.indexOf(operator) < 0) {
      throw new BenchmarkSetupException(sql + " is planned without " + operator + ":\n" + plan);
    }
    return operator + "\n" + sql;
  }

  /** Leaves only lookup joins to the planner, or all methods. */
  private static void choose(String operator, Statement statement) throws SQLException {
    statement.execute("SET enable_hashjoin = " + (operator.equals("LookupJoin") ? "off" : "on"));
  }

  private static double nanos(String query, Statement statement) throws SQLException {
    int end = query.indexOf('\n');
    choose(query.substring(0, end), statement);
    String sql = query.substring(end + 1);
    long start = THREADS.getCurrentThreadCpuTime();
    try (ResultSet result = statement.executeQuery(sql)) {
      while (result.next()) {
        result.getInt(1);
      }
    }
    return THREADS.getCurrentThreadCpuTime() - start;
  }

  private double least(String query) {
    return least.getOrDefault(query, 0.0);
  }

  private void print() {
    PrintWriter out = spec.commandLine().getOut();
    double scan = least("scan") / rows;
    double batch = least("batch") / rows;
    double probe = least("probe") / rows - batch;
    double comparisons = rows * (Math.log(rows) / Math.log(2) + 1);
    out.println("step                          ns per row      in units of a scan");
    line(out, "scan, a row", scan, scan);
    line(out, "scan in batches, a row", batch, scan);
    line(out, "get by primary key", least("get") / rows - scan, scan);
    line(out, "get by an index", least("index") / rows - scan, scan);
    line(out, "hash table, probe", probe, scan);
    line(out, "hash table, build", least("hash") / rows - 2 * batch - probe, scan);
    line(out, "merge, a row", least("merge") / rows / 2 - scan, scan);
    line(out, "nested loop, a pair", least("pair") / ((double) SMALL * SMALL), scan);
    line(out, "sort, a comparison", (least("sort") - least("scan")) / comparisons, scan);
    line(out, "group, a row", least("group") / rows - batch, scan);
    out.flush();
  }

  private static void line(PrintWriter out, String name, double nanos, double scan) {
    out.printf(Locale.ROOT, "%-28s %11.1f %23.2f%n", name, nanos, nanos / scan);
  }
}
