package io.mosql.server.result;

/**
 * Display style of values, independent of the format.
 *
 * @param nullText text shown for NULL in formats for display
 */
public record DisplayStyle(String nullText) {
  /** Style that shows NULL as an empty text. */
  public static final DisplayStyle PLAIN = new DisplayStyle("");
}
