package io.mosql.benchmarks.storage.step;

import io.mosql.benchmarks.storage.step.PointReads.Range;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/**
 * Step that measures point reads of a database larger than its heap: on a contiguous fifth, on the
 * whole table, and on the fifth again during and after a full scan.
 */
final class PointReadStep implements BenchmarkStep {
  private static final int HOT_SHARE = 5;

  @Override
  public void run(StepInput given, StepOutput found)
      throws SQLException, IOException, InterruptedException {
    // One connection remains open, so that the database stays open.
    try (Connection connection = given.connect()) {
      new Phases(given, found, connection).run();
    } catch (ExecutionException e) {
      throw new IOException("a reader failed", e.getCause());
    }
  }

  /** Phases of the measurement. Not thread-safe. */
  private static final class Phases {
    private final StepOutput found;
    private final Connection connection;
    private final PointReads reads;
    private final int seconds;
    private final int warmSeconds;
    private final long rows;
    private long errors;

    Phases(StepInput given, StepOutput found, Connection connection) {
      this.found = found;
      this.connection = connection;
      this.reads = new PointReads(given);
      this.seconds = given.count("seconds");
      this.warmSeconds = given.count("warmup-seconds");
      this.rows = given.number("rows");
    }

    void run() throws SQLException, InterruptedException, ExecutionException {
      Range all = new Range(0, rows);
      long fifth = Math.max(1, rows / HOT_SHARE);
      Range hot = new Range(2 * fifth % rows, 2 * fifth % rows + fifth);
      note("cold", reads.run(2, hot, seconds));
      note("warming", reads.run(2, hot, warmSeconds));
      measure("hot-1", 1, hot);
      measure("hot-2", 2, hot);
      view();
      measure("scattered-1", 1, all);
      measure("scattered-2", 2, all);
      view();
      note("warming", reads.run(2, hot, warmSeconds));
      measure("hot-1-before-scan", 1, hot);
      scan(hot);
      measure("hot-1-after-scan", 1, hot);
      view();
      found.metric("errors", errors);
    }

    private void scan(Range hot) throws SQLException, InterruptedException, ExecutionException {
      FutureTask<Long> scan = new FutureTask<>(() -> ItemTable.wrongOnesOfAll(connection, rows));
      long start = System.nanoTime();
      Thread thread = new Thread(scan, "scan");
      thread.start();
      PointReads.Result during = reads.run(1, hot, () -> !scan.isDone());
      errors += scan.get();
      found.metric("scan-rows", rows / ((System.nanoTime() - start) / 1e9));
      thread.join();
      report("hot-1-during-scan", during);
    }

    private void measure(String name, int threads, Range range)
        throws SQLException, InterruptedException, ExecutionException {
      report(name, reads.run(threads, range, seconds));
    }

    private void report(String name, PointReads.Result result) {
      note(name, result);
      found.metric(name, result.perSecond());
    }

    private void note(String name, PointReads.Result result) {
      errors += result.errors();
      found.line(
          "%-18s %,9.0f reads/s, us: p50 %.1f, p99 %.1f, p99.9 %.0f, max %.0f",
          name,
          result.perSecond(),
          result.micros(50),
          result.micros(99),
          result.micros(99.9),
          result.micros(100));
    }

    private void view() {
      StorageStatus.view(connection).ifPresent(line -> found.line("%s", line));
    }
  }
}
