package io.mosql.benchmarks.tpcc.run;

import io.mosql.benchmarks.clients.FailureCounts;
import io.mosql.benchmarks.tpcc.check.DeliveredOrders;
import io.mosql.benchmarks.tpcc.transaction.DeliveryTransaction;
import io.mosql.benchmarks.tpcc.transaction.TpccTransaction;
import io.mosql.benchmarks.tpcc.transaction.TransactionType;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.HdrHistogram.Histogram;

/** Measurements of terminals. Not thread-safe: one instance per terminal, merged after the run. */
public final class Measurements {
  private static final int DIGITS = 3;

  private final Map<TransactionType, Histogram> latencies = new EnumMap<>(TransactionType.class);
  private final Map<TransactionType, Long> rolledBack = new EnumMap<>(TransactionType.class);
  private final FailureCounts failures = new FailureCounts();
  private final ThroughputSeries series = new ThroughputSeries();
  private final DeliveredOrders delivered;
  private long generatorNanos;

  Measurements(DeliveredOrders delivered) {
    this.delivered = delivered;
    for (TransactionType type : TransactionType.values()) {
      latencies.put(type, new Histogram(DIGITS));
    }
  }

  void committed(TpccTransaction transaction, long nanos) {
    latency(transaction.type()).recordValue(nanos);
    if (transaction instanceof DeliveryTransaction delivery) {
      for (int district = 1; district <= 10; district++) {
        if (delivery.delivered(district)) {
          delivered.add(delivery.warehouse(), district, 1);
        }
      }
    }
  }

  /**
   * Records an intended rollback, which is counted and timed like a commit, since it is prescribed
   * work.
   */
  void rolledBack(TpccTransaction transaction, long nanos) {
    latency(transaction.type()).recordValue(nanos);
    rolledBack.merge(transaction.type(), 1L, Long::sum);
  }

  void generatorTook(long nanos) {
    generatorNanos += nanos;
  }

  ThroughputSeries series() {
    return series;
  }

  void add(Measurements other) {
    other.latencies.forEach((type, histogram) -> latency(type).add(histogram));
    other.rolledBack.forEach((type, count) -> rolledBack.merge(type, count, Long::sum));
    failures.add(other.failures);
    series.add(other.series);
    delivered.add(other.delivered);
    generatorNanos += other.generatorNanos;
  }

  /**
   * Latencies in nanoseconds from the first statement to the return of commit, without failed
   * transactions.
   */
  public Histogram latency(TransactionType type) {
    return Objects.requireNonNull(latencies.get(type));
  }

  /** Number of completed transactions of a type, including intended rollbacks. */
  public long completed(TransactionType type) {
    return latency(type).getTotalCount();
  }

  public long rolledBack(TransactionType type) {
    return rolledBack.getOrDefault(type, 0L);
  }

  public long committed(TransactionType type) {
    return completed(type) - rolledBack(type);
  }

  public FailureCounts failures() {
    return failures;
  }

  /** Time that terminals spent on drawing input and on recording measurements. */
  public long generatorNanos() {
    return generatorNanos;
  }

  public DeliveredOrders delivered() {
    return delivered;
  }

  public List<ThroughputSeries.Second> seconds() {
    List<ThroughputSeries.Second> list = new ArrayList<>();
    for (int i = 0; i < series.seconds(); i++) {
      list.add(series.at(i));
    }
    return list;
  }
}
