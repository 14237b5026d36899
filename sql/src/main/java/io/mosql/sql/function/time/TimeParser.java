package io.mosql.sql.function.time;

import io.mosql.core.error.CoreErrorMessage;
import io.mosql.core.error.MosqlException;
import io.mosql.core.type.DateTimes;
import io.mosql.sql.error.SqlErrorMessage;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.temporal.IsoFields;
import java.time.temporal.JulianFields;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Parses a date and time by a pattern, as PostgreSQL's to_timestamp does. Blanks before fields are
 * ignored; a separator in the pattern matches one separator in the text or none; text after the
 * pattern is ignored, and so are fields missing at the end of the text. With {@code FX} positions
 * must match exactly. A repeated field must have the same value; fields of ISO weeks cannot be
 * combined with other date fields. Used by one thread for one text.
 */
public final class TimeParser {
  private static final List<String> MONTHS =
      List.of(
          "january",
          "february",
          "march",
          "april",
          "may",
          "june",
          "july",
          "august",
          "september",
          "october",
          "november",
          "december");
  private static final List<String> DAYS =
      List.of("sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday");

  /** Roman numerals of months, longest first, since some are prefixes of others. */
  private static final List<String> ROMAN =
      List.of("xii", "xi", "x", "ix", "viii", "vii", "vi", "v", "iv", "iii", "ii", "i");

  private static final long START_OF_2000 = 946_684_800_000_000L;
  private static final int FRACTION_DIGITS = 6;
  private static final int MONTHS_PER_YEAR = 12;
  private static final int DAYS_PER_WEEK = 7;

  private final String text;
  private final List<TimePattern.Piece> pieces;

  /** Parsed values by field name. */
  private final Map<String, Integer> values = new HashMap<>();

  private int at;
  private int skipped;
  private boolean exact;
  private boolean half;
  private boolean byWeeks;
  private boolean byDays;
  private int yearDigits;

  /** Number of characters of the last number. */
  private int lastDigits;

  /** Digits after the point of seconds that a field requests. */
  private int secondDigits = FRACTION_DIGITS;

  private TimeParser(String text, TimePattern pattern) {
    this.text = text;
    this.pieces = pattern.pieces();
  }

  /**
   * The parsed time.
   *
   * @throws MosqlException 22007 for a text that does not match, 22008 for a field out of range,
   *     0A000 for a field that cannot be read
   */
  public static LocalDateTime parse(String text, TimePattern pattern) {
    TimeParser parser = new TimeParser(text, pattern);
    parser.read();
    return parser.moment();
  }

  /** As {@link #parse}, in microseconds, rounded to the digits that FF1 to FF6 request. */
  public static long parseMicros(String text, TimePattern pattern) {
    TimeParser parser = new TimeParser(text, pattern);
    parser.read();
    long micros = DateTimes.micros(parser.moment());
    long unit = 1;
    for (int digits = parser.secondDigits; digits < FRACTION_DIGITS; digits++) {
      unit *= 10;
    }
    // PostgreSQL counts from 2000, and rounds half away from that date
    long since = Math.subtractExact(micros, START_OF_2000);
    long rounded = (Math.abs(since) + unit / 2) / unit * unit;
    return START_OF_2000 + (since < 0 ? -rounded : rounded);
  }

  private void read() {
    for (int i = 0; i < pieces.size() && at < text.length(); i++) {
      TimePattern.Piece piece = pieces.get(i);
      boolean field = !piece.field().isEmpty();
      if (!exact && !piece.field().equals("FX") && (field || i == 0)) {
        skipBlanks();
      }
      if (at == text.length()) {
        return;
      }
      if (piece.isSeparator()) {
        separator();
      } else if (!field) {
        if (exact || skipped == 0) {
          at += Character.charCount(text.codePointAt(at));
        } else {
          skipped--;
        }
      } else {
        field(piece, i);
        if (!exact) {
          skipped = 0;
          skipBlanks();
        }
      }
    }
  }

