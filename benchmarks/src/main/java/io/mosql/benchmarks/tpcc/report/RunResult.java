package io.mosql.benchmarks.tpcc.report;

import io.mosql.benchmarks.database.EngineCounters;
import io.mosql.benchmarks.report.BenchmarkMetric;
import io.mosql.benchmarks.report.BenchmarkResult;
import io.mosql.benchmarks.report.ConditionResult;
import io.mosql.benchmarks.report.DatabaseProduct;
import io.mosql.benchmarks.report.ErrorCount;
import io.mosql.benchmarks.report.MachineInfo;
import io.mosql.benchmarks.report.TransactionTypeResult;
import io.mosql.benchmarks.tpcc.check.TransactionCounts;
import io.mosql.benchmarks.tpcc.run.Measurements;
import io.mosql.benchmarks.tpcc.run.RunPlan;
import io.mosql.benchmarks.tpcc.run.ThroughputSeries;
import io.mosql.benchmarks.tpcc.transaction.TransactionType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Result of a completed run, written to the JSON file. Immutable.
 *
 * <p>{@code tpmC} counts the New-Orders stored in the database, which excludes the intended
 * rollbacks. {@code tpmTotal} adds the Payments stored in the database and the acknowledged commits
 * of Delivery, Order-Status and Stock-Level, which add no countable rows.
 *
 * @param loadSeconds null when the database was loaded before
 * @param engine counters of the engine for the run; null where unavailable
 * @param found growth of the database during the run
 * @param generatorShare share of the terminals' time spent on drawing input and recording
 *     measurements
 * @param problems problems that make the run count as failed
 */
public record RunResult(
    DatabaseProduct product,
    MachineInfo machine,
    int warehouses,
    RunPlan plan,
    @Nullable Double loadSeconds,
    double seconds,
    double tpmC,
    double tpmTotal,
    TransactionCounts found,
    Map<String, TransactionTypeResult> types,
    Map<String, ErrorCount> errors,
    long retries,
    @Nullable EngineCounters engine,
    double generatorShare,
    double generatorMicros,
    List<ConditionResult> conditionsBefore,
    List<ConditionResult> conditionsAfter,
    List<ThroughputSeries.Second> series,
    List<String> problems)
    implements BenchmarkResult {

  @Override
  public int clients() {
    return plan.terminals();
  }

  @Override
  public List<BenchmarkMetric> figures() {
    List<BenchmarkMetric> figures = new ArrayList<>();
    figures.add(BenchmarkMetric.rate("tpmC", tpmC));
    figures.add(BenchmarkMetric.rate("tpmTOTAL", tpmTotal));
    figures.add(
        BenchmarkMetric.seconds("load s", Objects.requireNonNullElse(loadSeconds, Double.NaN)));
    types.forEach((label, type) -> figures.addAll(type.figures(label)));
    return figures;
  }

  /** Computes the result of a run. */
  public static RunResult of(
      DatabaseProduct product,
      MachineInfo machine,
      int warehouses,
      RunPlan plan,
      @Nullable Double loadSeconds,
      double seconds,
      int terminalsGaveUp,
      Measurements measurements,
      TransactionCounts found,
      @Nullable EngineCounters engine,
      List<ConditionResult> before,
      List<ConditionResult> after) {
    Map<String, TransactionTypeResult> types = new LinkedHashMap<>();
    long completed = 0;
    for (TransactionType type : TransactionType.values()) {
      types.put(
          type.label(),
          TransactionTypeResult.of(measurements.latency(type), measurements.rolledBack(type)));
      completed += measurements.completed(type);
    }
    long uncountable =
        measurements.committed(TransactionType.DELIVERY)
            + measurements.committed(TransactionType.ORDER_STATUS)
            + measurements.committed(TransactionType.STOCK_LEVEL);
    double minutes = seconds / 60;
    return new RunResult(
        product,
        machine,
        warehouses,
        plan,
        loadSeconds,
        seconds,
        minutes == 0 ? 0 : found.orders() / minutes,
        minutes == 0 ? 0 : (found.orders() + found.payments() + uncountable) / minutes,
        found,
        types,
        measurements.failures().byState(),
        measurements.failures().retries(),
        engine,
        seconds == 0 ? 0 : measurements.generatorNanos() / 1e9 / seconds / plan.terminals(),
        completed == 0 ? 0 : measurements.generatorNanos() / 1e3 / completed,
        before,
        after,
        measurements.seconds(),
        problems(measurements, terminalsGaveUp, found, before, after));
  }

  private static List<String> problems(
      Measurements measurements,
      int terminalsGaveUp,
      TransactionCounts found,
      List<ConditionResult> before,
      List<ConditionResult> after) {
    List<String> problems = new ArrayList<>();
    long failed = measurements.failures().count();
    if (failed > 0) {
      problems.add(failed + " transactions failed");
    }
    if (terminalsGaveUp > 0) {
      problems.add(terminalsGaveUp + " terminals gave up");
    }
    compare(
        problems, "New-Orders", measurements.committed(TransactionType.NEW_ORDER), found.orders());
    compare(
        problems, "Payments", measurements.committed(TransactionType.PAYMENT), found.payments());
    compare(problems, "delivered orders", measurements.delivered().total(), found.delivered());
    failed(problems, "before the run", before);
    failed(problems, "after the run", after);
    return problems;
  }

  private static void compare(List<String> problems, String what, long acked, long found) {
    if (acked != found) {
      problems.add("%d %s acknowledged, %d in the database".formatted(acked, what, found));
    }
  }

  private static void failed(List<String> problems, String when, List<ConditionResult> results) {
    for (ConditionResult result : results) {
      if (!result.holds()) {
        problems.add("condition " + result.number() + " does not hold " + when);
      }
    }
  }
}
