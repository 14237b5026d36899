package io.mosql.core.type;

import io.mosql.core.error.CoreErrorMessage;
import io.mosql.core.error.MosqlException;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.temporal.JulianFields;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A parser of dates, times, or both, in PostgreSQL's syntax: ISO 8601 in its variants ({@code
 * 2024-01-05}, {@code 20240105T101500}, {@code 2024.005}), names of months ({@code Jan 5, 2024},
 * {@code 5-Jan-2024}), numbers in the order month, day, year ({@code 1/5/2024}), days of the Julian
 * calendar ({@code J2460315}), {@code AM} and {@code PM}, {@code BC}, zones by offset, abbreviation
 * or name, and the words {@code epoch}, {@code allballs}, {@code now}, {@code today}, {@code
 * tomorrow} and {@code yesterday}. Names of days are accepted and not compared with the date.
 *
 * <p>The calendar is the proleptic Gregorian one. Fields out of range fail with 22008, invalid
 * texts with 22007. Used by one thread for one text.
 */
final class DateTimeParser {
  private static final long MICROS_PER_SECOND = 1_000_000;
  private static final long MICROS_PER_MINUTE = 60 * MICROS_PER_SECOND;
  private static final long MICROS_PER_HOUR = 60 * MICROS_PER_MINUTE;
  private static final long MICROS_PER_DAY = 24 * MICROS_PER_HOUR;
  private static final int FRACTION_DIGITS = 6;
  private static final int LONGEST = 128;

  /** Limit of digits of a year, above which no type has values, so that the year fits an int. */
  private static final int MOST_DIGITS = 9;

  private static final Map<String, Integer> MONTHS =
      Map.ofEntries(
          Map.entry("jan", 1), Map.entry("january", 1),
          Map.entry("feb", 2), Map.entry("february", 2),
          Map.entry("mar", 3), Map.entry("march", 3),
          Map.entry("apr", 4), Map.entry("april", 4),
          Map.entry("may", 5), Map.entry("jun", 6),
          Map.entry("june", 6), Map.entry("jul", 7),
          Map.entry("july", 7), Map.entry("aug", 8),
          Map.entry("august", 8), Map.entry("sep", 9),
          Map.entry("sept", 9), Map.entry("september", 9),
          Map.entry("oct", 10), Map.entry("october", 10),
          Map.entry("nov", 11), Map.entry("november", 11),
          Map.entry("dec", 12), Map.entry("december", 12));

  /** Ignored words: days of the week, and words that may stand between fields. */
  private static final java.util.Set<String> SILENT =
      java.util.Set.of(
          "sun",
          "sunday",
          "mon",
          "monday",
          "tue",
          "tues",
          "tuesday",
          "wed",
          "weds",
          "wednesday",
          "thu",
          "thur",
          "thurs",
          "thursday",
          "fri",
          "friday",
          "sat",
          "saturday",
          "at",
          "on");

  private enum Kind {
    DATE,
    TIME,
    NUMBER,
    WORD,
    OFFSET
  }

  private record Field(Kind kind, String text) {}

  private final String text;
  private final String type;
  private final @Nullable Long now;

  private int year;
  private int month;
  private int day;
  private boolean hasYear;
  private boolean hasMonth;
  private boolean hasDay;
  private boolean namedMonth;
  private boolean shortYear;
  private int signedYear;
  private int dayOfYear;
  private @Nullable LocalDate whole;
  private boolean beforeChrist;

  private @Nullable Long time;
  private @Nullable Boolean afternoon;
  private @Nullable ZoneId zone;

  private DateTimeParser(String text, String type, @Nullable Long now) {
    this.text = text;
    this.type = type;
    this.now = now;
  }

  /**
   * The parsed fields.
   *
   * @param date null where the text has none
   * @param time microseconds of the day, up to 24 hours; null where the text has none
   * @param zone null where the text has none
   */
  record Parts(@Nullable LocalDate date, @Nullable Long time, @Nullable ZoneId zone) {}

  /**
   * Parses a text.
   *
   * @param type the target type, for messages
   * @param now the present time, microseconds since 1970 by the clocks of the session's zone; null
   *     where words that depend on it are rejected
   */
  static Parts read(String text, String type, @Nullable Long now) {
    return new DateTimeParser(text, type, now).read();
  }

