package io.mosql.storage;

import io.mosql.core.codec.Keys;
import io.mosql.core.codec.RowFormat;
import io.mosql.core.type.LargeObject;
import io.mosql.storage.commit.CommitResult;
import io.mosql.storage.lock.LockMode;
import io.mosql.storage.lock.LockResult;
import io.mosql.storage.lock.LockWaitPolicy;
import io.mosql.storage.transaction.CertificationLevel;
import io.mosql.storage.transaction.ConflictHistory;
import io.mosql.storage.transaction.PatchResult;
import io.mosql.storage.transaction.RowCursor;
import io.mosql.storage.transaction.Transaction;
import io.mosql.storage.transaction.TransactionName;
import io.mosql.storage.transaction.TransactionReader;
import io.mosql.storage.transaction.TreeReader;
import io.mosql.storage.version.ColumnSet;
import io.mosql.storage.version.FieldPatch;
import io.mosql.storage.version.TreeEstimates;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The model of a transaction: it works alone on a copy of the map, and every mark is a copy too.
 */
public final class ModelTransaction implements Transaction {
  private final List<TreeMap<byte[], byte[]>> marks = new ArrayList<>();
  private TreeMap<byte[], byte[]> rows = new TreeMap<>(Keys.ORDER);

  public ModelTransaction(Map<byte[], byte[]> committed) {
    rows.putAll(committed);
  }

  public Map<byte[], byte[]> rows() {
    return rows;
  }

  @Override
  public byte @Nullable [] get(long tree, byte[] key, ColumnSet columns) {
    return rows.get(key);
  }

  @Override
  public byte @Nullable [] getUnrecorded(long tree, byte[] key) {
    return rows.get(key);
  }

  @Override
  public RowCursor scan(
      long tree, byte @Nullable [] from, byte @Nullable [] to, boolean reverse, ColumnSet columns) {
    return new RowCursor() {
      private byte @Nullable [] at;

      @Override
      public boolean next() {
        NavigableMap<byte[], byte[]> range = range(from, to);
        NavigableMap<byte[], byte[]> ahead = reverse ? range.descendingMap() : range;
        Map.Entry<byte[], byte[]> entry = at == null ? ahead.firstEntry() : ahead.higherEntry(at);
        if (entry != null) {
          at = entry.getKey();
        }
        return entry != null;
      }

      @Override
      public byte[] key() {
        if (at == null) {
          throw new IllegalStateException();
        }
        return at;
      }

      @Override
      public byte[] row() {
        byte[] row = rows.get(key());
        if (row == null) {
          throw new IllegalStateException();
        }
        return row;
      }
    };
  }

  private NavigableMap<byte[], byte[]> range(byte @Nullable [] from, byte @Nullable [] to) {
    if (from != null && to != null && Keys.compare(from, to) >= 0) {
      return new TreeMap<>(Keys.ORDER);
    }
    NavigableMap<byte[], byte[]> range = from == null ? rows : rows.tailMap(from, true);
    return to == null ? range : range.headMap(to, false);
  }

  @Override
  public TransactionReader takeSnapshot() {
    return new ModelTransaction(rows);
  }

  @Override
  public LargeObject.Source largeObjects() {
    throw new UnsupportedOperationException();
  }

  @Override
  public boolean claimLargeObject(LargeObject object, long owner) {
    throw new UnsupportedOperationException();
  }

  @Override
  public boolean releaseLargeObject(long id, long owner) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void holdLargeObject(long id) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void dropSnapshot() {}

  @Override
  public void readWhole(long tree) {}

  @Override
  public void readFrom(long tree, List<byte[]> keys) {}

  @Override
  public long count(long tree, byte @Nullable [] from, byte @Nullable [] to) {
    return range(from, to).size();
  }

  @Override
  public TreeEstimates estimates() {
    throw new UnsupportedOperationException();
  }

  @Override
  public boolean insert(long tree, byte[] key, byte[] row) {
    return rows.putIfAbsent(key, row) == null;
  }

  @Override
  public boolean delete(long tree, byte[] key) {
    return rows.remove(key) != null;
  }

  @Override
  public boolean set(long tree, byte[] key, int[] ordinals, byte[][] fields) {
    return rows.computeIfPresent(key, (k, row) -> RowFormat.withFields(row, ordinals, fields))
        != null;
  }

  @Override
  public void put(long tree, byte[] key, byte[] value) {
    rows.put(key, value);
  }

  @Override
  public void remove(long tree, byte[] key) {
    rows.remove(key);
  }

  @Override
  public long newId() {
    throw new UnsupportedOperationException();
  }

  @Override
  public void createTree(long tree) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void dropTree(long tree) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void truncateTree(long tree) {
    rows = new TreeMap<>(Keys.ORDER);
  }

  @Override
  public boolean hasTree(long tree) {
    return true;
  }

  @Override
  public long treePosition(long tree) {
    return 0;
  }

  @Override
  public boolean hasWritten(long tree) {
    return true;
  }

  @Override
  public boolean hasWrites() {
    return true;
  }

  @Override
  public int savepoint() {
    marks.add(new TreeMap<>(rows));
    return marks.size() - 1;
  }

  @Override
  public void rollbackTo(int mark) {
    rows = new TreeMap<>(marks.get(mark));
  }

  @Override
  public CertificationLevel level() {
    return CertificationLevel.SERIALIZABLE;
  }

  @Override
  public TreeReader certified() {
    return this;
  }

  @Override
  public RowCursor scanUnrecorded(
      long tree, byte @Nullable [] from, byte @Nullable [] to, boolean reverse) {
    return scan(tree, from, to, reverse, ColumnSet.ALL);
  }

  @Override
  public PatchResult patch(long tree, byte[] key, List<FieldPatch> changes) {
    throw new UnsupportedOperationException();
  }

  @Override
  public LockResult lockRow(long tree, byte[] key, LockMode mode, LockWaitPolicy policy) {
    return LockResult.CURRENT;
  }

  @Override
  public LockResult lockPrefix(long tree, byte[] prefix, LockWaitPolicy policy) {
    return LockResult.CURRENT;
  }

  @Override
  public boolean beginStatement(@Nullable ConflictHistory history) {
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
  public CommitResult commitOrKeep(long result) {
    return commit(result);
  }

  @Override
  public void restart(LockWaitPolicy policy) {
    throw new IllegalStateException("a model has no conflicts");
  }

  @Override
  public CommitResult commit(long result) {
    return new CommitResult.Committed(0);
  }

  @Override
  public @Nullable TransactionName submittedName() {
    return null;
  }

  @Override
  public long writtenBytes() {
    return 0;
  }

  @Override
  public CommitResult prepare(String gid, long owner) {
    throw new UnsupportedOperationException("the model has no second phase");
  }

  @Override
  public void holdReads() {}

  @Override
  public void rollback() {}

  @Override
  public void abandon(String reason) {
    throw new UnsupportedOperationException();
  }

  @Override
  public boolean isOpen() {
    return true;
  }

  @Override
  public long snapshotPosition() {
    return 0;
  }

  @Override
  public long snapshotEpoch() {
    return 0;
  }
}
