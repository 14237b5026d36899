package io.mosql.storage.tree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mosql.core.error.MosqlException;
import io.mosql.storage.tree.MemoryPages.Segment;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class TreePagesTest {
  private static final int ENTRIES = 4000;

  /** 250 leaves of 16, 36 and 5 inner nodes, and the root. */
  private static final int PAGES = 292;

  private static final TreeShape SHAPE = new TreeShape(16, 8);

  private static final long FILLED = 8192 * 9 / 10;

  private final MemoryPages pages = new MemoryPages(1);

  @Test
  void writesOnlyWhatIsNew() {
    Tree tree = ascending(SHAPE, ENTRIES, 10);
    Segment first = pages.begin();
    PageRef root = MemoryPages.written(tree, first);
    assertThat(first.size()).isEqualTo(PAGES);
    first.becomeDurable();
    assertThat(MemoryPages.written(tree, pages.begin())).isSameAs(root);

    TreePages.settle(tree);
    Tree changed = put(tree, 7);
    Segment second = pages.begin();
    MemoryPages.written(changed, second);
    assertThat(second.size()).isEqualTo(4);
  }

  @Test
  void writesAgainWhatDidNotBecomeDurable() {
    Tree tree = ascending(SHAPE, ENTRIES, 10);
    Segment failed = pages.begin();
    MemoryPages.written(tree, failed);
    Segment second = pages.begin();
    PageRef root = MemoryPages.written(tree, second);
    assertThat(second.size()).isEqualTo(failed.size());
    failed.delete();
    second.becomeDurable();
    TreePages.settle(tree);
    pages.evictAll();
    TreeChecker.verify(tree);
    TreeChecker.verify(MemoryPages.reopened(tree, root));
  }

  @Test
  void passesOnWhatTheSinkThrows() {
    Tree tree = ascending(SHAPE, ENTRIES, 10);
    Segment segment = pages.begin();
    assertThatThrownBy(
            () ->
                TreePages.write(
                    tree,
                    page -> {
                      if (segment.size() == 100) {
                        throw new IOException("full");
                      }
                      return segment.write(page);
                    }))
        .hasMessage("full");
    TreePages.settle(tree);
    TreeChecker.verify(MemoryPages.stored(tree, pages));
  }

  @Test
  void loadsNothingBeforeItIsAskedFor() {
    Tree tree = MemoryPages.stored(ascending(SHAPE, ENTRIES, 10), pages);
    pages.evictAll();
    int before = pages.reads();
    PageRef root = Objects.requireNonNull(tree.held().page());
    Tree other = TreePages.open(SHAPE, root, ENTRIES);
    assertThat(other.size()).isEqualTo(ENTRIES);
    assertThat(other.sameRoot(tree)).isTrue();
    assertThat(put(ascending(SHAPE, 5, 10), 1).sameRoot(other)).isFalse();
    TreePages.settle(other);
    assertThat(MemoryPages.written(other, pages.begin())).isSameAs(root);
    TreePages.dropped(tree, other, page -> assertThat(page).isNull());
    assertThat(pages.reads()).isEqualTo(before);

    assertThat(other.get(key(1))).hasSize(10);
    assertThat(pages.reads()).isEqualTo(before + 4);
    pages.evictAll();
    other.get(key(1));
    assertThat(pages.reads()).as("the root stays in memory").isEqualTo(before + 7);
  }

  @Test
  void settlingLetsGoOfNodes() {
    Tree tree = ascending(SHAPE, ENTRIES, 10);
    Segment segment = pages.begin();
    MemoryPages.written(tree, segment);
    TreePages.settle(tree);
    assertThat(references((InnerNode) tree.root())).as("not durable yet").isZero();
    segment.becomeDurable();
    Tree newer = put(tree, 7);
    TreePages.settle(tree);
    TreePages.settle(newer);
    InnerNode root = (InnerNode) newer.root();
    assertThat(references(root)).isEqualTo(root.size() - 1);
    assertThat(references((InnerNode) tree.root())).isEqualTo(root.size());
    pages.evictAll();
    TreeChecker.verify(newer);
    TreeChecker.verify(tree);
  }

  private static int references(InnerNode inner) {
    int count = 0;
    for (int slot = 0; slot < inner.size(); slot++) {
      count += inner.held(slot) instanceof PageRef ? 1 : 0;
    }
    return count;
  }

  @Test
  void tellsWhatWasDropped() {
    Tree tree = MemoryPages.stored(ascending(SHAPE, ENTRIES, 10), pages);
    Tree changed = MemoryPages.stored(put(tree, 7), pages);
    pages.evictAll();
    int before = pages.reads();
    assertThat(dropped(tree, changed)).hasSize(4);
    assertThat(dropped(changed, tree)).hasSize(4);
    assertThat(pages.reads() - before).as("the ways to one leaf").isEqualTo(6);

    assertThat(dropped(Tree.empty(SHAPE), tree)).isEmpty();
    assertThat(dropped(tree, Tree.empty(SHAPE))).hasSize(PAGES);
    Tree small = MemoryPages.stored(ascending(SHAPE, 3, 10), pages);
    assertThat(dropped(tree, small)).hasSize(PAGES);
    assertThat(dropped(small, tree)).hasSize(1);
  }

  private static List<PageRef> dropped(Tree before, Tree after) {
    List<PageRef> pages = new ArrayList<>();
    TreePages.dropped(before, after, pages::add);
    return pages;
  }

  @Test
  void touchesNothingElse() {
    Tree tree = MemoryPages.stored(ascending(SHAPE, ENTRIES, 10), pages);
    PageSource old = Objects.requireNonNull(tree.held().page()).source();
    Tree changed = MemoryPages.stored(put(tree, 7), pages);
    TreeEditor editor = changed.edit(5);
    pages.evictAll();
    int before = pages.reads();
    assertThat(editor.touch(key(7), source -> source == old)).isFalse();
    assertThat(editor.dirtied()).isZero();
    assertThat(editor.finish()).isSameAs(changed);
    assertThat(pages.reads() - before).as("inner nodes only").isEqualTo(2);

    TreeEditor other = changed.edit(5);
    assertThat(other.touch(key(ENTRIES / 2), source -> source == old)).isTrue();
    assertThat(other.touch(key(ENTRIES / 2), source -> source == old)).isFalse();
    assertThat(other.dirtied()).isPositive();
    Tree moved = other.finish();
    assertThat(moved.sameRoot(changed)).isFalse();
    Segment third = pages.begin();
    MemoryPages.written(moved, third);
    assertThat(third.size()).isEqualTo(4);
    assertThat(moved.contentHash()).isEqualTo(changed.contentHash());
  }

  /** A load in the order of keys fills its pages whatever the size of its entries. */
  @Test
  void ascendingLoadsFillTheirPages() {
    for (int valueBytes : new int[] {30, 200, 700}) {
      for (boolean checkpoints : new boolean[] {false, true}) {
        Tree tree = Tree.empty();
        for (int i = 0; i < 40; i++) {
          TreeEditor editor = tree.edit();
          for (int j = 0; j < 250; j++) {
            editor.insert(key(i * 250 + j), new byte[valueBytes]);
          }
          tree = editor.finish();
          tree = checkpoints ? MemoryPages.stored(tree, pages) : tree;
        }
        tree = MemoryPages.stored(tree, pages);
        long[] sums = new long[2];
        TreePages.walk(
            tree,
            (page, inner, low) -> {
              sums[0] += inner ? 0 : 1;
              sums[1] += inner ? 0 : page.length();
            });
        assertThat(sums[1] / sums[0])
            .as("bytes of a page, values of %d, checkpoints: %s", valueBytes, checkpoints)
            .isBetween(FILLED, 8192L);
      }
    }
  }

  @Test
  void refusesATreeOfAnotherSize() {
    Tree tree = MemoryPages.stored(ascending(SHAPE, ENTRIES, 10), pages);
    PageRef root = tree.held().page();
    Tree wrong = TreePages.open(SHAPE, root, ENTRIES + 1);
    assertThatThrownBy(() -> wrong.get(key(1)))
        .isInstanceOf(MosqlException.class)
        .hasMessageContaining("number of entries");
    assertThatThrownBy(() -> TreePages.open(SHAPE, null, 1))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> TreePages.open(SHAPE, root, 0))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> TreePages.open(SHAPE.withHash(), root, ENTRIES))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(TreePages.open(SHAPE, null, 0).isEmpty()).isTrue();
    assertThat(nothing(Tree.empty(SHAPE))).isNull();
  }

  private @Nullable PageRef nothing(Tree empty) {
    return MemoryPages.written(empty, pages.begin());
  }

  private static Tree put(Tree tree, int number) {
    TreeEditor editor = tree.edit();
    editor.put(key(number), new byte[10]);
    return editor.finish();
  }

  private static Tree ascending(TreeShape shape, int entries, int valueBytes) {
    TreeEditor editor = Tree.empty(shape).edit();
    for (int i = 0; i < entries; i++) {
      editor.put(key(i), new byte[valueBytes]);
    }
    return editor.finish();
  }

  private static byte[] key(int number) {
    return String.format("%09d", number).getBytes(StandardCharsets.US_ASCII);
  }
}
