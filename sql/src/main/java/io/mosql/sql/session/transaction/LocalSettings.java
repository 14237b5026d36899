package io.mosql.sql.session.transaction;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The settings that a transaction has changed. Their previous values return when it is rolled back,
 * or rolled back to a savepoint before the change. Those of SET LOCAL return when it commits, too,
 * unless a SET followed. Not thread-safe.
 */
final class LocalSettings {
  /**
   * A change.
   *
   * @param local whether it ends with the transaction
   * @param restore makes the value before it
   */
  private record Change(String name, boolean local, Runnable restore) {}

  private final List<Change> changes = new ArrayList<>();

  void changed(String name, boolean local, Runnable restore) {
    changes.add(new Change(name, local, restore));
  }

  /** A point that {@link #restoreTo} can return to. */
  int mark() {
    return changes.size();
  }

  void restoreTo(int mark) {
    while (changes.size() > mark) {
      changes.remove(changes.size() - 1).restore.run();
    }
  }

  /** Ends the changes of a transaction that has committed. */
  void committed() {
    Set<String> kept = new HashSet<>();
    for (int i = changes.size() - 1; i >= 0; i--) {
      Change change = changes.get(i);
      if (!change.local) {
        kept.add(change.name);
      } else if (!kept.contains(change.name)) {
        change.restore.run();
      }
    }
    changes.clear();
  }
}
