package io.mosql.storage.transaction;

import io.mosql.core.error.MosqlException;
import io.mosql.storage.commit.CommitResult;
import io.mosql.storage.lock.LockMode;
import io.mosql.storage.lock.LockResult;
import io.mosql.storage.lock.LockWaitPolicy;
import io.mosql.storage.version.FieldPatch;
import io.mosql.storage.version.TreeEstimates;
import java.util.List;
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
public interface Transaction extends TransactionReader {
  CertificationLevel level();

  /**
   * Fixes what the current statement reads: the reads that are returned see nothing of what is
   * written from here on, until {@link #dropSnapshot}. For a statement of several parts, which all
   * see the database as it was when the statement began. A second call fixes it anew. Trees are not
   * created, dropped or truncated meanwhile.
   */
  TransactionReader takeSnapshot();

  /** What {@link #takeSnapshot} returned is not read any more. No effect without one. */
  void dropSnapshot();

  /** Counts the whole tree as read: any later change of it by another transaction is a conflict. */
  void readWhole(long tree);

  /**
   * Counts some rows of a tree as read whose contents were taken from a copy: the position of the
   * tree is compared first, and only when it was written since, these rows one by one.
   */
  void readFrom(long tree, List<byte[]> keys);

  /** What the snapshot tells of its trees without counting it as read; until this has ended. */
  TreeEstimates estimates();

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
  default boolean set(long tree, byte[] key, int[] ordinals, byte[][] fields) {
    PatchResult result = patch(tree, key, OwnWrite.sets(ordinals, fields));
    if (result == PatchResult.REFUSED) {
      throw new IllegalStateException("a value that is set is always possible");
    }
    return result == PatchResult.DONE;
  }

  /**
   * Changes fields of a row that is present, without reading their old values.
   *
   * @param changes in ascending order of ordinals; kept
   */
  PatchResult patch(long tree, byte[] key, List<FieldPatch> changes);

  /**
   * Holds a row against other transactions until this one has ended, waiting for those that hold it
   * against the mode; those who wait are served in order. Then looks whether the row, as far as the
   * mode reads it (of a whole row, and of an absent one: its presence), is still the snapshot's.
   * Holding rows only schedules: what commits is decided by what was read.
   *
   * <p>A transaction that holds very many rows already only looks.
   *
   * @throws MosqlException 55P03 when it waited too long or was not to wait, 40P01 when waiting
   *     would be for ever, 57014 when it was cancelled; the row is not held then
   */
  LockResult lockRow(long tree, byte[] key, LockMode mode, LockWaitPolicy patience);

  /**
   * Begins a statement: what it reads, writes and reserves from here on can be taken back. In READ
   * COMMITTED the snapshot moves to the newest version.
   *
   * @param heat of the statement's reads; null for a statement that is not to learn
   * @return false when certain reads of earlier statements do not hold in the newest version, so
   *     that this transaction can never commit; only in READ COMMITTED
   */
  boolean beginStatement(@Nullable ConflictHistory heat);

  /** Whether the current statement is to reserve what its reads return. */
  boolean locksReads();

  /**
   * Whether the current statement is to hold what it adds to as read too, because later statements
   * of such transactions read the sum: two that add, and then read, would otherwise both lose.
   */
  boolean locksAdditions();

  /** Takes back what the current statement wrote and read; what it holds it goes on to hold. */
  void undoStatement();

  /** Takes back what the current statement wrote and holds; what it read stays read. */
  void failStatement();

  /**
   * Moves the snapshot to the newest version, when all that was read still reads the same in it and
   * own writes find what they expect. Open cursors go on behind their last key. The current
   * statement must have been taken back.
   *
   * @return false, and nothing changed, when something does not; then this transaction cannot
   *     commit
   */
  boolean refresh();

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
  int savepoint();

  /** Undoes all writes since the mark; reads stay. */
  void rollbackTo(int mark);

  /**
   * Commits, waiting until the effects are durable and published. The transaction has ended
   * whatever the result.
   *
   * @throws MosqlException 40003 when durability is unknown, 58030, 53100, 53200, 54000 when it
   *     certainly did not commit
   */
  CommitResult commit();

  /**
   * The same, with a result that is kept with the outcome, for whoever loses the answer.
   *
   * @param result the number of rows that its one statement changed; -1 for none
   */
  default CommitResult commit(long result) {
    return commit();
  }

  /**
   * Commits as {@link #commit()} does, but after a conflict the transaction has not ended: it is to
   * be rolled back, or run again from its start after {@link #restart}.
   */
  CommitResult commitOrKeep();

  /** The same, with a result as {@link #commit(long)} takes it. */
  default CommitResult commitOrKeep(long result) {
    return commitOrKeep();
  }

  /**
   * Makes sure that what was read was still so when this was called: for one that ends without
   * writes, or by an error that is a result, on a node that leads a replicated log. It goes on
   * afterwards. Nothing for a local log.
   *
   * @throws MosqlException 57P05 when this node does not lead, 40001 when another node has led
   *     since the snapshot was taken, and what was read does not hold any more
   */
  default void confirm() {}

  /**
   * Forgets what was read and written, and begins anew on the newest version with the rows that are
   * held already. Who has lost often gets a turn: writers of the trees that it used are kept back
   * for a while.
   *
   * @param patience for the turn
   */
  void restart(LockWaitPolicy patience);

  /**
   * Submits it under a new name instead of its own, for it is only a part of what its client asked
   * for; until {@link #restart}.
   */
  default void useFreshName() {}

  /** What was last submitted for commit, to ask {@code Store.outcome}; null before. */
  @Nullable CommitToken commitToken();

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

  /** The epoch of the root that it reads; see {@code Store.barrier}. */
  long snapshotEpoch();
}
