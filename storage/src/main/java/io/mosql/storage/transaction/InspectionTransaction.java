package io.mosql.storage.transaction;

import io.mosql.core.codec.Keys;
import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.storage.commit.CommitResult;
import io.mosql.storage.lock.LockMode;
import io.mosql.storage.lock.LockResult;
import io.mosql.storage.lock.LockWaitPolicy;
import io.mosql.storage.tree.Tree;
import io.mosql.storage.tree.TreeCursor;
import io.mosql.storage.version.ColumnSet;
import io.mosql.storage.version.FieldPatch;
import io.mosql.storage.version.Root;
import io.mosql.storage.version.TreeEstimates;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A read-only transaction over a root without a commit pipeline. Writes fail with 25006. Not
 * thread-safe.
 */
public final class InspectionTransaction implements Transaction {
  private final Root root;
  private boolean open = true;

  public InspectionTransaction(Root root) {
    this.root = root;
  }

  private void checkOpen() {
    if (!open) {
      throw new IllegalStateException("The transaction has ended");
    }
  }

  private @Nullable Tree tree(long id) {
    checkOpen();
    return root.tree(id);
  }

  @Override
  public byte @Nullable [] get(long tree, byte[] key, ColumnSet columns) {
    Tree contents = tree(tree);
    return contents == null ? null : contents.get(key);
  }

  @Override
  public byte @Nullable [] getUnrecorded(long tree, byte[] key) {
    return get(tree, key, ColumnSet.ALL);
  }

  @Override
  public RowCursor scan(
      long tree, byte @Nullable [] from, byte @Nullable [] to, boolean reverse, ColumnSet columns) {
    Tree contents = tree(tree);
    return new Rows(contents == null ? null : contents.cursor(), from, to, reverse);
  }

  /** Steps over the entries of a range. */
  private static final class Rows implements RowCursor {
    private final @Nullable TreeCursor cursor;
    private final byte @Nullable [] from;
    private final byte @Nullable [] to;
    private final boolean reverse;
    private boolean begun;

    Rows(
        @Nullable TreeCursor cursor,
        byte @Nullable [] from,
        byte @Nullable [] to,
        boolean reverse) {
      this.cursor = cursor;
      this.from = from;
      this.to = to;
      this.reverse = reverse;
    }

    @Override
    public boolean next() {
      TreeCursor entries = cursor;
      if (entries == null) {
        return false;
      }
      boolean first = !begun;
      begun = true;
      if (reverse) {
        boolean on =
            !first ? entries.previous() : to == null ? entries.last() : entries.seekBefore(to);
        return on && (from == null || Keys.compare(entries.key(), from) >= 0);
      }
      boolean on = !first ? entries.next() : from == null ? entries.first() : entries.seek(from);
      return on && (to == null || Keys.compare(entries.key(), to) < 0);
    }

    @Override
    public byte[] key() {
      return on().key();
    }

    @Override
    public byte[] row() {
      return on().value();
    }

    private TreeCursor on() {
      TreeCursor entries = cursor;
      if (entries == null) {
        throw new IllegalStateException("The cursor is on no row");
      }
      return entries;
    }
  }

  @Override
  public void readWhole(long tree) {}

  @Override
  public void readFrom(long tree, List<byte[]> keys) {}

  @Override
  public long count(long tree, byte @Nullable [] from, byte @Nullable [] to) {
    return estimates().count(tree, from, to);
  }

  @Override
  public TreeEstimates estimates() {
    checkOpen();
    return root;
  }

  @Override
  public boolean insert(long tree, byte[] key, byte[] row) {
    throw readOnly();
  }

  @Override
  public boolean delete(long tree, byte[] key) {
    throw readOnly();
  }

  @Override
  public boolean set(long tree, byte[] key, int[] ordinals, byte[][] fields) {
    throw readOnly();
  }

  @Override
  public void put(long tree, byte[] key, byte[] value) {
    throw readOnly();
  }

  @Override
  public void remove(long tree, byte[] key) {
    throw readOnly();
  }

  @Override
  public long newId() {
    throw readOnly();
  }

  @Override
  public void createTree(long tree) {
    throw readOnly();
  }

  @Override
  public void dropTree(long tree) {
    throw readOnly();
  }

  @Override
  public void truncateTree(long tree) {
    throw readOnly();
  }

  private static MosqlException readOnly() {
    return new MosqlException(SqlState.READ_ONLY_TRANSACTION, "the transaction is read-only");
  }

  @Override
  public boolean hasTree(long tree) {
    return tree(tree) != null;
  }

  @Override
  public long treePosition(long tree) {
    return root.treePosition(tree);
  }

  @Override
  public boolean hasWritten(long tree) {
    return false;
  }

  @Override
  public boolean hasWrites() {
    return false;
  }

  @Override
  public int savepoint() {
    return 0;
  }

  @Override
  public void rollbackTo(int mark) {}

  @Override
  public CertificationLevel level() {
    return CertificationLevel.SERIALIZABLE;
  }

  @Override
  public TreeReader certified() {
    return this;
  }

  @Override
  public TransactionReader takeSnapshot() {
    return this;
  }

  @Override
  public void dropSnapshot() {}

  @Override
  public RowCursor scanUnrecorded(
      long tree, byte @Nullable [] from, byte @Nullable [] to, boolean reverse) {
    return scan(tree, from, to, reverse, ColumnSet.ALL);
  }

  @Override
  public PatchResult patch(long tree, byte[] key, List<FieldPatch> changes) {
    throw readOnly();
  }

  @Override
  public LockResult lockRow(long tree, byte[] key, LockMode mode, LockWaitPolicy patience) {
    throw readOnly();
  }

  @Override
  public boolean beginStatement(@Nullable ConflictHistory heat) {
    return true;
  }

  @Override
  public boolean locksReads() {
    return false;
  }

  @Override
  public boolean locksAdditions() {
    return false;
  }

  @Override
  public void undoStatement() {}

  @Override
  public void failStatement() {}

  @Override
  public boolean refresh() {
    return false;
  }

  @Override
  public CommitResult commitOrKeep() {
    return commit();
  }

  @Override
  public void restart(LockWaitPolicy patience) {
    throw new IllegalStateException("it loses against nobody");
  }

  @Override
  public CommitResult commit() {
    open = false;
    return new CommitResult.Committed(root.position());
  }

  @Override
  public @Nullable CommitToken commitToken() {
    return null;
  }

  @Override
  public void rollback() {
    open = false;
  }

  @Override
  public void abandon(String reason) {
    open = false;
  }

  @Override
  public boolean isOpen() {
    return open;
  }

  @Override
  public long snapshotPosition() {
    return root.position();
  }

  @Override
  public long snapshotEpoch() {
    return root.epoch();
  }
}
