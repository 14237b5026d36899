package io.mosql.benchmarks.workload;

import io.mosql.benchmarks.clients.ClientPlan;
import io.mosql.benchmarks.clients.ClientRun;
import io.mosql.benchmarks.database.EngineCounters;
import io.mosql.benchmarks.report.BenchmarkMetric;
import io.mosql.benchmarks.report.BenchmarkResult;
import io.mosql.benchmarks.report.ConditionResult;
import io.mosql.benchmarks.report.DatabaseProduct;
import io.mosql.benchmarks.report.ErrorCount;
import io.mosql.benchmarks.report.MachineInfo;
import io.mosql.benchmarks.report.ReportLines;
import io.mosql.benchmarks.report.TransactionTypeResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Result of a completed run, written to the JSON file. Immutable.
 *
 * @param loadSeconds null when the database was loaded before
 * @param perSecond measured transactions
 * @param acknowledged transactions whose commit returned, including the warm-up
 * @param engine counters of the engine for the run; null where unavailable
 * @param problems problems that make the run count as failed
 */
public record WorkloadResult(
    DatabaseProduct product,
    MachineInfo machine,
    String label,
    String unit,
    ClientPlan plan,
    @Nullable Double loadSeconds,
    double seconds,
    double perSecond,
    long acknowledged,
    TransactionTypeResult times,
    Map<String, ErrorCount> errors,
    long retries,
    @Nullable EngineCounters engine,
    List<ConditionResult> conditions,
    List<String> problems)
    implements BenchmarkResult {

  static WorkloadResult of(
      DatabaseProduct product,
      MachineInfo machine,
      BenchmarkWorkload workload,
      ClientPlan plan,
      @Nullable Double loadSeconds,
      ClientRun.Result run,
      @Nullable EngineCounters engine,
      List<ConditionResult> conditions) {
    long measured = run.nanos().getTotalCount();
    return new WorkloadResult(
        product,
        machine,
        workload.label(),
        workload.unit(),
        plan,
        loadSeconds,
        run.seconds(),
        run.seconds() == 0 ? 0 : measured / run.seconds(),
        run.acknowledged(),
        TransactionTypeResult.of(run.nanos(), 0),
        run.failures().byState(),
        run.failures().retries(),
        engine,
        conditions,
        problems(run, conditions));
  }

  private static List<String> problems(ClientRun.Result run, List<ConditionResult> conditions) {
    List<String> problems = new ArrayList<>();
    if (run.failures().count() > 0) {
      problems.add(run.failures().count() + " transactions failed");
    }
    if (run.gaveUp() > 0) {
      problems.add(run.gaveUp() + " clients gave up");
    }
    if (run.nanos().getTotalCount() == 0) {
      problems.add("nothing was measured");
    }
    for (ConditionResult condition : conditions) {
      if (!condition.holds()) {
        problems.add("condition " + condition.number() + " does not hold");
      }
    }
    return problems;
  }

  @Override
  public int clients() {
    return plan.clients();
  }

  @Override
  public List<BenchmarkMetric> figures() {
    List<BenchmarkMetric> figures = new ArrayList<>();
    figures.add(BenchmarkMetric.rate(unit, perSecond));
    figures.add(
        BenchmarkMetric.seconds("load s", Objects.requireNonNullElse(loadSeconds, Double.NaN)));
    figures.addAll(times.figures(label));
    return figures;
  }

  List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add("");
    lines.add(ReportLines.format("Measured %s = %.2f", unit, perSecond));
    lines.add("");
    lines.addAll(ReportLines.times(Map.of(label, times)));
    lines.add("");
    lines.addAll(ReportLines.errors(errors, retries));
    lines.add(ReportLines.format("Acknowledged: %d, measured for %.1f s", acknowledged, seconds));
    lines.addAll(ReportLines.environment(product, machine, engine));
    lines.addAll(ReportLines.problems(problems));
    return lines;
  }
}
