package io.mosql.sql.csv;

import org.jspecify.annotations.Nullable;

/**
 * Receives the fields of one record, in order. An exception thrown by a handler ends the reading.
 */
public interface CsvFieldHandler {
  /** A record begins at a line, counted from 1. */
  void begin(long line);

  /**
   * Receives a field.
   *
   * @param index counted from 0
   * @param text contains the field; may be overwritten after the call
   * @param isNull whether the field is NULL
   */
  void field(int index, char[] text, int offset, int length, boolean isNull);

  /**
   * A field is long. It is read before its record is complete.
   *
   * @param index counted from 0
   * @return the handler of its text; null to receive it as a whole
   */
  default @Nullable LongFieldHandler longField(int index) {
    return null;
  }
}
