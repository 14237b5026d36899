package io.mosql.sql.function.time;

import io.mosql.core.port.Interrupts;
import io.mosql.sql.error.SqlErrorMessage;
import io.mosql.sql.function.number.NumberForms;
import java.time.DayOfWeek;
import java.time.LocalDateTime;
import java.time.format.TextStyle;
import java.time.temporal.ChronoField;
import java.time.temporal.IsoFields;
import java.time.temporal.JulianFields;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A pattern of dates and times: fields between literal text. Patterns of PostgreSQL and MySQL are
 * converted to the same fields, with PostgreSQL's names. As in PostgreSQL a field is written all in
 * upper or all in lower case ({@code Month}, {@code Mon}, {@code Day}, {@code Dy} besides); other
 * letters are text. Immutable.
 */
public final class TimePattern {
  /** Estimated bytes of a piece of a pattern. */
  private static final int PIECE_BYTES = 64;

  /** Names of fields; a longer name comes before its prefixes. */
  private static final List<String> FIELDS =
      List.of(
          "SSSSS", "Y,YYY", "MONTH", "A.D.", "A.M.", "B.C.", "P.M.", "HH24", "HH12", "IDDD", "IYYY",
          "SSSS", "YYYY", "DAY", "DDD", "FF1", "FF2", "FF3", "FF4", "FF5", "FF6", "IYY", "MON",
          "TZH", "TZM", "YYY", "AD", "AM", "BC", "CC", "DD", "DY", "FX", "HH", "ID", "IW", "IY",
          "MI", "MM", "MS", "OF", "PM", "RM", "SS", "TZ", "US", "WW", "YY", "D", "I", "J", "Q", "W",
          "Y");

  private static final List<String> MIXED = List.of("Month", "Mon", "Day", "Dy");

  private static final String[] ROMAN = {
    "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII"
  };

  /**
   * A piece of a pattern.
   *
   * @param field its name in upper case, or empty for literal text
   * @param text original text: one character of literal text, or the field; names are formatted in
   *     its case
   * @param plain whether leading zeros and trailing blanks are omitted
   * @param ordinal ordinal suffix of its number, {@code TH} or {@code th}, or empty
   * @param quoted whether it is quoted literal text
   */
  record Piece(String field, String text, boolean plain, String ordinal, boolean quoted) {
    /** Whether a parsed text may differ from the pattern at this place. */
    boolean isSeparator() {
      char c = text.charAt(0);
      return field.isEmpty()
          && !quoted
          && (Character.isWhitespace(c) || c > ' ' && c < 0x7F && !Character.isLetterOrDigit(c));
    }

    boolean isDigits() {
      return switch (field) {
        case "",
            "A.D.",
            "A.M.",
            "B.C.",
            "P.M.",
            "AD",
            "AM",
            "BC",
            "PM",
            "MONTH",
            "MON",
            "DAY",
            "DY",
            "FX",
            "RM",
            "TZ",
            "OF",
            "TZH" ->
            false;
        default -> true;
      };
    }
  }

  private final List<Piece> pieces;

  private TimePattern(List<Piece> pieces) {
    this.pieces = List.copyOf(pieces);
  }

  List<Piece> pieces() {
    return pieces;
  }

  /** A pattern of TO_CHAR, TO_DATE and TO_TIMESTAMP. */
  public static TimePattern ofPostgres(String pattern) {
    List<Piece> pieces = new ArrayList<>();
    int i = 0;
    while (i < pattern.length()) {
      boolean plain = startsWith(pattern, i, "FM");
      boolean named = startsWith(pattern, i, "TM");
      i += plain || named ? 2 : 0;
      String field = fieldAt(pattern, i);
      if (!field.isEmpty()) {
        String text = pattern.substring(i, i + field.length());
        i += field.length();
        String ordinal = startsWith(pattern, i, "TH") ? pattern.substring(i, i + 2) : "";
        i += ordinal.isEmpty() && !startsWith(pattern, i, "SP") ? 0 : 2;
        Interrupts.chargeMemory(PIECE_BYTES);
        pieces.add(new Piece(field, text, plain || named, ordinal, false));
      } else if (i < pattern.length()) {
        i = literal(pattern, i, pieces);
      }
    }
    return new TimePattern(pieces);
  }

