package io.mosql.server.net;

import io.mosql.core.port.Interrupts;
import io.mosql.core.wire.FrameMemory;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Memory that the large frames of all connections of a door share, as far as statements leave it.
 * Thread-safe.
 */
final class NetworkMemory implements FrameMemory {
  private final long max;
  private final Interrupts.Memory heap;
  private final AtomicLong used = new AtomicLong();

  /**
   * @param max bytes
   * @param heap asked before memory is taken
   */
  NetworkMemory(long max, Interrupts.Memory heap) {
    this.max = max;
    this.heap = heap;
  }

  @Override
  public boolean tryTake(long bytes) {
    if (used.addAndGet(bytes) > max || !heap.tryRequire(bytes)) {
      used.addAndGet(-bytes);
      return false;
    }
    return true;
  }

  @Override
  public void allocated() {
    heap.made();
  }

  @Override
  public void add(long bytes) {
    used.addAndGet(bytes);
  }

  @Override
  public void giveBack(long bytes) {
    used.addAndGet(-bytes);
  }

  @Override
  public boolean isOver() {
    return used.get() > max;
  }
}
