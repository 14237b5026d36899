package io.mosql.server.result;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class GlyphsTest {
  @Test
  void widthIsThatOfTheTerminal() {
    assertThat(Glyphs.width("abc")).isEqualTo(3);
    assertThat(Glyphs.width("é")).isEqualTo(1);
    assertThat(Glyphs.width("e\u0301")).isEqualTo(1);
    assertThat(Glyphs.width("日本")).isEqualTo(4);
    assertThat(Glyphs.width("\uD83D\uDE00")).isEqualTo(2);
  }

  @Test
  void whatTerminalsObeyIsMadeVisible() {
    assertThat(Glyphs.visible("a\nb\tc\rd\u001b[2Je\u009b"))
        .isEqualTo("a\\nb\\tc\\rd\\x1b[2Je\\x9b");
    assertThat(Glyphs.visible("plain")).isEqualTo("plain");
  }
}
