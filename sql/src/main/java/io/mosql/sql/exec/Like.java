package io.mosql.sql.exec;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import java.util.regex.Pattern;

/** LIKE and ILIKE, with the pattern of the execution before kept compiled. */
final class Like {
  private Like() {}

  static Expression compile(String name, Expression[] operands) {
    boolean negated = name.startsWith("NOT");
    boolean ignoreCase = name.endsWith("ILIKE");
    Cache cache = new Cache();
    return (row, context) -> {
      Object text = operands[0].evaluate(row, context);
      Object pattern = operands[1].evaluate(row, context);
      Object escape = operands.length > 2 ? operands[2].evaluate(row, context) : "\\";
      if (text == null || pattern == null || escape == null) {
        return null;
      }
      return cache
              .get((String) pattern, (String) escape, ignoreCase)
              .matcher((String) text)
              .matches()
          != negated;
    };
  }

  /** Last pattern used; a race only compiles once more. */
  private static final class Cache {
    private record Entry(String pattern, String escape, Pattern compiled) {}

    private volatile Entry last = new Entry("", "", Pattern.compile(""));

    Pattern get(String pattern, String escape, boolean ignoreCase) {
      Entry entry = last;
      if (!entry.pattern.equals(pattern) || !entry.escape.equals(escape)) {
        entry = new Entry(pattern, escape, translate(pattern, escape, ignoreCase));
        last = entry;
      }
      return entry.compiled;
    }
  }

  private static Pattern translate(String pattern, String escape, boolean ignoreCase) {
    if (escape.length() > 1) {
      throw new MosqlException(SqlState.INVALID_PARAMETER, "an escape must be one character");
    }
    int escapeChar = escape.isEmpty() ? -1 : escape.charAt(0);
    StringBuilder regex = new StringBuilder();
    for (int i = 0; i < pattern.length(); i++) {
      char c = pattern.charAt(i);
      if (c == escapeChar) {
        if (++i == pattern.length()) {
          throw new MosqlException(
              SqlState.INVALID_PARAMETER, "a LIKE pattern must not end with its escape");
        }
        regex.append(Pattern.quote(String.valueOf(pattern.charAt(i))));
      } else if (c == '%') {
        regex.append(".*");
      } else if (c == '_') {
        regex.append('.');
      } else {
        regex.append(Pattern.quote(String.valueOf(c)));
      }
    }
    return Pattern.compile(
        regex.toString(),
        Pattern.DOTALL | (ignoreCase ? Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE : 0));
  }
}
