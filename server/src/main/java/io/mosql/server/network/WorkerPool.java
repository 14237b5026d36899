package io.mosql.server.network;

import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Thread pool for requests that may block on disk I/O, row locks or other transactions. Work is
 * never queued: a thread is created when all others are busy, since a blocked request may wait for
 * the effect of the next one. The number of threads is bounded by the number of connections: each
 * submits at most one request task and one closing task at a time. Thread-safe.
 */
final class WorkerPool implements Executor, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(WorkerPool.class);
  private static final long IDLE_SECONDS = 10;

  private final ThreadPoolExecutor pool;

  /**
   * @param connectionsMax maximum number of connections that submit work
   */
  WorkerPool(int connectionsMax) {
    AtomicInteger count = new AtomicInteger();
    pool =
        new ThreadPoolExecutor(
            0,
            Math.multiplyExact(2, connectionsMax),
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new SynchronousQueue<>(),
            work -> {
              Thread thread = new Thread(work, "mosql-worker-" + count.incrementAndGet());
              thread.setDaemon(true);
              return thread;
            });
  }

  /**
   * @throws RejectedExecutionException when the pool is closed
   */
  @Override
  public void execute(Runnable work) {
    pool.execute(work);
  }

  /** Executes a closing task, on the calling thread when the pool is closed. */
  void executeClose(Runnable work) {
    try {
      pool.execute(() -> runQuietly(work));
    } catch (RejectedExecutionException e) {
      runQuietly(work);
    }
  }

  private static void runQuietly(Runnable work) {
    try {
      work.run();
    } catch (RuntimeException e) {
      LOG.warn("could not close session", e);
    }
  }

  /** Waits for running tasks; returns whether all ended in time. */
  boolean awaitEnd(Duration time) throws InterruptedException {
    pool.shutdown();
    return pool.awaitTermination(time.toMillis(), TimeUnit.MILLISECONDS);
  }

  @Override
  public void close() {
    pool.shutdown();
  }
}
