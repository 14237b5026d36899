package io.mosql.core.type;

import io.mosql.core.error.CoreErrorMessage;
import io.mosql.core.error.MosqlException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A parser of intervals in PostgreSQL's syntax: {@code 1 year 2 months 3 days 04:05:06}, {@code
 * 1-2}, {@code 1.5 hours ago}, and ISO 8601's {@code P1Y2M3DT4H5M6S}. Numbers and units are
 * processed from the last to the first, so that a unit is known before its number: a number without
 * one is seconds at the end, days before a time. Used once, by one thread.
 */
final class IntervalParser {
  /**
   * The next token: a time, years and months, a number, a word; all other characters are
   * separators.
   */
  private static final Pattern PART =
      Pattern.compile(
          "(?:([+-]?)\\s*([0-9]+):([0-9]+)(?::([0-9]+))?(\\.[0-9]*)?(?![0-9:.])"
              + "|([+-]?)\\s*([0-9]+)-([0-9]+)(?![0-9.-])"
              + "|([+-]?)\\s*([0-9]+(?:\\.[0-9]*)?|\\.[0-9]+)(?![0-9.:-])"
              + "|([a-zA-Z]+))");

  /** Ignored separators beside white space, as in PostgreSQL. */
  private static final String PUNCTUATION = "!\"#$%&'()*,;<=>?@[\\]^_`{|}~";

  private static final Pattern ISO_PART =
      Pattern.compile("([+-]?(?:[0-9]+(?:\\.[0-9]*)?|\\.[0-9]+))([A-Za-z])");

  private static final int MAX_LENGTH = 200;
  private static final int MAX_MINUTE = 59;
  private static final int MAX_SECOND = 60;
  private static final BigDecimal MICROS_PER_DAY = BigDecimal.valueOf(Interval.MICROS_PER_DAY);

  private final String text;
  private final Unit last;
  private final boolean minutesFirst;
  private final Set<Unit> seen = EnumSet.noneOf(Unit.class);
  private BigDecimal months = BigDecimal.ZERO;
  private BigDecimal days = BigDecimal.ZERO;
  private BigDecimal micros = BigDecimal.ZERO;

  /** Units of numbers, with their months, days or microseconds. */
  enum Unit {
    MICROSECOND(0, 0, 1),
    MILLISECOND(0, 0, 1_000),
    SECOND(0, 0, Interval.MICROS_PER_SECOND),
    MINUTE(0, 0, Interval.MICROS_PER_MINUTE),
    HOUR(0, 0, Interval.MICROS_PER_HOUR),
    DAY(0, 1, 0),
    WEEK(0, 7, 0),
    MONTH(1, 0, 0),
    QUARTER(3, 0, 0),
    YEAR(12, 0, 0),
    DECADE(120, 0, 0),
    CENTURY(1_200, 0, 0),
    MILLENNIUM(12_000, 0, 0);

    private final int months;
    private final int days;
    private final long micros;

    Unit(int months, int days, long micros) {
      this.months = months;
      this.days = days;
      this.micros = micros;
    }

    /** The unit for a word, or null. */
    private static @Nullable Unit of(String word) {
      return switch (word) {
        case "us", "usec", "usecs", "usecond", "useconds", "microsecond", "microseconds" ->
            MICROSECOND;
        case "ms", "msec", "msecs", "msecond", "mseconds", "millisecond", "milliseconds" ->
            MILLISECOND;
        case "s", "sec", "secs", "second", "seconds" -> SECOND;
        case "m", "min", "mins", "minute", "minutes" -> MINUTE;
        case "h", "hr", "hrs", "hour", "hours" -> HOUR;
        case "d", "day", "days" -> DAY;
        case "w", "week", "weeks" -> WEEK;
        case "mon", "mons", "month", "months" -> MONTH;
        case "y", "yr", "yrs", "year", "years" -> YEAR;
        case "dec", "decs", "decade", "decades" -> DECADE;
        case "c", "cent", "century", "centuries" -> CENTURY;
        case "mil", "mils", "millennium", "millennia", "millenniums" -> MILLENNIUM;
        default -> null;
      };
    }
  }

