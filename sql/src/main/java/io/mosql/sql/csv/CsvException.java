package io.mosql.sql.csv;

import io.mosql.core.error.MosqlException;

/** Signals text that is not CSV in the given format, or that cannot be read. */
public final class CsvException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final MosqlException error;
  private final long line;

  /**
   * Creates an exception for a record.
   *
   * @param line at which the record begins, counted from 1
   */
  CsvException(long line, MosqlException error) {
    super(error.getMessage(), error);
    this.error = error;
    this.line = line;
  }

  /** What is wrong, with its SQLSTATE and without the line. */
  public MosqlException error() {
    return error;
  }

  /** Line at which the affected record begins, counted from 1. */
  public long line() {
    return line;
  }
}
