package io.mosql.sql.csv;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.mosql.core.error.SqlState;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks that written records are read back unchanged, for any texts and formats. */
final class CsvRoundTripTest {
  private static final long SEED = 7;
  private static final List<String> PIECES =
      List.of(
          "",
          "a",
          "\"",
          "\"\"",
          ",",
          ";",
          "\t",
          "\n",
          "\r\n",
          "\r",
          "\\",
          "\\.",
          "\\\"",
          "'",
          " ",
          "NULL",
          "é",
          "\uD83D\uDE00",
          "0",
          "\u0000");

  static List<CsvFormat> formats() {
    return List.of(
        CsvFormat.DEFAULT,
        format(';', '"', '"', "NULL", StandardCharsets.UTF_8),
        format('\t', '\'', '\\', "", StandardCharsets.UTF_16BE),
        format(',', '"', '\\', "\\N", StandardCharsets.UTF_8),
        format('|', '\u0001', '\u0002', "-", StandardCharsets.UTF_8));
  }

  private static CsvFormat format(
      char delimiter, char quote, char escape, String nullText, Charset charset) {
    return new CsvFormat(delimiter, quote, escape, nullText, CsvFormat.Header.NONE, charset);
  }

  @ParameterizedTest
  @MethodSource("formats")
  void textsComeBack(CsvFormat format) throws IOException {
    Random random = new Random(SEED);
    List<List<@Nullable String>> records = new ArrayList<>();
    for (int i = 0; i < 3_000; i++) {
      List<@Nullable String> record = new ArrayList<>();
      int fields = 1 + random.nextInt(4);
      for (int f = 0; f < fields; f++) {
        record.add(text(random));
      }
      records.add(record);
    }

    byte[] bytes = written(records, format);

    assertThat(read(bytes, format)).isEqualTo(records);
  }

  private static @Nullable String text(Random random) {
    if (random.nextInt(5) == 0) {
      return null;
    }
    StringBuilder text = new StringBuilder();
    int pieces = random.nextInt(60) == 0 ? 5_000 : random.nextInt(5);
    for (int i = 0; i < pieces; i++) {
      text.append(PIECES.get(random.nextInt(PIECES.size())));
    }
    return text.toString();
  }

  private static byte[] written(List<List<@Nullable String>> records, CsvFormat format)
      throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (CsvWriter text = new CsvWriter(out, format)) {
      for (List<@Nullable String> record : records) {
        for (String field : record) {
          text.field(field);
        }
        text.endRecord();
      }
    }
    return out.toByteArray();
  }

  private static List<List<@Nullable String>> read(byte[] bytes, CsvFormat format)
      throws IOException {
    List<List<@Nullable String>> records = new ArrayList<>();
    try (CsvRecordReader reader = new CsvRecordReader(new ByteArrayInputStream(bytes), format)) {
      for (List<@Nullable String> r = reader.texts(); r != null; r = reader.texts()) {
        records.add(r);
      }
    }
    return records;
  }

  private static List<List<@Nullable String>> read(String text) throws IOException {
    return read(text.getBytes(StandardCharsets.UTF_8), CsvFormat.DEFAULT);
  }

  @Test
  void linesEndInAnyWayAndTheLastNeedNot() throws IOException {
    assertThat(read("a,b\r\nc,d\ne,f\rg,h"))
        .containsExactly(
            List.of("a", "b"), List.of("c", "d"), List.of("e", "f"), List.of("g", "h"));
    assertThat(read("")).isEmpty();
  }

  @Test
  void emptyIsNullUnlessItIsQuoted() throws IOException {
    assertThat(read("\n\"\"\n,\"\"\n"))
        .containsExactly(
            Arrays.asList((String) null), List.of(""), Arrays.<@Nullable String>asList(null, ""));
  }

  @Test
  void whatIsWrongIsSaidWithItsLine() {
    assertThatExceptionOfType(CsvException.class)
        .isThrownBy(() -> read("a\n\"b\nc\"\nd,\"e"))
        .satisfies(e -> assertThat(e.line()).isEqualTo(4))
        .satisfies(e -> assertThat(e.error().state()).isEqualTo(SqlState.BAD_COPY_FILE));
    assertThatExceptionOfType(CsvException.class)
        .isThrownBy(() -> read(new byte[] {'a', (byte) 0xC3}, CsvFormat.DEFAULT))
        .satisfies(
            e -> assertThat(e.error().state()).isEqualTo(SqlState.CHARACTER_NOT_IN_REPERTOIRE));
  }

  @Test
  void charactersMustBeDifferent() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> format('"', '"', '"', "", StandardCharsets.UTF_8));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> format('\n', '"', '"', "", StandardCharsets.UTF_8));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> format(',', '"', '"', "a,b", StandardCharsets.UTF_8));
  }
}
