package io.mosql.benchmarks.network;

import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Closed-loop load: each connection sends the next request when the response to the previous one
 * has arrived.
 */
final class ClosedLoopLoad implements AutoCloseable {
  private final List<RequestClient> callers = new ArrayList<>();
  private final ExecutorService threads;

  ClosedLoopLoad(int count, Callable<RequestClient> connect) throws Exception {
    threads = Executors.newFixedThreadPool(count);
    for (int i = 0; i < count; i++) {
      callers.add(connect.call());
    }
  }

  /** Measures the responses per second of all connections. */
  double perSecond(double seconds) throws Exception {
    CountDownLatch ready = new CountDownLatch(callers.size());
    List<Future<Double>> rates = new ArrayList<>();
    for (RequestClient caller : callers) {
      rates.add(
          threads.submit(
              () -> {
                ready.countDown();
                ready.await();
                return rate(caller, seconds);
              }));
    }
    double sum = 0;
    for (Future<Double> rate : rates) {
      sum += rate.get();
    }
    return sum;
  }

  private static double rate(RequestClient caller, double seconds) throws Exception {
    long start = System.nanoTime();
    long length = (long) (seconds * 1e9);
    long calls = 0;
    long now;
    do {
      caller.call();
      calls++;
      now = System.nanoTime();
    } while (now - start < length);
    return calls * 1e9 / (now - start);
  }

  @Override
  public void close() throws IOException, SQLException {
    threads.shutdownNow();
    for (RequestClient caller : callers) {
      caller.close();
    }
  }
}
