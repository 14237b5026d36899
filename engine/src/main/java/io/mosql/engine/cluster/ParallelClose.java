package io.mosql.engine.cluster;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Closes several resources in parallel. Closing the log of a Raft group takes up to a second, and a
 * node may have many groups.
 */
final class ParallelClose {
  private ParallelClose() {}

  /**
   * Runs all, each on a thread of its own, and waits for them. An interrupt does not shorten the
   * wait; the interrupt status is restored.
   *
   * @throws RuntimeException the first failure, or {@link Error}, with the others suppressed; all
   *     have ended by then
   */
  static void closeAll(List<Runnable> all) {
    AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    List<Thread> threads = new ArrayList<>();
    for (Runnable each : all) {
      Thread thread = new Thread(() -> run(each, failure), "mosql-closing");
      thread.start();
      threads.add(thread);
    }
    boolean interrupted = false;
    for (Thread thread : threads) {
      while (thread.isAlive()) {
        try {
          thread.join();
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    Throwable first = failure.get();
    if (first instanceof Error error) {
      throw error;
    }
    if (first != null) {
      throw (RuntimeException) first;
    }
  }

  private static void run(Runnable task, AtomicReference<@Nullable Throwable> failure) {
    try {
      task.run();
    } catch (RuntimeException | Error e) {
      Throwable first = failure.compareAndExchange(null, e);
      if (first != null) {
        first.addSuppressed(e);
      }
    }
  }
}
