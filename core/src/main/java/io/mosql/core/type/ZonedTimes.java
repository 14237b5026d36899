package io.mosql.core.type;

import io.mosql.core.error.CoreErrorMessage;
import io.mosql.core.error.MosqlException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Conversion of moments (TIMESTAMP WITH TIME ZONE) and zones, from and to text and java.time. Pure.
 */
public final class ZonedTimes {
  private static final Pattern OFFSET =
      Pattern.compile("([+-])(\\d{1,2}?)(?::?(\\d{2})(?::?(\\d{2}))?)?");

  private static final int MAX_OFFSET_HOURS = 18;

  /** Minutes east of Greenwich, as in PostgreSQL for ambiguous zone abbreviations. */
  private static final Map<String, Integer> ABBREVIATIONS =
      Map.ofEntries(
          Map.entry("Z", 0),
          Map.entry("ZULU", 0),
          Map.entry("UTC", 0),
          Map.entry("UT", 0),
          Map.entry("UCT", 0),
          Map.entry("GMT", 0),
          Map.entry("WET", 0),
          Map.entry("WEST", 60),
          Map.entry("BST", 60),
          Map.entry("CET", 60),
          Map.entry("MET", 60),
          Map.entry("WAT", 60),
          Map.entry("CEST", 120),
          Map.entry("MEST", 120),
          Map.entry("EET", 120),
          Map.entry("CAT", 120),
          Map.entry("SAST", 120),
          Map.entry("IST", 120),
          Map.entry("EEST", 180),
          Map.entry("EAT", 180),
          Map.entry("IDT", 180),
          Map.entry("MSK", 180),
          Map.entry("MSD", 240),
          Map.entry("PKT", 300),
          Map.entry("HKT", 480),
          Map.entry("AWST", 480),
          Map.entry("JST", 540),
          Map.entry("KST", 540),
          Map.entry("ACST", 570),
          Map.entry("ACDT", 630),
          Map.entry("AEST", 600),
          Map.entry("AEDT", 660),
          Map.entry("NZST", 720),
          Map.entry("NZT", 720),
          Map.entry("NZDT", 780),
          Map.entry("BRT", -180),
          Map.entry("BRST", -120),
          Map.entry("NST", -210),
          Map.entry("NDT", -150),
          Map.entry("AST", -240),
          Map.entry("ADT", -180),
          Map.entry("EST", -300),
          Map.entry("EDT", -240),
          Map.entry("CST", -360),
          Map.entry("CDT", -300),
          Map.entry("MST", -420),
          Map.entry("MDT", -360),
          Map.entry("PST", -480),
          Map.entry("PDT", -420),
          Map.entry("AKST", -540),
          Map.entry("AKDT", -480),
          Map.entry("HST", -600));

  private ZonedTimes() {}

  /** Names of ZoneId, case-insensitive. */
  private static final class Names {
    static final Map<String, String> BY_LETTERS = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);

