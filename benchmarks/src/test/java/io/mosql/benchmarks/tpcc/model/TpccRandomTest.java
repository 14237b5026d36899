package io.mosql.benchmarks.tpcc.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class TpccRandomTest {
  private final TpccRandom random = new TpccRandom(7);

  @Test
  void uniformNumbersReachBothBounds() {
    int[] seen = new int[6];
    for (int i = 0; i < 10_000; i++) {
      seen[random.between(5, 10) - 5]++;
    }
    assertThat(Arrays.stream(seen)).allMatch(count -> count > 1400 && count < 1950);
  }

  @Test
  void nonUniformNumbersStayWithinBoundsAndAreNotUniform() {
    int[] seen = new int[3001];
    for (int i = 0; i < 300_000; i++) {
      seen[random.nuRand(1023, 259, 1, 3000)]++;
    }
    assertThat(seen[0]).isZero();
    // Uniform would be 100 each; the bitwise or favours numbers with many bits set.
    assertThat(Arrays.stream(seen).max().getAsInt()).isGreaterThan(400);
    assertThat(IntStream.rangeClosed(1, 3000).filter(i -> seen[i] == 0).count()).isPositive();
  }

  @Test
  void nonUniformNumbersFollowTheFormula() {
    // With A = 0 and one number in the range the rest of the formula is arithmetic.
    assertThat(random.nuRand(0, 3, 5, 5)).isEqualTo(5);
    for (int i = 0; i < 1000; i++) {
      assertThat(random.nuRand(0, 0, 0, 9)).isBetween(0, 9);
    }
  }

  @Test
  void theShiftMovesTheWholeDistribution() {
    int[] plain = frequencies(0);
    int[] shifted = frequencies(100);
    int hottest = indexOfMax(plain);
    assertThat(indexOfMax(shifted)).isEqualTo((hottest + 100) % 1000);
  }

  private static int[] frequencies(int c) {
    TpccRandom random = new TpccRandom(11);
    int[] seen = new int[1000];
    for (int i = 0; i < 200_000; i++) {
      seen[random.nuRand(255, c, 0, 999)]++;
    }
    return seen;
  }

  private static int indexOfMax(int[] numbers) {
    int max = 0;
    for (int i = 1; i < numbers.length; i++) {
      max = numbers[i] > numbers[max] ? i : max;
    }
    return max;
  }

  @Test
  void stringsHaveTheLengthsAskedFor() {
    for (int i = 0; i < 1000; i++) {
      assertThat(random.alphanumeric(8, 16)).hasSizeBetween(8, 16).matches("[a-zA-Z0-9]+");
      assertThat(random.digits(16)).hasSize(16).containsOnlyDigits();
      assertThat(random.zip()).hasSize(9).endsWith("11111").containsOnlyDigits();
      assertThat(random.state()).matches("[A-Z]{2}");
    }
  }

  @Test
  void oneItemOfTenIsOriginal() {
    int original = 0;
    for (int i = 0; i < 10_000; i++) {
      String data = random.itemData();
      assertThat(data).hasSizeBetween(26, 50);
      original += data.contains("ORIGINAL") ? 1 : 0;
    }
    assertThat(original).isBetween(850, 1150);
  }

  @Test
  void aPermutationHasEachNumberOnce() {
    int[] numbers = random.permutation(3000);
    assertThat(numbers).doesNotHaveDuplicates().hasSize(3000);
    assertThat(Arrays.stream(numbers).sum()).isEqualTo(3000 * 3001 / 2);
    assertThat(numbers[0] == 1 && numbers[1] == 2 && numbers[2] == 3).isFalse();
  }

  @Test
  void theSameSeedGivesTheSameSequence() {
    TpccRandom first = new TpccRandom(3);
    TpccRandom second = new TpccRandom(3);
    assertThat(first.alphanumeric(10, 20)).isEqualTo(second.alphanumeric(10, 20));
    assertThat(first.split().between(0, 1 << 30)).isEqualTo(second.split().between(0, 1 << 30));
  }

  @Test
  void lastNamesAreMadeOfThreeSyllables() {
    assertThat(LastNames.of(0)).isEqualTo("BARBARBAR");
    assertThat(LastNames.of(371)).isEqualTo("PRICALLYOUGHT");
    assertThat(LastNames.of(999)).isEqualTo("EINGEINGEING");
    assertThat(LastNames.of(40)).isEqualTo("BARPRESBAR");
  }

  @Test
  void theConstantOfLastNamesKeepsItsDistanceFromTheLoad() {
    for (int load = 0; load <= 255; load++) {
      int run = NuRandConstants.forRun(random, load).lastName();
      int delta = Math.abs(run - load);
      assertThat(run).isBetween(0, 255);
      assertThat(delta).isBetween(65, 119).isNotEqualTo(96).isNotEqualTo(112);
    }
  }

  @Test
  void inputStaysWithinTheScale() {
    Scale scale = new Scale(200, 10, 30, 30, 9);
    NuRandConstants constants = NuRandConstants.forLoad(random);
    for (int i = 0; i < 10_000; i++) {
      assertThat(constants.customerId(random, scale)).isBetween(1, 30);
      assertThat(constants.itemId(random, scale)).isBetween(1, 200);
    }
  }
}
