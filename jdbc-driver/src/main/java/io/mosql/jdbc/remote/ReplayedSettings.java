package io.mosql.jdbc.remote;

import io.mosql.core.session.StatementKind;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;

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

  /**
   * Records an executed statement.
   *
   * @param open whether a transaction is open after it
   */
  void record(RemoteStatement statement, boolean open) {
    String setting = statement.knownSetting();
    if (setting.equals(ALL)) {
      byName.clear();
    } else if (!setting.isEmpty()) {
      byName.remove(setting);
      byName.put(setting, statement.sql());
    }
    if (open || statement.knownKind() != StatementKind.SESSION) {
      forgetNextTransaction();
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
