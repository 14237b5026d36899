package io.mosql.benchmarks.clients;

import io.mosql.benchmarks.report.ErrorCount;
import java.sql.SQLException;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * Failures of a client, counted by SQLSTATE. Not thread-safe: one instance per client, merged after
 * the run.
 */
public final class FailureCounts {
  private final Map<String, ErrorCount> byState = new TreeMap<>();
  private long retries;

  void failed(String label, SQLException error) {
    String state = Objects.requireNonNullElse(error.getSQLState(), "none");
    add(state, new ErrorCount(1, label + ": " + error.getMessage()));
  }

  void retried() {
    retries++;
  }

  public void add(FailureCounts other) {
    other.byState.forEach(this::add);
    retries += other.retries;
  }

  private void add(String state, ErrorCount errors) {
    byState.merge(state, errors, ErrorCount::plus);
  }

  public Map<String, ErrorCount> byState() {
    return byState;
  }

  public long count() {
    return byState.values().stream().mapToLong(ErrorCount::count).sum();
  }

  /** Failures followed by a retry, which are not counted as errors. */
  public long retries() {
    return retries;
  }
}
