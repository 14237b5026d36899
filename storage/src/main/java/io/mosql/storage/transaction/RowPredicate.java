package io.mosql.storage.transaction;

/**
 * A predicate on rows that is evaluated in place, without a copy of each row. It must not change
 * the transaction; an exception ends the step, and the row is recorded as read.
 */
@FunctionalInterface
public interface RowPredicate {
  /**
   * Whether the row matches.
   *
   * @param bytes array that contains the row, not to be changed and not to be kept
   * @param from its first byte
   * @param to the end of the row
   */
  boolean passes(byte[] bytes, int from, int to);
}
