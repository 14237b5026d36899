package io.mosql.benchmarks.tpcc;

import io.mosql.benchmarks.clients.AckedLog;
import io.mosql.benchmarks.database.Database;
import io.mosql.benchmarks.database.EngineCounters;
import io.mosql.benchmarks.report.ConditionResult;
import io.mosql.benchmarks.report.JsonReport;
import io.mosql.benchmarks.report.MachineInfo;
import io.mosql.benchmarks.report.ReportLines;
import io.mosql.benchmarks.report.SeriesTable;
import io.mosql.benchmarks.testbed.BenchmarkSetupException;
import io.mosql.benchmarks.testbed.ExitCode;
import io.mosql.benchmarks.testbed.ProgressConsole;
import io.mosql.benchmarks.testbed.RetainedDatabase;
import io.mosql.benchmarks.testbed.Testbed;
import io.mosql.benchmarks.tpcc.check.AckedCheck;
import io.mosql.benchmarks.tpcc.check.ConsistencyCheck;
import io.mosql.benchmarks.tpcc.check.DeliveredOrders;
import io.mosql.benchmarks.tpcc.check.TransactionCounts;
import io.mosql.benchmarks.tpcc.load.TpccLoader;
import io.mosql.benchmarks.tpcc.report.HtmlReport;
import io.mosql.benchmarks.tpcc.report.RunResult;
import io.mosql.benchmarks.tpcc.report.TextReport;
import io.mosql.benchmarks.tpcc.run.Measurements;
import io.mosql.benchmarks.tpcc.run.RunPlan;
import io.mosql.benchmarks.tpcc.run.TpccRun;
import io.mosql.benchmarks.tpcc.schema.LoadConfig;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Execution of one tpcc command: load, check, run, check again, report; or the check alone. */
final class TpccJob {
  private final TpccSettings settings;
  private final ProgressConsole console;

  TpccJob(TpccSettings settings, ProgressConsole console) {
    this.settings = settings;
    this.console = console;
  }

  /** Executes the command; returns the exit code. */
  int execute() throws SQLException, IOException, InterruptedException, BenchmarkSetupException {
    Path directory = settings.keep();
    RetainedDatabase kept = directory == null ? null : new RetainedDatabase(directory, "orders");
    if (kept != null && settings.checkOnly()) {
      return kept.check(settings.target(), console, new Inspector());
    }
    try (Testbed testbed = Testbed.open(settings.target(), kept, console)) {
      Double loadSeconds = null;
      Optional<LoadConfig> loaded = Optional.empty();
      if (kept != null) {
        loaded = LoadConfig.read(testbed.connection());
        kept.resume(loaded.isPresent(), console);
      }
      if (loaded.isEmpty()) {
        long start = System.nanoTime();
        loaded = Optional.of(load(testbed.database()));
        loadSeconds = (System.nanoTime() - start) / 1e9;
        console.line("Loaded in %.1f s", loadSeconds);
      }
      return new Runs(testbed, kept, loaded.get(), loadSeconds).execute();
    }
  }

  private LoadConfig load(Database database) throws SQLException, InterruptedException {
    long expected = settings.scale().expectedRows(settings.warehouses());
    long start = System.nanoTime();
    return new TpccLoader(
            database,
            settings.scale(),
            settings.warehouses(),
            settings.loadWorkers(),
            settings.plans().get(0).seed())
        .load(rows -> console.loading(rows, expected, (System.nanoTime() - start) / 1e9));
  }

  private List<ConditionResult> conditions(
      Connection connection, String when, @Nullable DeliveredOrders expected) {
    console.line("Consistency conditions of clause 3.3.2, %s:", when);
    long start = System.nanoTime();
    List<ConditionResult> results =
        new ConsistencyCheck(connection).run(expected, result -> console.line(result.line()));
    console.line("  asked in %.1f s", (System.nanoTime() - start) / 1e9);
    return results;
  }

  /** Sequential runs on a loaded database. */
  private final class Runs {
    private final Testbed testbed;
    private final @Nullable RetainedDatabase kept;
    private final LoadConfig loaded;
    private final @Nullable Double loadSeconds;
    private final int warehouses;
    private final DeliveredOrders delivered;

    Runs(
        Testbed testbed,
        @Nullable RetainedDatabase kept,
        LoadConfig loaded,
        @Nullable Double loadSeconds) {
      this.testbed = testbed;
      this.kept = kept;
      this.loaded = loaded;
      this.loadSeconds = loadSeconds;
      this.warehouses = Math.min(settings.warehouses(), loaded.warehouses());
      this.delivered = new DeliveredOrders(loaded.warehouses(), loaded.scale().districts());
    }

