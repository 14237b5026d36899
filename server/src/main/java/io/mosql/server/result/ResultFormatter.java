package io.mosql.server.result;

import java.io.IOException;
import java.io.PrintWriter;
import java.sql.SQLException;

/** Formatter that writes the rows of a result. Stateless. */
@FunctionalInterface
interface ResultFormatter {
  /** Number of rows between two checks that the output is still open. */
  int BLOCK_ROWS = 1_000;

  /**
   * Writes all remaining rows.
   *
   * @return number of rows
   */
  long write(RowSource rows, PrintWriter out, DisplayStyle style) throws SQLException, IOException;

  /**
   * Flushes the output.
   *
   * @throws IOException when that fails: a pipe is closed, or a disk is full
   */
  static void flush(PrintWriter out) throws IOException {
    if (out.checkError()) {
      throw new IOException("the output cannot be written");
    }
  }
}
