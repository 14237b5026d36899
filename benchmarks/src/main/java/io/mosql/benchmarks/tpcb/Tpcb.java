package io.mosql.benchmarks.tpcb;

import io.mosql.benchmarks.clients.AckedLog;
import io.mosql.benchmarks.clients.Client;
import io.mosql.benchmarks.clients.ClientRun;
import io.mosql.benchmarks.db.Database;
import io.mosql.benchmarks.report.ConditionResult;
import io.mosql.benchmarks.testbed.Console;
import io.mosql.benchmarks.testbed.Kept;
import io.mosql.benchmarks.workload.Workload;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** TPC-B as a workload; also looks into what a run has left. */
final class Tpcb implements Workload, Kept.Inspector {
  private final Population population;
  private final SplittableRandom random;
  private final Console console;

  /**
   * @param population to be loaded where there is none
   */
  Tpcb(Population population, long seed, Console console) {
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
    return Population.isLoaded(connection);
  }

  @Override
  public void load(Database database, Console progress) throws SQLException {
    population.load(database, progress);
  }

  @Override
  public Round begin(Connection connection, @Nullable AckedLog acked) throws SQLException {
    Population found = Population.read(connection);
    long before = new TpcbCheck(connection).historyRows();
    return new Round() {
      @Override
      public Client client(Connection own, int number) throws SQLException {
        return new TpcbClient(own, found, random.split(), acked);
      }

      @Override
      public List<ConditionResult> check(Connection observer, ClientRun.Result run) {
        return new TpcbCheck(observer).conditions(before + run.acknowledged());
      }
    };
  }

  @Override
  public boolean isWhole(Connection connection, List<String> acknowledged) throws SQLException {
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
