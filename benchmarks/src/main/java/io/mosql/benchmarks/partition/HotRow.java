package io.mosql.benchmarks.partition;

import java.util.ArrayDeque;
import java.util.Queue;

/** A row that one transaction at a time reserves; the others queue. */
final class HotRow {
  private final Queue<Runnable> waiting = new ArrayDeque<>();
  private boolean held;

  void reserve(Runnable then) {
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
