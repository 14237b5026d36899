package io.mosql.server.result;

/**
 * How values look, whatever the format.
 *
 * @param nullText stands for NULL where people read
 */
public record Style(String nullText) {
  /** Shows nothing for NULL. */
  public static final Style PLAIN = new Style("");
}
