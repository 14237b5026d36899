package io.mosql.server.result;

import java.io.IOException;
import java.io.PrintWriter;
import java.sql.SQLException;

/** Output format of a result. */
public enum ResultFormat {
  /** Aligned columns with a heading, numbers right-aligned. */
  ALIGNED(new AlignedFormatter(), true),

  /** One line per value, under a title line per row. */
  VERTICAL(new VerticalFormatter(), true),

  /** Comma-separated values as COPY writes them, with a heading. */
  CSV(new CsvFormatter(), false),

  /** An array of objects, a line each. */
  JSON(new JsonFormatter(), false),

  /** Table of GitHub-flavored Markdown. */
  MARKDOWN(new MarkdownFormatter(), false),

  /**
   * Tab-separated values, one line per row, without a heading; backslash, tab and line breaks are
   * escaped.
   */
  PLAIN(new UnalignedFormatter(), false);

  @SuppressWarnings("ImmutableEnumChecker") // formatters are stateless
  private final ResultFormatter writer;

  private final boolean forPeople;

  ResultFormat(ResultFormatter writer, boolean forPeople) {
    this.writer = writer;
    this.forPeople = forPeople;
  }

  /** Whether the output may also contain row counts and notes between results. */
  public boolean isForPeople() {
    return forPeople;
  }

  /**
   * Writes all remaining rows; the caller closes and flushes.
   *
   * @return number of rows
   * @throws IOException when the output is closed by its reader
   */
  public long write(RowSource rows, PrintWriter out, DisplayStyle style)
      throws SQLException, IOException {
    return writer.write(rows, out, style);
  }
}
