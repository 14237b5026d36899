package io.mosql.storage;

import io.mosql.storage.tree.Tree;
import org.jspecify.annotations.Nullable;

/**
 * What a read saw. On the node that ran the transaction it is the very object that was seen, so
 * that nothing is hashed and most comparisons end at identity; on the wire it is a fingerprint of
 * the columns looked at. Both give the same verdict.
 */
sealed interface Witness {
  /**
   * Of a point read.
   *
   * @param row in the snapshot; null for absence
   */
  record Row(byte @Nullable [] row) implements Witness {}

  /**
   * Of a range read.
   *
   * @param tree of the snapshot
   */
  record Contents(Tree tree) implements Witness {}

  /**
   * @param bytes as {@link Fingerprint} makes them
   */
  record Print(byte[] bytes) implements Witness {}
}
