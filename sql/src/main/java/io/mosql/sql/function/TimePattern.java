package io.mosql.sql.function;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import java.time.LocalDateTime;
import java.time.format.TextStyle;
import java.time.temporal.ChronoField;
import java.time.temporal.IsoFields;
import java.time.temporal.JulianFields;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A pattern of dates and times: fields between literal text. PostgreSQL's patterns and MySQL's
 * become the same fields, by PostgreSQL's names. Immutable.
 */
final class TimePattern {
  private static final List<String> FIELDS =
      List.of(
          "YYYY", "IYYY", "YYY", "YY", "Y", "MONTH", "MON", "MM", "DDD", "DD", "DAY", "DY", "D",
          "ID", "HH24", "HH12", "HH", "MI", "SSSSS", "SSSS", "SS", "MS", "US", "AM", "PM", "A.M.",
          "P.M.", "CC", "WW", "IW", "W", "Q", "J");

  /**
   * A piece of a pattern.
   *
   * @param field its name in upper case, or empty for literal text
   * @param text as it was written: literal text, or the field, whose case names follow
   * @param plain without leading zeros and trailing blanks
   */
  record Piece(String field, String text, boolean plain) {}

  private final List<Piece> pieces;

  private TimePattern(List<Piece> pieces) {
    this.pieces = List.copyOf(pieces);
  }

  List<Piece> pieces() {
    return pieces;
  }

  /** A pattern of TO_CHAR, TO_DATE and TO_TIMESTAMP. */
  static TimePattern ofPostgres(String pattern) {
    List<Piece> pieces = new ArrayList<>();
    boolean plain = false;
    int i = 0;
    while (i < pattern.length()) {
      if (pattern.regionMatches(true, i, "FM", 0, 2)) {
        plain = true;
        i += 2;
        continue;
      }
      if (pattern.charAt(i) == '"') {
        int end = pattern.indexOf('"', i + 1);
        end = end < 0 ? pattern.length() : end;
        pieces.add(new Piece("", pattern.substring(i + 1, end), false));
        i = end + 1;
        continue;
      }
      String field = fieldAt(pattern, i);
      int length = field.isEmpty() ? 1 : field.length();
      pieces.add(new Piece(field, pattern.substring(i, i + length), plain));
      plain = plain && field.isEmpty();
      i += length;
    }
    return new TimePattern(pieces);
  }

  private static String fieldAt(String pattern, int at) {
    for (String field : FIELDS) {
      if (pattern.regionMatches(true, at, field, 0, field.length())) {
        return field;
      }
    }
    return "";
  }

  /** A pattern of DATE_FORMAT and STR_TO_DATE. */
  static TimePattern ofMysql(String pattern) {
    List<Piece> pieces = new ArrayList<>();
    for (int i = 0; i < pattern.length(); i++) {
      char c = pattern.charAt(i);
      if (c != '%' || i + 1 == pattern.length()) {
        pieces.add(new Piece("", String.valueOf(c), false));
      } else {
        pieces.addAll(mysqlField(pattern.charAt(++i)));
      }
    }
    return new TimePattern(pieces);
  }

  private static List<Piece> mysqlField(char c) {
    String name =
        switch (c) {
          case 'Y' -> "YYYY";
          case 'y' -> "YY";
          case 'm' -> "MM";
          case 'c' -> "FMMM";
          case 'd' -> "DD";
          case 'e' -> "FMDD";
          case 'H' -> "HH24";
          case 'k' -> "FMHH24";
          case 'h', 'I' -> "HH12";
          case 'l' -> "FMHH12";
          case 'i' -> "MI";
          case 's', 'S' -> "SS";
          case 'f' -> "US";
          case 'p' -> "AM";
          case 'M' -> "FMMonth";
          case 'b' -> "Mon";
          case 'W' -> "FMDay";
          case 'a' -> "Dy";
          case 'j' -> "DDD";
          case 'x' -> "IYYY";
          case 'v' -> "IW";
          case 'T' -> "HH24:MI:SS";
          case 'r' -> "HH12:MI:SS AM";
          case 'D', 'U', 'u', 'V', 'w', 'X' ->
              throw new MosqlException(
                  SqlState.FEATURE_NOT_SUPPORTED, "not supported in a date format: %" + c);
          default -> "\"" + c + "\"";
        };
    return ofPostgres(name).pieces;
  }

