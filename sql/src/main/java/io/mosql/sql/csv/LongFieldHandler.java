package io.mosql.sql.csv;

/** Receives one long field of a record in pieces, as it is read. */
public interface LongFieldHandler {
  /**
   * Receives the next characters of the field.
   *
   * @param text may be overwritten after the call
   */
  void text(char[] text, int offset, int length);

  /** The field has ended; called in the order of the fields. */
  void end();
}
