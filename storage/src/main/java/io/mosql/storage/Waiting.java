package io.mosql.storage;

import java.util.concurrent.locks.Condition;
import java.util.function.BooleanSupplier;

/** Waits that an interrupt does not end, and does not get lost in. */
final class Waiting {
  private Waiting() {}

  /**
   * Waits, holding the condition's lock, until something is so.
   *
   * @param nanos at most
   * @return whether it is
   */
  static boolean until(BooleanSupplier so, Condition changed, long nanos) {
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