  private Parts read() {
    if (text.length() > LONGEST) {
      throw malformed();
    }
    List<Field> fields = fields();
    if (fields.isEmpty()) {
      throw malformed();
    }
    for (int i = 0; i < fields.size(); i++) {
      Field field = fields.get(i);
      switch (field.kind) {
        case DATE -> dateField(field.text);
        case TIME -> setTime(clock(field.text));
        case NUMBER -> number(field.text);
        case OFFSET -> setZone(field.text);
        case WORD -> i = word(fields, i);
      }
    }
    return new Parts(date(), clockTime(), zone);
  }

  // ---------------------------------------------------------------- fields

  private List<Field> fields() {
    List<Field> fields = new ArrayList<>();
    int i = 0;
    int n = text.length();
    while (i < n) {
      char c = text.charAt(i);
      int start = i;
      if (c == ' ' || Character.isWhitespace(c)) {
        i++;
      } else if (fields.isEmpty() && isSigned(i)) {
        // a year beyond 9999 or before 1 in ISO 8601
        signedYear = c == '-' ? -1 : 1;
        i++;
      } else if (isDigit(c)) {
        i = digits(i);
        char next = at(i);
        if (next == ':') {
          while (isDigit(at(i)) || at(i) == ':' || at(i) == '.') {
            i++;
          }
          fields.add(new Field(Kind.TIME, text.substring(start, i)));
        } else if (next == '-' || next == '/' || next == '.') {
          i = dateEnd(i + 1, next);
          String all = text.substring(start, i);
          boolean decimal =
              next == '.'
                  && all.indexOf('.') == all.lastIndexOf('.')
                  && all.chars().noneMatch(Character::isLetter);
          fields.add(new Field(decimal ? Kind.NUMBER : Kind.DATE, all));
        } else {
          fields.add(new Field(Kind.NUMBER, text.substring(start, i)));
        }
      } else if (c == '.' && isDigit(at(i + 1))) {
        i = digits(i + 1);
        fields.add(new Field(Kind.NUMBER, text.substring(start, i)));
      } else if (isLetter(c)) {
        i = letters(i);
        char next = at(i);
        if ((next == '+' || next == '-')
            && isDigit(at(i + 1))
            && ZonedTimes.abbreviation(text.substring(start, i)) != null) {
          // POSIX zones, which count to the west; their names are ignored
          int from = ++i;
          while (isDigit(at(i)) || at(i) == ':') {
            i++;
          }
          fields.add(new Field(Kind.OFFSET, (next == '+' ? "-" : "+") + text.substring(from, i)));
          continue;
        }
        boolean more =
            next == '-'
                || next == '/'
                || next == '.'
                || next == '_'
                || (next == '+' || isDigit(next)) && !isKnownWord(text.substring(start, i));
        if (more) {
          while (isLetter(at(i)) || isDigit(at(i)) || "+-/_.:".indexOf(at(i)) >= 0 && i < n) {
            i++;
          }
          fields.add(new Field(Kind.DATE, text.substring(start, i).toLowerCase(Locale.ROOT)));
        } else {
          fields.add(new Field(Kind.WORD, text.substring(start, i).toLowerCase(Locale.ROOT)));
        }
      } else if (c == '+' || c == '-') {
        i++;
        while (at(i) == ' ') {
          i++;
        }
        int from = i;
        while (isDigit(at(i)) || at(i) == ':' || at(i) == '.' || at(i) == '-') {
          i++;
        }
        if (i == from) {
          throw malformed();
        }
        fields.add(new Field(Kind.OFFSET, c + text.substring(from, i)));
      } else if (c > ' ' && c < 0x7F && c != '.') {
        // other punctuation between fields is ignored
        i++;
      } else {
        throw malformed();
      }
    }
    return fields;
  }

  /** Whether a sign precedes a year of four digits or more, a month and a day. */
  private boolean isSigned(int from) {
    int end = digits(from + 1);
    return (at(from) == '-' || at(from) == '+')
        && end - from > 4
        && at(end) == '-'
        && digits(end + 1) == end + 3
        && at(end + 3) == '-';
  }

  /** The end of a date that has its first separator before a position. */
  private int dateEnd(int from, char separator) {
    int i = from;
    if (isDigit(at(i))) {
      i = digits(i);
      if (at(i) == separator) {
        i++;
        while (isDigit(at(i)) || at(i) == separator) {
          i++;
        }
      }
      return i;
    }
    while (isLetter(at(i)) || isDigit(at(i)) || at(i) == separator) {
      i++;
    }
    return i;
  }

  private char at(int index) {
    return index < text.length() ? text.charAt(index) : '\0';
  }

