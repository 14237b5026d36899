package io.mosql.server.shell.connection;

import io.mosql.server.shell.input.LeadingKeywords;
import java.util.List;

/**
 * Tracker of the transaction state of a connection, derived from the executed statements, since
 * JDBC has no method for it.
 */
public final class TransactionTracker {
  private boolean autoCommit = true;
  private boolean open;

  public boolean isOpen() {
    return open;
  }

  /** Resets the state for a new connection. */
  void reset(boolean newAutoCommit) {
    autoCommit = newAutoCommit;
    open = false;
  }

  /** Records the autocommit mode; a change of the mode ends the transaction. */
  void autoCommit(boolean now) {
    if (now != autoCommit) {
      autoCommit = now;
      open = false;
    }
  }

  /** Records an executed statement. A failed commit also ends the transaction. */
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