  String format(LocalDateTime time) {
    StringBuilder text = new StringBuilder();
    for (Piece piece : pieces) {
      text.append(piece.field.isEmpty() ? piece.text : format(piece, time));
    }
    return text.toString();
  }

  private static String format(Piece piece, LocalDateTime time) {
    int hour12 = time.get(ChronoField.CLOCK_HOUR_OF_AMPM);
    return switch (piece.field) {
      case "YYYY" -> digits(piece, time.getYear(), 4);
      case "YYY" -> digits(piece, Math.floorMod(time.getYear(), 1_000), 3);
      case "YY" -> digits(piece, Math.floorMod(time.getYear(), 100), 2);
      case "Y" -> digits(piece, Math.floorMod(time.getYear(), 10), 1);
      case "IYYY" -> digits(piece, time.get(IsoFields.WEEK_BASED_YEAR), 4);
      case "MM" -> digits(piece, time.getMonthValue(), 2);
      case "MONTH" ->
          name(piece, time.getMonth().getDisplayName(TextStyle.FULL, Locale.ENGLISH), 9);
      case "MON" -> name(piece, time.getMonth().getDisplayName(TextStyle.SHORT, Locale.ENGLISH), 0);
      case "DDD" -> digits(piece, time.getDayOfYear(), 3);
      case "DD" -> digits(piece, time.getDayOfMonth(), 2);
      case "D" -> digits(piece, time.getDayOfWeek().getValue() % 7 + 1, 1);
      case "ID" -> digits(piece, time.getDayOfWeek().getValue(), 1);
      case "DAY" ->
          name(piece, time.getDayOfWeek().getDisplayName(TextStyle.FULL, Locale.ENGLISH), 9);
      case "DY" ->
          name(piece, time.getDayOfWeek().getDisplayName(TextStyle.SHORT, Locale.ENGLISH), 0);
      case "HH24" -> digits(piece, time.getHour(), 2);
      case "HH12", "HH" -> digits(piece, hour12, 2);
      case "MI" -> digits(piece, time.getMinute(), 2);
      case "SS" -> digits(piece, time.getSecond(), 2);
      case "SSSS", "SSSSS" -> digits(piece, time.toLocalTime().toSecondOfDay(), 1);
      case "MS" -> digits(piece, time.getNano() / 1_000_000, 3);
      case "US" -> digits(piece, time.getNano() / 1_000, 6);
      case "AM", "PM" -> half(piece, time.getHour() < 12 ? "AM" : "PM");
      case "A.M.", "P.M." -> half(piece, time.getHour() < 12 ? "A.M." : "P.M.");
      case "CC" -> digits(piece, Math.floorDiv(time.getYear() - 1, 100) + 1, 2);
      case "WW" -> digits(piece, (time.getDayOfYear() - 1) / 7 + 1, 2);
      case "W" -> digits(piece, (time.getDayOfMonth() - 1) / 7 + 1, 1);
      case "IW" -> digits(piece, time.get(IsoFields.WEEK_OF_WEEK_BASED_YEAR), 2);
      case "Q" -> digits(piece, time.get(IsoFields.QUARTER_OF_YEAR), 1);
      default -> Long.toString(time.getLong(JulianFields.JULIAN_DAY));
    };
  }

  private static String digits(Piece piece, int number, int width) {
    String digits = Integer.toString(Math.abs(number));
    String zeros = piece.plain ? "" : "0".repeat(Math.max(0, width - digits.length()));
    return (number < 0 ? "-" : "") + zeros + digits;
  }

  /** In the case of the pattern: all upper, all lower, or a capital. */
  private static String name(Piece piece, String name, int width) {
    String blanks = piece.plain ? "" : " ".repeat(Math.max(0, width - name.length()));
    String cased =
        Character.isLowerCase(piece.text.charAt(0))
            ? name.toLowerCase(Locale.ROOT)
            : Character.isUpperCase(piece.text.charAt(1)) ? name.toUpperCase(Locale.ROOT) : name;
    return cased + blanks;
  }

  private static String half(Piece piece, String half) {
    return Character.isLowerCase(piece.text.charAt(0)) ? half.toLowerCase(Locale.ROOT) : half;
  }
}
