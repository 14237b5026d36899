package io.mosql.storage;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** What a listener is to be told, in order, by one thread that holds no lock. Thread-safe. */
final class News {
  private final Queue<Runnable> waiting = new ConcurrentLinkedQueue<>();
  private volatile StoreEvents listener = StoreEvents.NONE;

  void listen(StoreEvents to) {
    listener = to;
  }

  void leadChanged(boolean leads, long epoch) {
    waiting.add(() -> listener.leadChanged(leads, epoch));
  }

  void failed(Throwable cause) {
    waiting.add(() -> listener.failed(cause));
  }

  /** Tells all that is waiting. */
  void tell() {
    for (Runnable next = waiting.poll(); next != null; next = waiting.poll()) {
      next.run();
    }
  }
}
