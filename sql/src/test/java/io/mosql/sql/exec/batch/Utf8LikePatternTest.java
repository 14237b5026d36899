package io.mosql.sql.exec.batch;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.Random;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class Utf8LikePatternTest {
  private static final String[] CHARACTERS = {"a", "b", "é", "∀", "𝄞", " "};

  private static boolean matches(String text, String pattern, String escape) {
    byte[] bytes = ("é" + text + "é").getBytes(StandardCharsets.UTF_8);
    return Objects.requireNonNull(Utf8LikePattern.of(pattern, escape))
        .matches(bytes, 2, bytes.length - 2);
  }

  /** Texts and patterns of few characters, beside the JDK's regular expressions. */
  @Test
  void matchesWhatARegularExpressionMatches() {
    Random random = new Random(7);
    int matching = 0;
    for (int i = 0; i < 200_000; i++) {
      StringBuilder text = new StringBuilder();
      for (int n = random.nextInt(8); n > 0; n--) {
        text.append(CHARACTERS[random.nextInt(CHARACTERS.length)]);
      }
      StringBuilder pattern = new StringBuilder();
      StringBuilder expression = new StringBuilder();
      for (int n = random.nextInt(7); n > 0; n--) {
        String character = CHARACTERS[random.nextInt(CHARACTERS.length)];
        switch (random.nextInt(5)) {
          case 0, 1 -> {
            pattern.append('%');
            expression.append(".*");
          }
          case 2 -> {
            pattern.append('_');
            expression.append('.');
          }
          default -> {
            pattern.append(random.nextBoolean() ? "" : "!").append(character);
            expression.append(character);
          }
        }
      }
      boolean expected =
          Pattern.compile(expression.toString(), Pattern.DOTALL).matcher(text).matches();
      matching += expected ? 1 : 0;
      assertThat(matches(text.toString(), pattern.toString(), "!"))
          .as("'%s' LIKE '%s'", text, pattern)
          .isEqualTo(expected);
    }
    assertThat(matching).isGreaterThan(20_000);
  }

  @ParameterizedTest
  @CsvSource({
    "a%b, a!%b, !, true",
    "axb, a!%b, !, false",
    "a_b, a\\_b, \\, true",
    "'a\\b', 'a\\b', '', true",
    "'', '', !, true",
    "'', %%, !, true",
    "'', _, !, false",
    "special requests, %special%requests%, \\, true",
    "specialrequest, %special%requests%, \\, false",
    "∀é, _é, \\, true",
    "é, __, \\, false",
    "éa, %__a, \\, false"
  })
  void escapesAndWildcards(String text, String pattern, String escape, boolean expected) {
    assertThat(matches(text, pattern, escape)).isEqualTo(expected);
  }

  @Test
  void patternsThatMayFailOrCannotBeEncodedHaveNoForm() {
    assertThat(Utf8LikePattern.of("a%\\", "\\")).isNull();
    assertThat(Utf8LikePattern.of("a\ud834%", "\\")).isNull();
  }
}
