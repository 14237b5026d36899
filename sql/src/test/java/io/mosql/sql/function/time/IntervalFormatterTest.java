package io.mosql.sql.function.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.core.type.Interval;
import org.junit.jupiter.api.Test;

final class IntervalFormatterTest {
  private static String format(String interval, String pattern) {
    return IntervalFormatter.format(Interval.parse(interval), TimePattern.ofPostgres(pattern));
  }

  @Test
  void widthHasRoomForSignOfItsOwnInPartsThatHaveOne() {
    assertThat(format("-1 year -2 mons -03:04:05", "YYYY YYY YY MM HH24 MI SS"))
        .isEqualTo("-0001 -001 -01 -02 -03 -04 -05");
    assertThat(format("-3 days", "DD DDD FMDD")).isEqualTo("-3 -03 -3");
  }

  @Test
  void longestIntervalsHaveAllTheirDigits() {
    assertThat(format(Long.MAX_VALUE / 3_600_000_000L + " hours", "HH24")).isEqualTo("2562047788");
    assertThat(format("178956970 years 7 mons", "DDD")).isEqualTo("64424509410");
  }

  @Test
  void fieldsOfDatesAreNoneOfIntervals() {
    for (String field : new String[] {"MONTH", "mon", "Day", "DY", "D", "ID"}) {
      assertThatThrownBy(() -> format("1 day", field))
          .isInstanceOfSatisfying(
              MosqlException.class,
              e -> assertThat(e.state()).isEqualTo(SqlState.INVALID_DATETIME));
    }
  }
}
