package io.mosql.benchmarks.tpcb;

import io.mosql.benchmarks.clients.AckedLog;
import io.mosql.benchmarks.clients.BenchmarkClient;
import io.mosql.benchmarks.clients.ClientRun;
import io.mosql.benchmarks.database.Database;
import io.mosql.benchmarks.report.ConditionResult;
import io.mosql.benchmarks.testbed.ProgressConsole;
import io.mosql.benchmarks.testbed.RetainedDatabase;
import io.mosql.benchmarks.workload.BenchmarkWorkload;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** TPC-B as a workload, with its checks. */
final class TpcbWorkload implements BenchmarkWorkload, RetainedDatabase.DatabaseInspector {
  private final TpcbTables population;
  private final SplittableRandom random;
  private final ProgressConsole console;

  /**
   * @param population tables to load where none exist
   */
  TpcbWorkload(TpcbTables population, long seed, ProgressConsole console) {
    this.population = population;
    this.random = new SplittableRandom(seed);
    this.console = console;
  }

  @Override
  public String label() {
    return "TPC-B";
  }

  @Override
  public String unit() {
    return "tps";
  }

  @Override
  public String clients() {
    return "clients";
  }

  @Override
  public boolean isLoaded(Connection connection) throws SQLException {
    return TpcbTables.isLoaded(connection);
  }

  @Override
  public void load(Database database, ProgressConsole progress) throws SQLException {
    population.load(database, progress);
  }

  @Override
  public Round begin(Connection connection, @Nullable AckedLog acked) throws SQLException {
    TpcbTables found = TpcbTables.read(connection);
    long before = new TpcbCheck(connection).historyRows();
    return new Round() {
      @Override
      public BenchmarkClient client(Connection own, int number) throws SQLException {
        return new TpcbClient(own, found, random.split(), acked);
      }

      @Override
      public List<ConditionResult> check(Connection observer, ClientRun.Result run) {
        return new TpcbCheck(observer).conditions(before + run.acknowledged());
      }
    };
  }

  @Override
  public boolean isConsistent(Connection connection, List<String> acknowledged)
      throws SQLException {
    TpcbCheck check = new TpcbCheck(connection);
    List<ConditionResult> results = check.conditions(null);
    results.forEach(result -> console.line(result.line()));
    TpcbCheck.Missing missing = check.missing(acknowledged);
    missing.examples().forEach(console::line);
    console.line(
        "Acknowledged transactions: %d, of these in the database: %d",
        acknowledged.size(), acknowledged.size() - missing.count());
    return missing.count() == 0 && results.stream().allMatch(ConditionResult::holds);
  }
}
