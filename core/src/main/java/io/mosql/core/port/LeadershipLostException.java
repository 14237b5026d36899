package io.mosql.core.port;

/**
 * The outcome of an append to a replicated log is unknown because this node is not the leader, or
 * lost the leadership. Only delivery decides.
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