  /** Whether a word comes next, all in upper or all in lower case. */
  private static boolean startsWith(String pattern, int at, String word) {
    if (!pattern.regionMatches(true, at, word, 0, word.length())) {
      return false;
    }
    String text = pattern.substring(at, at + word.length());
    return text.equals(word) || text.equals(word.toLowerCase(Locale.ROOT));
  }

  private static String fieldAt(String pattern, int at) {
    for (String mixed : MIXED) {
      if (pattern.startsWith(mixed, at)) {
        return mixed.toUpperCase(Locale.ROOT);
      }
    }
    for (String field : FIELDS) {
      if (startsWith(pattern, at, field)) {
        return field;
      }
    }
    return "";
  }

  /** Reads a text in quotes, or one character; returns the index after it. */
  private static int literal(String pattern, int from, List<Piece> pieces) {
    int i = from;
    if (pattern.charAt(i) != '"') {
      // outside of quotes a backslash is literal unless it precedes a quote
      if (pattern.startsWith("\\\"", i)) {
        i++;
      }
      return character(pattern, i, false, pieces);
    }
    i++;
    while (i < pattern.length() && pattern.charAt(i) != '"') {
      if (pattern.charAt(i) == '\\' && i + 1 < pattern.length()) {
        i++;
      }
      i = character(pattern, i, true, pieces);
    }
    return i + 1;
  }

  private static int character(String pattern, int at, boolean quoted, List<Piece> pieces) {
    int end = at + Character.charCount(pattern.codePointAt(at));
    Interrupts.chargeMemory(PIECE_BYTES);
    pieces.add(new Piece("", pattern.substring(at, end), false, "", quoted));
    return end;
  }

