package io.mosql.core.type;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Texts of intervals, with the results of PostgreSQL 15. */
final class IntervalParserTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1 day 5                | 1 day 00:00:05",
        "1 2:03:04              | 1 day 02:03:04",
        "1.5 years              | 1 year 6 mons",
        "1.5 months             | 1 mon 15 days",
        "-1 day -2:00           | -1 days -02:00:00",
        "-1 day +2:00           | -1 days +02:00:00",
        "- 1 day                | -1 days",
        "1 day, 2 hours         | 1 day 02:00:00",
        "@ 1 minute             | 00:01:00",
        "10:20.5                | 00:10:20.5",
        "+1 mon                 | 1 mon",
        ".5 day                 | 12:00:00",
        "1 year 2-3             | 3 years 3 mons",
        "0.1 us                 | 00:00:00",
        "1.5 us                 | 00:00:00.000002",
        "1 day ago              | -1 days",
        "1 mon -1 day ago       | -1 mons +1 day",
        "1:02:60                | 01:03:00",
        "1.5                    | 00:00:01.5",
        "-0.5 mon               | -15 days",
        "1h30m                  | 01:30:00",
        "3d4h                   | 3 days 04:00:00",
        "1-2                    | 1 year 2 mons",
        "-1-2                   | -1 years -2 mons",
        "100:00:00              | 100:00:00",
        "1 week 250 ms          | 7 days 00:00:00.25",
        "2 decades              | 20 years",
        "P1Y2M3DT4H5M6.5S       | 1 year 2 mons 3 days 04:05:06.5",
        "P1W                    | 7 days",
        "PT-1H-30M              | -01:30:00",
        "7   DAYS               | 7 days",
        "0                      | 00:00:00",
        "2147483647 months      | 178956970 years 7 mons",
        "-2147483648 days       | -2147483648 days",
      })
  void textsAreIntervals(String text, String shown) {
    Interval interval = Interval.parse(text);
    assertThat(interval).hasToString(shown);
    assertThat(Interval.parse(shown).isSame(interval)).as(shown).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "x",
        "1 day 2 days",
        "1 2 3",
        "1 quarter",
        "1 day'x",
        "1,5 days",
        "-P1D",
        "1_000 days",
        "P",
        "PT",
        "P1H",
        "PT1D",
        "1:2:3:4",
        "1 fortnight",
        "day",
        "ago",
        "1 day 1:00 2:00",
        "1..5 days",
        "1 day\u0000"
      })
  void othersAreNot(String text) {
    assertThatExceptionOfType(MosqlException.class)
        .isThrownBy(() -> Interval.parse(text))
        .satisfies(e -> assertThat(e.state()).isEqualTo(SqlState.INVALID_DATETIME));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "5:60",
        "1:00:61",
        "1-12",
        "2147483648 months",
        "-2147483649 days",
        "99999999999 years",
        "9223372036854775808 us",
        "99999999999999999999 hours"
      })
  void tooLongOnesAreOutOfRange(String text) {
    assertThatExceptionOfType(MosqlException.class)
        .isThrownBy(() -> Interval.parse(text))
        .satisfies(e -> assertThat(e.state()).isEqualTo(SqlState.DATETIME_OVERFLOW));
  }

  @Test
  void aLongTextIsRefusedBeforeItIsRead() {
    assertThatExceptionOfType(MosqlException.class)
        .isThrownBy(() -> Interval.parse("1".repeat(1_000_000) + " days"))
        .satisfies(e -> assertThat(e.state()).isEqualTo(SqlState.INVALID_DATETIME));
  }

  @Test
  void theStandardsTextsHaveOneSignAndFieldsOfTheirQualifier() {
    assertThat(Interval.parseStandard("-1 02:03:04", "SECOND", false))
        .hasToString("-1 days -02:03:04");
    assertThat(Interval.parseStandard("4:05", "SECOND", true)).hasToString("00:04:05");
    assertThat(Interval.parseStandard("4:05", "MINUTE", false)).hasToString("04:05:00");
    assertThat(Interval.parseStandard("1 2", "HOUR", false)).hasToString("1 day 02:00:00");
    assertThat(Interval.parseStandard("3", "QUARTER", false)).hasToString("9 mons");
    assertThat(Interval.parseStandard("1.000001", "SECOND", false)).hasToString("00:00:01.000001");
  }
}
