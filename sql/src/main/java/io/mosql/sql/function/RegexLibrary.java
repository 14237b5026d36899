package io.mosql.sql.function;

import static io.mosql.sql.function.TextLibrary.text;

import io.mosql.core.error.SqlState;
import io.mosql.core.type.SqlType;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Functions of regular expressions; the last argument is PostgreSQL's flags. */
final class RegexLibrary {
  private RegexLibrary() {}

  static void define(FunctionTable.Definitions all) {
    Regexes like = new Regexes();
    all.strict(
        "REGEXP_LIKE",
        SqlType.BOOLEAN,
        "tt|t",
        v -> Regexes.guarded(() -> matcher(like, v, 2).find()));
    Regexes count = new Regexes();
    all.strict(
        "REGEXP_COUNT",
        SqlType.INTEGER,
        "tt",
        v -> Regexes.guarded(() -> (int) matcher(count, v, 2).results().count()));
    Regexes replace = new Regexes();
    all.strict("REGEXP_REPLACE", SqlType.TEXT, "ttt|t", v -> replaced(replace, v));
    Regexes substring = new Regexes();
    all.loose("REGEXP_SUBSTR", SqlType.TEXT, "tt", v -> found(substring, v));
    Regexes place = new Regexes();
    all.strict("REGEXP_INSTR", SqlType.INTEGER, "tt", v -> place(place, v));
  }

  private static Matcher matcher(Regexes regexes, @Nullable Object[] v, int flags) {
    String given = v.length > flags ? text(v, flags) : "";
    int bits = 0;
    for (int i = 0; i < given.length(); i++) {
      char flag = given.charAt(i);
      bits |=
          switch (flag) {
            case 'i' -> Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE;
            case 'n', 'm' -> Pattern.MULTILINE;
            case 's' -> Pattern.DOTALL;
            case 'x' -> Pattern.COMMENTS;
            case 'c', 'g' -> 0;
            default ->
                throw FunctionTable.error(
                    SqlState.INVALID_PARAMETER,
                    "invalid regular expression option: \"" + flag + "\"");
          };
    }
    return regexes.matcher(text(v, 0), text(v, 1), bits);
  }

  /** The first match replaced, all of them with the flag g. */
  private static String replaced(Regexes regexes, @Nullable Object[] v) {
    String text = text(v, 0);
    boolean all = v.length > 3 && text(v, 3).indexOf('g') >= 0;
    return Regexes.guarded(
        () -> {
          Matcher matcher = matcher(regexes, v, 3);
          StringBuilder result = new StringBuilder();
          int end = 0;
          while (matcher.find()) {
            result.append(text, end, matcher.start());
            append(result, text(v, 2), matcher);
            end = matcher.end();
            TextLength.check(result.length());
            if (!all) {
              break;
            }
          }
          return result.append(text, end, text.length()).toString();
        });
  }

  /** {@code \1} to {@code \9} stand for groups, {@code \&} for the match. */
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

  private static @Nullable String found(Regexes regexes, @Nullable Object[] v) {
    if (v[0] == null || v[1] == null) {
      return null;
    }
    Matcher matcher = matcher(regexes, v, 2);
    return Regexes.guarded(matcher::find) ? matcher.group() : null;
  }

  private static int place(Regexes regexes, @Nullable Object[] v) {
    Matcher matcher = matcher(regexes, v, 2);
    return Regexes.guarded(matcher::find) ? text(v, 0).codePointCount(0, matcher.start()) + 1 : 0;
  }
}
