package io.mosql.sql.function.number;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import java.math.BigDecimal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests number patterns against the results of PostgreSQL 15. */
final class NumberPatternTest {
  private static String format(String number, String pattern) {
    return NumberPattern.of(pattern).format(new BigDecimal(number));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "125.8   | 999D9        | ' 125.8'",
        "-0.1    | 99.99        | '  -.10'",
        "0.1     | 0.9          | ' 0.1'",
        "148.5   | FM999.990    | '148.500'",
        "12      | FM9990999.9  | '0012.'",
        "12345   | 999          | ' ###'",
        "1485    | 9,999        | ' 1,485'",
        "485     | 9,999        | '   485'",
        "-485    | 999PR        | '<485>'",
        "485     | SG999        | '+485'",
        "485     | PL999        | '+ 485'",
        "-485    | PL999        | ' -485'",
        "485     | FMPL999      | '+485'",
        "485     | 999PL        | ' 485+'",
        "-485    | 999PL        | '-485 '",
        "5       | PL999        | '+   5'",
        "1       | 9TH          | ' 1ST'",
        "2       | 9th          | ' 2nd'",
        "3       | 99TH         | '  3RD'",
        "11      | 99th         | ' 11th'",
        "-1      | 9th          | '-1'",
        "1.5     | 9.9th        | ' 1.5'",
        "112     | FM999th      | '112th'",
        "1234    | 999th        | ' ###'",
        "0       | 9th          | ' 0th'",
        "1       | th9          | 'st 1'",
        "12      | 99V999       | ' 12000'",
        "12.45   | 99V9         | ' 125'",
        "-12.45  | 99V9         | '-125'",
        "123     | 9V9          | ' ##'",
        "0.5     | 99V9         | '   5'",
        "1.5     | 0V9          | ' 15'",
        "485     | RN           | '        CDLXXXV'",
        "485     | FMRN         | CDLXXXV",
        "5.5     | FMRN         | VI",
        "0       | RN           | '###############'",
        "4000    | FMRN         | '###############'",
        "3999    | rn           | '      mmmcmxcix'",
        "12      | 'RN \"x\"'   | '            XII x'",
        "1       | 9RN          | '              I'",
        "485     | 9.99EEEE     | ' 4.85e+02'",
        "-485    | 9.99EEEE     | '-4.85e+02'",
        "0.000123| 9.9EEEE      | ' 1.2e-04'",
        "1234567 | 9EEEE        | ' 1e+06'",
        "0       | 9.99EEEE     | ' 0.00e+00'",
        "1e100   | 9.999EEEE    | ' 1.000e+100'",
        "9.999   | 9.9EEEE      | ' 1.0e+01'",
        "485     | 999.9EEEE    | ' 4.9e+02'",
        "485     | 9.99eeee     | ' 4.85e+02'",
      })
  void numbersLookAsInPostgreSql(String number, String pattern, String shown) {
    assertThat(format(number, pattern)).isEqualTo(shown);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1.005           | 9.99                    | ' 1.00'",
        "0.5             | 9                       | ' 0'",
        "2.5             | FMRN                    | II",
        "0.125           | 9.9EEEE                 | ' 1.2e-01'",
        "-0.001          | 9.99                    | ' -.00'",
        "0.1             | FM9.99999999999999999999 | '.1'",
        "1e20            | 999999999999999999999D9 | ' 100000000000000000000'",
        "12345678901     | FM9999999999D9999900000000000000000 | '##########.####'",
        "99999999999999.5 | FM999999999999999999.99 | '100000000000000'",
      })
  void doublesHaveFifteenDigits(double number, String pattern, String shown) {
    assertThat(NumberPattern.of(pattern).format(new BigDecimal(number), 15)).isEqualTo(shown);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1.005     | 9.99999999      | ' 1.00500'",
        "0.1       | 9.9999999999    | '  .10000'",
        "123456789 | 999999999999D99 | '    123456792'",
        "123.456   | FM999.000000    | '123.456'",
      })
  void realsHaveSixDigits(float number, String pattern, String shown) {
    assertThat(NumberPattern.of(pattern).format(new BigDecimal(number), 6)).isEqualTo(shown);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"9.9.9", "9.9V9", "9V9.9", "9EEEE.9", "99EEEE9", "S9.9EEEE", "FM9EEEE", "PL9EEEE"})
  void whatDoesNotGoTogetherIsRefused(String pattern) {
    assertThatExceptionOfType(MosqlException.class)
        .isThrownBy(() -> NumberPattern.of(pattern))
        .satisfies(e -> assertThat(e.state()).isEqualTo(SqlState.INVALID_PARAMETER));
  }

  @Test
  void currenciesAreNotSupported() {
    assertThatExceptionOfType(MosqlException.class)
        .isThrownBy(() -> NumberPattern.of("L9"))
        .satisfies(e -> assertThat(e.state()).isEqualTo(SqlState.FEATURE_NOT_SUPPORTED));
  }

  @Test
  void longPatternsAreRefused() {
    assertThatExceptionOfType(MosqlException.class)
        .isThrownBy(() -> NumberPattern.of("9".repeat(1_001)));
  }
}
