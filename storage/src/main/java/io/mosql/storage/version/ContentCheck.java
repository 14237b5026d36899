package io.mosql.storage.version;

import io.mosql.core.error.MosqlException;
import io.mosql.storage.error.StorageErrorMessage;
import io.mosql.storage.tree.Tree;

/**
 * The check for diverged replicas: the leader puts a hash of a sample of its contents into the
 * header of a record, and every replica compares it before it applies that record.
 *
 * <p>The sample follows from the root alone: from all trees, in the order of their ids, a fixed
 * number of entries starting at a place that the position determines. So all replicas hash the same
 * entries, each check different ones, and a small database is checked as a whole. Part of the
 * format: another number of entries, or another place, needs another version of the record.
 *
 * <p>The check cannot tell which of two different replicas is wrong: the one that stops is not the
 * leader. Pure.
 */
public final class ContentCheck {
  /** Maximum number of entries that a check reads. */
  static final int ENTRIES_MAX = 2048;

  private static final long MIX_1 = 0xBF58476D1CE4E5B9L;
  private static final long MIX_2 = 0x94D049BB133111EBL;
  private static final long ODD = 31;

  private ContentCheck() {}

  /** The hash that every replica has at the root's position. */
  public static long of(Root root) {
    long total = 0;
    long hash = root.position();
    for (long id : root.treeIds()) {
      long size = sizeOf(root, id);
      total += size;
      hash = mix(hash * ODD + id) + mix(size * ODD + root.treePosition(id));
    }
    if (total == 0) {
      return hash;
    }
    long from = total <= ENTRIES_MAX ? 0 : Long.remainderUnsigned(mix(root.position()), total);
    long left = Math.min(total, ENTRIES_MAX);
    while (left > 0) {
      long before = 0;
      for (long id : root.treeIds()) {
        long size = sizeOf(root, id);
        Tree tree = root.tree(id);
        long rank = from - before;
        before += size;
        if (tree != null && left > 0 && rank >= 0 && rank < size) {
          long count = Math.min(left, size - rank);
          hash = mix(hash + id) + tree.hash(rank, count);
          from += count;
          left -= count;
        }
      }
      from = 0;
    }
    return hash;
  }

  /** The hash of all contents; reads the whole database. */
  public static long ofAll(Root root) {
    long hash = root.position();
    for (long id : root.treeIds()) {
      Tree tree = root.tree(id);
      hash = mix(hash * ODD + id) + mix(sizeOf(root, id) * ODD + root.treePosition(id));
      hash += tree == null ? 0 : mix(tree.contentHash());
    }
    return hash;
  }

  private static long sizeOf(Root root, long id) {
    Tree tree = root.tree(id);
    return tree == null ? 0 : tree.size();
  }

  /**
   * Compares this replica with the leader's hash.
   *
   * @throws MosqlException XX001 when they differ
   */
  public static void require(Root copy, long said) {
    if (of(copy) != said) {
      throw StorageErrorMessage.REPLICA_DIFFERS.error(copy.position());
    }
  }

  private static long mix(long value) {
    long z = (value ^ (value >>> 30)) * MIX_1;
    z = (z ^ (z >>> 27)) * MIX_2;
    return z ^ (z >>> 31);
  }
}
