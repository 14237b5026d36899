package io.mosql.core.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Every message has the recorded bytes, and they are decoded to the same message: a change here is
 * another protocol. {@code -Dmosql.update=true} rewrites them.
 */
final class GoldenBytesTest {
  private static final Path FILE = Path.of("src/test/resources/wire/version-1.txt");
  private static final int BYTES_PER_LINE = 32;

  @Test
  void bytesAreThoseWrittenDown() throws IOException {
    StringBuilder text = new StringBuilder();
    for (Map.Entry<String, Letter> letter : Letters.all().entrySet()) {
      text.append("# ").append(letter.getKey()).append('\n');
      text.append(Described.of(letter.getValue())).append('\n');
      hex(text, letter.getValue().encode());
      text.append('\n');
    }
    if (Boolean.getBoolean("mosql.update")) {
      Files.writeString(FILE, text);
    }
    assertThat(text.toString()).isEqualTo(Files.readString(FILE));
  }

  private static void hex(StringBuilder text, byte[] bytes) {
    HexFormat format = HexFormat.ofDelimiter(" ");
    for (int i = 0; i < bytes.length; i += BYTES_PER_LINE) {
      int end = Math.min(bytes.length, i + BYTES_PER_LINE);
      text.append("  ").append(format.formatHex(bytes, i, end)).append('\n');
    }
  }

  @TestFactory
  Stream<DynamicTest> bytesAreUnderstood() {
    return Letters.all().entrySet().stream()
        .map(
            letter ->
                DynamicTest.dynamicTest(
                    letter.getKey(),
                    () ->
                        assertThat(
                                Described.of(letter.getValue().decode(letter.getValue().encode())))
                            .isEqualTo(Described.of(letter.getValue()))));
  }
}
