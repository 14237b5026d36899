package io.mosql.sql.exec.batch;

import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The parts of a scan that participants take, one after the other in their order. The failure of a
 * part makes all later parts needless: of several failures, that of the first part is the one that
 * a single thread would have met. Thread-safe.
 */
final class ScanParts {
  private final AtomicInteger next = new AtomicInteger();

  /** The parts before this one are wanted. */
  private volatile int end;

  private volatile boolean abandoned;

  /** Guarded by this. */
  private @Nullable Throwable failure;

  ScanParts(int count) {
    this.end = count;
  }

  /** The next part, or -1 when there is none. */
  int take() {
    int part = next.get() < end ? next.getAndIncrement() : end;
    return part < end ? part : -1;
  }

  /** Whether there are parts that no participant has taken. */
  boolean isLeft() {
    return next.get() < end;
  }

  /** Whether the rows of a part that was taken are still of use. */
  boolean isWanted(int part) {
    return part < end;
  }

  /** Notes that a part has failed. */
  synchronized void fail(int part, Throwable with) {
    if (part < end) {
      end = part;
      failure = with;
    }
  }

  /** Makes all parts needless: one thread computes the operator instead. */
  synchronized void abandon() {
    abandoned = true;
    end = 0;
  }

  boolean isAbandoned() {
    return abandoned;
  }

  /** The failure of the first part that failed; null for none. */
  synchronized @Nullable Throwable failure() {
    return failure;
  }
}
