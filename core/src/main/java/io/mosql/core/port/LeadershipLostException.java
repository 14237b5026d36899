package io.mosql.core.port;

/**
 * A replicated log did not say what became of a record, since this node does not lead it, or not
 * any more, or not to its own knowledge. Only delivery decides.
 */
public final class LeadershipLostException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /**
   * @param message for people
   */
  public LeadershipLostException(String message, Throwable cause) {
    super(message, cause);
  }

  /**
   * @param message for people
   */
  public LeadershipLostException(String message) {
    super(message);
  }
}
