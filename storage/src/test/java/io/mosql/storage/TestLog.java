package io.mosql.storage;

import io.mosql.core.port.LocalCommitLog;
import io.mosql.core.port.LogStamp;
import io.mosql.core.port.StateMachine;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A log in memory that a test can block and fail. {@link #arrived} signals that an append has
 * begun; with {@link #hold()} it blocks until {@link #release()}.
 */
public final class TestLog implements LocalCommitLog {
  public final Semaphore arrived = new Semaphore(0);
  private final Semaphore gate = new Semaphore(0);
  private final AtomicInteger inAppend = new AtomicInteger();
  private final List<byte[]> records = new ArrayList<>();
  private volatile boolean held;
  private volatile @Nullable RuntimeException failure;
  private volatile @Nullable Error error;
  private volatile boolean failsFuture;
  private volatile @Nullable RuntimeException failsAfterDelivery;
  private int recordBytesMax = 64 << 20;
  private @Nullable StateMachine stateMachine;

  /** A log that contains these records already. */
  public static TestLog holding(List<byte[]> records) {
    TestLog log = new TestLog();
    log.records.addAll(records);
    return log;
  }

  public TestLog withRecordBytesMax(int max) {
    recordBytesMax = max;
    return this;
  }

  public void hold() {
    held = true;
  }

  /** Releases one blocked append. */
  public void release() {
    gate.release();
  }

  public void releaseAll() {
    held = false;
    gate.release(1000);
  }

  /** Makes every append fail from now on, or none by null; thrown, or through the future. */
  public void fail(@Nullable RuntimeException with, boolean throughFuture) {
    failure = with;
    failsFuture = throughFuture;
  }

  /** Makes every append throw this. */
  public void failWith(Error with) {
    error = with;
  }

  /** Delivers the next record and fails its append nevertheless. */
  public void deliverThenFail(RuntimeException with) {
    failsAfterDelivery = with;
  }

  public synchronized List<byte[]> records() {
    return List.copyOf(records);
  }

  @Override
  public void open(long afterIndex, StateMachine machine) {
    stateMachine = machine;
    List<byte[]> all = records();
    for (int i = (int) afterIndex; i < all.size(); i++) {
      machine.deliver(i + 1, all.get(i));
    }
  }

  @Override
  public CompletableFuture<Long> append(byte[] record) {
    if (inAppend.incrementAndGet() != 1) {
      throw new AssertionError("two appends at once");
    }
    try {
      arrived.release();
      if (held) {
        gate.acquireUninterruptibly();
      }
      Error thrown = error;
      if (thrown != null) {
        throw thrown;
      }
      RuntimeException cause = failure;
      if (cause != null) {
        if (failsFuture) {
          return CompletableFuture.failedFuture(cause);
        }
        throw cause;
      }
      long index;
      synchronized (this) {
        records.add(record);
        index = records.size();
      }
      StateMachine machine = stateMachine;
      if (machine == null) {
        throw new AssertionError("not open");
      }
      machine.deliver(index, record);
      RuntimeException late = failsAfterDelivery;
      if (late != null) {
        failsAfterDelivery = null;
        throw late;
      }
      return CompletableFuture.completedFuture(index);
    } finally {
      inAppend.decrementAndGet();
    }
  }

  @Override
  public synchronized long lastIndex() {
    return records.size();
  }

  @Override
  public void purge(LogStamp upTo) {}

  @Override
  public int maxRecordBytes() {
    return recordBytesMax;
  }

  @Override
  public void close() {}
}
