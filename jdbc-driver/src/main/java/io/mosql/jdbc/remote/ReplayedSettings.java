package io.mosql.jdbc.remote;

import io.mosql.core.session.StatementKind;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The SET statements of a session, replayed when the session moves to another node. The server says
 * which statements these are; what the state of a session tells is not among them: that goes along
 * by itself. Not thread-safe.
 */
final class ReplayedSettings {
  /** Of the modes of the next transaction, which hold until it begins. */
  private static final String NEXT_TRANSACTION = "transaction";

  private static final String ALL = "all";

  private final Map<String, String> byName = new LinkedHashMap<>();

  /**
   * A statement has been executed.
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

  /** The statements, in the order in which they were executed last. */
  Collection<String> all() {
    return byName.values();
  }
}
