package io.mosql.core.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.core.type.Interval;
import io.mosql.core.type.SqlType;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Rows return their fields, one by one and after being patched; damage is reported as such. */
final class RowFormatTest {
  private static final byte[] MISSING = {};

  private final Random random = new Random(3);

  static Stream<SqlType> types() {
    return Samples.TYPES.stream();
  }

  @ParameterizedTest
  @MethodSource("types")
  void fieldsComeBack(SqlType type) {
    List<@Nullable Object> values = new ArrayList<>(Samples.values(type, random));
    values.add(null);
    byte[][] fields =
        values.stream().map(v -> RowFormat.encodeField(type, v)).toArray(byte[][]::new);
    byte[] row = RowFormat.row(fields);
    assertThat(RowFormat.fieldCount(row)).isEqualTo(fields.length);
    for (int i = 0; i < fields.length; i++) {
      assertThat(RowFormat.field(row, i)).isEqualTo(fields[i]);
      Object value = RowFormat.decode(row, i, type);
      assertThat(Samples.compare(value, values.get(i))).as("%s", values.get(i)).isZero();
      if (value != null) {
        assertThat(value).isInstanceOf(type.kind().carrier());
      }
    }
  }

  @ParameterizedTest
  @MethodSource("types")
  void equalValuesHaveEqualBytes(SqlType type) {
    List<Object> values = Samples.values(type, random);
    for (Object a : values) {
      for (Object b : values) {
        assertThat(
                java.util.Arrays.equals(
                    RowFormat.encodeField(type, a), RowFormat.encodeField(type, b)))
            .as("%s and %s", a, b)
            .isEqualTo(
                a instanceof Interval x ? x.isSame((Interval) b) : Samples.compare(a, b) == 0);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 100, 250, 251, 252, 60_000, 65_530, 65_540, 100_000})
  void largeFieldsWidenTheOffsets(int length) {
    byte[] small = RowFormat.encodeField(SqlType.INTEGER, 77);
    byte[] large = RowFormat.encodeField(SqlType.TEXT, "x".repeat(length));
    byte[] row = RowFormat.row(new byte[][] {small, large, MISSING, small});
    int width = row[0] & 0xF;
    int payload = 2 * small.length + large.length;
    assertThat(width).isEqualTo(payload < 256 ? 1 : payload < 65_536 ? 2 : 4);
    assertThat(row).hasSize(3 + 4 * width + payload);
    assertThat(RowFormat.decode(row, 1, SqlType.TEXT)).isEqualTo("x".repeat(length));
    assertThat(RowFormat.decode(row, 3, SqlType.INTEGER)).isEqualTo(77);
    assertThat(RowFormat.isMissing(row, 2)).isTrue();
    byte[] shrunk = RowFormat.withFields(row, new int[] {1}, new byte[][] {small});
    assertThat(shrunk).isEqualTo(RowFormat.row(new byte[][] {small, small, MISSING, small}));
  }

  @Test
  void missingFieldsAreNeitherValueNorNull() {
    byte[] one = RowFormat.encodeField(SqlType.INTEGER, 1);
    byte[] none = RowFormat.encodeField(SqlType.INTEGER, null);
    byte[] row = RowFormat.row(new byte[][] {MISSING, one, none, MISSING, MISSING});
    assertThat(RowFormat.fieldCount(row)).isEqualTo(3);
    assertThat(RowFormat.isMissing(row, 0)).isTrue();
    assertThat(RowFormat.isMissing(row, 2)).isFalse();
    assertThat(RowFormat.isMissing(row, 9)).isTrue();
    assertThat(RowFormat.decode(row, 2, SqlType.INTEGER)).isNull();
    assertThat(RowFormat.field(row, 9)).isEmpty();
    byte[] other = RowFormat.row(new byte[][] {MISSING, one});
    assertThat(RowFormat.sameField(row, other, 0)).isTrue();
    assertThat(RowFormat.sameField(row, other, 1)).isTrue();
    assertThat(RowFormat.sameField(row, other, 2)).isFalse();
    assertThat(RowFormat.sameField(row, other, 4)).isTrue();
    assertThat(RowFormat.row(new byte[0][])).hasSize(3);
    assertDamaged(() -> RowFormat.decode(row, 0, SqlType.INTEGER));
    assertDamaged(() -> RowFormat.decode(row, 9, SqlType.INTEGER));
  }

  @Test
  void patchesEqualRowsMadeAnew() {
    for (int i = 0; i < 2_000; i++) {
      byte[][] fields = new byte[random.nextInt(6)][];
      for (int f = 0; f < fields.length; f++) {
        fields[f] = randomField();
      }
      int[] ordinals = random.ints(0, 9).distinct().limit(random.nextInt(4)).sorted().toArray();
      byte[][] patches = new byte[ordinals.length][];
      byte[][] whole = java.util.Arrays.copyOf(fields, 9);
      for (int f = 0; f < whole.length; f++) {
        whole[f] = whole[f] == null ? MISSING : whole[f];
      }
      for (int p = 0; p < patches.length; p++) {
        patches[p] = randomField();
        whole[ordinals[p]] = patches[p];
      }
      assertThat(RowFormat.withFields(RowFormat.row(fields), ordinals, patches))
          .isEqualTo(RowFormat.row(whole));
    }
  }

  private byte[] randomField() {
    return switch (random.nextInt(4)) {
      case 0 -> MISSING;
      case 1 -> RowFormat.encodeField(SqlType.BIGINT, random.nextLong());
      case 2 -> RowFormat.encodeField(SqlType.TEXT, "y".repeat(random.nextInt(300)));
      default -> RowFormat.encodeField(SqlType.BOOLEAN, null);
    };
  }

  @Test
  void damagedRowsSaySo() {
    for (int i = 0; i < 20_000; i++) {
      SqlType type = Samples.TYPES.get(random.nextInt(Samples.TYPES.size()));
      byte[] field = RowFormat.encodeField(type, Samples.values(type, random).get(0));
      byte[] row = RowFormat.row(new byte[][] {field, MISSING, field, randomField()});
      byte[] damaged = java.util.Arrays.copyOf(row, random.nextInt(row.length + 1));
      for (int d = random.nextInt(3); d > 0 && damaged.length > 0; d--) {
        damaged[random.nextInt(Math.min(damaged.length, 14))] = (byte) random.nextInt();
      }
      int ordinal = random.nextInt(5);
      onlyDamage(() -> RowFormat.isMissing(damaged, ordinal));
      onlyDamage(() -> RowFormat.field(damaged, ordinal));
      onlyDamage(() -> RowFormat.decode(damaged, ordinal, type));
      onlyDamage(() -> RowFormat.sameField(damaged, row, ordinal));
      onlyDamage(() -> RowFormat.withFields(damaged, new int[] {1}, new byte[][] {field}));
    }
    assertDamaged(() -> RowFormat.fieldCount(new byte[] {0x21, 0, 0}));
    assertDamaged(() -> RowFormat.decodeField(new byte[] {3}, SqlType.INTEGER));
    assertDamaged(() -> RowFormat.decodeField(new byte[] {4, 2}, SqlType.decimal(5, 2)));
    assertDamaged(() -> RowFormat.decodeField(new byte[] {7, 65}, SqlType.INTEGER));
  }

  @Test
  void descriptorsComeBack() {
    byte[] value = "x".repeat(3_000).getBytes(java.nio.charset.StandardCharsets.UTF_8);
    OverflowField text = OverflowField.of(true, value, 7);
    OverflowField bytes = OverflowField.of(false, value, Long.MAX_VALUE);
    byte[] small = RowFormat.encodeField(SqlType.TEXT, "x");
    byte[] row = RowFormat.row(new byte[][] {text.toField(), MISSING, small, bytes.toField()});
    assertThat(RowFormat.decode(row, 0, SqlType.TEXT)).isEqualTo(text);
    assertThat(RowFormat.decode(row, 0, SqlType.varchar(4_000))).isEqualTo(text);
    assertThat(RowFormat.decode(row, 3, SqlType.varbinary(4_000))).isEqualTo(bytes);
    assertThat(RowFormat.overflow(row, 0)).isEqualTo(text);
    assertThat(RowFormat.overflow(row, 1)).isNull();
    assertThat(RowFormat.overflow(row, 2)).isNull();
    assertThat(RowFormat.overflow(row, 9)).isNull();
    assertThat(OverflowField.of(true, value, 8)).isNotEqualTo(text);
    assertThat(
            text.hasDigest(OverflowField.newDigest().update(value, 0, 9).update(value, 9, 2_991)))
        .isTrue();
    assertThat(text.hasDigest(OverflowField.newDigest().update(value, 0, 2_999))).isFalse();
    assertDamaged(() -> RowFormat.decode(row, 0, SqlType.varbinary(4_000)));
    assertDamaged(() -> RowFormat.decode(row, 3, SqlType.TEXT));
    assertDamaged(() -> RowFormat.decode(row, 0, SqlType.INTEGER));
    byte[] field = text.toField();
    for (int length = 1; length < field.length; length++) {
      byte[] cut = java.util.Arrays.copyOf(field, length);
      assertDamaged(() -> RowFormat.decodeField(cut, SqlType.TEXT));
      assertDamaged(() -> RowFormat.overflow(RowFormat.row(new byte[][] {cut}), 0));
    }
    field[2] = -1;
    assertDamaged(() -> RowFormat.decodeField(field, SqlType.TEXT));
  }

  @Test
  void descriptorsHaveTheBytesOfTheFormat() {
    byte[] field = OverflowField.of(true, new byte[] {97, 98, 99}, 258).toField();
    assertThat(HexFormat.of().formatHex(field))
        .isEqualTo("0907" + "00000003" + "0000000000000102" + "50e589434ee5cd1ca4afba0970287f6c");
  }

  private static void onlyDamage(Runnable read) {
    try {
      read.run();
    } catch (MosqlException e) {
      assertThat(e.state()).isEqualTo(SqlState.DATA_CORRUPTED);
    }
  }

  private static void assertDamaged(Runnable read) {
    assertThatThrownBy(read::run)
        .isInstanceOfSatisfying(
            MosqlException.class, e -> assertThat(e.state()).isEqualTo(SqlState.DATA_CORRUPTED));
  }

  @Test
  void bytesAreThoseOfTheFormat() {
    byte[] row =
        RowFormat.row(
            new byte[][] {
              RowFormat.encodeField(SqlType.INTEGER, -300),
              RowFormat.encodeField(SqlType.decimal(5, 2), new java.math.BigDecimal("1.5")),
              MISSING,
              RowFormat.encodeField(SqlType.BOOLEAN, true),
              RowFormat.encodeField(SqlType.TEXT, "é"),
            });
    assertThat(HexFormat.of().formatHex(row))
        .isEqualTo("110005" + "030707080b" + "03fed4" + "04020096" + "02" + "07c3a9");
  }
}
