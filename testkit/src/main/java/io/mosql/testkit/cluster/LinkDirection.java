package io.mosql.testkit.cluster;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The faults of one direction of a {@link LinkProxy}. Bytes sent after a call has returned are
 * subject to the fault; bytes sent before may have passed or not. Thread-safe.
 *
 * <table>
 * <tr><td>pass</td><td>bytes go on as they come</td></tr>
 * <tr><td>drop</td><td>bytes are read and discarded; a connection that lost some is reset as soon
 * as bytes may pass again, since the rest could not be decoded</td></tr>
 * <tr><td>stall</td><td>nothing is read; the sender's buffers fill. Everything arrives later</td></tr>
 * <tr><td>delay</td><td>everything arrives later by this time, in order</td></tr>
 * <tr><td>throttle</td><td>a limit of bytes per second, for each connection separately</td></tr>
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

  /** Bytes that were sent to the other side: an upper bound of the bytes that it has read. */
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

  /** Blocks until bytes may be read from the sender. */
  synchronized void awaitReading() throws InterruptedException {
    while (mode == Mode.STALL) {
      wait();
    }
  }

  /** Blocks until a connection may be made. */
  synchronized void awaitPassing() throws InterruptedException {
    while (mode != Mode.PASS) {
      wait();
    }
  }

  /**
   * Blocks until bytes may arrive, or are lost.
   *
   * @param came time when they were read, by {@link System#nanoTime}
   * @param free time when the bytes before them had passed
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

  /** The transfer time of this many bytes. */
  synchronized long nanosFor(int bytes) {
    return bytesPerSecond == 0 ? 0 : bytes * NANOS_PER_SECOND / bytesPerSecond;
  }

  /** Maximum bytes to read at once: a throttled direction must not send bursts. */
  synchronized int chunkBytes(int most) {
    return bytesPerSecond == 0
        ? most
        : (int) Math.max(1, Math.min(most, bytesPerSecond / CHUNKS_PER_SECOND));
  }

  void passed(int bytes) {
    passed.addAndGet(bytes);
  }
}
