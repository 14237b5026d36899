package io.mosql.benchmarks.storage.step;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.BooleanSupplier;
import org.HdrHistogram.Histogram;

/** Load of random reads of single rows by their key, each in its own transaction. */
final class PointReads {
  private static final int DIGITS = 3;

  private final StepInput given;
  private final SplittableRandom seeds = new SplittableRandom(1);

  /**
   * Range of row numbers; the end is exclusive.
   *
   * @param first first row number
   */
  record Range(long first, long end) {}

  /**
   * @param nanos latencies of the reads
   */
  record Result(Histogram nanos, double seconds, long errors) {
    double perSecond() {
      return nanos.getTotalCount() / seconds;
    }

    double micros(double percentile) {
      return nanos.getValueAtPercentile(percentile) / 1e3;
    }
  }

  PointReads(StepInput given) {
    this.given = given;
  }

  /**
   * @param threads number of threads, each with its own connection
   */
  Result run(int threads, Range range, double seconds)
      throws SQLException, InterruptedException, ExecutionException {
    long end = System.nanoTime() + (long) (seconds * 1e9);
    return run(threads, range, () -> System.nanoTime() - end < 0);
  }

  /**
   * @param goesOn checked after each read, by all threads
   */
  Result run(int threads, Range range, BooleanSupplier goesOn)
      throws SQLException, InterruptedException, ExecutionException {
    ExecutorService executor = Executors.newFixedThreadPool(threads);
    try {
      long start = System.nanoTime();
      List<Future<Result>> readers = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        SplittableRandom random = seeds.split();
        readers.add(executor.submit(() -> read(random, range, goesOn)));
      }
      Histogram nanos = new Histogram(DIGITS);
      long errors = 0;
      for (Future<Result> reader : readers) {
        Result result = reader.get();
        nanos.add(result.nanos);
        errors += result.errors;
      }
      return new Result(nanos, (System.nanoTime() - start) / 1e9, errors);
    } finally {
      executor.shutdownNow();
    }
  }

  private Result read(SplittableRandom random, Range range, BooleanSupplier goesOn)
      throws SQLException {
    Histogram nanos = new Histogram(DIGITS);
    long errors = 0;
    long first = System.nanoTime();
    long now = first;
    try (Connection connection = given.connect();
        PreparedStatement select = ItemTable.select(connection)) {
      do {
        long start = System.nanoTime();
        boolean right = ItemTable.isRight(select, random.nextLong(range.first, range.end));
        now = System.nanoTime();
        nanos.recordValue(now - start);
        errors += right ? 0 : 1;
      } while (goesOn.getAsBoolean());
    }
    return new Result(nanos, (now - first) / 1e9, errors);
  }
}
