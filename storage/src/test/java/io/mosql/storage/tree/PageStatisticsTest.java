package io.mosql.storage.tree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.mosql.storage.tree.MemoryPages.Segment;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class PageStatisticsTest {
  private static final TreeShape SHAPE = new TreeShape(16, 8);
  private static final int NONE_LOADED = 0;

  private final MemoryPages pages = new MemoryPages(1);

  @Test
  void anEmptyTreeHasNone() {
    assertThat(PageStatistics.of(Tree.empty(SHAPE))).isEqualTo(PageStatistics.NONE);
  }

  @Test
  void aTreeOfOneLeaf() {
    Tree tree = MemoryPages.stored(ascending(SHAPE, 3), pages);
    PageStatistics figures = PageStatistics.of(tree);
    assertThat(figures.pages()).isEqualTo(1);
    assertThat(figures.depth()).isEqualTo(1);
    assertThat(figures.bytes()).isEqualTo(bytes(tree));
  }

  @Test
  void countsWithoutLoadingLeaves() {
    Tree tree = ascending(SHAPE, 4000);
    Segment segment = pages.begin();
    PageRef root = MemoryPages.written(tree, segment);
    segment.becomeDurable();
    long written = 0;
    for (int i = 0; i < segment.size(); i++) {
      written += segment.page(i).length;
    }
    TreePages.settle(tree);
    pages.evictAll();
    int before = pages.reads();
    Tree opened = MemoryPages.reopened(tree, root);
    assertThat(PageStatistics.of(opened)).isEqualTo(new PageStatistics(segment.size(), written, 4));
    assertThat(pages.reads() - before).as("36 and 5 inner nodes, and the root").isEqualTo(42);
  }

  @Test
  void nodesInMemoryCountAsThePagesThatTheyWillBe() {
    Tree tree = ascending(SHAPE, 4000);
    PageStatistics before = PageStatistics.of(tree);
    assertThat(pages.reads()).isEqualTo(NONE_LOADED);
    PageStatistics stored = PageStatistics.of(MemoryPages.stored(tree, pages));
    assertThat(before.pages()).isEqualTo(stored.pages());
    assertThat(before.depth()).isEqualTo(stored.depth());
    assertThat((double) before.bytes() / stored.bytes()).isCloseTo(1, within(0.2));
  }

  @Test
  void manyAreJudgedByASample() {
    Tree tree = MemoryPages.stored(ascending(TreeShape.TINY, 20_000), pages);
    long[] exact = new long[2];
    TreePages.walk(
        tree,
        (page, inner, low) -> {
          exact[0]++;
          exact[1] += page.length();
        });
    pages.evictAll();
    int before = pages.reads();
    PageStatistics figures = PageStatistics.of(tree);
    assertThat(pages.reads() - before).isLessThanOrEqualTo(256 * (figures.depth() - 1));
    assertThat((double) figures.pages() / exact[0]).isCloseTo(1, within(0.02));
    assertThat((double) figures.bytes() / exact[1]).isCloseTo(1, within(0.02));
  }

  private static long bytes(Tree tree) {
    long[] sum = {0};
    TreePages.walk(tree, (page, inner, low) -> sum[0] += page.length());
    return sum[0];
  }

  private static Tree ascending(TreeShape shape, int entries) {
    TreeEditor editor = Tree.empty(shape).edit();
    for (int i = 0; i < entries; i++) {
      editor.insert(String.format("%08d", i).getBytes(StandardCharsets.US_ASCII), new byte[10]);
    }
    return editor.finish();
  }
}
