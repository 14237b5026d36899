package io.mosql.storage.bytes;

import java.util.concurrent.locks.Condition;
import java.util.function.BooleanSupplier;

/** Uninterruptible waits on a condition that preserve the interrupt status. */
public final class UninterruptibleWait {
  private UninterruptibleWait() {}

  /**
   * Waits on the condition, whose lock the caller holds, until a predicate is true.
   *
   * @param nanos timeout
   * @return whether the predicate is true
   */
  public static boolean until(BooleanSupplier so, Condition changed, long nanos) {
    boolean interrupted = false;
    try {
      long left = nanos;
      while (!so.getAsBoolean()) {
        if (left <= 0) {
          return false;
        }
        try {
          left = changed.awaitNanos(left);
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
      return true;
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
