package io.mosql.benchmarks.clients;

/**
 * What clients are to do.
 *
 * @param seconds how long, warming up not included
 * @param warmSeconds before that, not measured
 * @param retries how often a transaction is tried again after a serialization failure or deadlock
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
