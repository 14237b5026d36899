package io.mosql.benchmarks.tpch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

final class AnswersTest {
  @Test
  void sumsAreExact() {
    assertThat(Answers.alike("a|123.4500", "a|123.45")).isTrue();
    assertThat(Answers.alike("a|123.4500", "a|123.4501")).isFalse();
    assertThat(Answers.alike("7", "7.0")).isTrue();
    assertThat(Answers.alike("7", "8")).isFalse();
  }

  @Test
  void averagesAndQuotientsHaveTheFirstDigitsOfThem() {
    assertThat(Answers.alike("0.049985295838", "0.049985")).isTrue();
    assertThat(Answers.alike("0.049985295838", "0.04997")).isFalse();
    assertThat(Answers.alike("38273.129734621672", "38273.1297")).isTrue();
    assertThat(Answers.alike("38273.129734621672", "38273.2")).isFalse();
  }

  @Test
  void textsAreTheSame() {
    assertThat(Answers.alike("a|b", "a|b")).isTrue();
    assertThat(Answers.alike("a|b", "a|c")).isFalse();
    assertThat(Answers.alike("a|b", "a")).isFalse();
    assertThat(Answers.alike("null", "0")).isFalse();
  }

  @Test
  void saysWhatIsDifferent() {
    Answers answers = new Answers(List.of(List.of("a|1", "b|2")));
    assertThat(answers.difference(0, List.of("a|1", "b|2"))).isEmpty();
    assertThat(answers.difference(0, List.of("a|1"))).hasValue("1 rows instead of 2");
    assertThat(answers.difference(0, List.of("b|2", "a|1")))
        .hasValue("row 1 is b|2 instead of a|1");
  }

  @Test
  void thereAreAnswersToAllQueriesAtTwoScales() {
    for (double scale : List.of(0.01, 0.1)) {
      assertThat(Answers.at(scale).orElseThrow().rows())
          .hasSameSizeAs(Queries.at(scale))
          .hasSize(22)
          .allSatisfy(rows -> assertThat(rows).isNotEmpty());
    }
    assertThat(Answers.at(0.5)).isEmpty();
  }
}
