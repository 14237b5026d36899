package io.mosql.consensus.ratis.group;

import org.jspecify.annotations.Nullable;

/**
 * Detects a leader that makes no progress. A leader that does not become ready, or does not commit
 * its entries though a majority responds, is stuck for a local reason; another leader, or the same
 * one in a new term with new connections, can make progress.
 *
 * <p>Pure decision logic without clock or thread. Not thread-safe.
 */
final class LeaderProgressMonitor {
  private final long patienceNanos;
  private boolean watching;
  private long term;
  private long committed;
  private long applied;
  private long stuckSince;

  /**
   * @param patienceNanos timeout without progress
   */
  LeaderProgressMonitor(long patienceNanos) {
    this.patienceNanos = patienceNanos;
  }

  /**
   * Progress of a member as leader.
   *
   * @param leads whether it is the leader
   * @param ready whether all entries of earlier terms were delivered, so that it may append
   * @param answering whether a majority of the voters, including itself, has responded recently
   */
  record LeaderProgress(
      boolean leads,
      boolean ready,
      boolean answering,
      long term,
      long committedEntry,
      long appliedEntry,
      long lastEntry) {}

  /** Reason why the leader should step down; null when there is none. Returned once per timeout. */
  @Nullable String stepDownReason(long nowNanos, LeaderProgress now) {
    boolean owes = !now.ready || now.committedEntry < now.lastEntry;
    boolean moved =
        now.term != term || now.committedEntry != committed || now.appliedEntry != applied;
    if (!now.leads || !now.answering || !owes || moved || !watching) {
      watching = now.leads && now.answering && owes;
      term = now.term;
      committed = now.committedEntry;
      applied = now.appliedEntry;
      stuckSince = nowNanos;
      return null;
    }
    if (nowNanos - stuckSince < patienceNanos) {
      return null;
    }
    stuckSince = nowNanos;
    return now.ready
        ? "the leader commits nothing after entry "
            + now.committedEntry
            + ", though a majority answers"
        : "the leader of term " + now.term + " does not become ready";
  }
}
