package io.mosql.server.net;

import io.mosql.core.wire.FrameMemory;
import java.util.concurrent.atomic.AtomicLong;

/** Memory that the large frames of all connections of a door share. Thread-safe. */
final class NetworkMemory implements FrameMemory {
  private final long max;
  private final AtomicLong used = new AtomicLong();

  /**
   * @param max bytes
   */
  NetworkMemory(long max) {
    this.max = max;
  }

  @Override
  public boolean tryTake(long bytes) {
    if (used.addAndGet(bytes) > max) {
      used.addAndGet(-bytes);
      return false;
    }
    return true;
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
