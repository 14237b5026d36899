package io.mosql.server.shell.connection;

import io.mosql.server.shell.input.LeadingKeywords;
import java.util.List;

/**
 * Tracks whether a transaction is open from the statements executed; JDBC has no method for it.
 * JDBC has no question for it.
 */
public final class TransactionTracker {
  private boolean autoCommit = true;
  private boolean open;

  public boolean isOpen() {
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
  void statementExecuted(String sql, boolean failed) {
    List<String> words = LeadingKeywords.first(sql, 3);
    String first = words.isEmpty() ? "" : words.get(0);
    switch (first) {
      case "BEGIN", "START" -> open |= !failed;
      case "COMMIT", "END", "ABORT", "SHUTDOWN" -> open = false;
      case "ROLLBACK" -> open &= words.contains("TO");
      default -> open |= !autoCommit;
    }
  }
}
