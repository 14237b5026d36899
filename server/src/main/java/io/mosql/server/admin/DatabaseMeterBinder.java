package io.mosql.server.admin;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Binder of the metrics of databases and sessions; values are those of the last call of {@link
 * #refresh}. The meters of a database are registered when it appears and removed when it is gone.
 * Thread-safe.
 */
final class DatabaseMeterBinder {
  private static final double NANOS = 1e-9;
  private static final double MICROS = 1e-6;

  /**
   * Metric that each database has.
   *
   * @param key source view and column
   * @param name of the meter
   * @param factor conversion to the unit of the meter
   * @param counts whether the value is a monotonic counter
   */
  private record Metric(
      String key, String name, double factor, boolean counts, String description) {}

  private static final List<Metric> METRICS =
      List.of(
          counter("log.commits", "mosql.commits", "Transactions that wrote and committed"),
          counter("log.groups", "mosql.commit.groups", "Groups that commits were written in"),
          counter("log.conflicts", "mosql.conflicts", "Commits that were refused"),
          counter("log.statement_retries", "mosql.statement.retries", "Statements retried"),
          counter("log.transaction_retries", "mosql.transaction.retries", "Transactions retried"),
          counter("log.bytes", "mosql.log.written.bytes", "Bytes written to the log"),
          counter("log.fsyncs", "mosql.log.fsyncs", "Syncs of the log"),
          gauge("log.fsync_mean_nanos", "mosql.log.fsync.mean.seconds", NANOS, "Mean sync"),
          gauge("log.fsync_median_nanos", "mosql.log.fsync.median.seconds", NANOS, "Median sync"),
          gauge("log.position", "mosql.position", 1, "Position of the newest commit"),
          gauge("log.cached_plans", "mosql.cached.plans", 1, "Plans in the cache"),
          counter("storage.checkpoints", "mosql.checkpoints", "Checkpoints completed"),
          counter("storage.failures", "mosql.checkpoint.failures", "Checkpoints that failed"),
          counter("storage.bytes_written", "mosql.checkpoint.bytes", "Bytes that they wrote"),
          gauge("storage.last_micros", "mosql.checkpoint.last.seconds", MICROS, "Last checkpoint"),
          gauge("storage.log_bytes", "mosql.log.bytes", 1, "Log since the last checkpoint"),
          gauge("storage.dirty_bytes", "mosql.dirty.bytes", 1, "Changed pages on the heap"),
          gauge("storage.dirty_bytes_max", "mosql.dirty.max.bytes", 1, "Commits wait beyond"),
          gauge("storage.segments", "mosql.page.files", 1, "Page files"),
          gauge("storage.file_bytes", "mosql.page.file.bytes", 1, "Size of the page files"),
          gauge("storage.live_bytes", "mosql.page.file.live.bytes", 1, "The part in use"),
          gauge("storage.retired_bytes", "mosql.page.file.retired.bytes", 1, "Kept for snapshots"),
          gauge("storage.cache_bytes", "mosql.cache.bytes", 1, "Cache of pages"),
          gauge("storage.cache_bytes_max", "mosql.cache.max.bytes", 1, "Most of it"),
          counter("storage.cache_misses", "mosql.cache.misses", "Pages read from files"),
          counter("storage.cache_evictions", "mosql.cache.evictions", "Pages evicted"),
          gauge("locks.held", "mosql.locks.held", 1, "Row locks held"),
          gauge("locks.waiting", "mosql.locks.waiting", 1, "Sessions that wait for a row lock"),
          gauge("cluster.leader", "mosql.cluster.leader", 1, "1 on the leader"),
          gauge("cluster.leader_known", "mosql.cluster.leader.known", 1, "1 if it is known"),
          gauge("cluster.voter", "mosql.cluster.voter", 1, "0 for a read replica"),
          gauge("cluster.members", "mosql.cluster.members", 1, "Nodes that have the database"),
          gauge("cluster.term", "mosql.cluster.term", 1, "Term; elections begin one each"),
          gauge("cluster.last_index", "mosql.cluster.last.index", 1, "Index of the last log entry"),
          gauge("cluster.commit_index", "mosql.cluster.commit.index", 1, "Last committed"),
          gauge("cluster.applied_index", "mosql.cluster.applied.index", 1, "Last applied"),
          gauge("cluster.lag", "mosql.cluster.lag.entries", 1, "Committed and not applied"),
          gauge("cluster.log_bytes", "mosql.cluster.log.bytes", 1, "Size of the log's files"),
          gauge("cluster.checkpoint_index", "mosql.cluster.checkpoint.index", 1, "Checkpointed"),
          gauge(
              "cluster.last_contact_millis",
              "mosql.cluster.last.contact.seconds",
              1e-3,
              "Time since the last contact"));

  private final ServerStatus source;
  private final MeterRegistry registry;
  private final Map<String, DatabaseGauges> databases = new HashMap<>();
  private final Set<String> states = new TreeSet<>();
  private volatile Map<String, Long> sessions = Map.of();

  DatabaseMeterBinder(ServerStatus source, MeterRegistry registry) {
    this.source = source;
    this.registry = registry;
    Gauge.builder("mosql.ready", source, s -> s.notReadyReason() == null ? 1 : 0)
        .description("1 when the server takes clients")
        .register(registry);
  }

  private static Metric counter(String key, String name, String description) {
    return new Metric(key, name, 1, true, description);
  }

  private static Metric gauge(String key, String name, double factor, String description) {
    return new Metric(key, name, factor, false, description);
  }

  /** Database with its registered meters. */
  private static final class DatabaseGauges {
    private final Map<Metric, Meter> meters = new HashMap<>();
    private volatile Map<String, Long> figures;

    DatabaseGauges(Map<String, Long> figures) {
      this.figures = figures;
    }

    double value(Metric figure) {
      Long value = figures.get(figure.key());
      return value == null ? Double.NaN : value * figure.factor();
    }
  }

  /** Reads the current values from the source. */
  synchronized void refresh() {
    Map<String, Map<String, Long>> now = source.metrics();
    now.forEach(
        (name, figures) -> {
          DatabaseGauges known = databases.get(name);
          DatabaseGauges one = known == null ? new DatabaseGauges(figures) : known;
          one.figures = figures;
          register(name, one);
          databases.put(name, one);
        });
    databases
        .entrySet()
        .removeIf(
            entry -> {
              boolean gone = !now.containsKey(entry.getKey());
              if (gone) {
                entry.getValue().meters.values().forEach(registry::remove);
              }
              return gone;
            });
    sessions = source.sessions();
    for (String state : sessions.keySet()) {
      if (states.add(state)) {
        Gauge.builder("mosql.sessions", this, meters -> meters.sessions(state))
            .description("Open sessions")
            .tag("state", state)
            .register(registry);
      }
    }
  }

  /** Registers new meters of a database, which may join a cluster while it is open. */
  private void register(String name, DatabaseGauges database) {
    for (Metric figure : METRICS) {
      if (database.figures.containsKey(figure.key()) && !database.meters.containsKey(figure)) {
        database.meters.put(
            figure,
            figure.counts()
                ? FunctionCounter.builder(figure.name(), database, one -> one.value(figure))
                    .description(figure.description())
                    .tag("database", name)
                    .register(registry)
                : Gauge.builder(figure.name(), database, one -> one.value(figure))
                    .description(figure.description())
                    .tag("database", name)
                    .register(registry));
      }
    }
  }

  private double sessions(String state) {
    return sessions.getOrDefault(state, 0L);
  }

  /** Sum of a metric over all databases, as of the last refresh. */
  synchronized long sum(String key) {
    long sum = 0;
    for (DatabaseGauges one : databases.values()) {
      @Nullable Long value = one.figures.get(key);
      sum += value == null ? 0 : value;
    }
    return sum;
  }

  /** Number of open sessions, as of the last refresh. */
  long sessions() {
    return sessions.values().stream().mapToLong(Long::longValue).sum();
  }
}