    static {
      ZoneId.getAvailableZoneIds().forEach(id -> BY_LETTERS.put(id, id));
      ZoneId.SHORT_IDS.forEach(BY_LETTERS::putIfAbsent);
    }
  }

  /**
   * A zone by its name ({@code Europe/Berlin}, {@code UTC}) or its offset ({@code +2}, {@code
   * -03:30}: positive in the east).
   *
   * @throws MosqlException 22023 when there is none
   */
  public static ZoneId zone(String text) {
    ZoneId zone = find(text.trim());
    if (zone == null) {
      throw CoreErrorMessage.UNKNOWN_TIME_ZONE.error(text);
    }
    return zone;
  }

  /**
   * The zone of a word or offset in a text, or after AT TIME ZONE: an abbreviation is a fixed
   * offset even where a zone has its name, as in PostgreSQL.
   */
  public static @Nullable ZoneId ofText(String text) {
    ZoneOffset abbreviated = abbreviation(text);
    return abbreviated != null ? abbreviated : find(text.trim());
  }

  /** The offset of an abbreviation, or null. */
  static @Nullable ZoneOffset abbreviation(String text) {
    Integer minutes = ABBREVIATIONS.get(text.toUpperCase(Locale.ROOT));
    return minutes == null ? null : ZoneOffset.ofTotalSeconds(minutes * 60);
  }

  private static @Nullable ZoneId find(String text) {
    if (text.equalsIgnoreCase("Z")) {
      return ZoneOffset.UTC;
    }
    try {
      Matcher offset = OFFSET.matcher(text);
      if (offset.matches()) {
        int hours = Integer.parseInt(offset.group(2));
        int sign = offset.group(1).equals("-") ? -1 : 1;
        return hours > MAX_OFFSET_HOURS
            ? null
            : ZoneOffset.ofHoursMinutesSeconds(
                sign * hours, sign * part(offset.group(3)), sign * part(offset.group(4)));
      }
      String known = Names.BY_LETTERS.get(text);
      return known == null ? null : ZoneId.of(known);
    } catch (DateTimeException e) {
      return null;
    }
  }

  private static int part(@Nullable String digits) {
    return digits == null ? 0 : Integer.parseInt(digits);
  }

  /**
   * Converts a value to a moment.
   *
   * @param value a moment as its carrier (microseconds since 1970 in UTC) or of java.time, a date
   *     or timestamp of java.time, or text
   * @param zone of values without a zone
   * @return null for values of other classes
   * @throws MosqlException 22007 when a text is not a moment, or the moment is out of range
   */
  static @Nullable Long moment(Object value, ZoneId zone) {
    try {
      if (value instanceof Long micros) {
        return micros;
      }
      if (value instanceof OffsetDateTime dateTime) {
        Long infinite = Infinity.moment(dateTime);
        return infinite != null ? infinite : (Long) micros(dateTime.toInstant());
      }
      if (value instanceof ZonedDateTime dateTime) {
        return micros(dateTime.toInstant());
      }
      if (value instanceof Instant instant) {
        return micros(instant);
      }
      if (value instanceof LocalDateTime dateTime) {
        return DateTimes.moment(DateTimes.micros(dateTime), zone);
      }
      if (value instanceof LocalDate date) {
        return DateTimes.moment(DateTimes.micros(DateTimes.startOf(date)), zone);
      }
      return value instanceof String text ? parse(text.trim(), zone) : null;
    } catch (DateTimeException | ArithmeticException e) {
      throw CoreErrorMessage.DATETIME_OUT_OF_RANGE.causedBy(e, "timestamp");
    }
  }

  private static long micros(Instant instant) {
    return Infinity.finite(
        Math.addExact(
            Math.multiplyExact(instant.getEpochSecond(), 1_000_000L),
            (instant.getNano() + 500) / 1_000));
  }

  private static long parse(String text, ZoneId otherwise) {
    int infinity = Infinity.sign(text);
    if (infinity != 0) {
      return Infinity.timestamp(infinity > 0);
    }
    DateTimeParser.Parts parts = DateTimeParser.read(text, "timestamp with time zone", null);
    ZoneId zone = parts.zone();
    return DateTimes.moment(
        DateTimes.micros(parts, text, "timestamp with time zone"), zone == null ? otherwise : zone);
  }

  /**
   * In PostgreSQL's format: the local {@code yyyy-mm-dd hh:mm:ss} in the zone, a fraction without
   * trailing zeros, and the offset, as in {@code +01} or {@code -03:30}.
   */
  public static String format(long moment, ZoneId zone) {
    if (Infinity.isTimestamp(moment)) {
      return Infinity.text(moment > 0);
    }
    ZoneOffset offset =
        zone.getRules().getOffset(Instant.ofEpochSecond(Math.floorDiv(moment, 1_000_000L)));
    int seconds = Math.abs(offset.getTotalSeconds());
    StringBuilder text = new StringBuilder();
    text.append(offset.getTotalSeconds() < 0 ? '-' : '+');
    text.append(String.format(Locale.ROOT, "%02d", seconds / 3600));
    if (seconds % 3600 != 0) {
      text.append(String.format(Locale.ROOT, ":%02d", seconds / 60 % 60));
    }
    if (seconds % 60 != 0) {
      text.append(String.format(Locale.ROOT, ":%02d", seconds % 60));
    }
    return DateTimes.formatTimestamp(DateTimes.local(moment, zone), text.toString());
  }

  /** The finite moment in java.time. */
  public static Instant instant(long moment) {
    return Instant.ofEpochSecond(
        Math.floorDiv(moment, 1_000_000L), Math.floorMod(moment, 1_000_000L) * 1_000);
  }
}
