package io.mosql.benchmarks.cluster;

import io.mosql.benchmarks.tpcc.run.TransactionListener;
import io.mosql.benchmarks.tpcc.transaction.TransactionType;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Recorder of a run as observed by its clients: throughput by second, failures, and the time
 * without commits around the loss of the leader. Thread-safe.
 *
 * <p>The gap is the longest interval between two consecutive acknowledged commits of writing
 * transactions that overlaps the time from the loss to the first commit of a transaction begun
 * after the loss. Commits acknowledged by the killed leader, and commits in progress whose outcome
 * a client resolved later, thus count as commits but do not end the outage.
 */
final class RunRecorder implements TransactionListener {
  private final List<long[]> seconds = new ArrayList<>();
  private final List<Failure> failures = new ArrayList<>();
  private boolean begun;
  private long startNanos;
  private long lastAckNanos;
  private boolean lost;
  private @Nullable Long goneNanos;
  private long gapNanos;
  private boolean recovered;

  /**
   * Failed transaction.
   *
   * @param again whether it was retried
   */
  record Failure(
      String label, String state, String message, long startNanos, long endNanos, boolean again) {}

  @Override
  public synchronized void committed(TransactionType type, long begunNanos, long endNanos) {
    if (!begun) {
      begun = true;
      startNanos = begunNanos;
      lastAckNanos = begunNanos;
      notifyAll();
    }
    int second = (int) ((endNanos - startNanos) / 1_000_000_000L);
    while (seconds.size() <= second) {
      seconds.add(new long[2]);
    }
    seconds.get(second)[0]++;
    if (type == TransactionType.NEW_ORDER) {
      seconds.get(second)[1]++;
    }
    if (type == TransactionType.ORDER_STATUS || type == TransactionType.STOCK_LEVEL) {
      return;
    }
    if (lost && !recovered) {
      gapNanos = Math.max(gapNanos, endNanos - lastAckNanos);
      recovered = goneNanos != null && begunNanos - goneNanos > 0;
    }
    lastAckNanos = endNanos;
  }

  @Override
  public synchronized void failed(
      String label, long begunNanos, SQLException error, boolean again) {
    String state = Objects.requireNonNullElse(error.getSQLState(), "none");
    String message = Objects.requireNonNullElse(error.getMessage(), "");
    failures.add(new Failure(label, state, message, begunNanos, System.nanoTime(), again));
  }

  /**
   * Waits for the first commit, which follows the connection of the clients.
   *
   * @return false when the time is over
   */
  synchronized boolean awaitBegin(Duration patience) throws InterruptedException {
    long end = System.nanoTime() + patience.toNanos();
    while (!begun) {
      long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
      if (left <= 0) {
        return false;
      }
      wait(left);
    }
    return true;
  }

  /** Begin of the first committed transaction; 0 before the first commit. */
  synchronized long startNanos() {
    return startNanos;
  }

  /** Announces that the leader is about to be killed. */
  synchronized void leaderKillStarted() {
    lost = true;
  }

  /** Records that the leader was killed. */
  synchronized void leaderKilled(long nanos) {
    goneNanos = nanos;
  }

  /** Whether a transaction begun after the kill has committed. */
  synchronized boolean hasRecovered() {
    return recovered;
  }

  synchronized double gapSeconds() {
    return gapNanos / 1e9;
  }

  synchronized List<Failure> failures() {
    return List.copyOf(failures);
  }

  /** Committed transactions of each second; the last second is incomplete. */
  synchronized List<Long> commitsPerSecond() {
    return seconds.stream().map(second -> second[0]).toList();
  }

  synchronized long newOrders() {
    return seconds.stream().mapToLong(second -> second[1]).sum();
  }
}
