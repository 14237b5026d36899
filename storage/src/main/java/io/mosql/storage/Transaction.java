package io.mosql.storage;

import org.jspecify.annotations.Nullable;

/**
 * A transaction: it runs alone against an immutable snapshot, remembers what it read and what it
 * wants to change, and commits exactly when everything it read still reads the same.
 *
 * <p>Own writes are visible to own reads and cursors, also to cursors that are open already (as if
 * those looked anew at each step). Reads of own writes are not remembered, but what was read of the
 * snapshot beneath them is. Undoing writes ({@link #rollbackTo}) never forgets reads: an error is a
 * result.
 *
 * <p>A read-only transaction remembers nothing and refuses writes with 25006. Not thread-safe. Once
 * ended every method but {@link #rollback()} fails with IllegalStateException.
 */
public interface Transaction {
  /**
   * Reads one row.
   *
   * @param columns what the caller will look at; only that is certified
   * @return the row, own patches applied, not to be changed; null when absent
   */
  byte @Nullable [] get(long tree, byte[] key, ColumnSet columns);

  /**
   * Reads one value without remembering it: not certified. For values that are written once under a
   * key that is never used again, and found through a row that is certified: the row fixes them.
   *
   * @return the value, own writes included, not to be changed; null when absent
   */
  byte @Nullable [] fetch(long tree, byte[] key);

  /**
   * Opens a cursor on [from, to).
   *
   * @param from null for the first key
   * @param to null for after the last key
   * @param reverse from the end of the range towards its start
   */
  RowCursor scan(
      long tree, byte @Nullable [] from, byte @Nullable [] to, boolean reverse, ColumnSet columns);

  /** Counts the whole tree as read: any later write of another transaction to it is a conflict. */
  void readWhole(long tree);

  /** Number of rows in [from, to), in O(log n) and own writes; certified as a count. */
  long count(long tree, byte @Nullable [] from, byte @Nullable [] to);

  /**
   * Number of rows in [from, to) of the snapshot, for the optimizer: not certified. 0 for an
   * unknown tree.
   */
  long estimate(long tree, byte @Nullable [] from, byte @Nullable [] to);

  /**
   * Inserts a row. Needs no read: the certifier checks that the key is absent.
   *
   * @return false, and nothing changed, when the key is present in this transaction's view; that
   *     counts as read
   */
  boolean insert(long tree, byte[] key, byte[] row);

  /**
   * Deletes a row.
   *
   * @return false when the key is absent in this transaction's view; that counts as read
   */
  boolean delete(long tree, byte[] key);

  /**
   * Sets fields of a row that is present.
   *
   * @param ordinals ascending
   * @param fields beside the ordinals, as RowFormat.encodeField makes them; kept
   * @return false when the key is absent in this transaction's view; that counts as read
   */
  boolean set(long tree, byte[] key, int[] ordinals, byte[][] fields);

  /** Writes an index entry, present or not. */
  void put(long tree, byte[] key, byte[] value);

  /** Removes an index entry, present or not. */
  void remove(long tree, byte[] key);

  /**
   * Draws an id that was never used for a tree, column or other catalog object; survives rollback
   * as a gap.
   */
  long newId();

  /** Creates an empty tree with an id from {@link #newId()}. */
  void createTree(long tree);

  void dropTree(long tree);

  void truncateTree(long tree);

  /** Whether the tree exists in this transaction's view. */
  boolean hasTree(long tree);

  /**
   * Position of the last committed write to the tree in the snapshot; 0 when never. A cheap token:
   * equal positions mean equal contents.
   */
  long treePosition(long tree);

  /** Whether this transaction wrote to the tree and the write stands. */
  boolean hasWritten(long tree);

  /** Whether it has any standing write. */
  boolean hasWrites();

  /** A point that {@link #rollbackTo} can return to. */
  int mark();

  /** Undoes all writes since the mark; reads stay. */
  void rollbackTo(int mark);

  /**
   * Commits, waiting until the effects are durable and published. The transaction has ended
   * whatever the result.
   *
   * @throws io.mosql.core.error.MosqlException 40003 when durability is unknown, 58030, 53100,
   *     53200, 54000 when it certainly did not commit
   */
  CommitResult commit();

  /** Ends the transaction and forgets its writes. No effect once ended. */
  void rollback();

  /**
   * Gives up the snapshot, from any thread: whoever still uses the transaction gets 72000 for the
   * reason.
   */
  void abandon(String reason);

  boolean isOpen();

  /** Position of the snapshot. */
  long snapshotPosition();
}