  private int digits(int from) {
    int i = from;
    while (isDigit(at(i))) {
      i++;
    }
    return i;
  }

  private int letters(int from) {
    int i = from;
    while (isLetter(at(i))) {
      i++;
    }
    return i;
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  private static boolean isLetter(char c) {
    return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z';
  }

  private static boolean isKnownWord(String word) {
    String lower = word.toLowerCase(Locale.ROOT);
    return lower.equals("t")
        || lower.equals("j")
        || lower.equals("jd")
        || MONTHS.containsKey(lower)
        || SILENT.contains(lower)
        || lower.equals("am")
        || lower.equals("pm")
        || ZonedTimes.abbreviation(lower) != null;
  }

  // ---------------------------------------------------------------- dates

  private boolean hasDate() {
    return whole != null || hasYear && hasMonth && hasDay || hasYear && dayOfYear > 0;
  }

  private void dateField(String field) {
    if (isLetter(field.charAt(0)) && !MONTHS.containsKey(leadingWord(field))) {
      if (field.startsWith("j") && isDigit(second(field))) {
        julian(field.substring(1));
        return;
      }
      setZone(field);
      return;
    }
    if (hasDate()) {
      // a time without colons and its offset, as in 101500-08
      int sign = field.indexOf('-');
      if (sign > 0 && field.indexOf('-', sign + 1) < 0 && time == null) {
        compactTime(field.substring(0, sign), "");
        setZone(field.substring(sign));
        return;
      }
      throw malformed();
    }
    String[] parts = field.split("[-/.]", -1);
    if (parts.length > 3) {
      throw malformed();
    }
    for (String part : parts) {
      if (part.isEmpty()) {
        throw malformed();
      }
      Integer named = isLetter(part.charAt(0)) ? MONTHS.get(part.toLowerCase(Locale.ROOT)) : null;
      if (named != null) {
        setMonth(named);
        namedMonth = true;
      } else if (isLetter(part.charAt(0))) {
        throw malformed();
      }
    }
    for (String part : parts) {
      if (isDigit(part.charAt(0))) {
        if (digitsOnly(part)) {
          dateNumber(part);
        } else {
          throw malformed();
        }
      }
    }
  }

  private static String leadingWord(String field) {
    int i = 0;
    while (i < field.length() && isLetter(field.charAt(i))) {
      i++;
    }
    return field.substring(0, i);
  }

  private static char second(String field) {
    return field.length() > 1 ? field.charAt(1) : '\0';
  }

  private static boolean digitsOnly(String part) {
    return part.chars().allMatch(c -> c >= '0' && c <= '9');
  }

  private void julian(String number) {
    if (whole != null || hasYear || hasMonth || hasDay) {
      throw malformed();
    }
    int point = number.indexOf('.');
    String days = point < 0 ? number : number.substring(0, point);
    if (!digitsOnly(days) || days.isEmpty()) {
      throw malformed();
    }
    whole = LocalDate.MIN.with(JulianFields.JULIAN_DAY, integer(days));
    if (point >= 0) {
      setTime((long) (fraction(number.substring(point)) * (MICROS_PER_DAY / 1e6)));
    }
  }

  /** A single number, with or without a point. */
  private void number(String digits) {
    int point = digits.indexOf('.');
    if (point >= 0) {
      String before = digits.substring(0, point);
      if (hasDate() || type.equals("time")) {
        compactTime(before, digits.substring(point));
      } else if (before.length() == 4 && digits.length() == 8) {
        // year and day of the year
        setYear(before);
        dayOfYear = integer(digits.substring(point + 1));
        checkRange(dayOfYear >= 1 && dayOfYear <= 366);
      } else {
        throw malformed();
      }
      return;
    }
    if (type.equals("time") && !hasYear && !hasMonth && !hasDay && digits.length() >= 4) {
      compactTime(digits, "");
      return;
    }
    if (!hasDate() && digits.length() >= 6 && !hasYear && !hasMonth && !hasDay) {
      int n = digits.length();
      setYear(digits.substring(0, n - 4));
      setMonth(integer(digits.substring(n - 4, n - 2)));
      setDay(integer(digits.substring(n - 2)));
      return;
    }
    if (hasDate()) {
      compactTime(digits, "");
    } else {
      dateNumber(digits);
    }
  }

  /** A number of a date, with a meaning that depends on its place among the others. */
  private void dateNumber(String digits) {
    int length = digits.length();
    int value = integer(digits);
    if (length == 3 && hasYear && !hasMonth && !hasDay) {
      dayOfYear = value;
      checkRange(value >= 1 && value <= 366);
    } else if (hasYear && hasMonth) {
      if (namedMonth && shortYear && length >= 3 && !hasDay) {
        setDay(year);
        hasYear = false;
        setYear(digits);
      } else {
        setDay(value);
      }
    } else if (hasYear) {
      if (hasDay) {
        throw malformed();
      }
      setMonth(value);
    } else if (hasMonth && hasDay) {
      setYear(digits);
    } else if (hasMonth) {
      if (namedMonth && length >= 3) {
        setYear(digits);
      } else {
        setDay(value);
      }
    } else if (hasDay) {
      setMonth(value);
    } else if (length >= 3) {
      setYear(digits);
    } else {
      setMonth(value);
    }
  }

  private void setYear(String digits) {
    if (hasYear) {
      throw malformed();
    }
    year = integer(digits);
    shortYear = digits.length() <= 2;
    hasYear = true;
  }

  private void setMonth(int value) {
    if (hasMonth && namedMonth && !hasDay) {
      // the number before a name was the day: "5 Jan"
      throw malformed();
    }
    if (hasMonth) {
      throw malformed();
    }
    month = value;
    hasMonth = true;
  }

  private void setDay(int value) {
    if (hasDay) {
      throw malformed();
    }
    day = value;
    hasDay = true;
  }

  private int integer(String digits) {
    if (digits.isEmpty() || digits.length() > MOST_DIGITS) {
      throw outOfRange();
    }
    return Integer.parseInt(digits);
  }

  private @Nullable LocalDate date() {
    if (whole != null) {
      return whole;
    }
    if (!hasYear && !hasMonth && !hasDay) {
      if (beforeChrist) {
        throw malformed();
      }
      return null;
    }
    if (!hasDate()) {
      throw malformed();
    }
    int counted = year;
    if (signedYear != 0) {
      counted = signedYear * year;
    } else if (beforeChrist) {
      checkRange(year > 0);
      counted = 1 - year;
    } else if (shortYear) {
      counted = year < 70 ? year + 2_000 : year + 1_900;
    } else {
      // there is no year zero
      checkRange(year > 0);
    }
    try {
      return dayOfYear > 0 && !hasMonth
          ? LocalDate.ofYearDay(counted, dayOfYear)
          : LocalDate.of(counted, month, day);
    } catch (DateTimeException e) {
      throw outOfRange();
    }
  }

  // ---------------------------------------------------------------- times

  /** Hours, minutes, and seconds between colons. */
  private long clock(String field) {
    String[] parts = field.split(":", -1);
    if (parts.length < 2 || parts.length > 3) {
      throw malformed();
    }
    String last = parts[parts.length - 1];
    int point = last.indexOf('.');
    if (point >= 0 && parts.length == 2) {
      throw malformed();
    }
    String seconds = parts.length == 2 ? "0" : point < 0 ? last : last.substring(0, point);
    for (String part : new String[] {parts[0], parts[1], seconds}) {
      if (part.isEmpty() || !digitsOnly(part)) {
        throw malformed();
      }
    }
    return time(
        integer(parts[0]),
        integer(parts[1]),
        integer(seconds),
        point < 0 ? 0 : fraction(last.substring(point)));
  }

  /** Hours, minutes and seconds one after the other. */
  private void compactTime(String digits, String fraction) {
    if (digits.length() != 4 && digits.length() != 6) {
      throw malformed();
    }
    setTime(
        time(
            integer(digits.substring(0, 2)),
            integer(digits.substring(2, 4)),
            digits.length() == 4 ? 0 : integer(digits.substring(4)),
            fraction.isEmpty() ? 0 : fraction(fraction)));
  }

  private long time(int hours, int minutes, int seconds, long micros) {
    checkRange(hours <= 24 && minutes <= 59 && seconds <= 60);
    long all =
        hours * MICROS_PER_HOUR
            + minutes * MICROS_PER_MINUTE
            + seconds * MICROS_PER_SECOND
            + micros;
    checkRange(all <= MICROS_PER_DAY);
    return all;
  }

  /** Microseconds of the digits after a point, rounded. */
  private long fraction(String pointAndDigits) {
    String digits = pointAndDigits.substring(1);
    if (!digitsOnly(digits)) {
      throw malformed();
    }
    if (digits.isEmpty()) {
      return 0;
    }
    String seven = (digits + "0".repeat(FRACTION_DIGITS + 1)).substring(0, FRACTION_DIGITS + 1);
    return (Long.parseLong(seven) + 5) / 10;
  }

  private void setTime(long micros) {
    if (time != null) {
      throw malformed();
    }
    time = micros;
  }

  private @Nullable Long clockTime() {
    Long read = time;
    if (afternoon == null) {
      return read;
    }
    if (read == null) {
      throw malformed();
    }
    long hours = read / MICROS_PER_HOUR;
    checkRange(hours <= 12);
    if (afternoon) {
      return hours == 12 ? read : read + 12 * MICROS_PER_HOUR;
    }
    return hours == 12 ? read - 12 * MICROS_PER_HOUR : read;
  }

  // ---------------------------------------------------------------- words

  /** Reads a word, and a following field that belongs to it; returns the last one's index. */
  private int word(List<Field> fields, int index) {
    String word = fields.get(index).text;
    Field next = index + 1 < fields.size() ? fields.get(index + 1) : null;
    switch (word) {
      case "am", "pm" -> afternoon = word.equals("pm");
      case "ad" -> {}
      case "bc" -> beforeChrist = true;
      case "epoch" -> {
        setWhole(LocalDate.EPOCH, 0L);
        setZone("utc");
      }
      case "now" ->
          setWhole(LocalDate.ofEpochDay(today()), Math.floorMod(present(), MICROS_PER_DAY));
      case "today" -> setWhole(LocalDate.ofEpochDay(today()), null);
      case "tomorrow" -> setWhole(LocalDate.ofEpochDay(today() + 1), null);
      case "yesterday" -> setWhole(LocalDate.ofEpochDay(today() - 1), null);
      case "allballs" -> setTime(0);
      case "t" -> {
        if (next == null || next.kind == Kind.WORD || next.kind == Kind.OFFSET || !hasDate()) {
          throw malformed();
        }
        if (next.kind == Kind.DATE) {
          dateField(next.text);
        } else if (next.kind == Kind.NUMBER) {
          int point = next.text.indexOf('.');
          compactTime(
              point < 0 ? next.text : next.text.substring(0, point),
              point < 0 ? "" : next.text.substring(point));
        } else {
          setTime(clock(next.text));
        }
        return index + 1;
      }
      case "j", "jd" -> {
        if (next == null || next.kind != Kind.NUMBER) {
          throw malformed();
        }
        julian(next.text);
        return index + 1;
      }
      default -> {
        Integer named = MONTHS.get(word);
        if (named != null) {
          nameMonth(named);
        } else if (!SILENT.contains(word)) {
          setZone(word);
        }
      }
    }
    return index;
  }

  /** The number that was read as the month was the day: {@code 5 Jan 2024}. */
  private void nameMonth(int named) {
    if (hasMonth && !namedMonth && !hasDay) {
      setDay(month);
      hasMonth = false;
    }
    setMonth(named);
    namedMonth = true;
  }

  private void setWhole(LocalDate date, @Nullable Long micros) {
    if (whole != null || hasYear || hasMonth || hasDay) {
      throw malformed();
    }
    whole = date;
    if (micros != null) {
      setTime(micros);
    }
  }

  private long present() {
    if (now == null) {
      throw CoreErrorMessage.CURRENT_TIME_WORD_NOT_LITERAL.error(text);
    }
    return now;
  }

  private long today() {
    return Math.floorDiv(present(), MICROS_PER_DAY);
  }

  private void setZone(String name) {
    ZoneId found = ZonedTimes.ofText(name);
    if (found == null) {
      if (isLetter(name.charAt(0)) && name.indexOf('/') > 0) {
        throw CoreErrorMessage.UNKNOWN_TIME_ZONE.error(name);
      }
      throw malformed();
    }
    if (zone != null) {
      throw malformed();
    }
    zone = found;
  }

  // ---------------------------------------------------------------- errors

  private void checkRange(boolean fits) {
    if (!fits) {
      throw outOfRange();
    }
  }

  private MosqlException outOfRange() {
    return CoreErrorMessage.DATETIME_FIELD_OUT_OF_RANGE.error(shown());
  }

  private MosqlException malformed() {
    return CoreErrorMessage.INVALID_DATETIME_SYNTAX.error(type, shown());
  }

  private String shown() {
    return text.length() > LONGEST ? text.substring(0, LONGEST) + "..." : text;
  }
}
