package io.mosql.core.error;

import org.jspecify.annotations.Nullable;

/**
 * The only exception that the engine throws to its callers on purpose. It carries a SQLSTATE, a
 * message for the user (never a bind value, nor a path or a secret of the host that the user did
 * not name), and the position in the SQL text where known.
 */
public final class MosqlException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Position unknown. */
  public static final int NO_POSITION = 0;

  private final SqlState state;
  private final int position;

  public MosqlException(SqlState state, String message) {
    this(state, message, NO_POSITION, null);
  }

  public MosqlException(SqlState state, String message, @Nullable Throwable cause) {
    this(state, message, NO_POSITION, cause);
  }

  /**
   * @param position one-based character offset in the statement's text, or {@link #NO_POSITION}
   */
  public MosqlException(SqlState state, String message, int position, @Nullable Throwable cause) {
    super(message, cause);
    this.state = state;
    this.position = position;
  }

  /** The same error with more or less text and no position; its cause is this one. */
  public MosqlException withMessage(String message) {
    return new MosqlException(state, message, this);
  }

  /** The same error of a statement that begins at this offset of a text; its cause is this one. */
  public MosqlException inTextAt(int offset) {
    return offset == 0 || position == NO_POSITION
        ? this
        : new MosqlException(state, String.valueOf(getMessage()), position + offset, this);
  }

  public SqlState state() {
    return state;
  }

  public String sqlState() {
    return state.code();
  }

  /** One-based character offset in the SQL text, or {@link #NO_POSITION}. */
  public int position() {
    return position;
  }
}