  /**
   * @param last the unit of a last number without a unit
   * @param minutesFirst whether two numbers separated by a colon are minutes and seconds
   */
  IntervalParser(String text, Unit last, boolean minutesFirst) {
    this.text = text;
    this.last = last;
    this.minutesFirst = minutesFirst;
  }

  /** Parses the text; 22007 when it is not an interval, 22008 when it is out of range. */
  Interval parse() {
    if (text.length() > MAX_LENGTH) {
      throw invalid();
    }
    boolean ago = false;
    String trimmed = text.strip();
    if (trimmed.startsWith("P") || trimmed.startsWith("p")) {
      iso(trimmed);
    } else {
      ago = words();
    }
    Interval parsed =
        new Interval(
            (int) limited(months, Integer.MIN_VALUE, Integer.MAX_VALUE),
            (int) limited(days, Integer.MIN_VALUE, Integer.MAX_VALUE),
            limited(micros, Long.MIN_VALUE, Long.MAX_VALUE));
    return ago ? parsed.negated() : parsed;
  }

  /** Whether it ends with "ago". */
  private boolean words() {
    List<Matcher> parts = parts();
    boolean ago = false;
    Unit unit = last;
    for (int i = parts.size() - 1; i >= 0; i--) {
      Matcher part = parts.get(i);
      String word = part.group(11);
      if (word == null) {
        unit = number(part, unit);
      } else if (word.equalsIgnoreCase("ago")) {
        ago = true;
      } else {
        unit = Unit.of(word.toLowerCase(Locale.ROOT));
        if (unit == null) {
          throw invalid();
        }
      }
    }
    if (seen.isEmpty()) {
      throw invalid();
    }
    return ago;
  }

  private List<Matcher> parts() {
    List<Matcher> parts = new ArrayList<>();
    int at = 0;
    while (at < text.length()) {
      char c = text.charAt(at);
      Matcher part = PART.matcher(text).region(at, text.length());
      if (part.lookingAt()) {
        parts.add(part);
        at = part.end();
      } else if (Character.isWhitespace(c) || PUNCTUATION.indexOf(c) >= 0) {
        at++;
      } else {
        throw invalid();
      }
    }
    return parts;
  }

  /** Adds a number or time; returns the unit of a preceding number without one. */
  private Unit number(Matcher part, Unit unit) {
    if (part.group(2) != null) {
      time(part);
      return Unit.DAY;
    }
    if (part.group(7) != null) {
      BigDecimal rest = whole(part.group(8));
      if (rest.compareTo(BigDecimal.valueOf(Interval.MONTHS_PER_YEAR)) >= 0) {
        throw outOfRange();
      }
      note(Unit.MONTH);
      BigDecimal all =
          whole(part.group(7)).multiply(BigDecimal.valueOf(Interval.MONTHS_PER_YEAR)).add(rest);
      months = months.add(signed(part.group(6), all));
      return Unit.MONTH;
    }
    note(unit);
    add(signed(part.group(9), whole(part.group(10))), unit);
    return unit == Unit.HOUR ? Unit.DAY : unit;
  }

  private void time(Matcher part) {
    BigDecimal first = whole(part.group(2));
    BigDecimal second = whole(part.group(3));
    String third = part.group(4);
    String fraction = part.group(5);
    boolean noHours = third == null && (fraction != null || minutesFirst);
    BigDecimal hours = noHours ? BigDecimal.ZERO : first;
    BigDecimal minutes = noHours ? first : second;
    BigDecimal seconds = noHours ? second : third == null ? BigDecimal.ZERO : whole(third);
    if (minutes.compareTo(BigDecimal.valueOf(MAX_MINUTE)) > 0
        || seconds.compareTo(BigDecimal.valueOf(MAX_SECOND)) > 0) {
      throw outOfRange();
    }
    note(Unit.HOUR);
    note(Unit.MINUTE);
    note(Unit.SECOND);
    if (fraction != null && fraction.length() > 1) {
      seconds = seconds.add(new BigDecimal("0" + fraction));
    }
    String sign = part.group(1);
    add(signed(sign, hours), Unit.HOUR);
    add(signed(sign, minutes), Unit.MINUTE);
    add(signed(sign, seconds), Unit.SECOND);
  }

