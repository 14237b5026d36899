package io.mosql.server.shell;

import java.util.List;

/** Whether a transaction is open, by what was said to the database: JDBC has no question for it. */
final class TransactionTracker {
  private boolean autoCommit = true;
  private boolean open;

  boolean isOpen() {
    return open;
  }

  /** The connection is another one. */
  void reset(boolean newAutoCommit) {
    autoCommit = newAutoCommit;
    open = false;
  }

  /** The connection's mode may have changed; with a change of it a transaction ends. */
  void autoCommit(boolean now) {
    if (now != autoCommit) {
      autoCommit = now;
      open = false;
    }
  }

  /** A statement was run. A transaction that failed to commit has ended like others. */
  void ran(String sql, boolean failed) {
    List<String> words = SqlWords.first(sql, 3);
    String first = words.isEmpty() ? "" : words.get(0);
    switch (first) {
      case "BEGIN", "START" -> open |= !failed;
      case "COMMIT", "END", "ABORT", "SHUTDOWN" -> open = false;
      case "ROLLBACK" -> open &= words.contains("TO");
      default -> open |= !autoCommit;
    }
  }
}
