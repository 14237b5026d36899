package io.mosql.core.wire;

import io.mosql.core.error.SqlState;

/**
 * A message that violates the protocol. Whoever meets it closes the connection: what follows cannot
 * be understood any more.
 *
 * <p>It has no stack trace: strangers can cause it as often as they like, and the message says all.
 */
public final class WireException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public WireException(String message) {
    super(message, null, false, false);
  }

  /** 08P01, always. */
  public SqlState state() {
    return SqlState.PROTOCOL_VIOLATION;
  }
}
