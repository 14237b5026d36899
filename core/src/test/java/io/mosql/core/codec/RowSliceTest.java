package io.mosql.core.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.core.type.SqlType;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Rows within larger arrays. */
class RowSliceTest {
  private static final byte[] MISSING = {};

  private final Random random = new Random(11);
  private final RowSlice slice = new RowSlice();

  private static byte[] field(SqlType type, Object value) {
    return RowFormat.encodeField(type, value);
  }

  private RowSlice within(byte[] row) {
    int before = random.nextInt(9);
    byte[] page = new byte[before + row.length + random.nextInt(9)];
    random.nextBytes(page);
    System.arraycopy(row, 0, page, before, row.length);
    return slice.set(page, before, before + row.length);
  }

  @Test
  void findsWhatTheRowByItselfHas() {
    for (int i = 0; i < 2_000; i++) {
      SqlType type = Samples.TYPES.get(random.nextInt(Samples.TYPES.size()));
      Object value = Samples.values(type, random).get(0);
      byte[] filler = field(SqlType.TEXT, "x".repeat(random.nextInt(400)));
      byte[] row = RowFormat.row(new byte[][] {filler, field(type, value), MISSING, filler});
      RowSlice found = within(row);
      assertThat(found.find(1)).isTrue();
      assertThat(found.decode(type)).isEqualTo(RowFormat.decode(row, 1, type));
      assertThat(found.find(2)).isFalse();
      assertThat(found.find(4)).isFalse();
      assertThat(found.find(0)).isTrue();
    }
  }

  @Test
  void tellsIntegersDecimalsAndTexts() {
    byte[] row =
        RowFormat.row(
            new byte[][] {
              field(SqlType.BIGINT, -5_000_000_000L),
              field(SqlType.decimal(12, 2), new BigDecimal("-12.30")),
              field(SqlType.TEXT, "ab  "),
              RowFormat.encodeField(SqlType.INTEGER, null),
              field(SqlType.decimal(30, 2), new BigDecimal("123456789012345678901.30"))
            });
    RowSlice found = within(row);
    found.find(0);
    assertThat(found.isInteger()).isTrue();
    assertThat(found.isDecimal(2)).isFalse();
    assertThat(found.integer()).isEqualTo(-5_000_000_000L);
    found.find(1);
    assertThat(found.isDecimal(2)).isTrue();
    assertThat(found.isDecimal(1)).isFalse();
    assertThat(found.isInteger()).isFalse();
    assertThat(found.unscaled()).isEqualTo(-1230);
    found.find(2);
    assertThat(found.isText()).isTrue();
    byte[] other = "ab".getBytes(StandardCharsets.UTF_8);
    assertThat(found.compareText(other, true)).isZero();
    assertThat(found.compareText(other, false)).isPositive();
    assertThat(found.isNull()).isFalse();
    found.find(3);
    assertThat(found.isNull()).isTrue();
    assertThat(found.isInteger()).isFalse();
    found.find(4);
    assertThat(found.isDecimal(2)).isFalse();
    assertThat(found.decimal(SqlType.decimal(30, 2))).isEqualTo("123456789012345678901.30");
  }

  @Test
  void aFieldOfItsOwnTakesThePlaceOfOneThatIsMissing() {
    RowSlice found = within(RowFormat.row(new byte[][] {field(SqlType.INTEGER, 1)}));
    assertThat(found.find(1)).isFalse();
    found.take(field(SqlType.INTEGER, 77));
    assertThat(found.integer()).isEqualTo(77);
    assertThat(found.find(0)).isTrue();
    assertThat(found.integer()).isEqualTo(1);
  }

  @Test
  void damagedRowsSaySo() {
    for (int i = 0; i < 20_000; i++) {
      SqlType type = Samples.TYPES.get(random.nextInt(Samples.TYPES.size()));
      byte[] field = field(type, Samples.values(type, random).get(0));
      byte[] row = RowFormat.row(new byte[][] {field, MISSING, field});
      byte[] damaged = Arrays.copyOf(row, random.nextInt(row.length + 1));
      for (int d = random.nextInt(3); d > 0 && damaged.length > 0; d--) {
        damaged[random.nextInt(Math.min(damaged.length, 14))] = (byte) random.nextInt();
      }
      int ordinal = random.nextInt(4);
      try {
        RowSlice found = within(damaged);
        if (found.find(ordinal)) {
          found.decode(type);
        }
      } catch (MosqlException e) {
        assertThat(e.sqlState()).isEqualTo(SqlState.DATA_CORRUPTED.code());
      }
    }
    assertThatThrownBy(() -> slice.set(new byte[] {0x21, 0, 0}))
        .isInstanceOf(MosqlException.class)
        .hasMessage("unknown row format");
  }
}
