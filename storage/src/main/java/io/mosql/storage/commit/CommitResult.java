package io.mosql.storage.commit;

import io.mosql.storage.certify.CertifierVerdict;
import org.jspecify.annotations.Nullable;

/** The certifier's answer. */
public sealed interface CommitResult {
  /**
   * Durable and visible.
   *
   * @param position of the commit; the snapshot's when there was nothing to write
   */
  record Committed(long position) implements CommitResult {}

  /**
   * Rejected: something that was read has changed since, or a written key is there (or gone)
   * against expectation.
   *
   * @param tree in which the first failing check was
   * @param key of it, or the range's start; null for a whole tree
   * @param reason for people, for instance "point read"; no values in it
   */
  record Conflict(long tree, byte @Nullable [] key, String reason) implements CommitResult {
    /** Whether it was a tree as a whole that had been read. */
    public boolean isOfTable() {
      return reason.equals(CertifierVerdict.Reason.TABLE.text());
    }

    /** Whether it was something that had been read. */
    public boolean isOfRead() {
      return isOfTable()
          || reason.equals(CertifierVerdict.Reason.POINT.text())
          || reason.equals(CertifierVerdict.Reason.RANGE.text())
          || reason.equals(CertifierVerdict.Reason.COUNT.text());
    }

    /** Whether somebody had asked for its outcome, and so kept it from ever committing. */
    public boolean isFenced() {
      return reason.equals(CertifierVerdict.Reason.FENCED.text());
    }
  }
}
