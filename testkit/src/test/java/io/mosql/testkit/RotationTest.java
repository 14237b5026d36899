package io.mosql.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class RotationTest {
  private static final List<String> CASES = List.of("a", "b", "c", "d", "e");

  @Test
  void aSampleHasItsSizeAndKeepsTheOrder() {
    assertThat(Rotation.sample(CASES, 9)).isEqualTo(CASES);
    assertThat(Rotation.sample(CASES, 2))
        .hasSize(Rotation.size(2, CASES.size()))
        .isSorted()
        .doesNotHaveDuplicates()
        .isSubsetOf(CASES)
        .isEqualTo(Rotation.sample(CASES, 2));
  }

  @Test
  void seedsAreFromOneToTheLast() {
    assertThat(Rotation.seeds(20, 500))
        .hasSize(Rotation.size(20, 500))
        .isSorted()
        .doesNotHaveDuplicates()
        .allMatch(seed -> seed >= 1 && seed <= 500);
  }

  @Test
  @DisabledIfSystemProperty(named = "mosql.nightly", matches = "true")
  void aShareOfTheNamesIsIncluded() {
    int included = 0;
    for (int i = 0; i < 1_000; i++) {
      included += Rotation.includes("case " + i, 20) ? 1 : 0;
      assertThat(Rotation.includes("case " + i, 100)).isTrue();
      assertThat(Rotation.includes("case " + i, 0)).isFalse();
    }
    assertThat(included).isBetween(140, 260);
  }

  @Sampled(percent = 0)
  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void whatIsNotInTheSampleIsSkipped(int number) {
    assertThat(Rotation.isNightly()).as("invocation %s", number).isTrue();
  }

  @Test
  @DisabledIfSystemProperty(named = "mosql.nightly", matches = "true")
  void oneShardRuns() {
    assertThat(IntStream.range(0, 5).filter(index -> Rotation.playsShard(index, 5))).hasSize(1);
  }

  @Shard(index = 0, of = 2)
  @Test
  void theFirstShardRuns() {
    assertThat(Rotation.playsShard(0, 2)).isTrue();
  }

  @Shard(index = 1, of = 2)
  @Test
  void theSecondShardRuns() {
    assertThat(Rotation.playsShard(1, 2)).isTrue();
  }

  @Nightly
  @Test
  void whatIsNightlyRunsNightly() {
    assertThat(Rotation.isNightly()).isTrue();
  }
}
