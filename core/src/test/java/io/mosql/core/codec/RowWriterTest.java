package io.mosql.core.codec;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.core.type.SqlType;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A writer makes the very bytes that joined fields make, again and again. */
final class RowWriterTest {
  private static final byte[] MISSING = {};

  private final Random random = new Random(11);

  static List<SqlType> types() {
    return Samples.TYPES;
  }

  @ParameterizedTest
  @MethodSource("types")
  void writesWhatRowFormatJoins(SqlType type) {
    RowWriter writer = new RowWriter();
    List<@Nullable Object> values = new ArrayList<>(Samples.values(type, random));
    values.add(null);
    List<byte[]> joined = new ArrayList<>();
    for (Object value : values) {
      byte[] field = RowFormat.encodeField(type, value);
      assertThat(writer.reset().field(type, value).toRow())
          .as("%s", value)
          .isEqualTo(RowFormat.row(new byte[][] {field}));
      joined.add(field);
    }
    writer.reset();
    values.forEach(value -> writer.field(type, value));
    assertThat(writer.toRow()).isEqualTo(RowFormat.row(joined.toArray(byte[][]::new)));
  }

  @Test
  void integersTakeTheFewestBytes() {
    RowWriter writer = new RowWriter();
    for (int shift = 0; shift < Long.SIZE; shift++) {
      for (long value = (1L << shift) - 2; value <= (1L << shift) + 1; value++) {
        for (long signed : new long[] {value, -value}) {
          byte[] bytes = java.math.BigInteger.valueOf(signed).toByteArray();
          assertThat(RowFormat.integerBytes(signed)).as("%d", signed).isEqualTo(bytes.length);
          byte[] row = writer.reset().field(SqlType.BIGINT, signed).toRow();
          assertThat(RowFormat.decode(row, 0, SqlType.BIGINT)).isEqualTo(signed);
        }
      }
    }
  }

  @Test
  void missingFieldsAtTheEndAreLeftOut() {
    RowWriter writer = new RowWriter();
    byte[] seven = RowFormat.encodeField(SqlType.INTEGER, 7);
    byte[] row = writer.missing().raw(seven).missing().raw(MISSING).toRow();
    assertThat(row).isEqualTo(RowFormat.row(new byte[][] {MISSING, seven, MISSING, MISSING}));
    assertThat(RowFormat.fieldCount(row)).isEqualTo(2);
    assertThat(writer.reset().missing().toRow()).isEqualTo(RowFormat.row(new byte[][] {MISSING}));
  }

  @Test
  void fieldsMayGrowTheEnds() {
    RowWriter writer = new RowWriter();
    String text = "0123456789".repeat(50);
    List<byte[]> fields = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      writer.field(SqlType.TEXT, text);
      fields.add(RowFormat.encodeField(SqlType.TEXT, text));
    }
    assertThat(writer.toRow()).isEqualTo(RowFormat.row(fields.toArray(byte[][]::new)));
  }
}
