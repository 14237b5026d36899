package io.mosql.sql.exec.runtime;

import io.mosql.core.port.DaemonThreads;
import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntSupplier;

/**
 * The threads of a database that help the threads of long queries. A query never waits for one: it
 * gets a worker only while a processor is idle, that is while there are fewer running statements
 * and workers than processors, and workers leave their query when that has changed. Thread-safe.
 */
public final class WorkerPool {
  private static final long IDLE_SECONDS = 10;
  private static final Duration END_WITHIN = Duration.ofSeconds(30);

  private final IntSupplier statements;
  private final int processors;
  private final DaemonThreads threads = new DaemonThreads("the pool of workers");
  private final ThreadPoolExecutor executor =
      new ThreadPoolExecutor(
          0,
          Integer.MAX_VALUE,
          IDLE_SECONDS,
          TimeUnit.SECONDS,
          new SynchronousQueue<>(),
          threads.named("mosql-parallel"));
  private final AtomicInteger working = new AtomicInteger();

  /**
   * Creates a pool without threads.
   *
   * @param processors of the machine
   * @param statements number of statements that are running, those that workers help included
   */
  public WorkerPool(int processors, IntSupplier statements) {
    this.processors = processors;
    this.statements = statements;
  }

  /** Number of workers that are helping queries. */
  public int working() {
    return working.get();
  }

  /**
   * Lets a worker run a task, if there is one.
   *
   * @param limit most workers that may work at the same time
   * @param always whether also while no processor is idle
   * @param ended run when the worker has become free again
   * @return whether it runs, or has run, the task
   */
  public boolean tryRun(int limit, boolean always, Runnable task, Runnable ended) {
    int before;
    do {
      before = working.get();
      if (before >= limit || !always && running() + before >= processors) {
        return false;
      }
    } while (!working.compareAndSet(before, before + 1));
    try {
      executor.execute(() -> run(task, ended));
      return true;
    } catch (RejectedExecutionException | OutOfMemoryError e) {
      // The pool is closed, or the system has no thread left: the query does without.
      working.decrementAndGet();
      return false;
    }
  }

  /** A query whose rows are fetched later is no running statement, but runs. */
  private int running() {
    return Math.max(1, statements.getAsInt());
  }

  private void run(Runnable task, Runnable ended) {
    try {
      task.run();
    } finally {
      working.decrementAndGet();
      ended.run();
    }
  }

  /** Whether statements wait for the processors that workers use. */
  public boolean isCrowded() {
    return running() + working.get() > processors;
  }

  /** Starts no task any more, and waits for the end of the threads. */
  public void close() {
    executor.shutdown();
    threads.awaitEnd(END_WITHIN);
  }
}
