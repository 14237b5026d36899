package io.mosql.sql.function.library;

import static io.mosql.sql.function.library.TextLibrary.text;

import io.mosql.core.type.SqlType;
import io.mosql.sql.error.SqlErrorMessage;
import io.mosql.sql.function.define.FunctionDefinitions;
import io.mosql.sql.function.define.ScalarFunction;
import io.mosql.sql.function.text.RegexMatcher;
import io.mosql.sql.function.text.TextLengthLimit;
import java.util.regex.Matcher;
import org.jspecify.annotations.Nullable;

/** Functions of regular expressions; the last argument is PostgreSQL's flags. */
public final class RegexLibrary {
  /** Index of an argument that a function does not have. */
  private static final int MISSING = Integer.MAX_VALUE;

  /** Maximum digits of a character position. */
  private static final int MAX_DIGITS = 9;

  private RegexLibrary() {}

  public static void define(FunctionDefinitions all) {
    RegexMatcher like = new RegexMatcher();
    all.strict(
        "REGEXP_LIKE",
        SqlType.BOOLEAN,
        "tt|t",
        v -> RegexMatcher.runBounded(() -> from(like, v, MISSING, 2).find()));
    RegexMatcher count = new RegexMatcher();
    all.strict(
        "REGEXP_COUNT",
        SqlType.INTEGER,
        "tt|it",
        v -> RegexMatcher.runBounded(() -> (int) from(count, v, 2, 3).results().count()));
    RegexMatcher replace = new RegexMatcher();
    all.strict("REGEXP_REPLACE", SqlType.TEXT, "ttt|vit", v -> replaced(replace, v));
    RegexMatcher part = new RegexMatcher();
    all.loose("REGEXP_PART", SqlType.TEXT, "tt", ScalarFunction.unlessNull(v -> part(part, v)));
    RegexMatcher substring = new RegexMatcher();
    all.loose(
        "REGEXP_SUBSTR",
        SqlType.TEXT,
        "tt|iiti",
        ScalarFunction.unlessNull(v -> found(substring, v)));
    RegexMatcher place = new RegexMatcher();
    all.strict("REGEXP_INSTR", SqlType.INTEGER, "tt|iiiti", v -> place(place, v));
  }

  private static Matcher matcher(RegexMatcher regexes, @Nullable Object[] v, int options) {
    return regexes.matcher(text(v, 0), text(v, 1), v.length > options ? text(v, options) : "");
  }

  /** As {@link #matcher}, from the character position given by an argument. */
  private static Matcher from(RegexMatcher regexes, @Nullable Object[] v, int start, int options) {
    if (v.length > options && text(v, options).indexOf('g') >= 0) {
      throw SqlErrorMessage.GLOBAL_OPTION_NOT_HERE.error();
    }
    Matcher matcher = matcher(regexes, v, options);
    int first = positive(v, start, "start", 1);
    String text = text(v, 0);
    int length = text.codePointCount(0, text.length());
    return first > length
        ? matcher.region(text.length(), text.length())
        : matcher
            .useAnchoringBounds(false)
            .useTransparentBounds(true)
            .region(text.offsetByCodePoints(0, first - 1), text.length());
  }

  private static int positive(@Nullable Object[] v, int index, String what, int least) {
    return positive(v.length > index ? TextLibrary.number(v, index) : least, what, least);
  }

  private static int positive(int value, String what, int least) {
    if (value < least) {
      throw SqlErrorMessage.PARAMETER_VALUE_INVALID.error(what, value);
    }
    return value;
  }

  /** The match, or its first group if there is one. */
  private static @Nullable String part(RegexMatcher regexes, @Nullable Object[] v) {
    return RegexMatcher.runBounded(
        () -> {
          Matcher matcher = regexes.matcher(text(v, 0), text(v, 1), "");
          return matcher.find() ? matcher.group(Math.min(matcher.groupCount(), 1)) : null;
        });
  }

  /** The first match of non-null arguments, or null. */
  static @Nullable Matcher firstMatch(RegexMatcher regexes, @Nullable Object[] v) {
    if (v.length > 2 && text(v, 2).indexOf('g') >= 0) {
      throw SqlErrorMessage.GLOBAL_OPTION_UNSUPPORTED.error("regexp_match()");
    }
    return RegexMatcher.runBounded(
        () -> {
          Matcher matcher = matcher(regexes, v, 2);
          return matcher.find() ? matcher : null;
        });
  }

