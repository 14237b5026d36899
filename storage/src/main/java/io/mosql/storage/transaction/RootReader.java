package io.mosql.storage.transaction;

import io.mosql.core.codec.Keys;
import io.mosql.core.type.LargeObject;
import io.mosql.storage.object.LargeObjectContent;
import io.mosql.storage.tree.Tree;
import io.mosql.storage.tree.TreeCursor;
import io.mosql.storage.version.ColumnSet;
import io.mosql.storage.version.Root;
import io.mosql.storage.version.SystemTrees;
import io.mosql.storage.version.TreeEstimates;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The reads of a root outside of any transaction, such as that of a checkpoint: nothing is recorded
 * and nothing certified. Immutable; a cursor belongs to one thread.
 */
public final class RootReader implements TransactionReader {
  private final Root root;

  public RootReader(Root root) {
    this.root = root;
  }

  @Override
  public TreeReader certified() {
    return this;
  }

  @Override
  public byte @Nullable [] get(long tree, byte[] key, ColumnSet columns) {
    return root.get(tree, key);
  }

  @Override
  public byte @Nullable [] getUnrecorded(long tree, byte[] key) {
    return root.get(tree, key);
  }

  @Override
  public RowCursor scan(
      long tree, byte @Nullable [] from, byte @Nullable [] to, boolean reverse, ColumnSet columns) {
    return scanUnrecorded(tree, from, to, reverse);
  }

  @Override
  public RowCursor scanUnrecorded(
      long tree, byte @Nullable [] from, byte @Nullable [] to, boolean reverse) {
    Tree contents = root.tree(tree);
    return new Rows(contents == null ? null : contents.cursor(), from, to, reverse);
  }

  @Override
  public long count(long tree, byte @Nullable [] from, byte @Nullable [] to) {
    return root.count(tree, from, to);
  }

  @Override
  public void readWhole(long tree) {}

  @Override
  public void readFrom(long tree, List<byte[]> keys) {}

  @Override
  public LargeObject.Source largeObjects() {
    return new LargeObjectContent(key -> root.get(SystemTrees.LARGE_OBJECTS, key));
  }

  @Override
  public TreeEstimates estimates() {
    return root;
  }

  @Override
  public boolean hasTree(long tree) {
    return root.tree(tree) != null;
  }

  @Override
  public long treePosition(long tree) {
    return root.treePosition(tree);
  }

  @Override
  public boolean hasWritten(long tree) {
    return false;
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
}
