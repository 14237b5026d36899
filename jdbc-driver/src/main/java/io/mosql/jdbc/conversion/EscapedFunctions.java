package io.mosql.jdbc.conversion;

import java.sql.Types;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The functions of JDBC's escapes <code>{fn f(..)}</code> that SQL writes in another way, and the
 * names of all of them. Stateless.
 */
public final class EscapedFunctions {
  public static final String NUMERIC =
      "ABS,ACOS,ASIN,ATAN,ATAN2,CEILING,COS,COT,DEGREES,EXP,FLOOR,LOG,LOG10,MOD,PI,POWER,RADIANS,"
          + "RAND,ROUND,SIGN,SIN,SQRT,TAN,TRUNCATE";
  public static final String STRING =
      "ASCII,CHAR,CHAR_LENGTH,CHARACTER_LENGTH,CONCAT,DIFFERENCE,INSERT,LCASE,LEFT,LENGTH,LOCATE,"
          + "LTRIM,OCTET_LENGTH,POSITION,REPEAT,REPLACE,RIGHT,RTRIM,SOUNDEX,SPACE,SUBSTRING,UCASE";
  public static final String TIME_DATE =
      "CURRENT_DATE,CURRENT_TIME,CURRENT_TIMESTAMP,CURDATE,CURTIME,DAYNAME,DAYOFMONTH,DAYOFWEEK,"
          + "DAYOFYEAR,EXTRACT,HOUR,MINUTE,MONTH,MONTHNAME,NOW,QUARTER,SECOND,TIMESTAMPADD,"
          + "TIMESTAMPDIFF,WEEK,YEAR";
  public static final String SYSTEM = "DATABASE,IFNULL,USER";

  /** Nanoseconds, JDBC's fractions of a second, in a microsecond. */
  private static final String FRACTIONS = "1000";

  private static final String UNIT_PREFIX = "SQL_TSI_";
  private static final String TYPE_PREFIX = "SQL_";

  /** The types of SQL for the names that CONVERT takes; others are names of SQL. */
  private static final Map<String, String> TYPES =
      Map.ofEntries(
          Map.entry("BIT", "BOOLEAN"),
          Map.entry("TINYINT", "SMALLINT"),
          Map.entry("DOUBLE", "DOUBLE PRECISION"),
          Map.entry("FLOAT", "DOUBLE PRECISION"),
          Map.entry("DECIMAL", "NUMERIC"),
          Map.entry("CHAR", "TEXT"),
          Map.entry("VARCHAR", "TEXT"),
          Map.entry("LONGVARCHAR", "TEXT"),
          Map.entry("NCHAR", "TEXT"),
          Map.entry("NVARCHAR", "TEXT"),
          Map.entry("LONGNVARCHAR", "TEXT"),
          Map.entry("CLOB", "CLOB"),
          Map.entry("NCLOB", "CLOB"),
          Map.entry("BINARY", "VARBINARY"),
          Map.entry("LONGVARBINARY", "VARBINARY"),
          Map.entry("BLOB", "BLOB"),
          Map.entry("GUID", "UUID"),
          Map.entry("TIMESTAMP_WITH_TIMEZONE", "TIMESTAMP WITH TIME ZONE"));

  private EscapedFunctions() {}

  /** Whether {@link #rewrite} may change a call of this function. */
  static boolean isRewritten(String name) {
    return switch (name.toUpperCase(Locale.ROOT)) {
      case "CHAR_LENGTH",
          "CHARACTER_LENGTH",
          "CONCAT",
          "CONVERT",
          "INSERT",
          "LENGTH",
          "LOG",
          "POSITION",
          "SUBSTRING",
          "TIMESTAMPADD",
          "TIMESTAMPDIFF",
          "WEEK" ->
          true;
      default -> false;
    };
  }

  /** The call in SQL; with another number of arguments than JDBC has, the call as it is. */
  static String rewrite(String name, List<String> arguments) {
    String changed = changed(name.toUpperCase(Locale.ROOT), arguments);
    return changed != null ? changed : name + "(" + String.join(",", arguments) + ")";
  }

