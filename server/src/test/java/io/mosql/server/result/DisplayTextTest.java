package io.mosql.server.result;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class DisplayTextTest {
  @Test
  void widthIsThatOfTheTerminal() {
    assertThat(DisplayText.width("abc")).isEqualTo(3);
    assertThat(DisplayText.width("é")).isEqualTo(1);
    assertThat(DisplayText.width("e\u0301")).isEqualTo(1);
    assertThat(DisplayText.width("日本")).isEqualTo(4);
    assertThat(DisplayText.width("\uD83D\uDE00")).isEqualTo(2);
  }

  @Test
  void whatTerminalsObeyIsMadeVisible() {
    assertThat(DisplayText.visible("a\nb\tc\rd\u001b[2Je\u009b"))
        .isEqualTo("a\\nb\\tc\\rd\\x1b[2Je\\x9b");
    assertThat(DisplayText.visible("plain")).isEqualTo("plain");
  }
}
