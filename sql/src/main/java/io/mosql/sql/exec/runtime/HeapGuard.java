package io.mosql.sql.exec.runtime;

import io.mosql.core.error.MosqlException;
import io.mosql.core.port.Interrupts;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Refuses memory to statements when live objects nearly fill the heap. It complements the memory
 * budgets, which count buffered data by estimates: the guard uses the heap usage that the garbage
 * collector reports.
 *
 * <p>The oldest generation also contains garbage that has not been collected yet. When it is
 * {@value #SUSPICIOUS} percent full, the guard runs the garbage collector and measures again; more
 * than {@value #FULL} percent is full. This result is valid until usage falls, or for a limited
 * time.
 *
 * <p>Only the heap of a server is guarded: an application that embeds a database may fill the heap
 * freely, and an OutOfMemoryError ends a statement there, not the process. Thread-safe.
 */
public final class HeapGuard implements Interrupts.Memory {
  /** The guard of this process. */
  public static final HeapGuard PROCESS =
      new HeapGuard(new OldGeneration(), System::gc, System::nanoTime);

  static final int SUSPICIOUS = 85;
  static final int FULL = 75;

  /**
   * How long a result that the heap is full remains valid, as a multiple of the collection time.
   */
  private static final int TIMES_COLLECTION = 3;

  private static final long VERDICT_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

  /**
   * Number of copies of a large value while it is made: in a growing buffer, and the value itself.
   */
  private static final int COPIES = 2;

  private final HeapUsage use;
  private final Runnable collect;
  private final LongSupplier nanoTime;
  private final ReentrantLock collecting = new ReentrantLock();
  private final AtomicLong promised = new AtomicLong();

  /** Bytes that the thread has requested and not yet allocated, in one cell. */
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

  /** The oldest generation of this process. */
  private static final class OldGeneration implements HeapUsage {
    /** The pool, found when it is first needed: an embedded database may never ask. */
    private static final class Pool {
      private static final @Nullable MemoryPoolMXBean BEAN = find();

      private static @Nullable MemoryPoolMXBean find() {
        MemoryPoolMXBean largest = null;
        for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
          String name = pool.getName().toLowerCase(Locale.ROOT);
          long max = pool.getType() == MemoryType.HEAP ? pool.getUsage().getMax() : 0;
          if (max > (largest == null ? 0 : largest.getUsage().getMax())
              && !name.contains("eden")
              && !name.contains("survivor")) {
            largest = pool;
          }
        }
        return largest;
      }
    }

    @Override
    public long used() {
      Runtime all = Runtime.getRuntime();
      return Pool.BEAN == null
          ? all.totalMemory() - all.freeMemory()
          : Pool.BEAN.getUsage().getUsed();
    }

    @Override
    public long max() {
      return Pool.BEAN == null ? Runtime.getRuntime().maxMemory() : Pool.BEAN.getUsage().getMax();
    }
  }

  /** The JVM's counts of allocated bytes. */
  private static final class Allocation {
    private static final com.sun.management.@Nullable ThreadMXBean THREADS =
        ManagementFactory.getThreadMXBean() instanceof com.sun.management.ThreadMXBean bean
                && bean.isThreadAllocatedMemorySupported()
            ? bean
            : null;
  }

  /**
   * Size of the oldest generation in bytes: long-lived data, such as caches, has to fit into it
   * with room to spare. A part of the heap for some collectors, all of it for others.
   */
  public static long oldGenerationBytes() {
    return PROCESS.use.max();
  }

  /** Enables the guard, for the process of a server. */
  public void enable() {
    own = true;
  }

  /** Bytes that the calling thread has allocated so far; 0 where the JVM does not count them. */
  public static long bytesAllocatedByThread() {
    return Allocation.THREADS == null
        ? 0
        : Allocation.THREADS.getThreadAllocatedBytes(Thread.currentThread().getId());
  }

  /**
   * Checks the heap; called before a statement takes much memory.
   *
   * @throws MosqlException 53200 when the heap is full
   */
  public void require() {
    if (isFull()) {
      throw Interrupts.Memory.refusal();
    }
  }

  /**
   * Checks the heap before a thread makes large values; the large values that other threads are
   * about to make are counted as used.
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
   * Whether the heap is full.
   *
   * @param suspicious percentage from which the garbage collector is run
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
   * Whether the garbage was collected recently and the heap has not filled up since: then the last
   * result is still valid.
   */
  private boolean isRecentlyCollected() {
    return nanoTime.getAsLong() - verdictUntil < 0 && (full || percent(0) < SUSPICIOUS);
  }

  private long percent(long promised) {
    return (use.used() + promised) * 100 / use.max();
  }
}
