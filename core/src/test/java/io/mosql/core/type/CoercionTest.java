package io.mosql.core.type;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mosql.core.error.MosqlException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Tables of the results of conversions of values to each type. */
final class CoercionTest {
  private static final SqlType DEC = SqlType.decimal(5, 2);
  private static final SqlType BYTES = SqlType.varbinary(3);

  private static Arguments row(Object value, SqlType type, Object expected) {
    return Arguments.of(value, type, expected);
  }

  private static BigDecimal dec(String text) {
    return new BigDecimal(text);
  }

  static Stream<Arguments> assigned() {
    return Stream.concat(numbers(), others());
  }

  private static Stream<Arguments> numbers() {
    return Stream.of(
        row(32767L, SqlType.SMALLINT, 32767),
        row(32768, SqlType.SMALLINT, "22003"),
        row((short) -5, SqlType.INTEGER, -5),
        row(1L << 31, SqlType.INTEGER, "22003"),
        row(dec("2.5"), SqlType.INTEGER, 3),
        row(dec("-2.5"), SqlType.INTEGER, -3),
        row(-0.4, SqlType.INTEGER, 0),
        row(" 12 ", SqlType.INTEGER, 12),
        row("12x", SqlType.INTEGER, "22018"),
        row("", SqlType.INTEGER, "22018"),
        row(true, SqlType.INTEGER, 1),
        row(Double.NaN, SqlType.INTEGER, "22003"),
        row(dec("9223372036854775807.4"), SqlType.BIGINT, Long.MAX_VALUE),
        row(dec("9223372036854775807.5"), SqlType.BIGINT, "22003"),
        row(BigInteger.TWO.pow(63).negate(), SqlType.BIGINT, Long.MIN_VALUE),
        row(dec("1E+2000000000"), SqlType.BIGINT, "22003"),
        row(dec("1E-2000000000"), SqlType.BIGINT, 0L),
        row("1e2000000000", SqlType.BIGINT, "22003"),
        row(7, DEC, dec("7.00")),
        row(dec("1.005"), DEC, dec("1.01")),
        row(dec("-1.005"), DEC, dec("-1.01")),
        row(dec("0.005"), DEC, dec("0.01")),
        row(dec("0.0049"), DEC, dec("0.00")),
        row(dec("999.994"), DEC, dec("999.99")),
        row(dec("999.995"), DEC, "22003"),
        row(dec("1E+2000000000"), DEC, "22003"),
        row(dec("1E-2000000000"), DEC, dec("0.00")),
        row(dec("0E+2000000000"), DEC, dec("0.00")),
        row(0.1, DEC, dec("0.10")),
        row("1e2", DEC, dec("100.00")),
        row(1.5f, SqlType.DOUBLE, 1.5),
        row(dec("1e400"), SqlType.DOUBLE, "22003"),
        row("1e400", SqlType.DOUBLE, "22003"),
        row("0x1p3", SqlType.DOUBLE, "22018"),
        row("1d", SqlType.DOUBLE, "22018"),
        row("1.5f", SqlType.REAL, "22018"),
        row("1.5", SqlType.REAL, 1.5f),
        row(1e300, SqlType.REAL, "22003"),
        row("1e400", SqlType.REAL, "22003"),
        row(Float.POSITIVE_INFINITY, SqlType.REAL, Float.POSITIVE_INFINITY),
        row(Double.POSITIVE_INFINITY, SqlType.DOUBLE, Double.POSITIVE_INFINITY),
        row("-inf", SqlType.DOUBLE, Double.NEGATIVE_INFINITY),
        row("NaN", SqlType.REAL, Float.NaN),
        row("1e400", SqlType.DOUBLE, "22003"),
        row(1e300, SqlType.REAL, "22003"),
        row(new byte[1], SqlType.INTEGER, "22018"));
  }

