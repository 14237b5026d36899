package io.mosql.core.type;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Arithmetic and order of intervals, with the results of PostgreSQL 15. */
final class IntervalTest {
  private static Interval of(String text) {
    return Interval.parse(text);
  }

  @Test
  void whatIsEquallyLongIsEqual() {
    assertThat(of("1 month")).isEqualTo(of("30 days")).hasSameHashCodeAs(of("30 days"));
    assertThat(of("1 day")).isEqualTo(of("24 hours")).isEqualTo(of("2 days -24:00"));
    assertThat(of("1 month").isSame(of("30 days"))).isFalse();
    assertThat(of("1 month")).isGreaterThan(of("29 days 23:59:59.999999"));
    assertThat(of("-1 month")).isLessThan(of("-30 days +00:00:00.000001"));
    assertThat(new Interval(Integer.MIN_VALUE, Integer.MIN_VALUE, Long.MIN_VALUE))
        .isLessThan(new Interval(Integer.MIN_VALUE, Integer.MIN_VALUE, Long.MIN_VALUE + 1));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1 mon 1 day 01:00      | 1.5  | 1 mon 16 days 13:30:00",
        "1 mon                  | 0.1  | 3 days",
        "1 day                  | 0.3  | 07:12:00",
        "-1 mon 2 days          | 0.5  | -14 days",
        "1 year 1 mon           | -2   | -2 years -2 mons",
        "10 mons                | 0.33 | 3 mons 9 days",
        "00:00:01               | 0.0000004 | 00:00:00",
      })
  void partsAreScaledAndFractionsGoDown(String text, double factor, String shown) {
    assertThat(of(text).times(factor)).hasToString(shown);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1 mon                  | 2    | 15 days",
        "1 year                 | 5    | 2 mons 12 days",
        "1 day                  | 7    | 03:25:42.857143",
        "-1 day 01:00           | 2    | -11:30:00",
      })
  void divisionIsTheSameTheOtherWayRound(String text, double divisor, String shown) {
    assertThat(of(text).dividedBy(divisor)).hasToString(shown);
  }

  @Test
  void justified() {
    assertThat(of("35 days 27:00").daysJustified()).hasToString("1 mon 5 days 27:00:00");
    assertThat(of("35 days 27:00").hoursJustified()).hasToString("36 days 03:00:00");
    assertThat(of("1 mon -1 hour").justified()).hasToString("29 days 23:00:00");
    assertThat(of("-1 mon 1 hour").justified()).hasToString("-29 days -23:00:00");
    assertThat(of("1 mon -1 day").daysJustified()).hasToString("29 days");
    assertThat(of("1 day -1 hour").hoursJustified()).hasToString("23:00:00");
  }

  @Test
  void timeBetweenHasDays() {
    assertThat(Interval.between(0, 90_000_000_001L)).hasToString("1 day 01:00:00.000001");
    assertThat(Interval.between(90_000_000_001L, 0)).hasToString("-1 days -01:00:00.000001");
    outOfRange(() -> Interval.between(Long.MIN_VALUE, Long.MAX_VALUE));
  }

  @Test
  void theEndsAreErrors() {
    Interval most = new Interval(Integer.MAX_VALUE, Integer.MAX_VALUE, Long.MAX_VALUE);
    outOfRange(() -> most.plus(of("1 month")));
    outOfRange(() -> most.plus(of("1 day")));
    outOfRange(() -> most.plus(of("1 us")));
    outOfRange(() -> most.times(2));
    outOfRange(() -> new Interval(Integer.MIN_VALUE, 0, 0).negated());
    outOfRange(() -> of("1 day").times(Double.NaN));
    outOfRange(() -> most.hoursJustified());
    assertThatExceptionOfType(MosqlException.class)
        .isThrownBy(() -> most.dividedBy(0))
        .satisfies(e -> assertThat(e.state()).isEqualTo(SqlState.DIVISION_BY_ZERO));
    assertThat(new Interval(0, 0, Long.MIN_VALUE)).hasToString("-2562047788:00:54.775808");
  }

  private static void outOfRange(ThrowingCallable call) {
    assertThatExceptionOfType(MosqlException.class)
        .isThrownBy(call)
        .satisfies(e -> assertThat(e.state()).isEqualTo(SqlState.DATETIME_OVERFLOW));
  }
}
