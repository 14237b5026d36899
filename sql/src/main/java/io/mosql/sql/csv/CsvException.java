package io.mosql.sql.csv;

import org.jspecify.annotations.Nullable;

/** Signals text that is not CSV in the given format, or that cannot be read. */
public final class CsvException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final Kind kind;
  private final long line;

  /** The kind of failure. */
  public enum Kind {
    /** Quotes that do not close, or text after them. */
    STRUCTURE,
    /** Bytes that are invalid in the charset. */
    ENCODING,
    /** A field that is too large for memory. */
    SIZE,
    /** The stream failed. */
    IO
  }

  /**
   * Creates an exception for a record.
   *
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

  /** Line at which the affected record begins, counted from 1. */
  public long line() {
    return line;
  }
}
