package io.mosql.core.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.core.type.Interval;
import io.mosql.core.type.SqlType;
import io.mosql.core.type.TypeKind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Keys keep the order of their columns and give the values back. */
final class KeyCodecTest {
  private static final int ROUNDS = Boolean.getBoolean("mosql.nightly") ? 3_000 : 500;
  private final Random random = new Random(7);

  static Stream<SqlType> types() {
    return Samples.TYPES.stream();
  }

  private static byte[] key(SqlType type, @Nullable Object value, boolean descending) {
    return new KeyWriter().column(type, value, descending).toKey();
  }

  @ParameterizedTest
  @MethodSource("types")
  void orderOfKeysIsOrderOfValues(SqlType type) {
    List<@Nullable Object> values = new ArrayList<>(Samples.values(type, random));
    values.add(null);
    for (Object a : values) {
      for (Object b : values) {
        int order = Integer.signum(Samples.compare(a, b));
        assertThat(Integer.signum(Keys.compare(key(type, a, false), key(type, b, false))))
            .as("%s before %s", a, b)
            .isEqualTo(order);
        assertThat(Integer.signum(Keys.compare(key(type, a, true), key(type, b, true))))
            .as("%s after %s", a, b)
            .isEqualTo(-order);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("types")
  void orderHoldsForTuplesToo(SqlType type) {
    List<@Nullable Object> values = new ArrayList<>(Samples.values(type, random));
    values.add(null);
    for (int i = 0; i < ROUNDS; i++) {
      Object a = values.get(random.nextInt(values.size()));
      Object b = values.get(random.nextInt(values.size()));
      boolean descending = random.nextBoolean();
      int first = Samples.compare(a, b) * (descending ? -1 : 1);
      int tailA = random.nextInt(3);
      int tailB = random.nextInt(3);
      byte[] x = new KeyWriter().column(type, a, descending).column(SqlType.INTEGER, tailA).toKey();
      byte[] y = new KeyWriter().column(type, b, descending).column(SqlType.INTEGER, tailB).toKey();
      assertThat(Integer.signum(Keys.compare(x, y)))
          .as("(%s, %s) and (%s, %s)", a, tailA, b, tailB)
          .isEqualTo(Integer.signum(first != 0 ? first : Integer.compare(tailA, tailB)));
    }
  }

  @ParameterizedTest
  @MethodSource("types")
  void valuesComeBack(SqlType type) {
    for (boolean descending : new boolean[] {false, true}) {
      for (Object value : Samples.values(type, random)) {
        KeyReader reader =
            new KeyReader(
                new KeyWriter()
                    .column(type, value, descending)
                    .column(type, null, descending)
                    .column(SqlType.BIGINT, 5L, !descending)
                    .toKey());
        Object read = reader.column(type, descending);
        assertThat(read).isInstanceOf(type.kind().carrier());
        assertThat(Samples.compare(read, value)).as("%s of %s", read, value).isZero();
        assertThat(reader.column(type, descending)).isNull();
        assertThat(reader.column(SqlType.BIGINT, !descending)).isEqualTo(5L);
        assertThat(reader.hasNext()).isFalse();
      }
    }
  }

  @ParameterizedTest
  @MethodSource("types")
  void damagedKeysSaySo(SqlType type) {
    List<Object> values = Samples.values(type, random);
    for (int i = 0; i < ROUNDS; i++) {
      byte[] key = key(type, values.get(random.nextInt(values.size())), false);
      byte[] damaged = Arrays.copyOf(key, random.nextInt(key.length + 1));
      if (damaged.length > 0 && random.nextBoolean()) {
        damaged[random.nextInt(damaged.length)] = (byte) random.nextInt();
      }
      try {
        new KeyReader(damaged).column(type, false);
      } catch (MosqlException e) {
        assertThat(e.state()).isEqualTo(SqlState.DATA_CORRUPTED);
      }
    }
    assertThatThrownBy(() -> new KeyReader(new byte[0]).column(type, false))
        .isInstanceOf(MosqlException.class);
  }

  @Test
  void intervalsOfOneLengthHaveOneKey() {
    assertThat(key(SqlType.INTERVAL, Interval.parse("1 month"), false))
        .isEqualTo(key(SqlType.INTERVAL, Interval.parse("29 days 24:00"), false));
  }

  @Test
  void bytesAreThoseOfTheFormat() {
    HexFormat hex = HexFormat.of();
    assertThat(hex.formatHex(key(SqlType.INTEGER, -2, false))).isEqualTo("027ffffffe");
    assertThat(hex.formatHex(key(SqlType.INTEGER, -2, true))).isEqualTo("fd80000001");
    assertThat(hex.formatHex(key(SqlType.INTERVAL, new Interval(1, 1, -1), false)))
        .isEqualTo("02800000000000001e141dd75fff");
    assertThat(hex.formatHex(key(SqlType.SMALLINT, 1, false))).isEqualTo("028001");
    assertThat(hex.formatHex(key(SqlType.BIGINT, null, false))).isEqualTo("01");
    assertThat(hex.formatHex(key(SqlType.TEXT, "a\0", false))).isEqualTo("026100ff0001");
    assertThat(hex.formatHex(key(SqlType.decimal(5, 2), new java.math.BigDecimal("-3.00"), false)))
        .isEqualTo("027efed3");
    assertThat(hex.formatHex(key(SqlType.decimal(5, 2), new java.math.BigDecimal("0.00"), false)))
        .isEqualTo("0280");
    assertThat(hex.formatHex(key(SqlType.DOUBLE, -0d, false))).isEqualTo("028000000000000000");
    assertThat(hex.formatHex(key(SqlType.of(TypeKind.VARBINARY), new byte[] {0, 1}, false)))
        .isEqualTo("0200ff010001");
  }

  @Test
  void prefixEndsAndSuccessors() {
    assertThat(Keys.prefixEnd(new byte[] {1, -1})).isEqualTo(new byte[] {2});
    assertThat(Keys.prefixEnd(new byte[] {1, 5})).isEqualTo(new byte[] {1, 6});
    assertThat(Keys.prefixEnd(new byte[] {-1, -1})).isNull();
    assertThat(Keys.prefixEnd(new byte[0])).isNull();
    assertThat(Keys.successor(new byte[] {1})).isEqualTo(new byte[] {1, 0});
  }
}
