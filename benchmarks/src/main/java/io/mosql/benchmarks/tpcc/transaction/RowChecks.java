package io.mosql.benchmarks.tpcc.transaction;

import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * Checks of the number of rows that a statement returned; a violation is an error with SQLSTATE
 * 02000.
 */
final class RowChecks {
  private RowChecks() {}

  static void one(ResultSet row, String table) throws SQLException {
    if (!row.next()) {
      throw missing(table);
    }
  }

  static void changedOne(int count, String table) throws SQLException {
    if (count != 1) {
      throw new SQLException("expected to change one row of " + table + ", not " + count, "02000");
    }
  }

  /** Returns a value of the terminal's screen, which must not be missing. */
  static String show(@Nullable String value) throws SQLException {
    if (value == null) {
      throw new SQLException("a column that is never null is null", "02000");
    }
    return value;
  }

  static SQLException missing(String table) {
    return new SQLException("no row of " + table + " where there must be one", "02000");
  }
}
