package io.mosql.sql.csv;

/** Receives the fields of one record, in order. What it throws ends the reading. */
public interface CsvFieldHandler {
  /** A record begins at a line, counted from 1. */
  void begin(long line);

  /**
   * A field.
   *
   * @param index counted from 0
   * @param text holds it; may be overwritten afterwards
   * @param isNull whether it stands for NULL
   */
  void field(int index, char[] text, int offset, int length, boolean isNull);
}
