package io.mosql.benchmarks.tpcc.txn;

import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * Expectations on what a statement found; a broken one is an error of the run, by SQLSTATE 02000.
 */
final class Rows {
  private Rows() {}

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

  /** A value that a terminal's screen would show: it has to be there. */
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
