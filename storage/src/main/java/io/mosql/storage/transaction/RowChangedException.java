package io.mosql.storage.transaction;

/**
 * Signals that a statement read a row that changed after the snapshot was taken: the statement must
 * be undone and run again on a newer snapshot. Not an error, and never visible to a client; it has
 * no stack trace.
 */
public final class RowChangedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public RowChangedException() {
    super("a row changed after the snapshot was taken", null, false, false);
  }
}
