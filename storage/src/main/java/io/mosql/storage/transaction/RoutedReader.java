package io.mosql.storage.transaction;

import io.mosql.core.type.LargeObject;
import io.mosql.storage.tree.PageStatistics;
import io.mosql.storage.version.ColumnSet;
import io.mosql.storage.version.SystemTrees;
import io.mosql.storage.version.TreeEstimates;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads of two stores: that of the database, and the private one with the temporary trees of a
 * session. The id of a tree says in which one it is. Not thread-safe.
 *
 * @param <T> the reads of one store
 */
class RoutedReader<T extends TreeReader> implements TreeReader {
  final T database;
  final T temporary;

  RoutedReader(T database, T temporary) {
    this.database = database;
    this.temporary = temporary;
  }

  final T of(long tree) {
    return SystemTrees.isTemporary(tree) ? temporary : database;
  }

  @Override
  public byte @Nullable [] get(long tree, byte[] key, ColumnSet columns) {
    return of(tree).get(tree, key, columns);
  }

  @Override
  public RowCursor scan(
      long tree, byte @Nullable [] from, byte @Nullable [] to, boolean reverse, ColumnSet columns) {
    return of(tree).scan(tree, from, to, reverse, columns);
  }

  @Override
  public long count(long tree, byte @Nullable [] from, byte @Nullable [] to) {
    return of(tree).count(tree, from, to);
  }

  /**
   * The same for all reads of a transaction.
   *
   * @param <T> the reads of one store
   */
  static class OfTransaction<T extends TransactionReader> extends RoutedReader<T>
      implements TransactionReader {
    private final TreeReader certified;

    OfTransaction(T database, T temporary) {
      super(database, temporary);
      this.certified = new RoutedReader<>(database.certified(), temporary.certified());
    }

    @Override
    public TreeReader certified() {
      return certified;
    }

    @Override
    public byte @Nullable [] getUnrecorded(long tree, byte[] key) {
      return of(tree).getUnrecorded(tree, key);
    }

    @Override
    public RowCursor scanUnrecorded(
        long tree, byte @Nullable [] from, byte @Nullable [] to, boolean reverse) {
      return of(tree).scanUnrecorded(tree, from, to, reverse);
    }

    @Override
    public @Nullable ParallelScan scanParallel(
        long tree,
        byte @Nullable [] from,
        byte @Nullable [] to,
        ColumnSet columns,
        long rowsMin,
        long partRows) {
      return of(tree).scanParallel(tree, from, to, columns, rowsMin, partRows);
    }

    @Override
    public void readWhole(long tree) {
      of(tree).readWhole(tree);
    }

    @Override
    public void readFrom(long tree, List<byte[]> keys) {
      of(tree).readFrom(tree, keys);
    }

    /** Those of the database: the private store has none of its own. */
    @Override
    public LargeObject.Source largeObjects() {
      return database.largeObjects();
    }

    @Override
    public TreeEstimates estimates() {
      return new RoutedEstimates(database.estimates(), temporary.estimates());
    }

    @Override
    public boolean hasTree(long tree) {
      return of(tree).hasTree(tree);
    }

    @Override
    public long treePosition(long tree) {
      return of(tree).treePosition(tree);
    }

    @Override
    public boolean hasWritten(long tree) {
      return of(tree).hasWritten(tree);
    }
  }

  private record RoutedEstimates(TreeEstimates database, TreeEstimates temporary)
      implements TreeEstimates {
    private TreeEstimates of(long tree) {
      return SystemTrees.isTemporary(tree) ? temporary : database;
    }

    @Override
    public long count(long tree, byte @Nullable [] from, byte @Nullable [] to) {
      return of(tree).count(tree, from, to);
    }

    @Override
    public byte @Nullable [] keyAt(long tree, long rank) {
      return of(tree).keyAt(tree, rank);
    }

    @Override
    public PageStatistics pages(long tree) {
      return of(tree).pages(tree);
    }
  }
}
