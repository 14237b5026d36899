package io.mosql.storage.version;

import io.mosql.storage.tree.Tree;
import io.mosql.storage.tree.TreeCursor;
import java.util.Arrays;

/**
 * A comparison of two versions of a tree: whether they have the same keys, and the same values in
 * some columns. Leaves that both share are skipped. Pure.
 */
public final class TreeComparison {
  private TreeComparison() {}

  public static boolean same(Tree one, Tree other, ColumnSet columns) {
    if (one.sameRoot(other)) {
      return true;
    }
    if (one.size() != other.size()) {
      return false;
    }
    TreeCursor a = one.cursor();
    TreeCursor b = other.cursor();
    boolean on = a.first();
    b.first();
    while (on) {
      if (a.atStartOfSameLeaf(b)) {
        on = a.nextLeafStart();
        b.nextLeafStart();
        continue;
      }
      if (!Arrays.equals(a.key(), b.key())
          || !Fingerprint.sameSelection(a.value(), b.value(), columns)) {
        return false;
      }
      on = a.next();
      b.next();
    }
    return true;
  }
}
