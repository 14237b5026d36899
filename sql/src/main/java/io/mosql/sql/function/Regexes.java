package io.mosql.sql.function;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * Regular expressions, Java's, which agree with PostgreSQL's in what is usual. A search looks at a
 * bounded number of characters, so that no pattern takes a thread for good. Thread-safe.
 */
public final class Regexes {
  private static final long MAX_STEPS = 50_000_000;

  /** The last pattern; a race only compiles once more. */
  private volatile Compiled last = new Compiled("", 0, Pattern.compile(""));

  private record Compiled(String pattern, int flags, Pattern compiled) {}

  /**
   * A matcher of the text.
   *
   * @throws MosqlException 2201B for a pattern that is none
   */
  Matcher matcher(String text, String pattern, int flags) {
    Compiled known = last;
    if (known.flags != flags || !known.pattern.equals(pattern)) {
      try {
        known = new Compiled(pattern, flags, Pattern.compile(pattern, flags));
      } catch (PatternSyntaxException e) {
        throw new MosqlException(
            SqlState.INVALID_REGEX, "invalid regular expression: " + e.getDescription());
      }
      last = known;
    }
    return known.compiled.matcher(new Metered(text, new long[1]));
  }

  /** Whether the pattern is found in the text. */
  public boolean finds(String text, String pattern, boolean ignoreCase) {
    int flags = ignoreCase ? Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE : 0;
    return guarded(() -> matcher(text, pattern, flags).find());
  }

  /** Whether all of the text is as a pattern of SIMILAR TO says. */
  public boolean isSimilar(String text, String pattern, String escape) {
    String translated = similar(pattern, escape);
    return guarded(() -> matcher(text, translated, Pattern.DOTALL).matches());
  }

  /** A search, with an error for one that goes too deep. */
  static <T> T guarded(java.util.function.Supplier<T> search) {
    try {
      return search.get();
    } catch (StackOverflowError e) {
      throw new MosqlException(
          SqlState.STATEMENT_TOO_COMPLEX, "the regular expression is too complex", e);
    }
  }

  /** A pattern of SIMILAR TO as a regular expression. */
  private static String similar(String pattern, String escape) {
    if (Texts.length(escape) > 1) {
      throw new MosqlException(SqlState.INVALID_ESCAPE, "an escape must be one character");
    }
    StringBuilder regex = new StringBuilder();
    boolean bracket = false;
    for (int i = 0; i < pattern.length(); i++) {
      char c = pattern.charAt(i);
      if (!escape.isEmpty() && c == escape.charAt(0)) {
        if (++i == pattern.length()) {
          throw new MosqlException(
              SqlState.INVALID_ESCAPE_SEQUENCE, "the pattern ends with its escape");
        }
        regex.append(quoted(pattern.charAt(i)));
      } else if (bracket) {
        regex.append(c == '\\' || c == '[' || c == '&' ? "\\" + c : String.valueOf(c));
        bracket = c != ']';
      } else if (c == '[') {
        regex.append(c);
        bracket = true;
      } else if (c == '%') {
        regex.append(".*");
      } else if (c == '_') {
        regex.append('.');
      } else if ("|*+?{}()".indexOf(c) >= 0) {
        regex.append(c);
      } else {
        regex.append(quoted(c));
      }
    }
    return regex.toString();
  }

  private static String quoted(char c) {
    return "\\^$.|*+?{}()[]".indexOf(c) >= 0 ? "\\" + c : String.valueOf(c);
  }

  /** A text that counts how often it was looked at. */
  private record Metered(CharSequence text, long[] steps) implements CharSequence {
    @Override
    public char charAt(int index) {
      if (++steps[0] > MAX_STEPS) {
        throw new MosqlException(
            SqlState.STATEMENT_TOO_COMPLEX, "the regular expression takes too long");
      }
      return text.charAt(index);
    }

    @Override
    public int length() {
      return text.length();
    }

    @Override
    public CharSequence subSequence(int start, int end) {
      return text.subSequence(start, end);
    }

    @Override
    public String toString() {
      return text.toString();
    }
  }
}
