package io.mosql.storage.transaction;

/**
 * A predicate on rows that is evaluated in place, without a copy of each row. It must not change
 * the transaction; what it throws ends the step, and the row counts as read.
 */
@FunctionalInterface
public interface RowPredicate {
  /**
   * Whether the row passes.
   *
   * @param bytes that the row lies in, not to be changed and not to be kept
   * @param from its first byte
   * @param to the end of the row
   */
  boolean passes(byte[] bytes, int from, int to);
}
