package io.mosql.server.network;

import io.netty.channel.SelectStrategy;
import io.netty.util.IntSupplier;
import java.util.function.LongSupplier;

/**
 * Select strategy of an event loop that spins for a short time before it sleeps. One that just had
 * work looks for more, again and again, for a moment before it sleeps: on a machine with little to
 * do, waking a thread and its processor takes longer than a short statement. It gives way to any
 * other thread meanwhile, and does so only while work has lately come that soon: a loop whose
 * clients take their time sleeps at once.
 *
 * <p>One for each loop; used by its thread alone.
 */
final class SpinningSelectStrategy implements SelectStrategy {
  private static final int CREDIT_MAX = 4;

  private final long spinNanos;
  private final LongSupplier nanoTime;
  private long lastWork;

  /** Grows with work that came soon, shrinks with each vain wait. */
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

  // Nothing rests on the yield: it lets those go first who have something to do.
  @SuppressWarnings("ThreadPriorityCheck")
  @Override
  public int calculateStrategy(IntSupplier selectNow, boolean hasTasks) throws Exception {
    if (spinNanos == 0) {
      return hasTasks ? selectNow.get() : SELECT;
    }
    int ready = selectNow.get();
    long now = nanoTime.getAsLong();
    if (slept) {
      // The loop was woken and has done what it was woken for.
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
