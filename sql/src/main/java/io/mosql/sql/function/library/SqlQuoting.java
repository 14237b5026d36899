package io.mosql.sql.function.library;

import io.mosql.core.lexer.Keywords;
import io.mosql.sql.error.SqlErrorMessage;
import io.mosql.sql.function.text.TextLengthLimit;
import io.mosql.sql.function.text.TextSearch;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Quoting of SQL literals and identifiers, and the function FORMAT. */
public final class SqlQuoting {
  private static final Pattern PLAIN = Pattern.compile("[a-z_][a-z0-9_]*");

  private SqlQuoting() {}

  static String literal(String text) {
    long doubled = text.chars().filter(c -> c == '\'' || c == '\\').count();
    TextLengthLimit.check(text.length() + doubled + 3);
    String quoted = TextSearch.replace(TextSearch.replace(text, "'", "''"), "\\", "\\\\");
    return String.join("", text.indexOf('\\') < 0 ? "'" : "E'", quoted, "'");
  }

  /** Returns a name as it is written in SQL: in quotes where it needs them. */
  public static String identifier(String name) {
    return PLAIN.matcher(name).matches() && !Keywords.isKeyword(name)
        ? name
        : '"' + name.replace("\"", "\"\"") + '"';
  }

  private static final Pattern SPECIFIER =
      Pattern.compile("%(?:(\\d+)\\$)?(-*)(?:(\\d+)|\\*(?:(\\d+)\\$)?)?(.?)", Pattern.DOTALL);

  /** Maximum width of a value. */
  private static final int MAX_WIDTH = 1_000_000;

  /**
   * The first value with {@code %s}, {@code %I}, {@code %L}, {@code %n$s} and {@code %%} filled, as
   * wide as a number or an argument says: {@code %-10s}, {@code %*s}, {@code %*n$s}.
   */
  static String format(@Nullable Object[] values) {
    String format = TextLibrary.text(values, 0);
    StringBuilder filled = new StringBuilder();
    int next = 1;
    int end = 0;
    Matcher matcher = SPECIFIER.matcher(format);
    while (matcher.find(end)) {
      filled.append(format, end, matcher.start());
      end = matcher.end();
      if (matcher.group(5).isEmpty()) {
        throw SqlErrorMessage.FORMAT_SPECIFIER_UNTERMINATED.error();
      }
      char specifier = matcher.group(5).charAt(0);
      if (specifier == '%') {
        filled.append('%');
        continue;
      }
      boolean left = !matcher.group(2).isEmpty();
      int width = matcher.group(3) == null ? 0 : number(matcher.group(3));
      String head = format.substring(matcher.start(), matcher.end() - 1);
      if (head.indexOf('*') >= 0) {
        int index = matcher.group(4) == null ? next : number(matcher.group(4));
        next = index + 1;
        String given = argument(values, index);
        width = given == null ? 0 : width(given);
        left |= width < 0;
        width = Math.abs(width);
      }
      if (matcher.group(1) != null) {
        next = number(matcher.group(1));
      }
      String value = value(specifier, values, next++);
      int blanks = Math.max(0, width - value.codePointCount(0, value.length()));
      if (blanks > MAX_WIDTH) {
        throw SqlErrorMessage.FORMAT_NUMBER_OUT_OF_RANGE.error();
      }
      filled.append(left ? "" : " ".repeat(blanks)).append(value);
      filled.append(left ? " ".repeat(blanks) : "");
      TextLengthLimit.check(filled.length());
    }
    return filled.append(format, end, format.length()).toString();
  }

  private static int number(String digits) {
    return digits.length() > 9 ? Integer.MAX_VALUE - 1 : Integer.parseInt(digits);
  }

  private static int width(String given) {
    try {
      return Math.max(Integer.parseInt(given.strip()), -Integer.MAX_VALUE);
    } catch (NumberFormatException e) {
      throw SqlErrorMessage.FORMAT_WIDTH_NOT_A_NUMBER.causedBy(e, given);
    }
  }

  private static String value(char specifier, @Nullable Object[] values, int index) {
    if ("sIL".indexOf(specifier) < 0) {
      throw SqlErrorMessage.FORMAT_SPECIFIER_UNRECOGNIZED.error(specifier);
    }
    String value = argument(values, index);
    if (specifier == 's') {
      return value == null ? "" : value;
    }
    if (specifier == 'L') {
      return value == null ? "NULL" : literal(value);
    }
    if (value == null) {
      throw SqlErrorMessage.NULL_IDENTIFIER.error();
    }
    return identifier(value);
  }

  private static @Nullable String argument(@Nullable Object[] values, int index) {
    if (index < 1 || index >= values.length) {
      throw SqlErrorMessage.FORMAT_ARGUMENTS_MISSING.error();
    }
    return (String) values[index];
  }

  /** A row of texts as PostgreSQL writes it: without quotes where they are not needed. */
  static String row(@Nullable Object[] values) {
    StringBuilder row = new StringBuilder("(");
    for (int i = 0; i < values.length; i++) {
      row.append(i == 0 ? "" : ",");
      if (values[i] instanceof String text) {
        row.append(
            text.isEmpty() || text.chars().anyMatch(SqlQuoting::isSpecialInRow)
                ? '"' + text.replace("\\", "\\\\").replace("\"", "\"\"") + '"'
                : text);
      }
    }
    return row.append(')').toString();
  }

  private static boolean isSpecialInRow(int c) {
    return "(),\"\\ \t\n\r\f\u000b".indexOf(c) >= 0;
  }
}
