package io.mosql.storage.certify;

import io.mosql.storage.version.ColumnSet;
import org.jspecify.annotations.Nullable;

/** One entry of a read set: a read that must give the same result when the transaction commits. */
public sealed interface Read {
  long tree();

  /**
   * One key.
   *
   * @param columns read; none for mere presence
   */
  record Point(long tree, byte[] key, ColumnSet columns, ObservedValue observed) implements Read {}

  /**
   * The keys in [from, to) and some of their columns.
   *
   * @param from null for the first key
   * @param to null for after the last one
   * @param rows in it
   */
  record Range(
      long tree,
      byte @Nullable [] from,
      byte @Nullable [] to,
      ColumnSet columns,
      long rows,
      ObservedValue observed)
      implements Read {}

  /** The number of keys in [from, to). */
  record Count(long tree, byte @Nullable [] from, byte @Nullable [] to, long rows)
      implements Read {}

  /**
   * "Not written since", for reads above a bound.
   *
   * @param position of the last write to the tree in the snapshot, 0 for no tree
   */
  record Table(long tree, long position) implements Read {}
}
