package io.mosql.storage;

import io.mosql.storage.tree.Tree;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * What a database holds, in few words: copies of one database that stand at the same position hold
 * the same entries in the same trees when their hashes are equal. How pages are cut and where they
 * lie makes no difference.
 *
 * @param position of the version that was read
 * @param hash hexadecimal digits
 */
public record ContentDigest(long position, String hash) {
  private static final int HASH_BYTES = 16;

  /** Reads all of it. */
  static ContentDigest of(Root root) {
    MessageDigest sum;
    try {
      sum = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("this JDK lacks SHA-256", e);
    }
    ByteBuffer line = ByteBuffer.allocate(3 * Long.BYTES);
    for (long id : root.treeIds()) {
      Tree tree = root.tree(id);
      if (tree != null) {
        line.clear().putLong(id).putLong(tree.size()).putLong(tree.contentHash());
        sum.update(line.array());
      }
    }
    return new ContentDigest(
        root.position(), HexFormat.of().formatHex(sum.digest(), 0, HASH_BYTES));
  }
}
