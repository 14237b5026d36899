package io.mosql.benchmarks.workload;

import io.mosql.benchmarks.clients.AckedLog;
import io.mosql.benchmarks.clients.ClientPlan;
import io.mosql.benchmarks.clients.ClientRun;
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
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Execution of one command: load, run, check and report for each number of clients. */
public final class WorkloadJob {
  /** Name of the items in acked.log, in the plural. */
  public static final String ACKNOWLEDGED = "transactions";

  private final WorkloadSettings settings;
  private final BenchmarkWorkload workload;
  private final ProgressConsole console;

  public WorkloadJob(
      WorkloadSettings settings, BenchmarkWorkload workload, ProgressConsole console) {
    this.settings = settings;
    this.workload = workload;
    this.console = console;
  }

  /** Executes the command; returns the exit code. */
  public int execute()
      throws SQLException, IOException, InterruptedException, BenchmarkSetupException {
    Path directory = settings.keep();
    RetainedDatabase kept =
        directory == null ? null : new RetainedDatabase(directory, ACKNOWLEDGED);
    try (Testbed testbed = Testbed.open(settings.target(), kept, console)) {
      boolean loaded = false;
      if (kept != null) {
        loaded = workload.isLoaded(testbed.connection());
        kept.resume(loaded, console);
      }
      Double loadSeconds = loaded ? null : load(testbed);
      MachineInfo machine = testbed.machine();
      List<WorkloadResult> results = new ArrayList<>();
      for (ClientPlan plan : settings.plans()) {
        WorkloadResult result = run(testbed, kept, plan, loadSeconds, machine);
        result.lines().forEach(console::line);
        results.add(result);
      }
      if (results.size() > 1) {
        console.line("");
        SeriesTable.lines(workload.clients(), results).forEach(console::line);
      }
      Path json = settings.json();
      if (json != null) {
        JsonReport.write(results, json);
      }
      boolean fine = results.stream().allMatch(result -> result.problems().isEmpty());
      return fine ? ExitCode.OK : ExitCode.FAILED;
    }
  }

  private double load(Testbed testbed) throws SQLException {
    long start = System.nanoTime();
    workload.load(testbed.database(), console);
    double seconds = (System.nanoTime() - start) / 1e9;
    console.line("Loaded in %.1f s", seconds);
    return seconds;
  }

  private WorkloadResult run(
      Testbed testbed,
      @Nullable RetainedDatabase kept,
      ClientPlan plan,
      @Nullable Double loadSeconds,
      MachineInfo machine)
      throws SQLException, IOException, InterruptedException {
    console.line("");
    console.line("%s: %d", workload.clients(), plan.clients());
    console.begin();
    try (AckedLog acked = kept == null ? null : kept.openLog()) {
      BenchmarkWorkload.Round round = workload.begin(testbed.connection(), acked);
      Optional<EngineCounters> before = testbed.counters();
      long[] last = new long[1];
      ClientRun.Result run =
          ClientRun.execute(
              workload.label(),
              testbed.database()::open,
              plan,
              round::client,
              (seconds, done) -> {
                console.running(
                    seconds,
                    ReportLines.format("%s %.0f", workload.unit(), done / seconds),
                    ReportLines.format("%d", done - last[0]));
                last[0] = done;
              });
      EngineCounters engine =
          testbed.counters().flatMap(now -> before.map(now::since)).orElse(null);
      List<ConditionResult> conditions = round.check(testbed.connection(), run);
      console.line("Conditions after the run:");
      conditions.forEach(condition -> console.line(condition.line()));
      return WorkloadResult.of(
          testbed.product(), machine, workload, plan, loadSeconds, run, engine, conditions);
    }
  }
}
