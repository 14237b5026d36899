package io.mosql.benchmarks.database;

import java.sql.Connection;
import java.util.Locale;

/** Isolation level that an option can select. */
public enum IsolationOption {
  SERIALIZABLE(Connection.TRANSACTION_SERIALIZABLE),
  REPEATABLE_READ(Connection.TRANSACTION_REPEATABLE_READ),
  READ_COMMITTED(Connection.TRANSACTION_READ_COMMITTED);

  private final int level;

  IsolationOption(int level) {
    this.level = level;
  }

  /**
   * @param text such as read-committed
   * @throws IllegalArgumentException for any other text
   */
  public static IsolationOption of(String text) {
    for (IsolationOption isolation : values()) {
      if (isolation.toString().equalsIgnoreCase(text.strip())) {
        return isolation;
      }
    }
    throw new IllegalArgumentException(
        text + " is none of serializable, repeatable-read, read-committed");
  }

  int level() {
    return level;
  }

  /** Returns the display name of a JDBC isolation level. */
  public static String describe(int level) {
    for (IsolationOption isolation : values()) {
      if (isolation.level == level) {
        return isolation.toString().replace('-', ' ');
      }
    }
    return level == Connection.TRANSACTION_READ_UNCOMMITTED
        ? "read uncommitted"
        : String.format(Locale.ROOT, "level %d", level);
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
