package io.mosql.sql.csv;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;

/**
 * The format of a CSV text.
 *
 * <p>A field that equals {@code nullText} and is not quoted is NULL. By default an empty field
 * between two delimiters is therefore NULL, while {@code ""} is an empty text. Lines end in LF when
 * written; CR LF and CR are read too.
 *
 * @param delimiter between fields
 * @param quote around fields that contain a delimiter, quote or line end
 * @param escape before a quote, or itself, within quotes; equal to the quote when quotes are
 *     doubled
 * @param nullText represents NULL
 * @param header meaning of the first line
 * @param charset of the bytes
 */
public record CsvFormat(
    char delimiter, char quote, char escape, String nullText, Header header, Charset charset) {
  /** The format of PostgreSQL's COPY without options. */
  public static final CsvFormat DEFAULT =
      new CsvFormat(',', '"', '"', "", Header.NONE, StandardCharsets.UTF_8);

  /** Meaning of the first line. */
  public enum Header {
    /** A record like the others. */
    NONE,
    /** Names that are ignored when read; the names of the columns when written. */
    NAMES,
    /** Names that must equal the names of the columns, in their order. */
    MATCH
  }

  /**
   * Validates that the characters are distinct.
   *
   * @throws IllegalArgumentException with a message for the user
   */
  public CsvFormat {
    require(!isLineEnd(delimiter), "the delimiter cannot be a line end");
    require(!isLineEnd(quote), "the quote cannot be a line end");
    require(!isLineEnd(escape), "the escape cannot be a line end");
    require(delimiter != quote, "delimiter and quote must be different");
    require(delimiter != escape, "delimiter and escape must be different");
    require(
        nullText.chars().noneMatch(c -> isLineEnd((char) c) || c == delimiter || c == quote),
        "the text for NULL cannot hold a line end, the delimiter or the quote");
  }

  private static void require(boolean condition, String message) {
    if (!condition) {
      throw new IllegalArgumentException(message);
    }
  }

  private static boolean isLineEnd(char c) {
    return c == '\n' || c == '\r';
  }

  public boolean hasHeader() {
    return header != Header.NONE;
  }
}
