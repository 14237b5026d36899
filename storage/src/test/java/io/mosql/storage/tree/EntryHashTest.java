package io.mosql.storage.tree;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EntryHashTest {
  /** Published vectors of XXH64 with seed 0, so that a copy on another machine agrees. */
  @ParameterizedTest
  @CsvSource({
    "'', EF46DB3751D8E999",
    "a, D24EC4F1A98C6E5B",
    "abc, 44BC2CF5AD770999",
    "Nobody inspects the spammish repetition, FBCEA83C8A378BF1"
  })
  void isXxh64(String text, String hash) {
    assertThat(EntryHash.xxh64(bytes(text), 0)).isEqualTo(Long.parseUnsignedLong(hash, 16));
  }

  @Test
  void tellsKeyFromValue() {
    assertThat(EntryHash.of(bytes("ab"), bytes("c")))
        .isNotEqualTo(EntryHash.of(bytes("a"), bytes("bc")))
        .isNotEqualTo(EntryHash.of(bytes("c"), bytes("ab")));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
