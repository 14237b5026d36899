package io.mosql.sql.function.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Tests that searches in long texts find the same positions as String. */
final class TextSearchTest {
  private static String random(Random random, int length, int letters) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < length; i++) {
      text.append((char) ('a' + random.nextInt(letters)));
    }
    return text.toString();
  }

  /** A text long enough that the search does not use String. */
  private static String periodic(Random random, String part, int length) {
    StringBuilder text = new StringBuilder(part.repeat(length / part.length() + 1));
    for (int i = random.nextInt(3); i > 0; i--) {
      text.setCharAt(random.nextInt(text.length()), 'z');
    }
    return text.toString();
  }

  @Test
  void findsWhatStringFinds() {
    Random random = new Random(7);
    for (int round = 0; round < 60; round++) {
      String part = random(random, 1 + random.nextInt(9), 2);
      String text = periodic(random, part, 6_000);
      String sought = periodic(random, part, 200 + random.nextInt(400));
      int from = random.nextInt(text.length()) / 4 - 5;
      assertThat(TextSearch.indexOf(text, sought, from)).isEqualTo(text.indexOf(sought, from));
      assertThat(TextSearch.replace(text, sought, "-")).isEqualTo(text.replace(sought, "-"));
      assertThat(TextSearch.replace(text, part, "y" + part))
          .isEqualTo(text.replace(part, "y" + part));
    }
  }

  @Test
  void characterSets() {
    String many = "abcdefghijklmnopqrstuvw😀";
    for (String characters : new String[] {"", "ab", many}) {
      many.codePoints()
          .forEach(
              c ->
                  assertThat(TextSearch.anyOf(characters).test(c))
                      .isEqualTo(characters.indexOf(c) >= 0));
    }
  }

  @Test
  void letterCaseOfLongTexts() {
    String words = "Straße İzmir ΟΔΟΣ 😀 ".repeat(3_000);
    assertThat(CodePoints.upper(words)).isEqualTo(words.toUpperCase(Locale.ROOT));
    assertThat(CodePoints.lower(words)).isEqualTo(words.toLowerCase(Locale.ROOT));
    String word = "aß😀".repeat(30_000);
    assertThat(CodePoints.upper(word)).isEqualTo("ASS😀".repeat(30_000));
  }
}
