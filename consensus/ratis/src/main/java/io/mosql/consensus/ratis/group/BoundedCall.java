package io.mosql.consensus.ratis.group;

import io.mosql.core.port.DaemonThreads;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * Runs a call that may never return in a thread of its own, with a time limit. The limit is by the
 * system's clock, as is the wait for the end of a thread.
 */
public final class BoundedCall {
  private BoundedCall() {}

  /**
   * Runs the call in one of the threads. An interrupt does not shorten the wait; the interrupt
   * status is restored.
   *
   * @return whether it ended in time
   */
  public static boolean run(DaemonThreads threads, String name, Duration within, Runnable call) {
    Thread thread = threads.create(call, "mosql-raft-" + name);
    thread.start();
    long end = System.nanoTime() + within.toNanos();
    boolean interrupted = false;
    while (thread.isAlive()) {
      long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
      if (left <= 0) {
        break;
      }
      try {
        thread.join(left);
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    return !thread.isAlive();
  }
}
