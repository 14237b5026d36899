package io.mosql.jdbc.remote;

import io.mosql.core.session.StatementKind;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The SET statements of a session, replayed when the session moves to another node. The server
 * reports which statements these are; settings in the reported session state are not included,
 * since they are transferred with it. Not thread-safe.
 */
final class ReplayedSettings {
  /** Key of the modes of the next transaction, which are discarded when it begins. */
  private static final String NEXT_TRANSACTION = "transaction";

  private static final String ALL = "all";

  private final Map<String, String> byName = new LinkedHashMap<>();

  /** The statements before the first one that a rollback would undo; null without such a one. */
  private @Nullable Map<String, String> before;

  /**
   * Records an executed statement.
   *
   * @param open whether a transaction is open after it
   * @param shared whether it was part of a transaction, which may not have begun
   */
  void record(RemoteStatement statement, boolean open, boolean shared) {
    String setting = statement.knownSetting();
    if (!setting.isEmpty() && shared && before == null) {
      before = new LinkedHashMap<>(byName);
    }
    if (setting.equals(ALL)) {
      byName.clear();
    } else if (!setting.isEmpty()) {
      byName.remove(setting);
      byName.put(setting, statement.sql());
    }
    if (open || statement.knownKind() != StatementKind.SESSION) {
      forgetNextTransaction();
    }
    if (statement.knownKind() == StatementKind.COMMIT) {
      committed();
    } else if (statement.knownKind() == StatementKind.ROLLBACK) {
      rolledBack();
    }
  }

  /** The transaction has committed: its settings remain. */
  void committed() {
    before = null;
  }

  /** The transaction was rolled back, and its settings with it. */
  void rolledBack() {
    Map<String, String> kept = before;
    if (kept != null) {
      byName.clear();
      byName.putAll(kept);
      before = null;
    }
  }

  void forgetNextTransaction() {
    if (!byName.isEmpty()) {
      byName.remove(NEXT_TRANSACTION);
    }
  }

  boolean hasNextTransaction() {
    return !byName.isEmpty() && byName.containsKey(NEXT_TRANSACTION);
  }

  /** The statements, ordered by their last execution. */
  Collection<String> all() {
    return byName.values();
  }
}
