package io.mosql.storage.certify;

import io.mosql.storage.version.FieldPatch;
import io.mosql.storage.version.PatchedRow;
import io.mosql.storage.version.SystemTrees;
import io.mosql.storage.version.TransactionId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A net change of one key or tree, with the expected current state. The arrays must not be changed.
 */
public sealed interface Write {
  long tree();

  /** A change of one key. */
  sealed interface OfKey extends Write {
    byte[] key();
  }

  /** The key must be absent. */
  record Insert(long tree, byte[] key, byte[] row) implements OfKey {}

  /** The key must be present. */
  record Delete(long tree, byte[] key) implements OfKey {}

  /** Delete and insert of the same key, which must be present. */
  record Replace(long tree, byte[] key, byte[] row) implements OfKey {}

  /**
   * The key must be present.
   *
   * @param changes in ascending order of ordinals; several Adds of one ordinal stay a sequence
   * @param prepared the resulting fields, precomputed on the node that ran the transaction, for
   *     changes that are all Set
   */
  record Patch(long tree, byte[] key, List<FieldPatch> changes, @Nullable PatchedRow prepared)
      implements OfKey {}

  /** Sets an index entry, present or not. */
  record Put(long tree, byte[] key, byte[] value) implements OfKey {}

  /** Removes an index entry, present or not. */
  record Remove(long tree, byte[] key) implements OfKey {}

  /**
   * Prevents a transaction from committing; it must not have committed.
   *
   * @param of the transaction
   * @param origin of its request
   */
  record Fence(TransactionId of, long origin) implements Write {
    @Override
    public long tree() {
      return SystemTrees.OUTCOMES;
    }
  }

  /** A change of a whole tree; precedes all changes of keys. */
  sealed interface OfTree extends Write {}

  /** The tree must not exist. */
  record CreateTree(long tree) implements OfTree {}

  /** The tree must exist. */
  record DropTree(long tree) implements OfTree {}

  /** The tree must exist. */
  record TruncateTree(long tree) implements OfTree {}
}
