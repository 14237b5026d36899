package io.mosql.storage.commit;

import io.mosql.core.error.MosqlException;
import io.mosql.storage.error.StorageErrorMessage;
import io.mosql.storage.version.Root;
import java.util.ArrayList;
import java.util.List;

/**
 * In-doubt batches of a former leader: those that were submitted may still be delivered, until the
 * next epoch record, of any node, decides them. Guarded by the lock of its group commit; wakes the
 * waiters of the batches that it decides.
 */
final class InDoubtCommits {
  private record Entry(CommitBatch batch, boolean submitted) {}

  private final List<Entry> entries = new ArrayList<>();
  private long sinceNanos;

  boolean isEmpty() {
    return entries.isEmpty();
  }

  /**
   * @param submitted whether its first record was submitted to the log
   */
  void add(CommitBatch batch, boolean submitted, long nowNanos) {
    if (entries.isEmpty()) {
      sinceNanos = nowNanos;
    }
    entries.add(new Entry(batch, submitted));
  }

  /** Age of the oldest one; 0 when there is none. */
  long waitedNanos(long nowNanos) {
    return entries.isEmpty() ? 0 : Math.max(0, nowNanos - sinceNanos);
  }

  /** Records that one was delivered after all. */
  void delivered(CommitBatch batch) {
    if (entries.removeIf(entry -> entry.batch() == batch)) {
      batch.answer();
      batch.wake();
    }
  }

  /**
   * Handles the delivery of an epoch record: batches that are not in the root never will be.
   *
   * @param own whether this node leads the new epoch, and so certifies them again
   */
  void decide(Root root, boolean own) {
    for (Entry entry : entries) {
      CommitBatch batch = entry.batch();
      switch (entry.submitted() ? resolution(batch, root) : Resolution.ABSENT) {
        case COMMITTED -> batch.answer();
        case ABSENT -> {
          if (own) {
            batch.drop();
          } else {
            fail(entry);
          }
        }
        case UNKNOWN -> fail(entry);
      }
      batch.wake();
    }
    entries.clear();
  }

  private enum Resolution {
    COMMITTED,
    ABSENT,
    UNKNOWN
  }

  private static Resolution resolution(CommitBatch batch, Root root) {
    try {
      return batch.isContainedIn(root) ? Resolution.COMMITTED : Resolution.ABSENT;
    } catch (RuntimeException e) {
      // a page could not be read: a query of the outcome will get the error
      return Resolution.UNKNOWN;
    }
  }

  /** Answers with the state known now: submitted commits may have committed. */
  void giveUp() {
    for (Entry entry : entries) {
      fail(entry);
      entry.batch().wake();
    }
    entries.clear();
  }

  /** Fails all of them when the store stops. */
  void fail(MosqlException unknown, MosqlException cause) {
    for (Entry entry : entries) {
      entry.batch().fail(entry.submitted() ? unknown : cause, cause);
      entry.batch().wake();
    }
    entries.clear();
  }

  /** The same for a store that has no memory left. */
  void abandon(MosqlException unknown, MosqlException cause) {
    for (int i = 0; i < entries.size(); i++) {
      entries.get(i).batch().abandon(entries.get(i).submitted() ? unknown : cause, cause);
    }
    entries.clear();
  }

  private static void fail(Entry entry) {
    MosqlException notLeading = StorageErrorMessage.NOT_LEADER.error();
    entry
        .batch()
        .fail(
            entry.submitted() ? StorageErrorMessage.COMMIT_IN_DOUBT.error() : notLeading,
            notLeading);
  }
}
