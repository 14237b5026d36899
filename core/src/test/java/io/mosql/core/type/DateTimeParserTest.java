package io.mosql.core.type;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.mosql.core.error.MosqlException;
import java.time.ZoneOffset;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Dates and times in all forms that PostgreSQL 15 reads, with the results of PostgreSQL 15. */
final class DateTimeParserTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1999-01-08 | 1999-01-08",
        "January 8, 1999 | 1999-01-08",
        "1/8/1999 | 1999-01-08",
        "1/18/1999 | 1999-01-18",
        "1999-Jan-08 | 1999-01-08",
        "Jan-08-1999 | 1999-01-08",
        "08-Jan-1999 | 1999-01-08",
        "08-Jan-99 | 1999-01-08",
        "Jan-08-99 | 1999-01-08",
        "5 jan 2024 | 2024-01-05",
        "2024 Jan 05 | 2024-01-05",
        "Mon Jan 05 2024 | 2024-01-05",
        "19990108 | 1999-01-08",
        "990108 | 1999-01-08",
        "1999.008 | 1999-01-08",
        "J2451187 | 1999-01-08",
        "January 8, 99 BC | 0099-01-08 BC",
        "0001-01-01 BC | 0001-01-01 BC",
        "epoch | 1970-01-01",
        "12024-12-31 | 12024-12-31",
        "1500-02-28 | 1500-02-28",
        "1582-10-10 | 1582-10-10",
        "2024-02-29 10:11:12 | 2024-02-29",
        "-0043-03-15 | 0044-03-15 BC",
      })
  void readsDates(String text, String expected) {
    assertThat(DateTimes.formatDate(DateTimes.parseDate(text))).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "04:05:06.789 | 04:05:06.789",
        "04:05 | 04:05:00",
        "040506 | 04:05:06",
        "0405 | 04:05:00",
        "04:05 AM | 04:05:00",
        "04:05 PM | 16:05:00",
        "12:30 am | 00:30:00",
        "12:30 pm | 12:30:00",
        "04:05:06-08:00 | 04:05:06",
        "allballs | 00:00:00",
        "2003-04-12 04:05:06 | 04:05:06",
      })
  void readsTimes(String text, String expected) {
    assertThat(DateTimes.formatTime(DateTimes.parseTime(text))).isEqualTo(expected);
  }

  @Test
  void aTimeThatIsRoundedUpIsNoTimeOfTheDay() {
    refuses("23:59:59.9999995", "22008", () -> DateTimes.parseTime("23:59:59.9999995"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Jan 5 2024 10:00 PM | 2024-01-05 22:00:00",
        "20240105T101112 | 2024-01-05 10:11:12",
        "2024-01-05T10:11:12.5 | 2024-01-05 10:11:12.5",
        "2024-01-05t10:11 | 2024-01-05 10:11:00",
        "2024-01-05 24:00:00 | 2024-01-06 00:00:00",
        "2024-01-05 23:59:60 | 2024-01-06 00:00:00",
        "10:00 2024-01-05 | 2024-01-05 10:00:00",
        "2024-01-05 10:00:00+02 | 2024-01-05 10:00:00",
        "12024-12-31 10:00:00 | 12024-12-31 10:00:00",
        "0044-03-15 12:30:15 BC | 0044-03-15 12:30:15 BC",
      })
  void readsTimestamps(String text, String expected) {
    assertThat(DateTimes.formatTimestamp(DateTimes.parseTimestamp(text))).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "2024-07-01 12:00 PST | 2024-07-01 20:00:00+00",
        "2024-07-01 12:00 PDT | 2024-07-01 19:00:00+00",
        "2024-07-01 12:00 America/New_York | 2024-07-01 16:00:00+00",
        "2024-07-01 12:00-8 | 2024-07-01 20:00:00+00",
        "2024-07-01 12:00-0330 | 2024-07-01 15:30:00+00",
        "2024-07-01 12:00 +5:30 | 2024-07-01 06:30:00+00",
        "2024-07-01 12:00Z | 2024-07-01 12:00:00+00",
        "2024-07-01 12:00 zulu | 2024-07-01 12:00:00+00",
        "20240701T120000-08 | 2024-07-01 20:00:00+00",
        "2024-07-01 CEST | 2024-06-30 22:00:00+00",
      })
  void readsMoments(String text, String expected) {
    Long moment = ZonedTimes.moment(text, ZoneOffset.UTC);
    assertThat(ZonedTimes.format(Objects.requireNonNull(moment), ZoneOffset.UTC))
        .isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1500-02-29", "2023-02-29", "2024-13-01", "2024-00-10", "2024-01-32", "0000-01-01",
        "13/13/2000", "99-01-08", "1999-01-08 25:00", "1999-01-08 10:61", "5874898-01-01",
            "999999999-01-01",
        "2023.366", "1999-01-08 13:00 PM"
      })
  void refusesWhatIsOutOfRange(String text) {
    refuses(text, "22008", () -> DateTimes.parseTimestamp(text));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "x",
        "2024-01",
        "2024",
        "2024-01-05-06",
        "2024--05",
        "2024-01-05 10",
        "Jan 2024 Feb",
        "2024-01-05 10:00 10:00",
        "2024-01-05x",
        "2024-01-05 nowhere",
        "10:00",
        "today",
        "?",
        "2024-01-05 10:00+",
        "2024-01-05 10:00+2+3",
        "2024-01-05 10:00:00.5.5",
        "J",
        "BC",
        "T10:00"
      })
  void refusesWhatIsNone(String text) {
    String state = text.equals("today") ? "0A000" : "22007";
    refuses(text, state, () -> DateTimes.parseTimestamp(text));
  }

  @Test
  void wordsForThePresentNeedIt() {
    long now = DateTimes.parseTimestamp("2024-02-28 10:00:00");
    assertThat(DateTimes.formatTimestamp(DateTimes.parseTimestamp("tomorrow 10:30", now)))
        .isEqualTo("2024-02-29 10:30:00");
    assertThat(DateTimes.parseTimestamp(" NOW ", now)).isEqualTo(now);
    assertThat(DateTimes.formatTimestamp(DateTimes.parseTimestamp("yesterday", now)))
        .isEqualTo("2024-02-27 00:00:00");
    refuses("today PST", "0A000", () -> DateTimes.parseTimestamp("today PST", now));
  }

  private static void refuses(String text, String state, Runnable parse) {
    assertThatExceptionOfType(MosqlException.class)
        .as(text)
        .isThrownBy(parse::run)
        .satisfies(e -> assertThat(e.state().code()).isEqualTo(state));
  }
}
