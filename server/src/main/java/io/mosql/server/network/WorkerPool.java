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
 * Thread pool for requests that may block on disk, row locks or other transactions. One is made
 * when all others are at work, since what they wait for may be what the next one is to do; who has
 * work is bounded by the connections, each of which gives one piece of work at a time and one for
 * its end.
 */
final class WorkerPool implements Executor, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(WorkerPool.class);
  private static final long IDLE_SECONDS = 10;

  private final ThreadPoolExecutor pool;

  /**
   * @param connectionsMax that give work
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
   * @throws RejectedExecutionException when the door is closed
   */
  @Override
  public void execute(Runnable work) {
    pool.execute(work);
  }

  /** Runs what ends something, on this thread when there is no other any more. */
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
      LOG.warn("a session did not close well", e);
    }
  }

  /** Whether all work ended in time. */
  boolean awaitEnd(Duration time) throws InterruptedException {
    pool.shutdown();
    return pool.awaitTermination(time.toMillis(), TimeUnit.MILLISECONDS);
  }

  @Override
  public void close() {
    pool.shutdown();
  }
}
