package io.mosql.sql.function.text;

import io.mosql.core.error.MosqlException;
import io.mosql.core.port.Interrupts;
import io.mosql.sql.error.SqlErrorMessage;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * Matches regular expressions, translated from PostgreSQL's syntax. A search reads a bounded number
 * of characters, so that no pattern blocks a thread forever. Thread-safe.
 */
public final class RegexMatcher {
  private static final long MAX_STEPS = 50_000_000;

  /** Steps between two checks for cancellation. */
  private static final long STEPS_UNASKED = 1 << 14;

  /** The last compiled pattern; a data race only causes another compilation. */
  private volatile Compiled last = new Compiled("", "", Pattern.compile(""));

  private record Compiled(String pattern, String options, Pattern compiled) {}

  /**
   * A matcher of the text.
   *
   * @param options PostgreSQL's option letters
   * @throws MosqlException 2201B for an invalid pattern
   */
  public Matcher matcher(String text, String pattern, String options) {
    Compiled known = last;
    if (!known.options.equals(options) || !known.pattern.equals(pattern)) {
      try {
        known = new Compiled(pattern, options, RegexTranslator.compile(pattern, options));
      } catch (PatternSyntaxException e) {
        throw RegexTranslator.invalid(e.getDescription());
      }
      last = known;
    }
    return known.compiled.matcher(new Metered(text, new long[1]));
  }

  /** Whether the pattern is found in the text. */
  public boolean matchesPart(String text, String pattern, boolean ignoreCase) {
    return runBounded(() -> matcher(text, pattern, ignoreCase ? "i" : "").find());
  }

  /** Whether the whole text matches a pattern of SIMILAR TO. */
  public boolean isSimilar(String text, String pattern, String escape) {
    String translated = similar(pattern, escape);
    return runBounded(() -> matcher(text, translated, "").matches());
  }

  /** Runs a search, with an error for too deep recursion. */
  public static <T> T runBounded(java.util.function.Supplier<T> search) {
    try {
      return search.get();
    } catch (StackOverflowError e) {
      throw SqlErrorMessage.REGEX_TOO_COMPLEX.causedBy(e);
    }
  }

  /** A pattern of SIMILAR TO as a regular expression. */
  private static String similar(String pattern, String escape) {
    if (CodePoints.length(escape) > 1) {
      throw SqlErrorMessage.ESCAPE_NOT_ONE_CHARACTER.error();
    }
    StringBuilder regex = new StringBuilder("(?:");
    boolean bracket = false;
    for (int i = 0; i < pattern.length(); i++) {
      char c = pattern.charAt(i);
      if (!escape.isEmpty() && c == escape.charAt(0)) {
        if (++i == pattern.length()) {
          throw SqlErrorMessage.SIMILAR_PATTERN_ENDS_WITH_ESCAPE.error();
        }
        regex.append('\\').append(pattern.charAt(i));
      } else if (bracket) {
        regex.append(c == '\\' ? "\\\\" : String.valueOf(c));
        int named = pattern.indexOf(":]", i + 2);
        if (pattern.startsWith("[:", i) && named > 0) {
          regex.append(pattern, i + 1, named + 2);
          i = named + 1;
        } else {
          bracket = c != ']';
        }
      } else if (c == '[') {
        regex.append(c);
        bracket = true;
        for (String first : new String[] {"^", "]"}) {
          // a bracket in the first position is one of the characters
          if (pattern.startsWith(first, i + 1)) {
            regex.append(first);
            i++;
          }
        }
      } else if (c == '%') {
        regex.append(".*");
      } else if (c == '_') {
        regex.append('.');
      } else if (c == '(') {
        regex.append("(?:");
      } else if (".^$\\".indexOf(c) >= 0) {
        regex.append('\\').append(c);
      } else {
        regex.append(c);
      }
    }
    return regex.append(')').toString();
  }

  /** A text that counts the reads of its characters. */
  private record Metered(CharSequence text, long[] steps) implements CharSequence {
    @Override
    public char charAt(int index) {
      if (++steps[0] > MAX_STEPS) {
        throw SqlErrorMessage.REGEX_TOO_LONG.error();
      }
      if (steps[0] % STEPS_UNASKED == 0) {
        Interrupts.checkNow();
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
