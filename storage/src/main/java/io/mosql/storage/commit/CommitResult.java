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
   * Rejected: a value that was read has changed since, or a written key is present or absent
   * against expectation.
   *
   * @param tree in which the first failing check was
   * @param key of it, or the range's start; null for a whole tree
   * @param reason description, for instance "point read"; contains no values
   */
  record Conflict(long tree, byte @Nullable [] key, String reason) implements CommitResult {
    /** Whether the failing check was a read of a whole tree. */
    public boolean isOfTable() {
      return reason.equals(CertifierVerdict.Reason.TABLE.text());
    }

    /** Whether the failing check was a read. */
    public boolean isOfRead() {
      return isOfTable()
          || reason.equals(CertifierVerdict.Reason.POINT.text())
          || reason.equals(CertifierVerdict.Reason.RANGE.text())
          || reason.equals(CertifierVerdict.Reason.COUNT.text());
    }

    /** Whether a prepared transaction holds what it writes. */
    public boolean isHeld() {
      return reason.equals(CertifierVerdict.Reason.PREPARED.text());
    }

    /** Whether it was too old, or of another timeline, so that its contents were not judged. */
    public boolean isOutdated() {
      return reason.equals(CertifierVerdict.Reason.EPOCH.text())
          || reason.equals(CertifierVerdict.Reason.FORGOTTEN.text());
    }

    /** Whether a query of its outcome has prevented it from ever committing. */
    public boolean isFenced() {
      return reason.equals(CertifierVerdict.Reason.FENCED.text());
    }
  }
}