  private void skipBlanks() {
    while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
      at++;
      skipped++;
    }
  }

  private void separator() {
    if (exact) {
      at += Character.charCount(text.codePointAt(at));
      return;
    }
    skipped--;
    char c = text.charAt(at);
    if (Character.isWhitespace(c) || c > ' ' && c < 0x7F && !Character.isLetterOrDigit(c)) {
      at++;
      skipped++;
    }
  }

  private void field(TimePattern.Piece piece, int index) {
    String field = piece.field();
    switch (field) {
      case "FX" -> exact = true;
      case "AM", "PM" -> half(name(piece, List.of("am", "pm")));
      case "A.M.", "P.M." -> half(name(piece, List.of("a.m.", "p.m.")));
      case "AD", "BC" -> set(piece, "era", name(piece, List.of("ad", "bc")));
      case "A.D.", "B.C." -> set(piece, "era", name(piece, List.of("a.d.", "b.c.")));
      case "HH", "HH12" -> {
        number(piece, index, 2, "hour");
        half = true;
      }
      case "HH24" -> number(piece, index, 2, "hour");
      case "MI" -> number(piece, index, 2, "minute");
      case "SS" -> number(piece, index, 2, "second");
      case "SSSS", "SSSSS" -> number(piece, index, field.length(), "secondOfDay");
      case "MS" -> fraction(piece, index, 3, "milli");
      case "US" -> fraction(piece, index, FRACTION_DIGITS, "micro");
      case "FF1", "FF2", "FF3", "FF4", "FF5", "FF6" -> {
        secondDigits = field.charAt(2) - '0';
        fraction(piece, index, secondDigits, "micro");
      }
      case "MONTH" -> set(piece, "month", name(piece, MONTHS) + 1);
      case "MON" -> set(piece, "month", name(piece, shortened(MONTHS)) + 1);
      case "RM" -> set(piece, "month", MONTHS_PER_YEAR - name(piece, ROMAN));
      case "MM" -> number(piece, index, 2, "month");
      case "DAY" -> set(piece, "dayOfWeek", name(piece, DAYS) + 1);
      case "DY" -> set(piece, "dayOfWeek", name(piece, shortened(DAYS)) + 1);
      case "DDD" -> number(piece, index, 3, "dayOfYear");
      case "DD" -> number(piece, index, 2, "day");
      case "D" -> number(piece, index, 1, "dayOfWeek");
      case "WW" -> number(piece, index, 2, "week");
      case "W" -> number(piece, index, 1, "weekOfMonth");
      case "CC" -> number(piece, index, 2, "century");
      case "J" -> number(piece, index, 1, "julian");
      // the day within it is ambiguous; PostgreSQL parses and ignores it
      case "Q" -> number(piece, index, 1, "");
      case "Y,YYY" -> thousands(piece);
      case "YYYY", "YYY", "YY", "Y" -> year(piece, index);
      case "IYYY", "IYY", "IY", "I" -> year(piece, index);
      case "IDDD" -> number(piece, index, 3, "dayOfYear");
      case "IW" -> number(piece, index, 2, "week");
      case "ID" -> {
        int day = number(piece, index, 1, "") % DAYS_PER_WEEK;
        set(piece, "dayOfWeek", day + 1);
      }
      default -> throw SqlErrorMessage.FIELD_ONLY_IN_TO_CHAR.error(piece.text());
    }
    convention(field);
    if (!piece.ordinal().isEmpty()) {
      at = Math.min(text.length(), at + 2);
    }
  }

  /** Checks that ISO week fields and calendar fields are not combined. */
  private void convention(String field) {
    switch (field) {
      case "IYYY", "IYY", "IY", "I", "IDDD", "IW", "ID" -> byWeeks = true;
      case "MONTH",
          "MON",
          "RM",
          "MM",
          "DDD",
          "DD",
          "D",
          "WW",
          "W",
          "CC",
          "Q",
          "Y,YYY",
          "YYYY",
          "YYY",
          "YY",
          "Y" ->
          byDays = true;
      default -> {}
    }
    if (byWeeks && byDays) {
      throw SqlErrorMessage.DATE_CONVENTIONS_MIXED.error();
    }
  }

  private static List<String> shortened(List<String> names) {
    return names.stream().map(name -> name.substring(0, 3)).toList();
  }

  /** The index of the next name, ignoring case. */
  private int name(TimePattern.Piece piece, List<String> names) {
    for (int i = 0; i < names.size(); i++) {
      String name = names.get(i);
      if (text.regionMatches(true, at, name, 0, name.length())) {
        at += name.length();
        return i;
      }
    }
    int end = at;
    while (end < text.length() && !Character.isWhitespace(text.charAt(end))) {
      end++;
    }
    throw SqlErrorMessage.FORMAT_FIELD_INVALID.error(text.substring(at, end), piece.text());
  }

  private void half(int index) {
    values.put("half", index);
    half = true;
  }

  private void set(TimePattern.Piece piece, String what, int value) {
    Integer before = values.get(what);
    if (before != null && before != 0 && before != value) {
      throw SqlErrorMessage.FORMAT_FIELD_CONFLICT.error(piece.text());
    }
    values.put(what, value);
  }

  /**
   * Reads a number of a fixed width, or all digits if no number follows in the pattern.
   *
   * @param what name of the field that it sets, or empty
   */
  private int number(TimePattern.Piece piece, int index, int width, String what) {
    int start = at;
    skipBlanks();
    boolean all = piece.plain() || !piece.ordinal().isEmpty() || isLast(index);
    int from = at;
    int end = from;
    boolean sign = end < text.length() && (text.charAt(end) == '-' || text.charAt(end) == '+');
    end += sign && (all || width > 1) ? 1 : 0;
    int most = all ? text.length() : Math.min(text.length(), from + width);
    while (end < most && isDigit(text.charAt(end))) {
      end++;
    }
    boolean none = end == from || !isDigit(text.charAt(end - 1));
    if (!all && text.length() - from < width) {
      throw SqlErrorMessage.FORMAT_FIELD_MISSING.error(piece.text());
    }
    if (none || !all && end - from < width) {
      String found = text.substring(from, Math.min(text.length(), from + width));
      throw SqlErrorMessage.FORMAT_FIELD_INVALID.error(found, piece.text());
    }
    at = end;
    long value = end - from > 10 ? Long.MAX_VALUE : Long.parseLong(text, from, end, 10);
    if (value != (int) value) {
      throw SqlErrorMessage.FORMAT_FIELD_OUT_OF_RANGE.error(piece.text());
    }
    if (!what.isEmpty()) {
      set(piece, what, (int) value);
    }
    lastDigits = at - start;
    return (int) value;
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  /** Whether no number directly follows a field. */
  private boolean isLast(int index) {
    if (index + 1 == pieces.size()) {
      return true;
    }
    TimePattern.Piece next = pieces.get(index + 1);
    return next.field().isEmpty() ? !isDigit(next.text().charAt(0)) : !next.isDigits();
  }

  /** Reads digits after a point: "5" for MS is 500. */
  private void fraction(TimePattern.Piece piece, int index, int width, String what) {
    int value = number(piece, index, width, "");
    int whole = what.equals("milli") ? 3 : FRACTION_DIGITS;
    for (int digits = lastDigits; digits < whole; digits++) {
      value *= 10;
    }
    set(piece, what, value);
  }

  private void thousands(TimePattern.Piece piece) {
    int comma = text.indexOf(',', at);
    int end = comma + 1;
    while (comma > at && end < text.length() && end < comma + 4 && isDigit(text.charAt(end))) {
      end++;
    }
    if (comma <= at
        || comma - at > 6
        || end == comma + 1
        || !text.substring(at, comma).chars().allMatch(c -> isDigit((char) c))) {
      throw SqlErrorMessage.THOUSANDS_OF_YEAR_INVALID.error();
    }
    set(
        piece,
        "year",
        Integer.parseInt(text, at, comma, 10) * 1_000 + Integer.parseInt(text, comma + 1, end, 10));
    yearDigits = 4;
    at = end;
  }

  private void year(TimePattern.Piece piece, int index) {
    int width = piece.field().length();
    int value = number(piece, index, width, "");
    boolean partial = width < 4 && lastDigits < 4;
    set(piece, "year", partial ? nearest(value) : value);
    yearDigits = width;
  }

  /** Completes a year of fewer than four digits to the year nearest to 2020. */
  private static int nearest(int year) {
    if (year < 70) {
      return year + 2_000;
    }
    if (year < 100) {
      return year + 1_900;
    }
    return year < 520 ? year + 2_000 : year < 1_000 ? year + 1_000 : year;
  }

  private int value(String what) {
    return values.getOrDefault(what, 0);
  }

  private boolean has(String what) {
    return value(what) != 0;
  }

  private LocalDateTime moment() {
    try {
      return LocalDateTime.of(date(), time());
    } catch (DateTimeException e) {
      throw CoreErrorMessage.DATETIME_FIELD_OUT_OF_RANGE.causedBy(e, text);
    }
  }

  private LocalTime time() {
    int seconds = value("secondOfDay");
    int hour = has("hour") ? value("hour") : seconds / 3_600;
    int minute = has("minute") ? value("minute") : seconds % 3_600 / 60;
    int second = has("second") ? value("second") : seconds % 60;
    if (half) {
      if (hour < 1 || hour > 12) {
        throw SqlErrorMessage.HOUR_OF_12_HOUR_CLOCK.error(hour);
      }
      hour = hour % 12 + (value("half") == 1 ? 12 : 0);
    }
    int micros = value("milli") * 1_000 + value("micro");
    if (micros >= 1_000_000) {
      throw new DateTimeException("fraction");
    }
    return LocalTime.of(hour, minute, second, micros * 1_000);
  }

  /** The proleptic year of java.time: the year before year 1 is 0. */
  private int countedYear() {
    int sign = value("era") == 1 ? -1 : 1;
    int century = value("century") * sign;
    if (!has("year")) {
      return has("century") ? (century >= 0 ? (century - 1) * 100 + 1 : century * 100 + 1) : 0;
    }
    int year = value("year");
    if (has("century") && yearDigits <= 2) {
      int rest = year % 100;
      if (rest == 0) {
        return century * 100 + (century >= 0 ? 0 : 1);
      }
      return century >= 0 ? rest + (century - 1) * 100 : (century + 1) * 100 - rest + 1;
    }
    year *= sign;
    return year < 0 ? year + 1 : year;
  }

  private LocalDate date() {
    if (has("julian")) {
      return LocalDate.EPOCH.with(JulianFields.JULIAN_DAY, value("julian"));
    }
    int year = countedYear();
    if (has("week") && byWeeks) {
      // a week without a day means its Monday
      int sunday = value("dayOfWeek");
      int day = sunday == 0 ? 1 : sunday == 1 ? DAYS_PER_WEEK : sunday - 1;
      return monday(year, value("week")).plusDays(day - 1L);
    }
    int dayOfYear = has("week") ? (value("week") - 1) * DAYS_PER_WEEK + 1 : value("dayOfYear");
    int day = has("weekOfMonth") ? (value("weekOfMonth") - 1) * DAYS_PER_WEEK + 1 : value("day");
    int month = value("month");
    if (dayOfYear != 0 && month <= 1 && day <= 1) {
      if (year == 0 && !has("era")) {
        throw SqlErrorMessage.DAY_OF_YEAR_WITHOUT_YEAR.error();
      }
      return byWeeks
          ? monday(year, 1).plusDays(dayOfYear - 1L)
          : LocalDate.ofYearDay(year, dayOfYear);
    }
    return LocalDate.of(year, has("month") ? month : 1, day != 0 ? day : 1);
  }

  private static LocalDate monday(int year, int week) {
    LocalDate within = LocalDate.of(year, 1, 4);
    if (week < 1 || week > IsoFields.WEEK_OF_WEEK_BASED_YEAR.range().getMaximum()) {
      throw new DateTimeException("week");
    }
    return within.minusDays(within.getDayOfWeek().getValue() - 1L).plusWeeks(week - 1L);
  }
}
