package io.mosql.core.type;

import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.ResolverStyle;
import java.time.temporal.ChronoField;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;

/** Dates and times between their carriers (days, microseconds), java.time and text. Pure. */
public final class Temporal {
  private static final long MICROS_PER_SECOND = 1_000_000;
  private static final DateTimeFormatter TIME =
      new DateTimeFormatterBuilder()
          .appendPattern("H:mm[:ss]")
          .appendFraction(ChronoField.NANO_OF_SECOND, 0, 9, true)
          .toFormatter(java.util.Locale.ROOT)
          .withResolverStyle(ResolverStyle.STRICT);

  private Temporal() {}

  public static long micros(LocalDateTime dateTime) {
    return Math.addExact(
        Math.multiplyExact(dateTime.toLocalDate().toEpochDay(), 86_400_000_000L),
        dateTime.toLocalTime().toNanoOfDay() / 1_000);
  }

  public static LocalDateTime dateTime(long micros) {
    return LocalDateTime.ofEpochSecond(
        Math.floorDiv(micros, 1_000_000L),
        (int) Math.floorMod(micros, 1_000_000L) * 1_000,
        ZoneOffset.UTC);
  }

  /**
   * The date and time that a zone's clocks show.
   *
   * @param moment microseconds since 1970-01-01T00:00:00Z
   */
  public static long local(long moment, ZoneId zone) {
    Instant instant =
        Instant.ofEpochSecond(
            Math.floorDiv(moment, MICROS_PER_SECOND),
            Math.floorMod(moment, MICROS_PER_SECOND) * 1_000);
    return Math.addExact(moment, offset(zone.getRules().getOffset(instant)));
  }

  /**
   * The moment when a zone's clocks show a date and time: the second one, where they are put back;
   * where they are put forward, as if that had been done later. So does PostgreSQL.
   *
   * @return microseconds since 1970-01-01T00:00:00Z
   */
  public static long moment(long local, ZoneId zone) {
    LocalDateTime dateTime = dateTime(local);
    ZoneRules rules = zone.getRules();
    ZoneOffsetTransition change = rules.getTransition(dateTime);
    boolean twice = change != null && change.isOverlap();
    return Math.subtractExact(
        local, offset(twice ? change.getOffsetAfter() : rules.getOffset(dateTime)));
  }

  private static long offset(ZoneOffset offset) {
    return offset.getTotalSeconds() * MICROS_PER_SECOND;
  }

  public static LocalTime time(long micros) {
    return LocalTime.ofNanoOfDay(micros * 1_000);
  }

  /** A date; a time behind it, divided by a blank or T, is dropped. */
  public static int parseDate(String text) {
    String trimmed = text.trim();
    int divider = divider(trimmed);
    if (divider >= 0) {
      LocalTime.parse(trimmed.substring(divider + 1).trim(), TIME);
    }
    return Math.toIntExact(
        LocalDate.parse(divider < 0 ? trimmed : trimmed.substring(0, divider)).toEpochDay());
  }

  private static int divider(String text) {
    int blank = text.indexOf(' ');
    return blank >= 0 ? blank : text.indexOf('T');
  }

  public static long parseTime(String text) {
    return LocalTime.parse(text.trim(), TIME).toNanoOfDay() / 1_000;
  }

  /** Date alone, or date and time divided by a blank or T. */
  public static long parseTimestamp(String text) {
    String trimmed = text.trim();
    int divider = divider(trimmed);
    if (divider < 0) {
      return micros(LocalDate.parse(trimmed).atStartOfDay());
    }
    return micros(
        LocalDateTime.of(
            LocalDate.parse(trimmed.substring(0, divider)),
            LocalTime.parse(trimmed.substring(divider + 1).trim(), TIME)));
  }

  /** {@code hh:mm:ss} with as many digits after it as are not zero. */
  public static String formatTime(long micros) {
    return time(micros).format(DateTimeFormatter.ofPattern("HH:mm:ss", java.util.Locale.ROOT))
        + fraction(micros);
  }

  /** {@code yyyy-mm-dd hh:mm:ss} with as many digits after it as are not zero. */
  public static String formatTimestamp(long micros) {
    LocalDateTime dateTime = dateTime(micros);
    return dateTime.toLocalDate()
        + " "
        + dateTime.format(DateTimeFormatter.ofPattern("HH:mm:ss", java.util.Locale.ROOT))
        + fraction(micros);
  }

  private static String fraction(long micros) {
    long fraction = Math.floorMod(micros, 1_000_000L);
    if (fraction == 0) {
      return "";
    }
    String digits = Long.toString(1_000_000L + fraction).substring(1);
    int end = digits.length();
    while (digits.charAt(end - 1) == '0') {
      end--;
    }
    return "." + digits.substring(0, end);
  }
}
