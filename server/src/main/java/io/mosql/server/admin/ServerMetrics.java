package io.mosql.server.admin;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.mosql.core.port.StatementObserver;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;

/** Metrics of a server, exported in the Prometheus format. Thread-safe. */
public final class ServerMetrics implements StatementObserver, AutoCloseable {
  /** Upper bounds of the latency buckets. */
  static final Duration[] BUCKETS =
      Stream.of(
              50,
              100,
              200,
              500,
              1_000,
              2_000,
              5_000,
              10_000,
              20_000,
              50_000,
              100_000,
              200_000,
              500_000,
              1_000_000,
              2_000_000,
              5_000_000,
              10_000_000,
              30_000_000)
          .map(micros -> Duration.ofNanos(micros * 1_000L))
          .toArray(Duration[]::new);

  private static final double NANOS_PER_SECOND = 1e9;

  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final Map<Kind, Timer> statements = new EnumMap<>(Kind.class);
  private final Map<Kind, LongAdder> rows = new EnumMap<>(Kind.class);
  private final Map<String, Counter> errors = new ConcurrentHashMap<>();
  private final LongAdder failures = new LongAdder();
  private final LongAdder waits = new LongAdder();
  private final LongAdder waitNanos = new LongAdder();
  private final Timer commits;
  private final JvmGcMetrics collections = new JvmGcMetrics();

  public ServerMetrics() {
    for (Kind kind : Kind.values()) {
      String name = kind.name().toLowerCase(Locale.ROOT);
      statements.put(
          kind,
          timer("mosql.statement", "Time of a statement until its last row was fetched")
              .tag("kind", name)
              .register(registry));
      LongAdder counted = new LongAdder();
      rows.put(kind, counted);
      FunctionCounter.builder("mosql.rows", counted, LongAdder::doubleValue)
          .description("Rows that statements returned or changed")
          .tag("kind", name)
          .register(registry);
    }
    commits =
        timer("mosql.commit", "Time of a commit that wrote, until durable").register(registry);
    FunctionCounter.builder("mosql.lock.waits", waits, LongAdder::doubleValue)
        .description("Waits for row locks of other transactions")
        .register(registry);
    FunctionCounter.builder(
            "mosql.lock.wait.seconds", waitNanos, nanos -> nanos.sum() / NANOS_PER_SECOND)
        .description("Time of these waits")
        .register(registry);
    collections.bindTo(registry);
    new JvmMemoryMetrics().bindTo(registry);
    new JvmThreadMetrics().bindTo(registry);
    new ProcessorMetrics().bindTo(registry);
    new UptimeMetrics().bindTo(registry);
  }

  private static Timer.Builder timer(String name, String description) {
    return Timer.builder(name).description(description).serviceLevelObjectives(BUCKETS);
  }

  @Override
  public void statement(Statement statement) {
    Kind kind = statement.kind();
    if (statement.nanos() > 0) {
      of(statements, kind).record(statement.nanos(), TimeUnit.NANOSECONDS);
    }
    if (statement.rows() > 0) {
      of(rows, kind).add(statement.rows());
    }
    String state = statement.sqlState();
    if (state != null) {
      failures.increment();
      errors.computeIfAbsent(state, this::error).increment();
    }
    if (statement.waits() > 0) {
      waits.add(statement.waits());
      waitNanos.add(statement.waitNanos());
    }
  }

  private static <T> T of(Map<Kind, T> all, Kind kind) {
    return Objects.requireNonNull(all.get(kind));
  }

  private Counter error(String state) {
    return Counter.builder("mosql.errors")
        .description("Statements that failed, by SQLSTATE")
        .tag("sqlstate", state)
        .register(registry);
  }

  @Override
  public void commit(long nanos) {
    commits.record(nanos, TimeUnit.NANOSECONDS);
  }

  PrometheusMeterRegistry registry() {
    return registry;
  }

  /** Latencies of all statements so far. */
  LatencyHistogram statements() {
    LatencyHistogram all = LatencyHistogram.NONE;
    for (Timer timer : statements.values()) {
      all = all.plus(LatencyHistogram.of(timer));
    }
    return all;
  }

  LatencyHistogram commits() {
    return LatencyHistogram.of(commits);
  }

  long failures() {
    return failures.sum();
  }

  long waits() {
    return waits.sum();
  }

  long waitNanos() {
    return waitNanos.sum();
  }

  @Override
  public void close() {
    collections.close();
    registry.close();
  }
}
