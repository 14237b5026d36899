package io.mosql.benchmarks.clients;

/**
 * Parameters of the clients of a run.
 *
 * @param seconds duration of the measurement, without warm-up
 * @param warmSeconds duration of the warm-up, which is not measured
 * @param retries maximum retries of a transaction after a serialization failure or deadlock
 */
public record ClientPlan(int clients, int seconds, int warmSeconds, int retries) {
  public ClientPlan {
    if (clients < 1 || seconds < 1) {
      throw new IllegalArgumentException("at least one client and one second are needed");
    }
    if (warmSeconds < 0 || retries < 0) {
      throw new IllegalArgumentException("seconds and retries cannot be negative");
    }
  }
}
