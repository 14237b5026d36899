package io.mosql.server.result;

/**
 * How values are displayed, in any format.
 *
 * @param nullText stands for NULL where people read
 */
public record DisplayStyle(String nullText) {
  /** Shows nothing for NULL. */
  public static final DisplayStyle PLAIN = new DisplayStyle("");
}
