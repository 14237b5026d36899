package io.mosql.benchmarks.tpch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

final class ReferenceAnswersTest {
  @Test
  void sumsAreExact() {
    assertThat(ReferenceAnswers.alike("a|123.4500", "a|123.45")).isTrue();
    assertThat(ReferenceAnswers.alike("a|123.4500", "a|123.4501")).isFalse();
    assertThat(ReferenceAnswers.alike("7", "7.0")).isTrue();
    assertThat(ReferenceAnswers.alike("7", "8")).isFalse();
  }

  @Test
  void averagesAndQuotientsHaveTheFirstDigitsOfThem() {
    assertThat(ReferenceAnswers.alike("0.049985295838", "0.049985")).isTrue();
    assertThat(ReferenceAnswers.alike("0.049985295838", "0.04997")).isFalse();
    assertThat(ReferenceAnswers.alike("38273.129734621672", "38273.1297")).isTrue();
    assertThat(ReferenceAnswers.alike("38273.129734621672", "38273.2")).isFalse();
  }

  @Test
  void textsAreTheSame() {
    assertThat(ReferenceAnswers.alike("a|b", "a|b")).isTrue();
    assertThat(ReferenceAnswers.alike("a|b", "a|c")).isFalse();
    assertThat(ReferenceAnswers.alike("a|b", "a")).isFalse();
    assertThat(ReferenceAnswers.alike("null", "0")).isFalse();
  }

  @Test
  void saysWhatIsDifferent() {
    ReferenceAnswers answers = new ReferenceAnswers(List.of(List.of("a|1", "b|2")));
    assertThat(answers.difference(0, List.of("a|1", "b|2"))).isEmpty();
    assertThat(answers.difference(0, List.of("a|1"))).hasValue("1 rows instead of 2");
    assertThat(answers.difference(0, List.of("b|2", "a|1")))
        .hasValue("row 1 is b|2 instead of a|1");
  }

  @Test
  void thereAreAnswersToAllQueriesAtTwoScales() {
    for (double scale : List.of(0.01, 0.1)) {
      assertThat(ReferenceAnswers.at(scale).orElseThrow().rows())
          .hasSameSizeAs(TpchQueries.at(scale))
          .hasSize(22)
          .allSatisfy(rows -> assertThat(rows).isNotEmpty());
    }
    assertThat(ReferenceAnswers.at(0.5)).isEmpty();
  }
}
