package io.mosql.storage.transaction;

import io.mosql.core.type.LargeObject;
import io.mosql.storage.version.ColumnSet;
import io.mosql.storage.version.TreeEstimates;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The reads of a view of the database: of a transaction, whose level says which of them are
 * certified, of a transaction as it was at the start of a statement, or of a root alone. Not
 * thread-safe.
 */
public interface TransactionReader extends TreeReader {
  /**
   * The same view, whose reads are certified at every level: the integrity reads, such as those of
   * unique entries, foreign keys, old values of indexed columns, and rows read FOR UPDATE.
   */
  TreeReader certified();

  /**
   * Reads one value without recording it: not certified. For values that are written once under a
   * key that is never reused, and found through a row that is certified: the row determines them.
   *
   * @return the value, own writes included, not to be changed; null when absent
   */
  byte @Nullable [] getUnrecorded(long tree, byte[] key);

  /**
   * Opens a cursor that does not record the rows that it passes: for SKIP LOCKED, which reads only
   * the rows that it returns, by {@link #certified()}.
   */
  RowCursor scanUnrecorded(
      long tree, byte @Nullable [] from, byte @Nullable [] to, boolean reverse);

  /**
   * Opens a scan of [from, to) whose parts several threads can read at the same time, and records
   * the read of the whole range, as a cursor does that reaches its end.
   *
   * @param rowsMin least number of rows that is worth it
   * @param partRows rows of a part, about
   * @return null, without a recorded read, for fewer rows, and where a single thread has to merge
   *     own writes with the snapshot
   */
  default @Nullable ParallelScan scanParallel(
      long tree,
      byte @Nullable [] from,
      byte @Nullable [] to,
      ColumnSet columns,
      long rowsMin,
      long partRows) {
    return null;
  }

  /**
   * Records a read of the whole tree: any later change of it by another transaction is a conflict.
   */
  void readWhole(long tree);

  /**
   * Records reads of some rows of a tree whose contents were taken from a copy: the position of the
   * tree is compared first, and these rows one by one only if the tree was written since.
   */
  void readFrom(long tree, List<byte[]> keys);

  /**
   * Reads large objects that rows of this view refer to. They can be read until the transaction has
   * ended, and afterwards as long as they exist.
   */
  LargeObject.Source largeObjects();

  /**
   * Estimates about the snapshot's trees, not recorded as reads; valid as long as the snapshot is
   * kept.
   */
  TreeEstimates estimates();

  /** Whether the tree exists in this view. */
  boolean hasTree(long tree);

  /**
   * Position of the last committed write to the tree in the snapshot; 0 when it was never written.
   * A cheap token: equal positions mean equal contents.
   */
  long treePosition(long tree);

  /** Whether the view has own writes to the tree that were not undone. */
  boolean hasWritten(long tree);
}
