package io.mosql.core.wire;

import io.mosql.core.error.SqlState;

/**
 * Signals a message that violates the protocol. The receiver closes the connection, since the
 * following bytes cannot be decoded.
 *
 * <p>It has no stack trace: unauthenticated clients can cause it at any rate, and the message is
 * sufficient.
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
