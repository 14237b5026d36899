package io.mosql.sql.function;

import io.mosql.core.error.SqlState;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Values and names as they are written in SQL, and FORMAT, which puts them into a text. */
final class Quotes {
  private static final Pattern PLAIN = Pattern.compile("[a-z_][a-z0-9_]*");

  private Quotes() {}

  static String literal(String text) {
    String quoted = "'" + text.replace("'", "''").replace("\\", "\\\\") + "'";
    return text.indexOf('\\') < 0 ? quoted : "E" + quoted;
  }

  static String identifier(String name) {
    return PLAIN.matcher(name).matches() ? name : '"' + name.replace("\"", "\"\"") + '"';
  }

  /**
   * The first value with {@code %s}, {@code %I}, {@code %L}, {@code %n$s} and {@code %%} filled.
   */
  static String format(@Nullable Object[] values) {
    String format = TextLibrary.text(values, 0);
    StringBuilder filled = new StringBuilder();
    int next = 1;
    int i = 0;
    while (i < format.length()) {
      char c = format.charAt(i++);
      if (c != '%') {
        filled.append(c);
        continue;
      }
      int digits = i;
      while (digits < format.length() && Character.isDigit(format.charAt(digits))) {
        digits++;
      }
      if (digits > i && digits < format.length() && format.charAt(digits) == '$') {
        next = digits - i > 4 ? Integer.MAX_VALUE - 1 : Integer.parseInt(format, i, digits, 10);
        i = digits + 1;
      }
      if (i >= format.length()) {
        throw FunctionTable.error(SqlState.INVALID_PARAMETER, "unterminated format() specifier");
      }
      char specifier = format.charAt(i++);
      filled.append(specifier == '%' ? "%" : value(specifier, values, next++));
      TextLength.check(filled.length());
    }
    return filled.toString();
  }

  private static String value(char specifier, @Nullable Object[] values, int index) {
    if ("sIL".indexOf(specifier) < 0) {
      throw FunctionTable.error(
          SqlState.INVALID_PARAMETER, "unrecognized format() specifier \"" + specifier + "\"");
    }
    if (index < 1 || index >= values.length) {
      throw FunctionTable.error(SqlState.INVALID_PARAMETER, "too few arguments for format()");
    }
    Object value = values[index];
    if (specifier == 's') {
      return value == null ? "" : (String) value;
    }
    if (specifier == 'L') {
      return value == null ? "NULL" : literal((String) value);
    }
    if (value == null) {
      throw FunctionTable.error(
          SqlState.NULL_NOT_ALLOWED, "null values cannot be formatted as an SQL identifier");
    }
    return identifier((String) value);
  }
}
