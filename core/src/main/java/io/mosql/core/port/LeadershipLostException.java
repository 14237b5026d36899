package io.mosql.core.port;

/**
 * Signals that the outcome of an append to a replicated log is unknown because this node is not the
 * leader, or lost the leadership. Delivery decides the outcome.
 */
public final class LeadershipLostException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /**
   * @param message description of the error
   */
  public LeadershipLostException(String message, Throwable cause) {
    super(message, cause);
  }

  /**
   * @param message description of the error
   */
  public LeadershipLostException(String message) {
    super(message);
  }
}
