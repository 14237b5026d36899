package io.mosql.core.type;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.ZoneId;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;

final class DateTimesTest {
  private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");

  @Test
  void zonesShowMomentsByTheirOffsetOfThatTime() {
    assertThat(shown("2026-01-15 12:00:00.000001")).isEqualTo("2026-01-15 13:00:00.000001");
    assertThat(shown("2026-07-15 12:00:00")).isEqualTo("2026-07-15 14:00:00");
    assertThat(shown("1969-12-31 23:59:59.999999")).isEqualTo("1970-01-01 00:59:59.999999");
  }

  @Test
  void whatIsShownTwiceIsTheSecondTime() {
    assertThat(shown("2026-10-25 00:30:00")).isEqualTo("2026-10-25 02:30:00");
    assertThat(shown("2026-10-25 01:30:00")).isEqualTo("2026-10-25 02:30:00");
    assertThat(meant("2026-10-25 02:30:00")).isEqualTo("2026-10-25 01:30:00");
  }

  @Test
  void whatIsLeftOutIsAsBefore() {
    assertThat(meant("2026-03-29 02:30:00")).isEqualTo("2026-03-29 01:30:00");
    assertThat(meant("2026-03-29 01:30:00")).isEqualTo("2026-03-29 00:30:00");
    assertThat(meant("2026-03-29 03:30:00")).isEqualTo("2026-03-29 01:30:00");
  }

  @Test
  void fixedOffsetsMoveEverythingAlike() {
    long micros = DateTimes.parseTimestamp("2026-03-29 02:30:00");
    ZoneOffset zone = ZoneOffset.ofHoursMinutes(-3, -30);
    assertThat(DateTimes.moment(DateTimes.local(micros, zone), zone)).isEqualTo(micros);
    assertThat(DateTimes.local(micros, zone)).isEqualTo(micros - 12_600_000_000L);
  }

  private static String shown(String utc) {
    return DateTimes.formatTimestamp(DateTimes.local(DateTimes.parseTimestamp(utc), BERLIN));
  }

  private static String meant(String local) {
    return DateTimes.formatTimestamp(DateTimes.moment(DateTimes.parseTimestamp(local), BERLIN));
  }
}
