package io.mosql.core.port;

import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Waits for the end of threads that were told to end. An interrupt does not shorten a wait; it is
 * kept for later. The calling thread itself is not waited for, and no thread that was not started.
 * Time limits are by the system's clock.
 */
public final class ThreadEnd {
  private static final System.Logger LOG = System.getLogger("io.mosql");

  private ThreadEnd() {}

  /** Waits until the thread has ended. Returns at once for null. */
  public static void await(@Nullable Thread thread) {
    if (thread != null) {
      await(List.of(thread), Duration.ofNanos(Long.MAX_VALUE));
    }
  }

  /**
   * Waits until all threads have ended, for a limited time; then logs a warning that names those
   * that still run.
   *
   * @param owner what is being closed, for the message
   */
  public static void await(String owner, Collection<Thread> threads, Duration within) {
    List<Thread> running = await(threads, within);
    if (!running.isEmpty()) {
      LOG.log(
          System.Logger.Level.WARNING,
          "{0} is closed, but threads still run after {1}: {2}",
          owner,
          within,
          running.stream().map(Thread::getName).toList());
    }
  }

  /** Waits until all threads have ended; returns those that still run after the time. */
  static List<Thread> await(Collection<Thread> threads, Duration within) {
    long start = System.nanoTime();
    boolean interrupted = false;
    for (Thread thread : threads) {
      while (isAwaited(thread)) {
        long left = within.toNanos() - (System.nanoTime() - start);
        if (left <= 0) {
          break;
        }
        try {
          // A wait of 0 ms would have no limit.
          thread.join(TimeUnit.NANOSECONDS.toMillis(left) + 1);
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    return threads.stream().filter(ThreadEnd::isAwaited).toList();
  }

  private static boolean isAwaited(Thread thread) {
    return thread != Thread.currentThread() && thread.isAlive();
  }

  /** The running threads of the process with such a name: those that a library has started. */
  public static List<Thread> named(Predicate<String> name) {
    ThreadGroup all = Thread.currentThread().getThreadGroup();
    while (all.getParent() != null) {
      all = all.getParent();
    }
    Thread[] threads = new Thread[all.activeCount() * 2 + 16];
    int count = all.enumerate(threads);
    while (count == threads.length) {
      threads = new Thread[threads.length * 2];
      count = all.enumerate(threads);
    }
    return Arrays.stream(threads)
        .filter(Objects::nonNull)
        .filter(thread -> name.test(thread.getName()))
        .toList();
  }
}
