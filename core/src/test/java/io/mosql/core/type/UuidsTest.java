package io.mosql.core.type;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class UuidsTest {
  private static final UUID VALUE = UUID.fromString("a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11");

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11",
        " A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11 ",
        "{a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11}",
        "a0eebc999c0b4ef8bb6d6bb9bd380a11",
        "a0ee-bc99-9c0b-4ef8-bb6d-6bb9-bd38-0a11"
      })
  void textsOfAllFormsAreRead(String text) {
    assertThat(Uuids.parse(text)).isEqualTo(VALUE);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{}",
        "-",
        "a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a1",
        "a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a111",
        "a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11-",
        "-a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11",
        "a0eebc99--9c0b-4ef8-bb6d-6bb9bd380a11",
        "a0e-ebc999c0b4ef8bb6d6bb9bd380a11",
        "{a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11",
        "g0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11",
        "\u0660\u0660eebc99-9c0b-4ef8-bb6d-6bb9bd380a11"
      })
  void otherTextsAreNone(String text) {
    assertThat(Uuids.parse(text)).isNull();
  }

  @Test
  void bytesAreInTheOrderOfTheText() {
    byte[] bytes = Uuids.bytes(VALUE);
    assertThat(bytes).hasSize(16).startsWith(0xa0, 0xee).endsWith(0x0a, 0x11);
    assertThat(Uuids.of(bytes, 0)).isEqualTo(VALUE);
  }

  @Test
  void orderIsThatOfTheBytes() {
    UUID low = UUID.fromString("7fffffff-ffff-ffff-7fff-ffffffffffff");
    UUID high = UUID.fromString("7fffffff-ffff-ffff-8000-000000000000");
    assertThat(Uuids.compare(low, high)).isNegative();
    assertThat(Uuids.compare(VALUE, high)).isPositive();
    assertThat(Uuids.compare(VALUE, VALUE)).isZero();
  }
}