  /** A pattern of DATE_FORMAT and STR_TO_DATE. */
  public static TimePattern ofMysql(String pattern) {
    List<Piece> pieces = new ArrayList<>();
    int i = 0;
    while (i < pattern.length()) {
      if (pattern.charAt(i) != '%' || i + 1 == pattern.length()) {
        i = character(pattern, i, false, pieces);
      } else {
        Interrupts.chargeMemory(PIECE_BYTES);
        pieces.addAll(mysqlField(pattern.charAt(i + 1)));
        i += 2;
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
              throw SqlErrorMessage.DATE_FORMAT_UNSUPPORTED.error(c);
          default -> "\"" + (c == '"' || c == '\\' ? "\\" : "") + c + "\"";
        };
    return ofPostgres(name).pieces;
  }

  public String format(LocalDateTime time) {
    StringBuilder text = new StringBuilder();
    for (Piece piece : pieces) {
      text.append(piece.field.isEmpty() ? piece.text : format(piece, time));
    }
    return text.toString();
  }

  private static String format(Piece piece, LocalDateTime time) {
    int hour12 = time.get(ChronoField.CLOCK_HOUR_OF_AMPM);
    int year = counted(time.getYear());
    return switch (piece.field) {
      case "Y,YYY" ->
          ordinal(piece, year / 1_000 + "," + Integer.toString(1_000 + year % 1_000).substring(1));
      case "YYYY" -> digits(piece, year, 4);
      case "YYY" -> digits(piece, year % 1_000, 3);
      case "YY" -> digits(piece, year % 100, 2);
      case "Y" -> digits(piece, year % 10, 1);
      case "IYYY" -> digits(piece, weekYear(time), 4);
      case "IYY" -> digits(piece, weekYear(time) % 1_000, 3);
      case "IY" -> digits(piece, weekYear(time) % 100, 2);
      case "I" -> digits(piece, weekYear(time) % 10, 1);
      case "MM" -> digits(piece, time.getMonthValue(), 2);
      case "MONTH" ->
          name(piece, time.getMonth().getDisplayName(TextStyle.FULL, Locale.ENGLISH), 9);
      case "MON" -> name(piece, time.getMonth().getDisplayName(TextStyle.SHORT, Locale.ENGLISH), 0);
      case "RM" -> name(piece, ROMAN[time.getMonthValue() - 1], 4);
      case "DDD" -> digits(piece, time.getDayOfYear(), 3);
      case "IDDD" -> digits(piece, weekDay(time), 3);
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
      case "MS", "FF3" -> fraction(piece, time, 3);
      case "US", "FF6" -> fraction(piece, time, 6);
      case "FF1", "FF2", "FF4", "FF5" -> fraction(piece, time, piece.field.charAt(2) - '0');
      case "AM", "PM" -> cased(piece, time.getHour() < 12 ? "AM" : "PM");
      case "A.M.", "P.M." -> cased(piece, time.getHour() < 12 ? "A.M." : "P.M.");
      case "AD", "BC" -> cased(piece, time.getYear() > 0 ? "AD" : "BC");
      case "A.D.", "B.C." -> cased(piece, time.getYear() > 0 ? "A.D." : "B.C.");
      case "CC" -> century(piece, time.getYear());
      case "WW" -> digits(piece, (time.getDayOfYear() - 1) / 7 + 1, 2);
      case "W" -> digits(piece, (time.getDayOfMonth() - 1) / 7 + 1, 1);
      case "IW" -> digits(piece, time.get(IsoFields.WEEK_OF_WEEK_BASED_YEAR), 2);
      case "Q" -> digits(piece, time.get(IsoFields.QUARTER_OF_YEAR), 1);
      case "J" -> ordinal(piece, Long.toString(time.getLong(JulianFields.JULIAN_DAY)));
      case "FX" -> "";
      // a timestamp has no zone: PostgreSQL shows no name, and the offset of UTC
      default -> throw SqlErrorMessage.TIMESTAMP_PATTERN_UNSUPPORTED.error(piece.text);
    };
  }

  /** Converts a proleptic year: years before year 1 are counted backwards. */
  private static int counted(int year) {
    return year > 0 ? year : 1 - year;
  }

  private static int weekYear(LocalDateTime time) {
    return counted(time.get(IsoFields.WEEK_BASED_YEAR));
  }

  private static int weekDay(LocalDateTime time) {
    int weeks = time.get(IsoFields.WEEK_OF_WEEK_BASED_YEAR) - 1;
    return weeks * DayOfWeek.values().length + time.getDayOfWeek().getValue();
  }

  private static String century(Piece piece, int year) {
    if (year > 0) {
      return digits(piece, (year - 1) / 100 + 1, 2);
    }
    int century = -(-year / 100 + 1);
    String text = Integer.toString(-century);
    return ordinal(piece, "-" + (piece.plain || text.length() > 1 ? "" : "0") + text);
  }

  /** The first digits of the fraction of the second. */
  @SuppressWarnings("JavaLocalDateTimeGetNano") // whole seconds are a separate field
  private static String fraction(Piece piece, LocalDateTime time, int count) {
    String digits = Integer.toString(1_000_000 + time.getNano() / 1_000).substring(1, 1 + count);
    return ordinal(piece, digits);
  }

  private static String digits(Piece piece, int number, int width) {
    String digits = Integer.toString(number);
    String zeros = piece.plain ? "" : "0".repeat(Math.max(0, width - digits.length()));
    return ordinal(piece, zeros + digits);
  }

  private static String ordinal(Piece piece, String digits) {
    if (piece.ordinal.isEmpty()) {
      return digits;
    }
    String ending = NumberForms.ordinal(digits);
    return digits + (piece.ordinal.equals("TH") ? ending.toUpperCase(Locale.ROOT) : ending);
  }

  /** Formats a name in the case of the pattern: upper, lower, or capitalized. */
  private static String name(Piece piece, String name, int width) {
    String blanks = piece.plain ? "" : " ".repeat(Math.max(0, width - name.length()));
    String cased =
        Character.isLowerCase(piece.text.charAt(0))
            ? name.toLowerCase(Locale.ROOT)
            : Character.isUpperCase(piece.text.charAt(1)) ? name.toUpperCase(Locale.ROOT) : name;
    return cased + blanks;
  }

  private static String cased(Piece piece, String name) {
    return Character.isLowerCase(piece.text.charAt(0)) ? name.toLowerCase(Locale.ROOT) : name;
  }
}
