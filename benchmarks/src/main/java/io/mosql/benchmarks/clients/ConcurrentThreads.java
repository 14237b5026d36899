package io.mosql.benchmarks.clients;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.DoubleConsumer;
import org.jspecify.annotations.Nullable;

/** Group of threads that start at the same time. */
public final class ConcurrentThreads {
  private static final long TICK_MS = 1000;

  private ConcurrentThreads() {}

  /**
   * Runs the threads and waits until all have ended.
   *
   * @param name prefix of the thread names
   * @param start start time by {@link System#nanoTime}
   * @param ticks receives the seconds since the start, once a second
   * @throws IllegalStateException when a thread has thrown an exception
   */
  public static void run(
      String name, List<? extends Runnable> members, long start, DoubleConsumer ticks)
      throws InterruptedException {
    AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    List<Thread> threads = new ArrayList<>();
    for (Runnable member : members) {
      Thread thread = new Thread(member, name + "-" + (threads.size() + 1));
      thread.setUncaughtExceptionHandler((t, e) -> failure.compareAndSet(null, e));
      threads.add(thread);
    }
    threads.forEach(Thread::start);
    for (Thread thread : threads) {
      awaitEnd(thread, start, ticks);
    }
    Throwable thrown = failure.get();
    if (thrown != null) {
      throw new IllegalStateException("a " + name + " failed", thrown);
    }
  }

  private static void awaitEnd(Thread thread, long start, DoubleConsumer ticks)
      throws InterruptedException {
    while (true) {
      long elapsedMs = (System.nanoTime() - start) / 1_000_000;
      thread.join(TICK_MS - elapsedMs % TICK_MS);
      if (!thread.isAlive()) {
        return;
      }
      ticks.accept((System.nanoTime() - start) / 1e9);
    }
  }
}
