package io.mosql.core.type;

import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.ResolverStyle;
import java.time.temporal.ChronoField;

/** Dates and times between their carriers (days, microseconds), java.time and text. Pure. */
public final class Temporal {
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
