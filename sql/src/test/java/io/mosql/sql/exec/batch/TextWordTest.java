package io.mosql.sql.exec.batch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class TextWordTest {
  /** The word of a text inside of an array, where other bytes follow or none. */
  private static long word(byte[] text, Random random) {
    int before = random.nextInt(10);
    byte[] data = new byte[before + text.length + (random.nextBoolean() ? 0 : random.nextInt(12))];
    random.nextBytes(data);
    System.arraycopy(text, 0, data, before, text.length);
    return TextWord.of(data, before, before + text.length);
  }

  @Test
  void equalTextsHaveEqualWordsAndShortTextsOnlyThose() {
    Random random = new Random(3);
    Map<Long, byte[]> known = new HashMap<>();
    for (int i = 0; i < 200_000; i++) {
      byte[] text = new byte[random.nextInt(30)];
      for (int k = 0; k < text.length; k++) {
        text[k] = (byte) (random.nextInt(4) == 0 ? 0 : random.nextInt(4) - 2);
      }
      long word = word(text, random);
      assertThat(word).isEqualTo(word(text, random)).isNotEqualTo(TextWord.ABSENT);
      assertThat(TextWord.isWhole(word)).isEqualTo(text.length < 8);
      byte[] other = known.putIfAbsent(word, text);
      if (other != null && !Arrays.equals(other, text)) {
        assertThat(TextWord.isWhole(word)).as("equal words").isFalse();
      }
    }
    assertThat(known.size()).isGreaterThan(100_000);
  }
}
