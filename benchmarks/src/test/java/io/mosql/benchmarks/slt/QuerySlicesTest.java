package io.mosql.benchmarks.slt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

final class QuerySlicesTest {
  private static final int QUERIES = 100_000;

  @Test
  void eachSliceHasAsMuchAsAllBefore() {
    QuerySlices slices = new QuerySlices(1);
    int[] sizes = new int[QuerySlices.COUNT];
    for (int query = 0; query < QUERIES; query++) {
      sizes[slices.of("a.test", query)]++;
    }
    int sum = 0;
    for (int slice = 0; slice < QuerySlices.COUNT; slice++) {
      sum += sizes[slice];
      assertThat((double) sum)
          .isCloseTo(QuerySlices.share(slice) * QUERIES, within(0.02 * QUERIES));
    }
    assertThat(sum).isEqualTo(QUERIES);
    assertThat(sizes[0]).isBetween(60, 170);
    assertThat(QuerySlices.share(QuerySlices.COUNT - 1)).isEqualTo(1);
  }

  @Test
  void seedsAndFilesCutInOtherWays() {
    assertThat(inFirst(1, "a")).isEqualTo(inFirst(1, "a"));
    assertThat(inFirst(1, "a")).isNotEqualTo(inFirst(2, "a")).isNotEqualTo(inFirst(1, "b"));
  }

  private static String inFirst(long seed, String file) {
    StringBuilder numbers = new StringBuilder();
    for (int query = 8; query < QUERIES; query++) {
      if (new QuerySlices(seed).of(file, query) == 0) {
        numbers.append(query).append(' ');
      }
    }
    return numbers.toString();
  }
}
