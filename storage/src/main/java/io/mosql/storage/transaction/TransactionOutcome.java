package io.mosql.storage.transaction;

/** What became of a transaction whose answer was lost. */
public sealed interface TransactionOutcome {
  /**
   * Durable and visible.
   *
   * @param position of the commit
   * @param result what the transaction said of itself by {@link Transaction#commit(long)}; -1 when
   *     it said nothing
   */
  record Committed(long position, long result) implements TransactionOutcome {}

  /** It did not commit, and from now on it cannot. */
  record Aborted() implements TransactionOutcome {}

  /** It was submitted so long ago that nobody knows. */
  record Forgotten() implements TransactionOutcome {}
}
