package io.mosql.storage.tree;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** Each invariant, broken by hand, is found and named. */
class TreeCheckerTest {
  private final EditToken owner = new EditToken(0);

  private Leaf leaf(String... keys) {
    Leaf leaf = ObjectLeaf.EMPTY;
    for (String key : keys) {
      leaf = leaf.withInserted(owner, leaf.size(), bytes(key), bytes("v"), 100);
    }
    return leaf;
  }

  private InnerNode inner(TreeNode left, String separator, TreeNode right) {
    return InnerNode.of(owner, left, bytes(separator), right);
  }

  private static void finds(String invariant, TreeNode root) {
    finds(invariant, new Tree(TreeShape.TINY, root, root.entries(), 0));
  }

  private static void finds(String invariant, Tree tree) {
    assertThatThrownBy(() -> TreeChecker.verify(tree))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("tree: " + invariant + ":");
  }

  @Test
  void acceptsWhatIsSound() {
    TreeNode root = inner(inner(leaf("a"), "b", leaf("b")), "c", inner(leaf("c"), "d", leaf("da")));
    assertThatCode(() -> TreeChecker.verify(new Tree(TreeShape.TINY, root, 4, 0)))
        .doesNotThrowAnyException();
    assertThatCode(() -> TreeChecker.verify(Tree.empty(TreeShape.TINY.withHash())))
        .doesNotThrowAnyException();
  }

  @Test
  void findsBrokenOrder() {
    finds("order", leaf("a", "c", "b"));
    finds("order", leaf("a", "a"));
    finds("order", leaf("\u00e9", "z"));
  }

  @Test
  void findsBrokenSeparators() {
    finds("separator", inner(leaf("a", "b"), "b", leaf("c")));
    finds("separator", inner(leaf("a"), "c", leaf("b")));
    finds(
        "separator",
        inner(inner(leaf("a"), "b", leaf("b")), "b", inner(leaf("c"), "d", leaf("d"))));
  }

  @Test
  void findsBrokenCounts() {
    Leaf left = leaf("a");
    InnerNode root = inner(left, "c", leaf("c"));
    left.withInserted(owner, 1, bytes("b"), bytes("v"), 100);
    finds("count", root);
    finds("size", new Tree(TreeShape.TINY, leaf("a", "b"), 3, 0));
  }

  @Test
  void findsBrokenFill() {
    finds("fill", leaf("a", "b", "c", "d", "e"));
    finds("fill", inner(leaf(), "c", leaf("c")));
    InnerNode lonely = inner(leaf("a"), "b", leaf("b")).withMerged(owner, 0, leaf("a"));
    finds("fill", lonely);
    InnerNode full = inner(leaf("a"), "b", leaf("b"));
    for (String key : new String[] {"c", "d", "e"}) {
      int last = full.size() - 1;
      full = full.withSplit(owner, last, full.child(last), bytes(key), leaf(key));
    }
    finds("fill", full);
  }

  @Test
  void findsLeavesAtDifferentDepths() {
    finds("depth", inner(leaf("a"), "b", inner(leaf("b"), "c", leaf("c"))));
  }

  @Test
  void findsAWrongHash() {
    Leaf leaf = leaf("a");
    long hash = EntryHash.of(bytes("a"), bytes("v"));
    TreeShape hashed = TreeShape.TINY.withHash();
    assertThatCode(() -> TreeChecker.verify(new Tree(hashed, leaf, 1, hash)))
        .doesNotThrowAnyException();
    finds("hash", new Tree(hashed, leaf, 1, hash + 1));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }
}
