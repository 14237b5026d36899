package io.mosql.storage.transaction;

import io.mosql.core.error.InvariantViolation;
import io.mosql.core.error.MosqlException;
import io.mosql.core.type.LargeObject;
import io.mosql.storage.commit.CommitResult;
import io.mosql.storage.lock.LockMode;
import io.mosql.storage.lock.LockResult;
import io.mosql.storage.lock.LockWaitPolicy;
import io.mosql.storage.version.FieldPatch;
import io.mosql.storage.version.OutcomeTable;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A transaction: it runs alone against an immutable snapshot, records its reads and writes, and
 * commits exactly when all its reads still give the same result.
 *
 * <p>Own writes are visible to own reads and cursors, including cursors that are open already.
 * Reads of own writes are not recorded, but reads of the snapshot beneath them are. Undoing writes
 * ({@link #rollbackTo}) never discards reads: an error is a result.
 *
 * <p>A read-only transaction records nothing and rejects writes with 25006. Not thread-safe. Once
 * ended every method except {@link #rollback()} fails with IllegalStateException.
 */
public interface Transaction extends TransactionReader {
  CertificationLevel level();

  /**
   * Fixes the contents that the current statement reads: the returned reader does not see later
   * writes, until {@link #dropSnapshot}. For a statement of several parts, which all see the
   * database as of the start of the statement. A second call fixes it again. Trees are not created,
   * dropped or truncated meanwhile.
   */
  TransactionReader takeSnapshot();

  /** Ends the use of the result of {@link #takeSnapshot}. No effect without one. */
  void dropSnapshot();

  /**
   * Inserts a row. Needs no read: the certifier checks that the key is absent.
   *
   * @return false, and nothing changed, when the key is present in this transaction's view; this is
   *     recorded as a read
   */
  boolean insert(long tree, byte[] key, byte[] row);

  /**
   * Deletes a row.
   *
   * @return false when the key is absent in this transaction's view; this is recorded as a read
   */
  boolean delete(long tree, byte[] key);

  /**
   * Sets fields of a row that is present.
   *
   * @param ordinals ascending
   * @param fields beside the ordinals, as RowFormat.encodeField makes them; kept
   * @return false when the key is absent in this transaction's view; this is recorded as a read
   */
  default boolean set(long tree, byte[] key, int[] ordinals, byte[][] fields) {
    PatchResult result = patch(tree, key, OwnWrite.sets(ordinals, fields));
    if (result == PatchResult.REFUSED) {
      throw new InvariantViolation("a patch that adds nothing is not refused");
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
   * Locks a row against other transactions until this one has ended, waiting for owners of
   * conflicting locks; waiters are served in order. Then checks whether the columns that the mode
   * reads (for a whole row, and for an absent one: its presence) are unchanged since the snapshot.
   * Row locks only schedule: the certifier decides the commit by the recorded reads.
   *
   * <p>A transaction that owns very many row locks already only checks.
   *
   * @throws MosqlException 55P03 on a lock timeout or with NOWAIT, 40P01 when the wait would be a
   *     deadlock, 57014 when it was cancelled; the row is not locked then
   */
  LockResult lockRow(long tree, byte[] key, LockMode mode, LockWaitPolicy policy);

  /**
   * Locks a key prefix against other transactions that lock the same prefix, as {@link #lockRow}
   * locks a row. Then checks whether the number of rows with this prefix is unchanged since the
   * snapshot.
   */
  LockResult lockPrefix(long tree, byte[] prefix, LockWaitPolicy policy);

  /**
   * Begins a statement: its reads, writes and row locks from here on can be undone. In READ
   * COMMITTED the snapshot moves to the newest version.
   *
   * @param history of the statement's reads; null for a statement that is not to learn
   * @return false when integrity reads of earlier statements are invalid in the newest version, so
   *     that this transaction can never commit; only in READ COMMITTED
   */
  boolean beginStatement(@Nullable ConflictHistory history);

  /** Whether the current statement must lock the rows that its reads return. */
  boolean locksReads();

  /**
   * Whether the current statement must lock its additions as reads too, because later statements of
   * such transactions read the sum: otherwise of two transactions that add and then read both would
   * fail.
   */
  boolean locksAdditions();

  /** Undoes the writes and reads of the current statement; its row locks are kept. */
  void undoStatement();

  /**
   * Undoes the writes and releases the row locks of the current statement; its reads stay recorded.
   */
  void failStatement();

  /**
   * Moves the snapshot to the newest version, when all recorded reads are valid in it and own
   * writes find their expected state. Open cursors continue after their last key. The current
   * statement must have been undone.
   *
   * @return false, and nothing changed, when one is not; then this transaction cannot commit
   */
  boolean refresh();

  /**
   * Makes a row of a table refer to a large object that no other row refers to.
   *
   * @param owner overflow tree of the table
   * @return false, and nothing changed, when it may not be claimed any more: the row needs a copy
   */
  boolean claimLargeObject(LargeObject object, long owner);

  /**
   * Ends the reference of a row to a large object, which is deleted after the commit.
   *
   * @param owner overflow tree of the table
   * @return false when there is no such reference
   */
  boolean releaseLargeObject(long id, long owner);

  /**
   * Takes over the hold of the writer of a large object: it is deleted when the transaction has
   * ended, unless a row refers to it then.
   */
  void holdLargeObject(long id);

  /** Writes an index entry, present or not. */
  void put(long tree, byte[] key, byte[] value);

  /** Removes an index entry, present or not. */
  void remove(long tree, byte[] key);

  /**
   * Allocates an id that was never used for a tree, column or other catalog object; survives
   * rollback as a gap.
   */
  long newId();

  /** Creates an empty tree with an id from {@link #newId()}. */
  void createTree(long tree);

  void dropTree(long tree);

  void truncateTree(long tree);

  /** Whether it has any write that was not undone. */
  boolean hasWrites();

  /** Estimated bytes of heap of its writes. */
  long writtenBytes();

  /** A point that {@link #rollbackTo} can return to. */
  int savepoint();

  /** Undoes all writes since the mark; reads stay. */
  void rollbackTo(int mark);

  /** The same as {@link #commit(long)}, without a result. */
  default CommitResult commit() {
    return commit(OutcomeTable.NO_RESULT);
  }

  /**
   * Commits, blocking until the effects are durable and published. The transaction has ended
   * whatever the result.
   *
   * @param result the number of rows that its only statement changed, which is kept with the
   *     outcome for a client that loses the answer; -1 for none
   * @throws MosqlException 40003 when durability is unknown, 58030, 53100, 53200, 54000 when it
   *     certainly did not commit
   */
  CommitResult commit(long result);

  /** The same as {@link #commitOrKeep(long)}, without a result. */
  default CommitResult commitOrKeep() {
    return commitOrKeep(OutcomeTable.NO_RESULT);
  }

  /**
   * Commits as {@link #commit(long)} does, but after a conflict the transaction has not ended: the
   * caller rolls it back, or runs it again from its start after {@link #restart}.
   */
  CommitResult commitOrKeep(long result);

  /**
   * Lets its commit wait for prepared transactions that hold what it writes, as {@link #lockRow}
   * waits for locks: otherwise it is a conflict. PREPARE never waits so: the one that it waited for
   * may have the same client.
   */
  default void waitForPrepared(LockWaitPolicy policy) {}

  /**
   * Prepares it for a two-phase commit: it is certified, and stored durably under an identifier
   * until {@code Store.endPrepared}, and so are its row locks. It has ended here whatever the
   * result; after a conflict it is not prepared.
   *
   * @param gid its global identifier; a conflict in the tree of prepared transactions means that
   *     another one has it
   * @param owner account that prepares it; 0 for none
   * @throws MosqlException as {@link #commit(long)}
   */
  CommitResult prepare(String gid, long owner);

  /**
   * Confirms that all recorded reads were valid when this was called: for a transaction that ends
   * without writes, or by an error that is a result, on the leader of a replicated log. The
   * transaction continues afterwards. A no-op for a local log.
   *
   * @throws MosqlException 57P05 when this node is not the leader, 40001 when another node has led
   *     since the snapshot was taken, and a recorded read is invalid
   */
  default void confirm() {}

  /**
   * Discards recorded reads and writes, and begins again on the newest version with the row locks
   * that it owns. A transaction that has failed often gets an exclusive turn: writers of the trees
   * that it used are blocked for a limited time.
   *
   * @param policy lock wait policy for the turn
   */
  void restart(LockWaitPolicy policy);

  /**
   * Submits it under a new name instead of its own, since it is only a part of the client's
   * request; until {@link #restart}.
   */
  default void useFreshName() {}

  /** The name of the last submitted commit, for {@code Store.outcome}; null before. */
  @Nullable TransactionName submittedName();

  /**
   * Keeps its reads when it commits: its readers and open cursors then go on to return the rows of
   * its snapshot and its own writes, until {@link #rollback}, and record nothing. Its row locks end
   * with the commit.
   */
  void holdReads();

  /**
   * Ends the transaction and discards its writes; ends the reads that a committed one has held. No
   * effect once ended.
   */
  void rollback();

  /**
   * Releases the snapshot, from any thread: further use of the transaction fails with 72000 for the
   * reason.
   */
  void abandon(String reason);

  boolean isOpen();

  /** Position of the snapshot. */
  long snapshotPosition();

  /** The epoch of the root that it reads; see {@code Store.barrier}. */
  long snapshotEpoch();
}
