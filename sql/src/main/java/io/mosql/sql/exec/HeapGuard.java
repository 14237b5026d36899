package io.mosql.sql.exec;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.MemoryUsage;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Refuses memory to statements when the heap is nearly full of live objects. It stands behind the
 * budgets, which count what statements keep by estimates: what it goes by is the use of the heap as
 * the garbage collector knows it.
 *
 * <p>The oldest generation also holds garbage that no collection has found yet. When it is {@value
 * #SUSPICIOUS} percent full, the guard has the garbage collected, and believes what is left; more
 * than {@value #FULL} percent is full. That verdict holds until less is used, or for some time.
 *
 * <p>It guards the heap of a server only: an application that embeds a database may fill the heap
 * as it likes, and an OutOfMemoryError ends a statement there, not the process. Thread-safe.
 */
public final class HeapGuard {
  /** The guard of this process. */
  public static final HeapGuard PROCESS = new HeapGuard(oldest(), System::gc, System::nanoTime);

  private static final com.sun.management.@Nullable ThreadMXBean THREADS =
      ManagementFactory.getThreadMXBean() instanceof com.sun.management.ThreadMXBean bean
              && bean.isThreadAllocatedMemorySupported()
          ? bean
          : null;

  static final int SUSPICIOUS = 85;
  static final int FULL = 75;

  /** How long a verdict that the heap is full holds, by the time that the collection took. */
  private static final int TIMES_COLLECTION = 10;

  private final Use use;
  private final Runnable collect;
  private final LongSupplier nanoTime;
  private final ReentrantLock collecting = new ReentrantLock();
  private volatile boolean own;
  private volatile boolean full;
  private volatile long verdictUntil;

  /** Percent of the oldest generation that are used. */
  @FunctionalInterface
  interface Use {
    int percent();
  }

  HeapGuard(Use use, Runnable collect, LongSupplier nanoTime) {
    this.use = use;
    this.collect = collect;
    this.nanoTime = nanoTime;
    this.verdictUntil = nanoTime.getAsLong();
  }

  private static Use oldest() {
    Optional<MemoryPoolMXBean> pool =
        ManagementFactory.getMemoryPoolMXBeans().stream()
            .filter(p -> p.getType() == MemoryType.HEAP && p.getUsage().getMax() > 0)
            .filter(p -> !p.getName().toLowerCase(Locale.ROOT).matches(".*(eden|survivor).*"))
            .max(Comparator.comparingLong(p -> p.getUsage().getMax()));
    return () -> {
      if (pool.isEmpty()) {
        Runtime all = Runtime.getRuntime();
        return (int) ((all.totalMemory() - all.freeMemory()) * 100 / all.maxMemory());
      }
      MemoryUsage usage = pool.get().getUsage();
      return (int) (usage.getUsed() * 100 / usage.getMax());
    };
  }

  /** The process is a server: its heap is guarded from now on. */
  public void ownHeap() {
    own = true;
  }

  /** Bytes that the calling thread has allocated so far; 0 where the JVM does not count them. */
  public static long allocated() {
    return THREADS == null ? 0 : THREADS.getThreadAllocatedBytes(Thread.currentThread().getId());
  }

  /**
   * To be called before a statement takes much memory.
   *
   * @throws MosqlException 53200 when there is none
   */
  public void require() {
    if (isFull()) {
      throw new MosqlException(
          SqlState.OUT_OF_MEMORY,
          "the statement needs more memory than the server has left; try again later");
    }
  }

  boolean isFull() {
    if (!own) {
      return false;
    }
    int used = use.percent();
    if (used < (full ? FULL : SUSPICIOUS)) {
      full = false;
      return false;
    }
    if (full && nanoTime.getAsLong() - verdictUntil < 0) {
      return true;
    }
    collecting.lock();
    try {
      long begin = nanoTime.getAsLong();
      if (use.percent() >= SUSPICIOUS || full && begin - verdictUntil >= 0) {
        collect.run();
        long end = nanoTime.getAsLong();
        full = use.percent() >= FULL;
        verdictUntil =
            end + Math.max(TimeUnit.SECONDS.toNanos(1), TIMES_COLLECTION * (end - begin));
      }
      return full;
    } finally {
      collecting.unlock();
    }
  }
}