  private static Stream<Arguments> others() {
    return Stream.of(
        row(" Yes ", SqlType.BOOLEAN, true),
        row("off", SqlType.BOOLEAN, false),
        row("maybe", SqlType.BOOLEAN, "22018"),
        row(0, SqlType.BOOLEAN, false),
        row(dec("0.5"), SqlType.BOOLEAN, true),
        row("abc", SqlType.varchar(3), "abc"),
        row("abcd", SqlType.varchar(3), "22001"),
        row("ab   ", SqlType.varchar(3), "ab "),
        row("a\uD83D\uDE00b", SqlType.varchar(3), "a\uD83D\uDE00b"),
        row("ab  ", SqlType.charOf(3), "ab"),
        row("    ", SqlType.charOf(3), ""),
        row("abcd", SqlType.charOf(3), "22001"),
        row(dec("1E+3"), SqlType.TEXT, "1000"),
        row(true, SqlType.TEXT, "true"),
        row(new byte[1], SqlType.TEXT, "22018"),
        row(new byte[] {1, 2, 3}, BYTES, new byte[] {1, 2, 3}),
        row(new byte[4], BYTES, "22001"),
        row("é", BYTES, new byte[] {(byte) 0xC3, (byte) 0xA9}),
        row("1970-01-02", SqlType.DATE, 1),
        row("1970-01-02 10:00", SqlType.DATE, 1),
        row("1970-01-02T10:00:00", SqlType.DATE, 1),
        row("1970-01-02 nonsense", SqlType.DATE, "22007"),
        row("1970-02-30", SqlType.DATE, "22008"),
        row(LocalDate.of(1969, 12, 31), SqlType.DATE, -1),
        row(5L, SqlType.DATE, "22018"),
        row("1:02:03.5", SqlType.TIME, 3_723_500_000L),
        row("24:00", SqlType.TIME, "22008"),
        row(-1L, SqlType.TIME, "22008"),
        row(86_400_000_000L, SqlType.TIME, "22008"),
        row(LocalTime.of(0, 0, 1), SqlType.TIME, 1_000_000L),
        row("1970-01-01 00:00:01.000001", SqlType.TIMESTAMP, 1_000_001L),
        row("1969-12-31T23:59:59.9999994", SqlType.TIMESTAMP, -1L),
        row("1969-12-31T23:59:59.9999995", SqlType.TIMESTAMP, 0L),
        row("1970-01-02", SqlType.TIMESTAMP, 86_400_000_000L),
        row(LocalDateTime.of(1970, 1, 1, 0, 1), SqlType.TIMESTAMP, 60_000_000L),
        row(LocalDateTime.MAX, SqlType.TIMESTAMP, Long.MAX_VALUE),
        row(LocalDateTime.MAX.minusNanos(1), SqlType.TIMESTAMP, "22008"),
        row("nonsense", SqlType.TIMESTAMP, "22007"));
  }

  @ParameterizedTest
  @MethodSource("assigned")
  void assigning(Object value, SqlType type, Object expected) {
    if (expected instanceof String state && state.matches("22\\d{3}")) {
      assertState(() -> Coercion.assign(value, type), state);
    } else {
      assertThat(Coercion.assign(value, type)).isEqualTo(expected);
      assertThat(expected).isInstanceOf(type.kind().carrier());
    }
  }

  @Test
  void bindingKeepsWhatIsTooLong() {
    assertThat(Coercion.bind("abcd ", SqlType.varchar(3))).isEqualTo("abcd ");
    assertThat(Coercion.bind("abcd ", SqlType.charOf(3))).isEqualTo("abcd");
    assertThat(Coercion.bind(new byte[4], BYTES)).isEqualTo(new byte[4]);
  }

