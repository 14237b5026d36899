package io.mosql.server.result;

import java.io.IOException;
import java.io.PrintWriter;
import java.sql.SQLException;

/** How a result is written. */
public enum ResultFormat {
  /** A heading, and columns as wide as their widest value, numbers to the right. */
  ALIGNED(new AlignedFormatter(), true),

  /** A line for each value, under a line for each row. */
  VERTICAL(new VerticalFormatter(), true),

  /** Comma-separated values as COPY writes them, with a heading. */
  CSV(new CsvFormatter(), false),

  /** An array of objects, a line each. */
  JSON(new JsonFormatter(), false),

  /** A table of GitHub's Markdown. */
  MARKDOWN(new MarkdownFormatter(), false),

  /** Values between tabs, one line a row, nothing else; backslash, tab and line breaks escaped. */
  PLAIN(new UnalignedFormatter(), false);

  @SuppressWarnings("ImmutableEnumChecker") // writers have no state
  private final ResultFormatter writer;

  private final boolean forPeople;

  ResultFormat(ResultFormatter writer, boolean forPeople) {
    this.writer = writer;
    this.forPeople = forPeople;
  }

  /** Whether counts and notes between results do no harm. */
  public boolean isForPeople() {
    return forPeople;
  }

  /**
   * Writes all rows that are left; the caller closes and flushes.
   *
   * @return rows
   * @throws IOException when nobody reads any more
   */
  public long write(RowSource rows, PrintWriter out, DisplayStyle style)
      throws SQLException, IOException {
    return writer.write(rows, out, style);
  }
}
