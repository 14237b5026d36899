package io.mosql.consensus.ratis.group;

import org.jspecify.annotations.Nullable;

/**
 * Detects a leader that makes no progress. One that does not become ready, or commits nothing of
 * what it has though a majority answers, is stuck for a reason of its own; another one, or it again
 * in a new term with new connections, does better.
 *
 * <p>A decision without clock or thread. One thread.
 */
final class LeaderProgressMonitor {
  private final long patienceNanos;
  private boolean watching;
  private long term;
  private long committed;
  private long applied;
  private long stuckSince;

  /**
   * @param patienceNanos how long nothing may come of anything
   */
  LeaderProgressMonitor(long patienceNanos) {
    this.patienceNanos = patienceNanos;
  }

  /**
   * How a member stands.
   *
   * @param leads whether it has the lead
   * @param ready whether all of earlier terms was delivered, so that it may append
   * @param answering whether a majority of the voters was heard of lately, itself included
   */
  record LeaderProgress(
      boolean leads,
      boolean ready,
      boolean answering,
      long term,
      long committedEntry,
      long appliedEntry,
      long lastEntry) {}

  /** Why it had better step down; null when it goes on. Says so once for each time it got stuck. */
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