    /** Executes the runs; returns the exit code. */
    int execute() throws SQLException, IOException, InterruptedException {
      MachineInfo machine = testbed.machine();
      if (loadSeconds == null) {
        ConsistencyCheck.readDelivered(testbed.connection(), delivered);
      } else {
        delivered.addToEach(loaded.scale().delivered());
      }
      List<ConditionResult> before =
          conditions(
              testbed.connection(), loadSeconds == null ? "as found" : "after the load", delivered);
      long failedWarmingUp = warmUp();
      List<RunResult> results = new ArrayList<>();
      for (RunPlan plan : settings.plans()) {
        RunResult result = run(plan, machine, before);
        TextReport.lines(result).forEach(console::line);
        results.add(result);
        before = result.conditionsAfter();
      }
      if (results.size() > 1) {
        console.line("");
        SeriesTable.lines("terminals", results).forEach(console::line);
      }
      write(results);
      boolean fine = results.stream().allMatch(result -> result.problems().isEmpty());
      return fine && failedWarmingUp == 0 ? ExitCode.OK : ExitCode.FAILED;
    }

    /** Runs the warm-up; returns the number of failed transactions. */
    private long warmUp() throws SQLException, IOException, InterruptedException {
      if (settings.warmSeconds() == 0) {
        return 0;
      }
      console.line("Warming up for %d s", settings.warmSeconds());
      Measurements measurements =
          terminals(settings.plans().get(0).warming(settings.warmSeconds())).measurements();
      delivered.add(measurements.delivered());
      long failed = measurements.failures().count();
      if (failed > 0) {
        console.line("PROBLEM: %d transactions failed while warming up", failed);
      }
      return failed;
    }

    private RunResult run(RunPlan plan, MachineInfo machine, List<ConditionResult> before)
        throws SQLException, IOException, InterruptedException {
      if (settings.plans().size() > 1) {
        console.line("");
        console.line("terminals: %d", plan.terminals());
      }
      Connection connection = testbed.connection();
      TransactionCounts countsBefore = TransactionCounts.read(connection);
      Optional<EngineCounters> engineBefore = testbed.counters();
      TpccRun.Result run = terminals(plan);
      EngineCounters engine =
          testbed.counters().flatMap(now -> engineBefore.map(now::since)).orElse(null);
      TransactionCounts found = TransactionCounts.read(connection).minus(countsBefore);
      Measurements measurements = run.measurements();
      delivered.add(measurements.delivered());
      List<ConditionResult> after = conditions(connection, "after the run", delivered);
      return RunResult.of(
          testbed.product(),
          machine,
          warehouses,
          plan,
          loadSeconds,
          run.seconds(),
          run.terminalsGaveUp(),
          measurements,
          found,
          engine,
          before,
          after);
    }

    private TpccRun.Result terminals(RunPlan plan)
        throws SQLException, IOException, InterruptedException {
      console.begin();
      try (AckedLog acked = kept == null ? null : kept.openLog()) {
        long[] last = new long[1];
        return new TpccRun(testbed.database()::open, loaded, warehouses, plan, acked)
            .execute(
                (seconds, newOrders, total) -> {
                  console.running(
                      seconds,
                      ReportLines.format(
                          "tpmC %.0f, tpmTOTAL %.0f",
                          newOrders * 60 / seconds, total * 60 / seconds),
                      ReportLines.format("%d", (newOrders - last[0]) * 60));
                  last[0] = newOrders;
                });
      }
    }

    private void write(List<RunResult> results) throws IOException {
      Path json = settings.json();
      if (json != null) {
        JsonReport.write(results, json);
      }
      Path report = settings.report();
      if (report != null) {
        HtmlReport.write(results.get(0), report);
        console.line("Report: %s", report.toAbsolutePath());
      }
    }
  }

  /** Checker that searches for every acknowledged order. */
  private final class Inspector implements RetainedDatabase.DatabaseInspector {
    @Override
    public boolean isLoaded(Connection connection) throws SQLException {
      return LoadConfig.read(connection).isPresent();
    }

    @Override
    public boolean isConsistent(Connection connection, List<String> acknowledged)
        throws SQLException, IOException {
      List<ConditionResult> results = conditions(connection, "as found", null);
      AckedCheck.Result result = AckedCheck.run(connection, acknowledged);
      result.examples().forEach(console::line);
      console.line(
          "Acknowledged orders: %d, of these in the database: %d",
          result.checked(), result.checked() - result.missing());
      return result.missing() == 0 && results.stream().allMatch(ConditionResult::holds);
    }
  }
}
