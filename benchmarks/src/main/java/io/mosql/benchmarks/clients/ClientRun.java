package io.mosql.benchmarks.clients;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.HdrHistogram.Histogram;

/** Run of clients without think time until the time is over, or until no work is left. */
public final class ClientRun {
  private static final int DIGITS = 3;

  /** Factory of clients. */
  public interface Opening {
    BenchmarkClient open(Connection connection, int number) throws SQLException;
  }

  /** Listener that receives the progress of a run once a second. */
  public interface Listener {
    void tick(double seconds, long done);
  }

  /**
   * Result of a run.
   *
   * @param nanos latency of each measured transaction, from its first statement to the return of
   *     its commit
   * @param seconds time from the end of the warm-up to the end of the last transaction
   * @param acknowledged transactions whose commit returned, including the warm-up
   * @param gaveUp number of clients ended early by errors
   */
  public record Result(
      Histogram nanos, double seconds, long acknowledged, FailureCounts failures, int gaveUp) {}

  private ClientRun() {}

  /**
   * @param label name of the transaction, for display
   * @param source source of the connections, one per client
   */
  public static Result execute(
      String label,
      ConnectionSet.Source source,
      ClientPlan plan,
      Opening opening,
      Listener listener)
      throws SQLException, InterruptedException {
    try (ConnectionSet opened = new ConnectionSet(source)) {
      List<Connection> connections = new ArrayList<>();
      List<BenchmarkClient> clients = new ArrayList<>();
      for (int i = 0; i < plan.clients(); i++) {
        Connection connection = opened.open();
        connections.add(connection);
        clients.add(opening.open(connection, i));
      }
      long start = System.nanoTime();
      long from = start + plan.warmSeconds() * 1_000_000_000L;
      long end = from + plan.seconds() * 1_000_000_000L;
      List<Worker> workers = new ArrayList<>();
      for (int i = 0; i < clients.size(); i++) {
        workers.add(
            new Worker(clients.get(i), label, connections.get(i), plan.retries(), from, end));
      }
      ConcurrentThreads.run(
          "client",
          workers,
          start,
          elapsed ->
              listener.tick(
                  elapsed, workers.stream().mapToLong(worker -> worker.done.get()).sum()));
      return sum(workers, from);
    }
  }

  private static Result sum(List<Worker> workers, long from) {
    Histogram nanos = new Histogram(DIGITS);
    FailureCounts failures = new FailureCounts();
    long acknowledged = 0;
    long last = from;
    int gaveUp = 0;
    for (Worker worker : workers) {
      nanos.add(worker.nanos);
      failures.add(worker.failures);
      acknowledged += worker.done.get();
      last = Math.max(last, worker.ended);
      gaveUp += worker.attempts.gaveUp() ? 1 : 0;
    }
    return new Result(nanos, (last - from) / 1e9, acknowledged, failures, gaveUp);
  }

  private static final class Worker implements Runnable {
    private final BenchmarkClient client;
    private final String label;
    private final FailureCounts failures = new FailureCounts();
    private final TransactionRetrier attempts;
    private final long from;
    private final long end;
    private final Histogram nanos = new Histogram(DIGITS);
    private final AtomicLong done = new AtomicLong();
    private long ended;

    Worker(
        BenchmarkClient client,
        String label,
        Connection connection,
        int retries,
        long from,
        long end) {
      this.client = client;
      this.label = label;
      this.attempts = new TransactionRetrier(connection, retries, failures);
      this.from = from;
      this.end = end;
      this.ended = from;
    }

    @Override
    public void run() {
      BenchmarkClient.Step step = BenchmarkClient.Step.DONE;
      long now = System.nanoTime();
      while (step != BenchmarkClient.Step.END && !attempts.gaveUp() && now - end < 0) {
        client.prepare();
        long start = System.nanoTime();
        step = attempts.run(label, client::execute);
        now = System.nanoTime();
        if (step == BenchmarkClient.Step.DONE) {
          acknowledge();
          done.lazySet(done.getPlain() + 1);
          if (start - from >= 0) {
            nanos.recordValue(now - start);
            ended = now;
          }
        }
      }
    }

    private void acknowledge() {
      try {
        client.acknowledged();
      } catch (IOException e) {
        throw new UncheckedIOException("acked.log", e);
      }
    }
  }
}
