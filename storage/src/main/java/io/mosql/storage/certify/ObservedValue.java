package io.mosql.storage.certify;

import io.mosql.storage.tree.Tree;
import org.jspecify.annotations.Nullable;

/**
 * The value that a read observed. On the node that ran the transaction it is a reference to the
 * observed object, so that nothing is hashed and most comparisons end at identity; on the wire it
 * is a fingerprint of the columns read. Both give the same verdict.
 */
public sealed interface ObservedValue {
  /**
   * Of a point read.
   *
   * @param row in the snapshot; null for absence
   */
  record Row(byte @Nullable [] row) implements ObservedValue {}

  /**
   * Of a range read.
   *
   * @param tree of the snapshot
   */
  record Contents(Tree tree) implements ObservedValue {}

  /**
   * @param bytes as {@code Fingerprint} makes them
   */
  record Fingerprinted(byte[] bytes) implements ObservedValue {}
}
