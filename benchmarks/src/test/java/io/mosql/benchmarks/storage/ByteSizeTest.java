package io.mosql.benchmarks.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

final class ByteSizeTest {
  private final ByteSize converter = new ByteSize();

  @Test
  void unitsArePowersOfTwo() {
    assertThat(converter.convert("2g")).isEqualTo(2L << 30);
    assertThat(converter.convert("512M")).isEqualTo(512L << 20);
    assertThat(converter.convert("64k")).isEqualTo(65536);
    assertThat(converter.convert("7")).isEqualTo(7);
  }

  @Test
  void anythingElseIsNoSize() {
    for (String text : new String[] {"", "g", "0", "-1k", "1t", "9999999999g"}) {
      assertThatThrownBy(() -> converter.convert(text)).isInstanceOf(RuntimeException.class);
    }
  }
}
