package io.mosql.core.type;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mosql.core.error.MosqlException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ZonedTimesTest {
  private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");

  @ParameterizedTest
  @CsvSource({
    "2026-07-01 12:00:00+02, 2026-07-01T10:00:00Z",
    "2026-07-01 12:00:00, 2026-07-01T10:00:00Z",
    "2026-01-01 12:00, 2026-01-01T11:00:00Z",
    "2026-07-01, 2026-06-30T22:00:00Z",
    "2026-07-01 +00, 2026-07-01T00:00:00Z",
    "2026-07-01T12:00:00.123456789Z, 2026-07-01T12:00:00.123457Z",
    "2026-07-01t1:00:00z, 2026-07-01T01:00:00Z",
    "2026-07-01   12:00:00 -03:30, 2026-07-01T15:30:00Z",
    "2026-07-01 12:00:00-0330, 2026-07-01T15:30:00Z",
    "2026-07-01 12:00:00 america/new_york, 2026-07-01T16:00:00Z",
    "2026-07-01 12:00:00 utc, 2026-07-01T12:00:00Z",
    "1969-12-31 23:59:59.999999 UTC, 1969-12-31T23:59:59.999999Z",
  })
  void textsAreMoments(String text, String moment) {
    assertThat(instant(text)).isEqualTo(Instant.parse(moment));
  }

  @ParameterizedTest
  @CsvSource({
    "'', 22007",
    "now, 0A000",
    "2026-07-01 12, 22007",
    "2026-07-01 25:00:00+00, 22008",
    "2026-02-30 12:00:00Z, 22008",
    "2026-07-01 12:00:00+19, 22007",
    "2026-07-01 12:00:00 Nowhere/Land, 22023",
    "+99999999-07-01 12:00:00Z, 22008",
    "999999999-07-01 12:00:00Z, 22008",
  })
  void otherTextsAreNone(String text, String state) {
    assertThatThrownBy(() -> ZonedTimes.moment(text, BERLIN))
        .isInstanceOfSatisfying(
            MosqlException.class, e -> assertThat(e.sqlState()).isEqualTo(state));
  }

  @Test
  void objectsAreMoments() {
    Instant moment = Instant.parse("2026-07-01T10:00:00Z");
    assertThat(ZonedTimes.moment(moment, BERLIN)).isEqualTo(micros(moment));
    assertThat(ZonedTimes.moment(OffsetDateTime.parse("2026-07-01T05:00:00-05:00"), BERLIN))
        .isEqualTo(micros(moment));
    assertThat(ZonedTimes.moment(moment.atZone(BERLIN), ZoneOffset.UTC)).isEqualTo(micros(moment));
    assertThat(ZonedTimes.moment(LocalDateTime.parse("2026-07-01T12:00:00"), BERLIN))
        .isEqualTo(micros(moment));
    assertThat(ZonedTimes.moment(LocalDate.parse("2026-07-01"), BERLIN))
        .isEqualTo(micros(Instant.parse("2026-06-30T22:00:00Z")));
    assertThat(ZonedTimes.moment(5L, BERLIN)).isEqualTo(5);
    assertThat(ZonedTimes.moment(5, BERLIN)).isNull();
    assertThatThrownBy(() -> ZonedTimes.moment(Instant.MAX, BERLIN))
        .isInstanceOf(MosqlException.class);
  }

  @Test
  void textShowsTheOffset() {
    long moment = micros(Instant.parse("2026-07-01T10:00:00.5Z"));
    assertThat(ZonedTimes.format(moment, BERLIN)).isEqualTo("2026-07-01 12:00:00.5+02");
    assertThat(ZonedTimes.format(moment, ZoneOffset.UTC)).isEqualTo("2026-07-01 10:00:00.5+00");
    assertThat(ZonedTimes.format(moment, ZoneId.of("Asia/Kolkata")))
        .isEqualTo("2026-07-01 15:30:00.5+05:30");
    assertThat(ZonedTimes.format(moment, ZoneOffset.ofHoursMinutesSeconds(-3, -30, -15)))
        .isEqualTo("2026-07-01 06:29:45.5-03:30:15");
    for (ZoneId zone : new ZoneId[] {BERLIN, ZoneId.of("Asia/Kolkata"), ZoneOffset.UTC}) {
      assertThat(ZonedTimes.moment(ZonedTimes.format(moment, zone), ZoneOffset.MIN))
          .isEqualTo(moment);
    }
  }

  @Test
  void zonesHaveNamesAndOffsets() {
    assertThat(ZonedTimes.zone(" europe/berlin ")).isEqualTo(BERLIN);
    assertThat(ZonedTimes.zone("utc")).isEqualTo(ZoneId.of("UTC"));
    assertThat(ZonedTimes.zone("z")).isEqualTo(ZoneOffset.UTC);
    assertThat(ZonedTimes.zone("+5:30")).isEqualTo(ZoneOffset.ofHoursMinutes(5, 30));
    assertThat(ZonedTimes.zone("-08")).isEqualTo(ZoneOffset.ofHours(-8));
    assertThat(ZonedTimes.zone("PST").getRules().getOffset(Instant.EPOCH))
        .isEqualTo(ZoneOffset.ofHours(-8));
    for (String none : new String[] {"", "nowhere", "+25", "+5:99", "5"}) {
      assertThatThrownBy(() -> ZonedTimes.zone(none)).hasMessageContaining("not recognized");
    }
  }

  private static Instant instant(String text) {
    return ZonedTimes.instant(Objects.requireNonNull(ZonedTimes.moment(text, BERLIN)));
  }

  private static long micros(Instant instant) {
    return instant.getEpochSecond() * 1_000_000 + instant.getNano() / 1_000;
  }
}
