package io.mosql.server.admin;

import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Thread pool for HTTP requests, which may execute statements. Thread-safe. */
final class AdminWorkerPool implements AutoCloseable {
  private static final int THREADS_MAX = 32;

  private final ThreadPoolExecutor threads;

  AdminWorkerPool() {
    AtomicInteger number = new AtomicInteger();
    threads =
        new ThreadPoolExecutor(
            0,
            THREADS_MAX,
            30,
            TimeUnit.SECONDS,
            new SynchronousQueue<>(),
            work -> {
              Thread thread = new Thread(work, "mosql-admin-" + number.incrementAndGet());
              thread.setDaemon(true);
              return thread;
            });
  }

  /** Executes work on a worker thread; returns false when all threads are busy. */
  boolean run(Runnable work) {
    try {
      threads.execute(work);
      return true;
    } catch (RejectedExecutionException e) {
      return false;
    }
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
