package io.mosql.storage.transaction;

/**
 * A statement met a row that changed after the snapshot was taken: it is to be taken back and run
 * again on a newer snapshot. Not an error, and never seen by a client; it has no stack trace.
 */
public final class RowChangedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public RowChangedException() {
    super("a row changed after the snapshot was taken", null, false, false);
  }
}
