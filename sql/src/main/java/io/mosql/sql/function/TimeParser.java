package io.mosql.sql.function;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.Month;
import java.time.format.TextStyle;
import java.util.Locale;

/**
 * Reads a date and time by a pattern, once. A character between fields stands for any one that is
 * no letter or digit; blanks before a number do not count; what follows the pattern is ignored.
 */
final class TimeParser {
  private final String text;
  private int at;
  private int year = 1;
  private int month = 1;
  private int day = 1;
  private int dayOfYear;
  private int hour;
  private int minute;
  private int second;
  private int micros;
  private boolean half;
  private boolean afternoon;

  private TimeParser(String text) {
    this.text = text;
  }

  /**
   * The moment that the text gives.
   *
   * @throws MosqlException 22007 for a text that does not match, 22008 for a field out of range,
   *     0A000 for a field that cannot be read
   */
  static LocalDateTime parse(String text, TimePattern pattern) {
    TimeParser parser = new TimeParser(text);
    for (TimePattern.Piece piece : pattern.pieces()) {
      if (piece.field().isEmpty()) {
        parser.skip(piece.text());
      } else {
        parser.read(piece.field());
      }
    }
    return parser.moment();
  }

  private void skip(String literal) {
    for (int i = 0; i < literal.length() && at < text.length(); i++) {
      if (Character.isLetterOrDigit(text.charAt(at)) && text.charAt(at) != literal.charAt(i)) {
        return;
      }
      at++;
    }
  }

  private void read(String field) {
    switch (field) {
      case "YYYY" -> year = number(4);
      case "YY" -> {
        int short2 = number(2);
        year = short2 + (short2 < 70 ? 2_000 : 1_900);
      }
      case "MM" -> month = number(2);
      case "MONTH" -> month = monthName(TextStyle.FULL);
      case "MON" -> month = monthName(TextStyle.SHORT);
      case "DD" -> day = number(2);
      case "DDD" -> dayOfYear = number(3);
      case "HH24" -> hour = number(2);
      case "HH12", "HH" -> {
        hour = number(2);
        half = true;
      }
      case "MI" -> minute = number(2);
      case "SS" -> second = number(2);
      case "MS" -> micros = fraction(3) * 1_000;
      case "US" -> micros = fraction(6);
      case "AM", "PM", "A.M.", "P.M." -> readHalf(field.length());
      default ->
          throw new MosqlException(
              SqlState.FEATURE_NOT_SUPPORTED,
              "the field " + field + " is not supported in a pattern that text is read by");
    }
  }

  private MosqlException mismatch() {
    return new MosqlException(
        SqlState.INVALID_DATETIME, "the text \"" + text + "\" does not match the date pattern");
  }

  private int number(int width) {
    while (at < text.length() && text.charAt(at) == ' ') {
      at++;
    }
    int start = at;
    while (at < text.length() && at - start < width && isDigit(text.charAt(at))) {
      at++;
    }
    if (at == start) {
      throw mismatch();
    }
    return Integer.parseInt(text, start, at, 10);
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  /** Digits after a point: "5" of MS is 500. */
  private int fraction(int width) {
    int start = at;
    int value = number(width);
    for (int digits = at - start; digits < width; digits++) {
      value *= 10;
    }
    return value;
  }

  private int monthName(TextStyle style) {
    for (Month candidate : Month.values()) {
      String name = candidate.getDisplayName(style, Locale.ENGLISH);
      if (text.regionMatches(true, at, name, 0, name.length())) {
        at += name.length();
        return candidate.getValue();
      }
    }
    throw mismatch();
  }

  private void readHalf(int length) {
    if (at + length > text.length()) {
      throw mismatch();
    }
    char first = Character.toUpperCase(text.charAt(at));
    if (first != 'A' && first != 'P') {
      throw mismatch();
    }
    afternoon = first == 'P';
    half = true;
    at += length;
  }

  private LocalDateTime moment() {
    try {
      if (half && (hour < 1 || hour > 12)) {
        throw new DateTimeException("hour of a half day");
      }
      int hours = half ? hour % 12 + (afternoon ? 12 : 0) : hour;
      LocalDate date =
          dayOfYear > 0 ? LocalDate.ofYearDay(year, dayOfYear) : LocalDate.of(year, month, day);
      return LocalDateTime.of(date, LocalTime.of(hours, minute, second, micros * 1_000));
    } catch (DateTimeException e) {
      throw new MosqlException(
          SqlState.DATETIME_OVERFLOW, "date/time field value out of range: \"" + text + "\"", e);
    }
  }
}