  static Stream<Arguments> casts() {
    SqlType text = SqlType.TEXT;
    return Stream.of(
        Arguments.of("abcd", text, SqlType.varchar(2), "ab"),
        Arguments.of("a\uD83D\uDE00bc", text, SqlType.varchar(2), "a\uD83D\uDE00"),
        Arguments.of("a  d", text, SqlType.charOf(3), "a"),
        Arguments.of(dec("1.50"), DEC, text, "1.50"),
        Arguments.of(dec("-2.50"), DEC, SqlType.INTEGER, -3),
        Arguments.of(-1, SqlType.DATE, text, "1969-12-31"),
        Arguments.of(-1L, SqlType.TIMESTAMP, text, "1969-12-31 23:59:59.999999"),
        Arguments.of(1_500_000L, SqlType.TIME, text, "00:00:01.5"),
        Arguments.of(new byte[] {1, -1}, SqlType.of(TypeKind.VARBINARY), text, "\\x01ff"),
        Arguments.of(new byte[] {1, 2, 3, 4}, BYTES, SqlType.varbinary(2), new byte[] {1, 2}),
        Arguments.of(-1L, SqlType.TIMESTAMP, SqlType.DATE, -1),
        Arguments.of(-1L, SqlType.TIMESTAMP, SqlType.TIME, 86_399_999_999L),
        Arguments.of(-1, SqlType.DATE, SqlType.TIMESTAMP, -86_400_000_000L),
        Arguments.of(Integer.MAX_VALUE, SqlType.DATE, SqlType.TIMESTAMP, Long.MAX_VALUE),
        Arguments.of(Integer.MAX_VALUE - 1, SqlType.DATE, SqlType.TIMESTAMP, "22008"),
        Arguments.of("12", text, SqlType.SMALLINT, 12),
        Arguments.of("1.5", text, SqlType.SMALLINT, "22018"),
        Arguments.of("x", text, SqlType.BIGINT, "22018"),
        Arguments.of("t", text, SqlType.BOOLEAN, true),
        Arguments.of(1 << 20, SqlType.INTEGER, SqlType.SMALLINT, "22003"));
  }

  @ParameterizedTest
  @MethodSource("casts")
  void casting(Object value, SqlType from, SqlType to, Object expected) {
    if (expected instanceof String state && state.matches("22\\d{3}")) {
      assertState(() -> Coercion.cast(value, from, to), state);
    } else {
      assertThat(Coercion.cast(value, from, to)).isEqualTo(expected);
    }
  }

  @ParameterizedTest
  @EnumSource(TypeKind.class)
  void nullStaysNull(TypeKind kind) {
    SqlType type =
        switch (kind) {
          case DECIMAL -> DEC;
          case ARRAY -> SqlType.arrayOf(DEC);
          default -> SqlType.of(kind);
        };
    assertThat(Coercion.assign(null, type)).isNull();
    assertThat(Coercion.bind(null, type)).isNull();
    assertThat(Coercion.cast(null, SqlType.TEXT, type)).isNull();
  }

  @Test
  void textOfTimesReadsBack() {
    for (long micros :
        new long[] {
          0, 1, 999_999, -1, -86_400_000_001L, 1_700_000_000_123_456L, Long.MIN_VALUE / 4
        }) {
      assertThat(DateTimes.parseTimestamp(DateTimes.formatTimestamp(micros))).isEqualTo(micros);
      assertThat(DateTimes.micros(DateTimes.dateTime(micros))).isEqualTo(micros);
      long time = Math.floorMod(micros, 86_400_000_000L);
      assertThat(DateTimes.parseTime(DateTimes.formatTime(time))).isEqualTo(time);
    }
    assertThat(DateTimes.formatTimestamp(1_100_000)).isEqualTo("1970-01-01 00:00:01.1");
  }

  private static void assertState(Conversion conversion, String state) {
    assertThatThrownBy(conversion::run)
        .isInstanceOfSatisfying(
            MosqlException.class, e -> assertThat(e.sqlState()).isEqualTo(state));
  }

  /** Something that should fail. */
  private interface Conversion {
    @Nullable Object run();
  }
}
