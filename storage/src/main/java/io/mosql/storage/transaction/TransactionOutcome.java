package io.mosql.storage.transaction;

/** The outcome of a transaction whose answer was lost. */
public sealed interface TransactionOutcome {
  /**
   * Durable and visible.
   *
   * @param position of the commit
   * @param result as passed to {@link Transaction#commit(long)}; -1 for none
   */
  record Committed(long position, long result) implements TransactionOutcome {}

  /** It did not commit, and it never will. */
  record Aborted() implements TransactionOutcome {}

  /** It was submitted so long ago that the outcome is unknown. */
  record Forgotten() implements TransactionOutcome {}
}
