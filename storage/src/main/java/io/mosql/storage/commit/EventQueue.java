package io.mosql.storage.commit;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Queue of events for the listener of a store, delivered in order by one thread that holds no lock.
 * Thread-safe.
 */
final class EventQueue {
  private final Queue<Runnable> waiting = new ConcurrentLinkedQueue<>();
  private volatile StoreEvents listener = StoreEvents.NONE;

  void listen(StoreEvents to) {
    listener = to;
  }

  void leadershipChanged(boolean leads, long epoch) {
    waiting.add(() -> listener.leadershipChanged(leads, epoch));
  }

  void failed(Throwable cause) {
    waiting.add(() -> listener.failed(cause));
  }

  /** Delivers all queued events. */
  void dispatch() {
    for (Runnable next = waiting.poll(); next != null; next = waiting.poll()) {
      next.run();
    }
  }
}
