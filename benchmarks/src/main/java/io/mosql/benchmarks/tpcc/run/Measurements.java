package io.mosql.benchmarks.tpcc.run;

import io.mosql.benchmarks.clients.Failures;
import io.mosql.benchmarks.tpcc.check.Delivered;
import io.mosql.benchmarks.tpcc.txn.Delivery;
import io.mosql.benchmarks.tpcc.txn.Transaction;
import io.mosql.benchmarks.tpcc.txn.TransactionType;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.HdrHistogram.Histogram;

/** What terminals have seen. Not thread-safe: one for each terminal, added up after the run. */
public final class Measurements {
  private static final int DIGITS = 3;

  private final Map<TransactionType, Histogram> latencies = new EnumMap<>(TransactionType.class);
  private final Map<TransactionType, Long> rolledBack = new EnumMap<>(TransactionType.class);
  private final Failures failures = new Failures();
  private final Series series = new Series();
  private final Delivered delivered;
  private long generatorNanos;

  Measurements(Delivered delivered) {
    this.delivered = delivered;
    for (TransactionType type : TransactionType.values()) {
      latencies.put(type, new Histogram(DIGITS));
    }
  }

  void committed(Transaction transaction, long nanos) {
    latency(transaction.type()).recordValue(nanos);
    if (transaction instanceof Delivery delivery) {
      for (int district = 1; district <= 10; district++) {
        if (delivery.delivered(district)) {
          delivered.add(delivery.warehouse(), district, 1);
        }
      }
    }
  }

  /** Counted and timed like the others, for it is work as prescribed. */
  void rolledBack(Transaction transaction, long nanos) {
    latency(transaction.type()).recordValue(nanos);
    rolledBack.merge(transaction.type(), 1L, Long::sum);
  }

  void generatorTook(long nanos) {
    generatorNanos += nanos;
  }

  Series series() {
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

  /** Nanoseconds from the first statement to the return of commit, without failed transactions. */
  public Histogram latency(TransactionType type) {
    return Objects.requireNonNull(latencies.get(type));
  }

  /** Completed transactions of a type, intended rollbacks included. */
  public long completed(TransactionType type) {
    return latency(type).getTotalCount();
  }

  public long rolledBack(TransactionType type) {
    return rolledBack.getOrDefault(type, 0L);
  }

  public long committed(TransactionType type) {
    return completed(type) - rolledBack(type);
  }

  public Failures failures() {
    return failures;
  }

  /** Time that terminals spent on drawing input and on keeping these books. */
  public long generatorNanos() {
    return generatorNanos;
  }

  public Delivered delivered() {
    return delivered;
  }

  public List<Series.Second> seconds() {
    List<Series.Second> list = new ArrayList<>();
    for (int i = 0; i < series.seconds(); i++) {
      list.add(series.at(i));
    }
    return list;
  }
}
