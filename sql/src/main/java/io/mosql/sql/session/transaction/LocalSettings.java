package io.mosql.sql.session.transaction;

import java.util.ArrayList;
import java.util.List;

/**
 * The settings that SET LOCAL has changed in a transaction. Their previous values return when the
 * transaction ends, whatever its result, and when it is rolled back to a savepoint before the
 * change. Not thread-safe.
 */
final class LocalSettings {
  /** Restores the value before each change, in their order. */
  private final List<Runnable> changes = new ArrayList<>();

  void changed(Runnable restore) {
    changes.add(restore);
  }

  /** A point that {@link #restoreTo} can return to. */
  int mark() {
    return changes.size();
  }

  void restoreTo(int mark) {
    while (changes.size() > mark) {
      changes.remove(changes.size() - 1).run();
    }
  }
}
