package io.mosql.benchmarks.simulation;

import java.util.ArrayDeque;
import java.util.Queue;

/** Simulated row lock with a queue of waiters. */
final class HotRow {
  private final Queue<Runnable> waiting = new ArrayDeque<>();
  private boolean held;

  void lock(Runnable then) {
    if (held) {
      waiting.add(then);
    } else {
      held = true;
      then.run();
    }
  }

  void release() {
    Runnable next = waiting.poll();
    if (next == null) {
      held = false;
    } else {
      next.run();
    }
  }
}
