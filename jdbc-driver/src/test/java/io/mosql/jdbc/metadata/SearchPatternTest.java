package io.mosql.jdbc.metadata;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class SearchPatternTest {
  @ParameterizedTest
  @CsvSource({
    "%, abc, true",
    "a%, abc, true",
    "%c, abc, true",
    "a_c, abc, true",
    "a_c, ac, false",
    "abc, ABC, false",
    "a\\_c, abc, false",
    "a\\_c, a_c, true",
    "a\\%, a%, true",
    "a\\%, ab, false",
    "%b%d, abcbd, true",
    "%b%d, abcb, false",
    "%%, x, true",
    "'', x, false",
    "'', '', true",
    "_%, '', false",
    "a\\, a\\, true",
  })
  void matches(String pattern, String name, boolean expected) {
    assertThat(new SearchPattern(pattern).matches(name)).isEqualTo(expected);
  }

  @Test
  void nullMatchesAll() {
    assertThat(new SearchPattern(null).matches("x")).isTrue();
  }

  @Test
  void manyWildcardsStayCheap() {
    assertThat(new SearchPattern("%a".repeat(200) + "b").matches("a".repeat(5_000))).isFalse();
  }
}
