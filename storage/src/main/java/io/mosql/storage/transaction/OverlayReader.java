package io.mosql.storage.transaction;

import io.mosql.core.type.LargeObject;
import io.mosql.storage.certify.PatchEvaluator;
import io.mosql.storage.tree.Tree;
import io.mosql.storage.version.ColumnSet;
import io.mosql.storage.version.TreeEstimates;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The reads of a running transaction that are certified always, or as its level says; of its
 * current view, or of its view when the statement took its snapshot. A read-only transaction
 * records none, nor does one that has committed.
 */
final class OverlayReader implements TransactionReader {
  private final SnapshotTransaction transaction;
  private final boolean always;
  private final boolean earlier;
  private final boolean readOnly;
  private final OverlayReader certified;

  /**
   * @param earlier whether own writes are those of the time when the statement took its snapshot
   */
  OverlayReader(SnapshotTransaction transaction, boolean earlier, boolean readOnly) {
    this.transaction = transaction;
    this.always = false;
    this.earlier = earlier;
    this.readOnly = readOnly;
    this.certified = new OverlayReader(this);
  }

  /** The same view, whose reads are always certified. */
  private OverlayReader(OverlayReader plain) {
    this.transaction = plain.transaction;
    this.always = true;
    this.earlier = plain.earlier;
    this.readOnly = plain.readOnly;
    this.certified = this;
  }

  @Override
  public OverlayReader certified() {
    return certified;
  }

  @Override
  public byte @Nullable [] get(long tree, byte[] key, ColumnSet columns) {
    TreeOverlay view = transaction.view(tree);
    WritesByKey writes = writes(view, earlier);
    OwnWrite own = writes == null ? null : writes.get(key);
    if (own == null) {
      byte[] row = view.baseRow(key);
      remember(view, key, columns, row);
      return row;
    }
    if (own.before() != null) {
      view.readBack(own, columns);
      ColumnSet beneath = columns.minus(PatchEvaluator.set(own.changes()));
      if (!beneath.isEmpty()) {
        remember(view, key, beneath, own.before());
      }
    }
    return own.row();
  }

  /** Visible own writes; null for none. */
  static @Nullable WritesByKey writes(TreeOverlay view, boolean earlier) {
    return earlier ? view.earlierWrites() : view.ownWrites();
  }

  void remember(TreeOverlay view, byte[] key, ColumnSet columns, byte @Nullable [] row) {
    TreeReadSet reads = reads(view);
    if (reads != null && view.showsSnapshot()) {
      reads.point(key, columns, row);
    }
  }

  private @Nullable TreeReadSet reads(TreeOverlay view) {
    return readOnly || !transaction.isOpen() ? null : always ? view.certified() : view.plain();
  }

  @Override
  public RowCursor scan(
      long tree, byte @Nullable [] from, byte @Nullable [] to, boolean reverse, ColumnSet columns) {
    TreeOverlay view = transaction.view(tree);
    return new OverlayCursor(transaction, view, from, to, reverse, columns, reads(view), earlier);
  }

  @Override
  public byte @Nullable [] getUnrecorded(long tree, byte[] key) {
    TreeOverlay view = transaction.view(tree);
    WritesByKey writes = writes(view, earlier);
    OwnWrite own = writes == null ? null : writes.get(key);
    return own == null ? view.baseRow(key) : own.row();
  }

  @Override
  public RowCursor scanUnrecorded(
      long tree, byte @Nullable [] from, byte @Nullable [] to, boolean reverse) {
    TreeOverlay view = transaction.view(tree);
    return new OverlayCursor(transaction, view, from, to, reverse, ColumnSet.NONE, null, earlier);
  }

  @Override
  public @Nullable ParallelScan scanParallel(
      long tree,
      byte @Nullable [] from,
      byte @Nullable [] to,
      ColumnSet columns,
      long rowsMin,
      long partRows) {
    TreeOverlay view = transaction.view(tree);
    Tree base = view.base();
    if (base == null || view.isWritten() || base.size() < rowsMin) {
      return null;
    }
    long rows = base.count(from, to);
    if (rows < rowsMin) {
      return null;
    }
    ParallelScan scan = new ParallelScan(transaction.pin(), base, from, to, rows, partRows);
    TreeReadSet reads = reads(view);
    if (reads != null) {
      RangeRead range = reads.range(from, to, false, columns);
      reads.countRows(rows);
      range.complete(rows);
    }
    return scan;
  }

  @Override
  public void readWhole(long tree) {
    TreeOverlay view = transaction.view(tree);
    if (!readOnly && transaction.isOpen()) {
      view.certified().readWhole();
    }
  }

  @Override
  public void readFrom(long tree, List<byte[]> keys) {
    TreeOverlay view = transaction.view(tree);
    if (!readOnly && transaction.isOpen()) {
      view.certified().readFrom(keys);
    }
  }

  @Override
  public LargeObject.Source largeObjects() {
    return transaction.largeObjects();
  }

  @Override
  public TreeEstimates estimates() {
    return transaction.root();
  }

  @Override
  public boolean hasTree(long tree) {
    return transaction.view(tree).exists();
  }

  @Override
  public long treePosition(long tree) {
    return transaction.root().treePosition(tree);
  }

  @Override
  public boolean hasWritten(long tree) {
    return transaction.view(tree).isWritten();
  }

  @Override
  public long count(long tree, byte @Nullable [] from, byte @Nullable [] to) {
    TreeOverlay view = transaction.view(tree);
    Tree base = view.base();
    long count = base == null ? 0 : base.count(from, to);
    TreeReadSet reads = reads(view);
    if (reads != null && view.showsSnapshot()) {
      reads.count(from, to, count);
    }
    WritesByKey own = writes(view, earlier);
    return own == null ? count : count + ownChange(view, own, from, to);
  }

  /** The difference that own writes make to the number of rows in [from, to). */
  private long ownChange(
      TreeOverlay view, WritesByKey own, byte @Nullable [] from, byte @Nullable [] to) {
    long[] change = {0};
    own.forEach(
        from,
        to,
        (key, write) -> {
          switch (write.kind()) {
            case INSERT -> change[0]++;
            case DELETE -> change[0]--;
            case PUT, REMOVE -> {
              byte[] row = view.baseRow(key);
              remember(view, key, ColumnSet.NONE, row);
              change[0] += (write.row() == null ? 0 : 1) - (row == null ? 0 : 1);
            }
            case REPLACE, PATCH -> {}
          }
        });
    return change[0];
  }
}
