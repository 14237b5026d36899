package io.mosql.sql.csv;

import org.jspecify.annotations.Nullable;

/** The text is not CSV in the given format, or cannot be read. */
public final class CsvException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final Kind kind;
  private final long line;

  /** What is wrong. */
  public enum Kind {
    /** Quotes that do not close, or text after them. */
    STRUCTURE,
    /** Bytes that the charset does not know. */
    ENCODING,
    /** A field that is too large for memory. */
    SIZE,
    /** The stream failed. */
    IO
  }

  /**
   * @param line at which the record begins, counted from 1
   */
  CsvException(Kind kind, long line, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.kind = kind;
    this.line = line;
  }

  public Kind kind() {
    return kind;
  }

  /** Line at which the record in question begins, counted from 1. */
  public long line() {
    return line;
  }
}
