package io.mosql.storage.tree;

/**
 * A segment of pages, in the view of the tree: an immutable file with a random 128-bit id.
 * Implementations are thread-safe.
 */
public interface PageSource {
  /** First half of the segment's id. */
  long idHigh();

  /** Second half of the segment's id. */
  long idLow();

  /**
   * Reads a page and checks it.
   *
   * @throws io.mosql.core.error.MosqlException XX001 naming file and offset when the bytes do not
   *     have the checksum of the reference, 58030 when they cannot be read
   */
  byte[] read(PageRef page);

  /**
   * Adds a node that was just loaded from, or written to, the page to the cache, which may drop it,
   * or others, at any time.
   *
   * @return the node to use: another thread's, if that thread was faster
   */
  TreeNode admit(PageRef page, TreeNode node);

  /**
   * The segment with this id, which a page of this one refers to.
   *
   * @throws io.mosql.core.error.MosqlException XX001 when there is none
   */
  PageSource segment(long idHigh, long idLow);

  /**
   * Whether a durable manifest names the segment. Until then only the checkpoint that writes it may
   * rely on it; a segment whose checkpoint failed never becomes durable.
   */
  boolean isDurable();
}
