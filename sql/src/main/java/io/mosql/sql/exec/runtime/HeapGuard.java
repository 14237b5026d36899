package io.mosql.sql.exec.runtime;

import io.mosql.core.error.MosqlException;
import io.mosql.core.port.Interrupts;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Refuses memory to statements when live objects nearly fill the heap. It stands behind the
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
public final class HeapGuard implements Interrupts.Memory {
  /** The guard of this process. */
  public static final HeapGuard PROCESS =
      new HeapGuard(oldGeneration(), System::gc, System::nanoTime);

  private static final com.sun.management.@Nullable ThreadMXBean THREADS =
      ManagementFactory.getThreadMXBean() instanceof com.sun.management.ThreadMXBean bean
              && bean.isThreadAllocatedMemorySupported()
          ? bean
          : null;

  static final int SUSPICIOUS = 85;
  static final int FULL = 75;

  /** How long a verdict that the heap is full holds, by the time that the collection took. */
  private static final int TIMES_COLLECTION = 3;

  private static final long VERDICT_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

  /** A large value is there as often while it is made: in a buffer that grows, and as itself. */
  private static final int COPIES = 2;

  private final HeapUsage use;
  private final Runnable collect;
  private final LongSupplier nanoTime;
  private final ReentrantLock collecting = new ReentrantLock();
  private final AtomicLong promised = new AtomicLong();

  /** What the thread has asked for and not made, in one cell. */
  private final ThreadLocal<long[]> promise = ThreadLocal.withInitial(() -> new long[1]);

  private volatile boolean own;
  private volatile boolean full;
  private volatile long verdictUntil;

  /** The oldest generation, in bytes. */
  interface HeapUsage {
    long used();

    long max();
  }

  HeapGuard(HeapUsage use, Runnable collect, LongSupplier nanoTime) {
    this.use = use;
    this.collect = collect;
    this.nanoTime = nanoTime;
    this.verdictUntil = nanoTime.getAsLong();
  }

  private static HeapUsage oldGeneration() {
    Optional<MemoryPoolMXBean> pool =
        ManagementFactory.getMemoryPoolMXBeans().stream()
            .filter(p -> p.getType() == MemoryType.HEAP && p.getUsage().getMax() > 0)
            .filter(p -> !p.getName().toLowerCase(Locale.ROOT).matches(".*(eden|survivor).*"))
            .max(Comparator.comparingLong(p -> p.getUsage().getMax()));
    return new HeapUsage() {
      @Override
      public long used() {
        Runtime all = Runtime.getRuntime();
        return pool.map(p -> p.getUsage().getUsed()).orElse(all.totalMemory() - all.freeMemory());
      }

      @Override
      public long max() {
        return pool.map(p -> p.getUsage().getMax()).orElse(Runtime.getRuntime().maxMemory());
      }
    };
  }

  /**
   * Bytes of the oldest generation: what lives long, such as caches, has to fit into it with room
   * to spare. A part of the heap for some collectors, all of it for others.
   */
  public static long oldGenerationBytes() {
    return PROCESS.use.max();
  }

  /** The process is a server: its heap is guarded from now on. */
  public void enable() {
    own = true;
  }

  /** Bytes that the calling thread has allocated so far; 0 where the JVM does not count them. */
  public static long bytesAllocatedByThread() {
    return THREADS == null ? 0 : THREADS.getThreadAllocatedBytes(Thread.currentThread().getId());
  }

  /**
   * To be called before a statement takes much memory.
   *
   * @throws MosqlException 53200 when there is none
   */
  public void require() {
    if (isFull()) {
      throw Interrupts.Memory.refusal();
    }
  }

  /**
   * To be called before a thread makes large values: room is kept for those that threads are about
   * to make.
   */
  @Override
  public boolean tryRequire(long bytes) {
    if (!own) {
      return true;
    }
    long[] mine = promise.get();
    long needed = COPIES * bytes;
    long all = promised.addAndGet(needed - mine[0]);
    mine[0] = needed;
    if (isFull(FULL, all)) {
      made();
      return false;
    }
    return true;
  }

  @Override
  public void made() {
    long[] mine = promise.get();
    if (mine[0] != 0) {
      promised.addAndGet(-mine[0]);
      mine[0] = 0;
    }
  }

  boolean isFull() {
    return own && isFull(full ? FULL : SUSPICIOUS, 0);
  }

  /**
   * Whether there is no room.
   *
   * @param suspicious percent from which on the garbage is to be collected
   * @param promised bytes of large values that are about to be made
   */
  private boolean isFull(int suspicious, long promised) {
    if (percent(promised) < suspicious) {
      if (promised == 0) {
        full = false;
      }
      return false;
    }
    if (isRecentlyCollected()) {
      return true;
    }
    collecting.lock();
    try {
      if (percent(promised) < suspicious) {
        return false;
      }
      if (!isRecentlyCollected()) {
        long begin = nanoTime.getAsLong();
        collect.run();
        long end = nanoTime.getAsLong();
        full = percent(0) >= FULL;
        verdictUntil =
            end
                + (full
                    ? Math.max(VERDICT_NANOS, TIMES_COLLECTION * (end - begin))
                    : 2 * (end - begin));
      }
      return full || percent(promised) >= suspicious;
    } finally {
      collecting.unlock();
    }
  }

  /**
   * Whether the garbage was collected not long ago, and has not filled the heap since: then what
   * was too much is too much.
   */
  private boolean isRecentlyCollected() {
    return nanoTime.getAsLong() - verdictUntil < 0 && (full || percent(0) < SUSPICIOUS);
  }

  private long percent(long promised) {
    return (use.used() + promised) * 100 / use.max();
  }
}
