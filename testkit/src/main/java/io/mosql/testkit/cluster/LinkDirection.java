package io.mosql.testkit.cluster;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Faults of one direction of a {@link LinkProxy}. What is sent after a call has returned meets what
 * was called for; what was sent before may have passed or not. Thread-safe.
 *
 * <table>
 * <tr><td>pass</td><td>bytes go on as they come</td></tr>
 * <tr><td>drop</td><td>bytes are taken and thrown away; a connection that lost some is reset as
 * soon as bytes may pass again, since nobody could make sense of the rest</td></tr>
 * <tr><td>stall</td><td>nothing is read; the sender's buffers fill. Everything arrives later</td></tr>
 * <tr><td>delay</td><td>everything arrives so much later, in order</td></tr>
 * <tr><td>throttle</td><td>so many bytes a second, each connection for itself</td></tr>
 * </table>
 */
public final class LinkDirection {
  private static final long NANOS_PER_SECOND = 1_000_000_000L;
  private static final long NANOS_PER_MILLI = 1_000_000L;
  private static final int CHUNKS_PER_SECOND = 50;

  private enum Mode {
    PASS,
    DROP,
    STALL
  }

  private final Runnable healed;
  private final AtomicLong passed = new AtomicLong();
  private Mode mode = Mode.PASS;
  private long delayNanos;
  private long bytesPerSecond;

  /**
   * @param healed called whenever bytes that were dropped before may pass again
   */
  LinkDirection(Runnable healed) {
    this.healed = healed;
  }

  public void pass() {
    set(Mode.PASS, 0, 0);
  }

  public void drop() {
    set(Mode.DROP, 0, 0);
  }

  public void stall() {
    set(Mode.STALL, 0, 0);
  }

  public void delay(Duration by) {
    set(Mode.PASS, by.toNanos(), 0);
  }

  public void throttle(long toBytesPerSecond) {
    if (toBytesPerSecond < 1) {
      throw new IllegalArgumentException("that is a stall");
    }
    set(Mode.PASS, 0, toBytesPerSecond);
  }

  /** Bytes that were sent on to the other side: all that it has read, at least. */
  public long passedBytes() {
    return passed.get();
  }

  private void set(Mode to, long delay, long rate) {
    boolean heals;
    synchronized (this) {
      heals = mode == Mode.DROP && to != Mode.DROP;
      mode = to;
      delayNanos = delay;
      bytesPerSecond = rate;
      notifyAll();
    }
    if (heals) {
      healed.run();
    }
  }

  /** Returns when bytes may be taken from the sender. */
  synchronized void awaitReading() throws InterruptedException {
    while (mode == Mode.STALL) {
      wait();
    }
  }

  /** Returns when a connection may be made. */
  synchronized void awaitPassing() throws InterruptedException {
    while (mode != Mode.PASS) {
      wait();
    }
  }

  /**
   * Returns when bytes may arrive, or are lost.
   *
   * @param came when they were read, as {@link System#nanoTime} counts
   * @param free when the bytes before them were through
   * @return false when they are lost
   */
  synchronized boolean awaitArrival(long came, long free) throws InterruptedException {
    while (mode != Mode.DROP) {
      if (mode == Mode.STALL) {
        wait();
        continue;
      }
      long now = System.nanoTime();
      long left = Math.max(came + delayNanos - now, bytesPerSecond > 0 ? free - now : 0);
      if (left <= 0) {
        return true;
      }
      wait(left / NANOS_PER_MILLI, (int) (left % NANOS_PER_MILLI));
    }
    return false;
  }

  /** How long so many bytes need. */
  synchronized long nanosFor(int bytes) {
    return bytesPerSecond == 0 ? 0 : bytes * NANOS_PER_SECOND / bytesPerSecond;
  }

  /** Most bytes to take at once: a throttled direction is no burst a second. */
  synchronized int chunkBytes(int most) {
    return bytesPerSecond == 0
        ? most
        : (int) Math.max(1, Math.min(most, bytesPerSecond / CHUNKS_PER_SECOND));
  }

  void passed(int bytes) {
    passed.addAndGet(bytes);
  }
}