  /** A unit may occur only once. */
  private void note(Unit unit) {
    if (!seen.add(unit)) {
      throw invalid();
    }
  }

  private static BigDecimal whole(String digits) {
    return new BigDecimal(digits.endsWith(".") ? digits + "0" : digits);
  }

  private static BigDecimal signed(@Nullable String sign, BigDecimal amount) {
    return "-".equals(sign) ? amount.negate() : amount;
  }

  private void add(BigDecimal amount, Unit unit) {
    if (unit.micros != 0) {
      micros = micros.add(amount.multiply(BigDecimal.valueOf(unit.micros)));
    } else if (unit.days != 0) {
      addDays(amount, unit.days);
    } else if (unit.months < Interval.MONTHS_PER_YEAR) {
      // a fraction of a month is one of thirty days
      BigDecimal whole = amount.setScale(0, RoundingMode.DOWN);
      months = months.add(whole.multiply(BigDecimal.valueOf(unit.months)));
      addDays(amount.subtract(whole), unit.months * Interval.DAYS_PER_MONTH);
    } else {
      // a fraction of a year is rounded to whole months
      BigDecimal all = amount.multiply(BigDecimal.valueOf(unit.months));
      months = months.add(all.setScale(0, RoundingMode.HALF_EVEN));
    }
  }

  /** A fraction of a day becomes time. */
  private void addDays(BigDecimal amount, int each) {
    BigDecimal all = amount.multiply(BigDecimal.valueOf(each));
    BigDecimal whole = all.setScale(0, RoundingMode.DOWN);
    days = days.add(whole);
    micros = micros.add(all.subtract(whole).multiply(MICROS_PER_DAY));
  }

  private void iso(String trimmed) {
    boolean time = false;
    int at = 1;
    while (at < trimmed.length()) {
      if (!time && (trimmed.charAt(at) == 'T' || trimmed.charAt(at) == 't')) {
        time = true;
        at++;
        continue;
      }
      Matcher part = ISO_PART.matcher(trimmed).region(at, trimmed.length());
      Unit unit = part.lookingAt() ? isoUnit(part.group(2).charAt(0), time) : null;
      if (unit == null) {
        throw invalid();
      }
      note(unit);
      add(whole(part.group(1)), unit);
      at = part.end();
    }
    if (seen.isEmpty()) {
      throw invalid();
    }
  }

  private static @Nullable Unit isoUnit(char letter, boolean time) {
    return switch (Character.toUpperCase(letter)) {
      case 'Y' -> time ? null : Unit.YEAR;
      case 'W' -> time ? null : Unit.WEEK;
      case 'D' -> time ? null : Unit.DAY;
      case 'M' -> time ? Unit.MINUTE : Unit.MONTH;
      case 'H' -> time ? Unit.HOUR : null;
      case 'S' -> time ? Unit.SECOND : null;
      default -> null;
    };
  }

  private long limited(BigDecimal amount, long least, long most) {
    BigDecimal rounded = amount.setScale(0, RoundingMode.HALF_EVEN);
    if (rounded.compareTo(BigDecimal.valueOf(least)) < 0
        || rounded.compareTo(BigDecimal.valueOf(most)) > 0) {
      throw outOfRange();
    }
    return rounded.longValueExact();
  }

  private MosqlException invalid() {
    return CoreErrorMessage.INVALID_DATETIME_SYNTAX.error("interval", text);
  }

  private MosqlException outOfRange() {
    return CoreErrorMessage.INTERVAL_FIELD_OUT_OF_RANGE.error(text);
  }
}