  /**
   * Replaces the first match, or all with the flag g; or, from a character position, the n-th
   * match, all for 0.
   */
  private static String replaced(RegexMatcher regexes, @Nullable Object[] v) {
    String text = text(v, 0);
    boolean counted = v.length > 3 && isNumber(text(v, 3));
    String options = counted ? v.length > 5 ? text(v, 5) : "" : v.length > 3 ? text(v, 3) : "";
    if (!counted && v.length > 4) {
      throw SqlErrorMessage.REGEX_COUNT_WITHOUT_START.error();
    }
    int start = counted ? positive(number(text(v, 3)), "start", 1) : 1;
    int wanted =
        v.length > 4
            ? positive(TextLibrary.number(v, 4), "n", 0)
            : options.indexOf('g') >= 0 ? 0 : 1;
    return RegexMatcher.runBounded(
        () -> {
          Matcher matcher = regexes.matcher(text, text(v, 1), options);
          int length = text.codePointCount(0, text.length());
          int first = start > length ? text.length() : text.offsetByCodePoints(0, start - 1);
          matcher.useAnchoringBounds(false).useTransparentBounds(true);
          matcher.region(first, text.length());
          StringBuilder result = new StringBuilder();
          int end = 0;
          int found = 0;
          while (matcher.find()) {
            found++;
            if (wanted != 0 && found < wanted) {
              continue;
            }
            result.append(text, end, matcher.start());
            append(result, text(v, 2), matcher);
            end = matcher.end();
            TextLengthLimit.check(result.length());
            if (wanted != 0) {
              break;
            }
          }
          return result.append(text, end, text.length()).toString();
        });
  }

  private static boolean isNumber(String text) {
    return !text.isEmpty()
        && text.length() <= MAX_DIGITS
        && text.chars().skip(text.startsWith("-") ? 1 : 0).allMatch(c -> c >= '0' && c <= '9')
        && !text.equals("-");
  }

  private static int number(String digits) {
    return Integer.parseInt(digits);
  }

  /** Appends a replacement: {@code \1} to {@code \9} denote groups, {@code \&} the match. */
  private static void append(StringBuilder result, String replacement, Matcher matcher) {
    for (int i = 0; i < replacement.length(); i++) {
      char c = replacement.charAt(i);
      if (c != '\\' || i + 1 == replacement.length()) {
        result.append(c);
        continue;
      }
      char next = replacement.charAt(++i);
      int group = next == '&' ? 0 : next >= '1' && next <= '9' ? next - '0' : -1;
      if (group < 0) {
        result.append(next == '\\' ? "\\" : "\\" + next);
      } else if (group <= matcher.groupCount() && matcher.group(group) != null) {
        result.append(matcher.group(group));
      }
    }
  }

  private static @Nullable String found(RegexMatcher regexes, @Nullable Object[] v) {
    Matcher matcher = from(regexes, v, 2, 4);
    int group = positive(v, 5, "subexpr", 0);
    return nth(matcher, positive(v, 3, "n", 1)) && group <= matcher.groupCount()
        ? matcher.group(group)
        : null;
  }

  private static boolean nth(Matcher matcher, int n) {
    return RegexMatcher.runBounded(
        () -> {
          for (int i = 0; i < n; i++) {
            if (!matcher.find()) {
              return false;
            }
          }
          return true;
        });
  }

  private static int place(RegexMatcher regexes, @Nullable Object[] v) {
    Matcher matcher = from(regexes, v, 2, 5);
    int behind = v.length > 4 ? TextLibrary.number(v, 4) : 0;
    if (behind != 0 && behind != 1) {
      throw SqlErrorMessage.PARAMETER_VALUE_INVALID.error("endoption", behind);
    }
    int group = positive(v, 6, "subexpr", 0);
    if (!nth(matcher, positive(v, 3, "n", 1)) || group > matcher.groupCount()) {
      return 0;
    }
    int at = behind == 0 ? matcher.start(group) : matcher.end(group);
    return at < 0 ? 0 : text(v, 0).codePointCount(0, at) + 1;
  }
}
