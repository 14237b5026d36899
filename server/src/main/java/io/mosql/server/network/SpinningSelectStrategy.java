package io.mosql.server.network;

import io.netty.channel.SelectStrategy;
import io.netty.util.IntSupplier;
import java.util.function.LongSupplier;

/**
 * Select strategy of an event loop that polls for a short time after work before it sleeps: on an
 * idle machine, waking a thread and its processor takes longer than a short statement. Between
 * polls the loop yields to other threads. It polls only while work has recently arrived within the
 * spin time; otherwise it sleeps immediately.
 *
 * <p>One instance per event loop, confined to its thread.
 */
final class SpinningSelectStrategy implements SelectStrategy {
  private static final int CREDIT_MAX = 4;

  private final long spinNanos;
  private final LongSupplier nanoTime;
  private long lastWork;

  /** Increased by work that arrived within the spin time, decreased by each unsuccessful wait. */
  private int credit;

  private boolean spinning;
  private boolean slept;

  /**
   * @param spinNanos time to poll before sleeping; 0 for none
   */
  SpinningSelectStrategy(long spinNanos, LongSupplier nanoTime) {
    this.spinNanos = spinNanos;
    this.nanoTime = nanoTime;
    this.lastWork = nanoTime.getAsLong();
  }

  // The yield is a hint only: it lets other runnable threads run first.
  @SuppressWarnings("ThreadPriorityCheck")
  @Override
  public int calculateStrategy(IntSupplier selectNow, boolean hasTasks) throws Exception {
    if (spinNanos == 0) {
      return hasTasks ? selectNow.get() : SELECT;
    }
    int ready = selectNow.get();
    long now = nanoTime.getAsLong();
    if (slept) {
      // The loop was woken and has processed the event.
      slept = false;
      updateCredit(now - lastWork < spinNanos);
      lastWork = now;
    }
    if (ready > 0 || hasTasks) {
      if (spinning) {
        spinning = false;
        updateCredit(true);
      }
      lastWork = now;
      return ready;
    }
    if (credit > 0 && now - lastWork < spinNanos) {
      spinning = true;
      Thread.yield();
      return CONTINUE;
    }
    if (spinning) {
      spinning = false;
      updateCredit(false);
    }
    slept = true;
    return SELECT;
  }

  private void updateCredit(boolean soon) {
    credit = soon ? Math.min(CREDIT_MAX, credit + 1) : Math.max(0, credit - 1);
  }
}
