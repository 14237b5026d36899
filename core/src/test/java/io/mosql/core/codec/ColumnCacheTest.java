package io.mosql.core.codec;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class ColumnCacheTest {
  private static DecodedColumn column() {
    return DecodedColumn.Integers.of(new long[100], -1, null, null);
  }

  private static List<PageColumns> pages(int count) {
    return IntStream.range(0, count).mapToObj(i -> new PageColumns()).toList();
  }

  private static long kept(List<PageColumns> pages) {
    return pages.stream().filter(page -> page.get(0) != null).count();
  }

  @Test
  void theLimitIsKept() {
    ColumnCache cache = new ColumnCache(10_000);
    List<PageColumns> pages = pages(1_000);
    for (int round = 0; round < 3; round++) {
      for (PageColumns page : pages) {
        if (page.get(0) == null) {
          cache.add(page, 0, column());
        }
        assertThat(cache.bytes()).isLessThanOrEqualTo(10_000);
      }
    }
    assertThat(kept(pages)).isBetween(30L, 40L);
  }

  @Test
  void pagesThatAreUsedStayAndOthersGo() {
    ColumnCache cache = new ColumnCache(10_000);
    List<PageColumns> used = pages(10);
    used.forEach(page -> cache.add(page, 0, column()));
    List<PageColumns> once = pages(2_000);
    for (PageColumns page : once) {
      cache.add(page, 0, column());
      assertThat(kept(used)).isEqualTo(10);
    }
    assertThat(once.get(0).get(0)).isNull();
    assertThat(kept(once)).isPositive();
  }

  @Test
  void aColumnIsKeptOnce() {
    ColumnCache cache = new ColumnCache(10_000);
    PageColumns page = new PageColumns();
    cache.add(page, 3, column());
    long bytes = cache.bytes();
    DecodedColumn first = page.get(3);
    cache.add(page, 3, column());
    assertThat(page.get(3)).isSameAs(first);
    assertThat(cache.bytes()).isEqualTo(bytes);
    cache.add(page, 1, column());
    assertThat(page.get(3)).isSameAs(first);
    assertThat(page.get(1)).isNotNull();
    assertThat(page.get(2)).isNull();
  }

  @Test
  void aColumnLargerThanTheCacheIsNotKept() {
    ColumnCache cache = new ColumnCache(100);
    PageColumns page = new PageColumns();
    for (int i = 0; i < 20; i++) {
      cache.add(page, 0, column());
    }
    assertThat(page.get(0)).isNull();
    assertThat(cache.bytes()).isZero();
  }
}
