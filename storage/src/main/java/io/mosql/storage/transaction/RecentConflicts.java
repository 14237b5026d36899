package io.mosql.storage.transaction;

import io.mosql.core.codec.Keys;
import io.mosql.storage.certify.Write;
import io.mosql.storage.commit.CommitResult;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The last conflicts, each with the session that wrote the conflicting change, as far as known: the
 * writes of the last commits are kept for it. Thread-safe.
 */
public final class RecentConflicts {
  private static final int CONFLICTS_MAX = 200;
  private static final int COMMITS_MAX = 256;

  /** Writes of larger commits are not kept. */
  private static final int WRITES_MAX = 256;

  /** Likewise; the values of a commit are kept with its keys. */
  private static final int BYTES_MAX = 1 << 15;

  private record Commit(long position, long owner, List<Write> writes) {}

  /** Guarded by this. */
  private final Deque<ConflictInfo> conflicts = new ArrayDeque<>();

  /** A ring buffer; guarded by itself. */
  private final @Nullable Commit[] commits = new @Nullable Commit[COMMITS_MAX];

  private int next;

  /**
   * @param bytes estimated heap of the writes
   */
  void committed(long position, long owner, List<Write> writes, long bytes) {
    if (writes.size() > WRITES_MAX || bytes > BYTES_MAX) {
      return;
    }
    Commit commit = new Commit(position, owner, writes);
    synchronized (commits) {
      commits[next] = commit;
      next = (next + 1) % COMMITS_MAX;
    }
  }

  void lost(long wallMicros, long owner, long since, CommitResult.Conflict conflict) {
    Commit conflicting = conflicting(conflict.tree(), conflict.key(), since);
    ConflictInfo figures =
        new ConflictInfo(
            wallMicros,
            owner,
            conflict.tree(),
            conflict.key(),
            conflict.reason(),
            conflicting == null ? 0 : conflicting.owner,
            conflicting == null ? 0 : conflicting.position);
    synchronized (this) {
      conflicts.addLast(figures);
      if (conflicts.size() > CONFLICTS_MAX) {
        conflicts.removeFirst();
      }
    }
  }

  /** The newest recorded commit after a position that wrote the key, or else to its tree. */
  private @Nullable Commit conflicting(long tree, byte @Nullable [] key, long since) {
    Commit ofKey = null;
    Commit ofTree = null;
    synchronized (commits) {
      for (Commit commit : commits) {
        if (commit == null || commit.position <= since) {
          continue;
        }
        for (Write write : commit.writes) {
          if (write.tree() != tree) {
            continue;
          }
          ofTree = newer(ofTree, commit);
          if (key != null
              && write instanceof Write.OfKey ofOne
              && Keys.compare(ofOne.key(), key) == 0) {
            ofKey = newer(ofKey, commit);
          }
        }
      }
    }
    return ofKey == null ? ofTree : ofKey;
  }

  private static Commit newer(@Nullable Commit one, Commit other) {
    return one == null || one.position < other.position ? other : one;
  }

  /** The newest first. */
  public synchronized List<ConflictInfo> list() {
    List<ConflictInfo> newestFirst = new ArrayList<>(conflicts.size());
    conflicts.descendingIterator().forEachRemaining(newestFirst::add);
    return newestFirst;
  }
}
