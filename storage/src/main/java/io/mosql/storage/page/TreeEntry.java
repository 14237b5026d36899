package io.mosql.storage.page;

import org.jspecify.annotations.Nullable;

/**
 * A tree of a checkpoint.
 *
 * @param position of the last write to it
 * @param size number of entries
 * @param root null exactly when there are none
 */
public record TreeEntry(long id, long position, long size, @Nullable PageLocation root) {
  public TreeEntry {
    if (size < 0 || (size == 0) != (root == null)) {
      throw new IllegalArgumentException("tree " + id + " has " + size + " entries, root " + root);
    }
  }
}
