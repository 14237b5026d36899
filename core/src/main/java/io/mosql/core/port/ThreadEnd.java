package io.mosql.core.port;

import org.jspecify.annotations.Nullable;

/** Waits for the end of a thread that was told to end. */
public final class ThreadEnd {
  private ThreadEnd() {}

  /**
   * Waits until the thread has ended; an interrupt is kept for later. Returns at once in the thread
   * itself, for one that was not started, and for null.
   */
  public static void await(@Nullable Thread thread) {
    if (thread == null || thread == Thread.currentThread()) {
      return;
    }
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
