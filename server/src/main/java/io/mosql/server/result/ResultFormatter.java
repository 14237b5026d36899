package io.mosql.server.result;

import java.io.IOException;
import java.io.PrintWriter;
import java.sql.SQLException;

/** Writes rows in one way. Has no state. */
@FunctionalInterface
interface ResultFormatter {
  /** Rows between two looks at whether somebody still reads. */
  int BLOCK_ROWS = 1_000;

  /**
   * Writes all rows that are left.
   *
   * @return rows
   */
  long write(RowSource rows, PrintWriter out, DisplayStyle style) throws SQLException, IOException;

  /**
   * Passes on what was written.
   *
   * @throws IOException when it cannot be: a pipe is closed, or a disk full
   */
  static void flush(PrintWriter out) throws IOException {
    if (out.checkError()) {
      throw new IOException("the output cannot be written");
    }
  }
}
