package io.mosql.sql.copy;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.core.error.MosqlException;
import io.mosql.core.type.Coercion;
import io.mosql.core.type.SqlType;
import io.mosql.core.type.TypeKind;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Checks that parsing in place agrees with the coercion of the whole text. */
final class FieldParserTest {
  private static final long SEED = 3;

  /** The value, or the SQLSTATE of the error. */
  private static Object parsed(String text, SqlType type) {
    char[] chars = ("<<" + text + ">>").toCharArray();
    try {
      return FieldParser.of(type, ZoneOffset.UTC).parse(chars, 2, text.length());
    } catch (MosqlException e) {
      return e.sqlState();
    }
  }

  /** The value of the coercion of the whole text, or its SQLSTATE if that fails. */
  private static Object coerced(String text, SqlType type) {
    try {
      return Objects.requireNonNull(Coercion.assign(text, type));
    } catch (MosqlException e) {
      return e.sqlState().equals("22018") ? "22P02" : e.sqlState();
    }
  }

  @Test
  void integersOfAnyLength() {
    Random random = new Random(SEED);
    for (int i = 0; i < 20_000; i++) {
      String text = new BigInteger(random.nextInt(80), random).toString();
      text = (random.nextBoolean() ? "-" : random.nextInt(9) == 0 ? "+" : "") + text;
      for (SqlType type : new SqlType[] {SqlType.SMALLINT, SqlType.INTEGER, SqlType.BIGINT}) {
        assertThat(parsed(text, type)).as("%s %s", type, text).isEqualTo(coerced(text, type));
      }
    }
  }

  @Test
  void decimalsOfAnyScale() {
    Random random = new Random(SEED);
    for (int i = 0; i < 50_000; i++) {
      int scale = random.nextInt(8);
      SqlType type = SqlType.decimal(scale + 1 + random.nextInt(30), scale);
      String text =
          new BigDecimal(new BigInteger(random.nextInt(100), random), random.nextInt(12))
              .toPlainString();
      text = (random.nextInt(3) == 0 ? "-" : "") + text + (random.nextInt(20) == 0 ? "0" : "");
      assertThat(parsed(text, type)).as("%s %s", type, text).isEqualTo(coerced(text, type));
    }
  }

  @Test
  void daysAndTimes() {
    Random random = new Random(SEED);
    for (int i = 0; i < 20_000; i++) {
      String day = LocalDate.ofEpochDay(random.nextInt(200_000) - 100_000).toString();
      assertThat(parsed(day, SqlType.DATE)).as(day).isEqualTo(coerced(day, SqlType.DATE));
      String time =
          day
              + (random.nextBoolean() ? " " : "T")
              + Coercion.format(random.nextLong(86_400_000_000L), SqlType.TIME);
      assertThat(parsed(time, SqlType.TIMESTAMP))
          .as(time)
          .isEqualTo(coerced(time, SqlType.TIMESTAMP));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "INTEGER, ''", "INTEGER, -", "INTEGER, 1.5", "INTEGER, 1e3", "INTEGER, 0x10", "INTEGER, '1 2'",
    "BIGINT, abc", "SMALLINT, ٣", "REAL, 1x", "DOUBLE, ''", "BOOLEAN, maybe", "VARBINARY, 00ff",
    "VARBINARY, \\x0", "VARBINARY, \\xzz"
  })
  void whatIsNoValue(TypeKind kind, String text) {
    assertThat(parsed(text, SqlType.of(kind))).isEqualTo("22P02");
  }

  @ParameterizedTest
  @CsvSource({"'', 22P02", "-, 22P02", "., 22P02", "1.2.3, 22P02", "--1, 22P02", "123456, 22003"})
  void whatIsNoDecimal(String text, String state) {
    assertThat(parsed(text, SqlType.decimal(5, 2))).isEqualTo(state);
  }

  @ParameterizedTest
  @CsvSource({
    "2023-02-29, 22008",
    "2023-13-01, 22008",
    "2023-00-10, 22008",
    "2023-1, 22007",
    "abcd-ef-gh, 22007",
    "'', 22007"
  })
  void whatIsNoDay(String text, String state) {
    assertThat(parsed(text, SqlType.DATE)).isEqualTo(state);
    assertThat(parsed(text + " 10:00:00", SqlType.TIMESTAMP)).isEqualTo(state);
  }

  @ParameterizedTest
  @CsvSource({"24:00:01, 22008", "10:60:00, 22008", "10:00:61, 22008", "aa:00:00, 22007"})
  void whatIsNoTime(String text, String state) {
    assertThat(parsed("2023-01-01 " + text, SqlType.TIMESTAMP)).isEqualTo(state);
    assertThat(parsed(text, SqlType.TIME)).isEqualTo(state);
  }

  @Test
  void blanksAroundNumbersGo() {
    assertThat(parsed(" 7 ", SqlType.INTEGER)).isEqualTo(7);
    assertThat(parsed(" -7.5 ", SqlType.decimal(5, 2))).isEqualTo(new BigDecimal("-7.50"));
    assertThat(parsed("2.0", SqlType.DOUBLE)).isEqualTo(2d);
    assertThat(parsed("\\x00ff", SqlType.varbinary(9))).isEqualTo(new byte[] {0, -1});
    assertThat(parsed("no", SqlType.BOOLEAN)).isEqualTo(false);
  }
}
