package io.mosql.sql.parser.impl;

import io.mosql.core.error.SqlState;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/**
 * The text of an interval as PostgreSQL reads it: {@code 1 year 2 months 3 days 04:05:06}, {@code
 * 1-2}, {@code 1.5 hours ago}. Used once, by one thread.
 */
final class IntervalText {
  private static final Pattern PART =
      Pattern.compile(
          "\\s*(?:@\\s*)?(?:([+-]?)([0-9]{1,9}):([0-9]{1,2})(?::([0-9]{1,2}(?:\\.[0-9]*)?))?(?![0-9:])"
              + "|([+-]?)([0-9]{1,9})-([0-9]{1,2})(?![0-9a-zA-Z-])"
              + "|([+-]?[0-9]{0,12}(?:\\.[0-9]{0,12})?)\\s*([a-zA-Z]+))\\s*");

  private static final BigDecimal MICROS_PER_SECOND = BigDecimal.valueOf(1_000_000);
  private static final BigDecimal MICROS_PER_DAY = BigDecimal.valueOf(86_400_000_000L);
  private static final int DAYS_PER_MONTH = 30;
  private static final int MONTHS_PER_YEAR = 12;
  private static final int MAX_PART = 999_999_999;

  private final String text;
  private final SqlParserPos pos;
  private BigDecimal months = BigDecimal.ZERO;
  private BigDecimal days = BigDecimal.ZERO;
  private BigDecimal micros = BigDecimal.ZERO;

  private IntervalText(String text, SqlParserPos pos) {
    this.text = text;
    this.pos = pos;
  }

  /** An interval, whose parts have signs of their own. */
  record Parts(int months, int days, long micros) {
    Parts negated() {
      return new Parts(-months, -days, -micros);
    }
  }

  /** Reads a text; 22007 when it is no interval, 22008 when it is too long a one. */
  static Parts parse(String text, SqlParserPos pos) {
    return new IntervalText(text, pos).parse();
  }

  private Parts parse() {
    String rest = text.strip();
    boolean ago = rest.toLowerCase(Locale.ROOT).endsWith(" ago");
    if (ago) {
      rest = rest.substring(0, rest.length() - " ago".length());
    }
    Matcher matcher = PART.matcher(rest);
    int at = 0;
    while (at < rest.length()) {
      if (!matcher.region(at, rest.length()).lookingAt()) {
        // a number alone counts seconds
        if (at != 0 || !rest.matches("[+-]?[0-9]{1,9}(\\.[0-9]{0,12})?")) {
          throw invalid();
        }
        micros = new BigDecimal(rest).multiply(MICROS_PER_SECOND);
        break;
      }
      add(matcher);
      at = matcher.end();
    }
    if (rest.isEmpty()) {
      throw invalid();
    }
    Parts parts =
        new Parts(
            (int) limited(months, MAX_PART),
            (int) limited(days, MAX_PART),
            limited(micros, MAX_PART * MICROS_PER_SECOND.longValue()));
    return ago ? parts.negated() : parts;
  }

  private long limited(BigDecimal amount, long most) {
    BigDecimal rounded = amount.setScale(0, RoundingMode.HALF_UP);
    if (rounded.abs().compareTo(BigDecimal.valueOf(most)) > 0) {
      throw new GrammarException(
          pos, SqlState.DATETIME_OVERFLOW, "interval field value out of range: \"" + text + "\"");
    }
    return rounded.longValueExact();
  }

  private GrammarException invalid() {
    return new GrammarException(
        pos, SqlState.INVALID_DATETIME, "invalid input syntax for type interval: \"" + text + "\"");
  }

  private void add(Matcher part) {
    if (part.group(2) != null) {
      BigDecimal clock =
          number(part.group(2))
              .multiply(BigDecimal.valueOf(3_600))
              .add(number(part.group(3)).multiply(BigDecimal.valueOf(60)))
              .add(number(part.group(4)))
              .multiply(MICROS_PER_SECOND);
      micros = micros.add(signed(part.group(1), clock));
    } else if (part.group(6) != null) {
      BigDecimal whole =
          number(part.group(6))
              .multiply(BigDecimal.valueOf(MONTHS_PER_YEAR))
              .add(number(part.group(7)));
      months = months.add(signed(part.group(5), whole));
    } else {
      String amount = part.group(8);
      if (!amount.matches(".*[0-9].*")) {
        throw invalid();
      }
      add(new BigDecimal(amount), part.group(9).toLowerCase(Locale.ROOT));
    }
  }

  private static BigDecimal number(@Nullable String digits) {
    return digits == null ? BigDecimal.ZERO : new BigDecimal(digits);
  }

  private static BigDecimal signed(String sign, BigDecimal amount) {
    return sign.equals("-") ? amount.negate() : amount;
  }

  private void add(BigDecimal amount, String unit) {
    switch (unit) {
      case "us", "usec", "usecs", "usecond", "useconds", "microsecond", "microseconds" ->
          micros = micros.add(amount);
      case "ms", "msec", "msecs", "msecond", "mseconds", "millisecond", "milliseconds" ->
          addTime(amount, 1_000);
      case "s", "sec", "secs", "second", "seconds" -> addTime(amount, 1_000_000);
      case "m", "min", "mins", "minute", "minutes" -> addTime(amount, 60_000_000L);
      case "h", "hr", "hrs", "hour", "hours" -> addTime(amount, 3_600_000_000L);
      case "d", "day", "days" -> addDays(amount);
      case "w", "week", "weeks" -> addDays(amount.multiply(BigDecimal.valueOf(7)));
      case "mon", "mons", "month", "months" -> addMonths(amount);
      case "y", "yr", "yrs", "year", "years" -> addYears(amount, 1);
      case "decade", "decades" -> addYears(amount, 10);
      case "century", "centuries" -> addYears(amount, 100);
      case "millennium", "millennia", "millenniums" -> addYears(amount, 1_000);
      default -> throw invalid();
    }
  }

  private void addTime(BigDecimal amount, long unit) {
    micros = micros.add(amount.multiply(BigDecimal.valueOf(unit)));
  }

  /** A fraction of a day is time. */
  private void addDays(BigDecimal amount) {
    BigDecimal whole = amount.setScale(0, RoundingMode.DOWN);
    days = days.add(whole);
    micros = micros.add(amount.subtract(whole).multiply(MICROS_PER_DAY));
  }

  /** A fraction of a month is that of thirty days. */
  private void addMonths(BigDecimal amount) {
    BigDecimal whole = amount.setScale(0, RoundingMode.DOWN);
    months = months.add(whole);
    addDays(amount.subtract(whole).multiply(BigDecimal.valueOf(DAYS_PER_MONTH)));
  }

  /** A fraction of a year is whole months. */
  private void addYears(BigDecimal amount, int years) {
    BigDecimal all = amount.multiply(BigDecimal.valueOf((long) years * MONTHS_PER_YEAR));
    months = months.add(all.setScale(0, RoundingMode.HALF_UP));
  }
}
