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

  @ParameterizedTest
  @MethodSource("formats")
  void longFieldsComeInPieces(CsvFormat format) throws IOException {
    Random random = new Random(SEED);
    List<List<@Nullable String>> records = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      List<@Nullable String> record = new ArrayList<>();
      for (int f = 0; f < 3; f++) {
        record.add(random.nextInt(8) == 0 ? longText(random) : text(random));
      }
      records.add(record);
    }
    byte[] bytes = written(records, format);

    Pieces pieces = new Pieces();
    List<List<@Nullable String>> read = new ArrayList<>();
    try (CsvRecordReader reader = new CsvRecordReader(new ByteArrayInputStream(bytes), format)) {
      while (reader.next(pieces)) {
        read.add(pieces.record);
      }
    }

    assertThat(read).isEqualTo(records);
    assertThat(pieces.count).isGreaterThan(10);
    assertThat(read(bytes, format)).isEqualTo(records);
  }

  private static String longText(Random random) {
    StringBuilder text = new StringBuilder();
    while (text.length() <= LongFieldReader.LENGTH_MAX + (1 << 14)) {
      text.append(PIECES.get(random.nextInt(PIECES.size())));
    }
    return text.toString();
  }

  /** Takes all long fields of the first two columns in pieces. */
  private static final class Pieces implements CsvFieldHandler {
    private List<@Nullable String> record = new ArrayList<>();
    private int count;

    @Override
    public void begin(long line) {
      record = new ArrayList<>();
    }

    @Override
    public void field(int index, char[] text, int offset, int length, boolean isNull) {
      assertThat(index).isEqualTo(record.size());
      record.add(isNull ? null : new String(text, offset, length));
    }

    @Override
    public @Nullable LongFieldHandler longField(int index) {
      if (index > 1) {
        return null;
      }
      count++;
      StringBuilder whole = new StringBuilder();
      return new LongFieldHandler() {
        @Override
        public void text(char[] text, int offset, int length) {
          whole.append(text, offset, length);
        }

        @Override
        public void end() {
          assertThat(index).isEqualTo(record.size());
          record.add(whole.toString());
        }
      };
    }
  }

  @Test
  void linesWithinLongFieldsCount() throws IOException {
    String text = "\"" + "a\n".repeat(LongFieldReader.LENGTH_MAX) + "\",1\n2,\"";
    Pieces pieces = new Pieces();
    try (CsvRecordReader reader =
        new CsvRecordReader(
            new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), CsvFormat.DEFAULT)) {
      reader.next(pieces);
      assertThatExceptionOfType(CsvException.class)
          .isThrownBy(() -> reader.next(pieces))
          .satisfies(e -> assertThat(e.line()).isEqualTo(LongFieldReader.LENGTH_MAX + 2L));
    }
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
