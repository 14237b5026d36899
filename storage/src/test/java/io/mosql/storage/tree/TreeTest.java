package io.mosql.storage.tree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class TreeTest {
  private static final int ENTRIES = 2000;
  private static final TreeShape SHAPE = new TreeShape(16, 8);

  @Test
  void keepsTheVeryArrays() {
    byte[] key = bytes("k");
    byte[] first = bytes("v");
    byte[] second = bytes("v");
    TreeEditor editor = Tree.empty().edit();
    assertThat(editor.put(key, first)).isNull();
    assertThat(editor.put(bytes("k"), second)).isSameAs(first);
    assertThat(editor.get(key)).isSameAs(second);
    Tree tree = editor.finish();
    assertThat(tree.get(bytes("k"))).isSameAs(second);
    TreeCursor cursor = tree.cursor();
    assertThat(cursor.first()).isTrue();
    assertThat(cursor.key()).isSameAs(key);
    assertThat(cursor.value()).isSameAs(second);
    assertThat(tree.keyAt(0)).isSameAs(key);
    assertThat(tree.contains(key)).isTrue();
    assertThat(tree.contains(bytes("j"))).isFalse();
  }

  @Test
  void editsThatChangeNothingKeepTheVersion() {
    Tree tree = ascending(ENTRIES);
    TreeEditor editor = tree.edit();
    byte[] key = key(7);
    byte[] value = Objects.requireNonNull(tree.get(key));
    editor.put(key, value);
    assertThat(editor.insert(key, bytes("other"))).isFalse();
    assertThat(editor.remove(bytes("absent"))).isNull();
    assertThat(editor.finish()).isSameAs(tree);
    assertThat(tree.sameRoot(tree)).isTrue();

    TreeEditor changing = tree.edit();
    changing.put(key, bytes("other"));
    Tree changed = changing.finish();
    assertThat(changed.sameRoot(tree)).isFalse();
    assertThat(tree.get(key)).isSameAs(value);
  }

  @Test
  void anUpdateCopiesItsPathAlone() {
    Tree tree = ascending(ENTRIES);
    Set<TreeNode> before = nodes(tree);
    TreeEditor editor = tree.edit();
    editor.put(key(ENTRIES / 2), bytes("new"));
    Set<TreeNode> after = nodes(editor.finish());
    assertThat(after).hasSameSizeAs(before);
    after.removeAll(before);
    assertThat(after).hasSize(depth(tree));
  }

  @Test
  void aBatchCopiesANodeOnce() {
    Tree tree = ascending(ENTRIES);
    TreeEditor editor = tree.edit();
    byte[] low = key(0);
    byte[] high = key(ENTRIES - 1);
    editor.put(low, bytes("a"));
    editor.put(high, bytes("b"));
    Set<TreeNode> first = nodes(editorTree(editor, tree));
    editor.put(low, bytes("c"));
    editor.put(high, bytes("d"));
    editor.remove(key(1));
    Set<TreeNode> second = nodes(editorTree(editor, tree));
    second.removeAll(first);
    assertThat(second).isEmpty();
  }

  /** What the editor has made so far, without finishing it. */
  private static Tree editorTree(TreeEditor editor, Tree base) {
    return new Tree(base.shape(), editor.root(), editor.size(), 0);
  }

  @Test
  void runsFillTheirLeaves() {
    int leavesFull = (ENTRIES + SHAPE.leafEntries() - 1) / SHAPE.leafEntries();
    assertThat(leaves(ascending(ENTRIES))).isEqualTo(leavesFull);
    TreeEditor descending = Tree.empty(SHAPE).edit();
    for (int i = ENTRIES - 1; i >= 0; i--) {
      descending.put(key(i), bytes("v"));
    }
    assertThat(leaves(descending.finish())).isEqualTo(leavesFull);

    // Ten interleaved runs, each a version of its own per step, as orders of ten districts.
    Tree tree = Tree.empty(SHAPE);
    for (int i = 0; i < ENTRIES / 10; i++) {
      for (int run = 0; run < 10; run++) {
        TreeEditor editor = tree.edit();
        editor.insert(key(run * ENTRIES + i), bytes("v"));
        tree = editor.finish();
      }
    }
    TreeChecker.verify(tree);
    assertThat(leaves(tree)).isLessThan(leavesFull * 4 / 3);
  }

  @Test
  void removalsGiveLeavesBack() {
    Tree tree = ascending(ENTRIES);
    List<Integer> order = new ArrayList<>();
    for (int i = 0; i < ENTRIES; i++) {
      order.add(i);
    }
    Collections.shuffle(order, new Random(1));
    TreeEditor editor = tree.edit();
    for (int i : order.subList(0, ENTRIES * 9 / 10)) {
      assertThat(editor.remove(key(i))).isNotNull();
    }
    Tree rest = editor.finish();
    TreeChecker.verify(rest);
    assertThat(rest.size()).isEqualTo(ENTRIES / 10);
    assertThat(rest.size() / leaves(rest)).isGreaterThanOrEqualTo(SHAPE.leafEntriesMin());
  }

  @Test
  void aQueueDoesNotGrow() {
    Tree tree = ascending(100);
    int most = 0;
    for (int i = 100; i < ENTRIES; i++) {
      TreeEditor editor = tree.edit();
      editor.insert(key(i), bytes("v"));
      assertThat(editor.remove(key(i - 100))).isNotNull();
      tree = editor.finish();
      most = Math.max(most, leaves(tree));
    }
    TreeChecker.verify(tree);
    assertThat(tree.size()).isEqualTo(100);
    assertThat(most).isLessThanOrEqualTo(100 / SHAPE.leafEntries() + 3);
  }

  @Test
  void aFinishedEditorIsOfNoUse() {
    TreeEditor editor = ascending(10).edit();
    editor.put(key(3), bytes("x"));
    editor.finish();
    assertThatThrownBy(() -> editor.get(key(3))).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> editor.put(key(3), bytes("y")))
        .isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> editor.insert(key(99), bytes("y")))
        .isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> editor.remove(key(3))).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(editor::finish).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void contentHashIsTheSameForAnyShapeAndHistory() {
    Tree kept = Tree.empty(TreeShape.TINY.withHash());
    TreeEditor editor = kept.edit();
    for (int i = ENTRIES - 1; i >= 0; i--) {
      editor.put(key(i), bytes("first"));
      editor.put(key(i), bytes("v" + i));
      editor.insert(bytes("extra" + i), bytes("x"));
    }
    for (int i = 0; i < ENTRIES; i++) {
      editor.remove(bytes("extra" + i));
    }
    kept = editor.finish();
    assertThat(kept.contentHash()).isEqualTo(ascending(ENTRIES).contentHash()).isNotZero();
    assertThat(kept.contentHash()).isEqualTo(kept.walkHash());
    assertThat(Tree.empty().contentHash()).isZero();
  }

  @Test
  void refusesUselessShapes() {
    assertThatThrownBy(() -> new TreeShape(3, 4)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new TreeShape(4, 3)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new TreeShape(4, 5000)).isInstanceOf(IllegalArgumentException.class);
  }

  private static Tree ascending(int entries) {
    TreeEditor editor = Tree.empty(SHAPE).edit();
    for (int i = 0; i < entries; i++) {
      editor.put(key(i), bytes("v" + i));
    }
    Tree tree = editor.finish();
    TreeChecker.verify(tree);
    return tree;
  }

  private static Set<TreeNode> nodes(Tree tree) {
    Set<TreeNode> nodes = Collections.newSetFromMap(new IdentityHashMap<>());
    collect(tree.root(), nodes);
    return nodes;
  }

  private static void collect(TreeNode node, Set<TreeNode> nodes) {
    nodes.add(node);
    if (node instanceof InnerNode inner) {
      for (int i = 0; i < inner.size(); i++) {
        collect(inner.child(i), nodes);
      }
    }
  }

  private static int leaves(Tree tree) {
    return (int) nodes(tree).stream().filter(Leaf.class::isInstance).count();
  }

  private static int depth(Tree tree) {
    int depth = 1;
    TreeNode node = tree.root();
    while (node instanceof InnerNode inner) {
      node = inner.child(0);
      depth++;
    }
    return depth;
  }

  private static byte[] key(int number) {
    return bytes(String.format("%07d", number));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
