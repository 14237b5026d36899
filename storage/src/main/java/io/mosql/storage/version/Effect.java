package io.mosql.storage.version;

import io.mosql.core.codec.RowFormat;
import org.jspecify.annotations.Nullable;

/**
 * One redo operation: a final change of an entry or tree, as stored in the log. The arrays must not
 * be changed.
 */
public sealed interface Effect {
  long tree();

  /** Sets the whole row, present or not. */
  record Put(long tree, byte[] key, byte[] value) implements Effect {}

  /** Removes an existing row. */
  record Delete(long tree, byte[] key) implements Effect {}

  /**
   * Sets fields of an existing row.
   *
   * @param ordinals strictly ascending
   * @param fields beside the ordinals
   * @param prepared the resulting row, precomputed by the node that made the effect
   */
  record SetFields(
      long tree, byte[] key, int[] ordinals, byte[][] fields, @Nullable PatchedRow prepared)
      implements Effect {
    public SetFields {
      assert ordinals.length == fields.length : "each ordinal has a field";
    }

    /** The row with the fields set. */
    byte[] on(byte[] row) {
      return prepared != null && prepared.before() == row
          ? prepared.after()
          : RowFormat.withFields(row, ordinals, fields);
    }
  }

  /** Creates an empty tree that did not exist. */
  record CreateTree(long tree) implements Effect {}

  record DropTree(long tree) implements Effect {}

  record TruncateTree(long tree) implements Effect {}

  /** Changes nothing: the result that is kept with the position of the commit. */
  record Result(long count) implements Effect {
    @Override
    public long tree() {
      return SystemTrees.OUTCOMES;
    }
  }
}