  private static @Nullable String changed(String name, List<String> a) {
    return switch (name + a.size()) {
      // The natural logarithm; log(x) of SQL has base 10.
      case "LOG1" -> "ln(" + a.get(0) + ")";
      // concat() of SQL skips NULL.
      case "CONCAT2" -> "(" + a.get(0) + " || " + a.get(1) + ")";
      case "LENGTH1" -> "length(rtrim(" + a.get(0) + "))";
      case "LENGTH2" ->
          isOctets(a.get(1))
              ? "octet_length(rtrim(" + a.get(0) + "))"
              : "length(rtrim(" + a.get(0) + "))";
      case "CHAR_LENGTH2", "CHARACTER_LENGTH2" ->
          (isOctets(a.get(1)) ? "octet_length(" : "char_length(") + a.get(0) + ")";
      case "POSITION2" -> isOctets(a.get(1)) ? null : "position(" + a.get(0) + ")";
      case "SUBSTRING4" ->
          isOctets(a.get(3))
              ? null
              : "substring(" + a.get(0) + "," + a.get(1) + "," + a.get(2) + ")";
      case "INSERT4" ->
          "overlay(%s PLACING %s FROM %s FOR %s)".formatted(a.get(0), a.get(3), a.get(1), a.get(2));
      case "WEEK1" -> "extract(WEEK FROM " + a.get(0) + ")";
      case "TIMESTAMPADD3" ->
          isFraction(a.get(0))
              ? "timestampadd(MICROSECOND,(" + a.get(1) + ")/" + FRACTIONS + "," + a.get(2) + ")"
              : "timestampadd(" + unit(a.get(0)) + "," + a.get(1) + "," + a.get(2) + ")";
      case "TIMESTAMPDIFF3" ->
          isFraction(a.get(0))
              ? "(timestampdiff(MICROSECOND,%s,%s)*%s)".formatted(a.get(1), a.get(2), FRACTIONS)
              : "timestampdiff(" + unit(a.get(0)) + "," + a.get(1) + "," + a.get(2) + ")";
      case "CONVERT2" -> "CAST(" + a.get(0) + " AS " + type(a.get(1)) + ")";
      default -> null;
    };
  }

  private static boolean isOctets(String unit) {
    return unit.strip().equalsIgnoreCase("OCTETS");
  }

  private static boolean isFraction(String unit) {
    return unit.strip().equalsIgnoreCase(UNIT_PREFIX + "FRAC_SECOND");
  }

  private static String unit(String name) {
    String unit = name.strip();
    return unit.regionMatches(true, 0, UNIT_PREFIX, 0, UNIT_PREFIX.length())
        ? unit.substring(UNIT_PREFIX.length())
        : unit;
  }

  private static String type(String name) {
    String type = name.strip().toUpperCase(Locale.ROOT);
    if (type.startsWith(TYPE_PREFIX)) {
      type = type.substring(TYPE_PREFIX.length());
    }
    return TYPES.getOrDefault(type, type);
  }

  /** Whether CONVERT converts values of one type code to another. */
  public static boolean converts(int from, int to) {
    return to != Types.OTHER
        && kind(from) != Kind.NONE
        && kind(to) != Kind.NONE
        && (kind(from) == kind(to)
            || kind(from) == Kind.TEXT
            || kind(to) == Kind.TEXT
            || kind(from) == Kind.NUMBER && kind(to) == Kind.BOOLEAN)
        && !(kind(from) == Kind.DATE_TIME && isTime(from) != isTime(to));
  }

  private static boolean isTime(int code) {
    return code == Types.TIME;
  }

  /** Groups of types between which casts exist. */
  private enum Kind {
    BOOLEAN,
    NUMBER,
    TEXT,
    BYTES,
    DATE_TIME,
    NONE
  }

  private static Kind kind(int code) {
    return switch (code) {
      case Types.BIT, Types.BOOLEAN -> Kind.BOOLEAN;
      case Types.TINYINT,
          Types.SMALLINT,
          Types.INTEGER,
          Types.BIGINT,
          Types.DECIMAL,
          Types.NUMERIC,
          Types.REAL,
          Types.FLOAT,
          Types.DOUBLE ->
          Kind.NUMBER;
      case Types.CHAR,
          Types.VARCHAR,
          Types.LONGVARCHAR,
          Types.NCHAR,
          Types.NVARCHAR,
          Types.LONGNVARCHAR,
          Types.CLOB,
          Types.NCLOB ->
          Kind.TEXT;
      case Types.BINARY, Types.VARBINARY, Types.LONGVARBINARY, Types.BLOB -> Kind.BYTES;
      case Types.DATE, Types.TIME, Types.TIMESTAMP, Types.TIMESTAMP_WITH_TIMEZONE -> Kind.DATE_TIME;
      default -> Kind.NONE;
    };
  }
}
