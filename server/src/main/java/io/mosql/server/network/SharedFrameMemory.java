package io.mosql.server.network;

import io.mosql.core.port.Interrupts;
import io.mosql.core.wire.FrameMemory;
import java.util.concurrent.atomic.AtomicLong;

/** Memory budget for large frames, shared by all connections of a network server. Thread-safe. */
final class SharedFrameMemory implements FrameMemory {
  private final long max;
  private final Interrupts.Memory heap;
  private final AtomicLong used = new AtomicLong();

  /**
   * @param max maximum number of bytes
   * @param heap checked before memory is reserved
   */
  SharedFrameMemory(long max, Interrupts.Memory heap) {
    this.max = max;
    this.heap = heap;
  }

  @Override
  public boolean tryReserve(long bytes) {
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
  public void release(long bytes) {
    used.addAndGet(-bytes);
  }

  @Override
  public boolean isExceeded() {
    return used.get() > max;
  }
}
