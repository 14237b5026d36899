package io.mosql.sql.function.library;

import static io.mosql.sql.function.library.TextLibrary.text;

import io.mosql.core.port.Interrupts;
import io.mosql.core.type.SqlArray;
import io.mosql.core.type.SqlType;
import io.mosql.sql.error.SqlErrorMessage;
import io.mosql.sql.function.define.RowFunction;
import io.mosql.sql.function.define.ScalarFunction;
import io.mosql.sql.function.text.RegexMatcher;
import io.mosql.sql.function.text.TextSearch;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import org.jspecify.annotations.Nullable;

/** Set-returning text functions: fields of texts, and matches of regular expressions. Pure. */
public final class TextRowLibrary {
  private TextRowLibrary() {}

  public static Map<String, RowFunction> table() {
    RegexMatcher split = new RegexMatcher();
    RegexMatcher matches = new RegexMatcher();
    return Map.of(
        "STRING_TO_TABLE",
        of("STRING_TO_TABLE", "tt|t", false, TextRowLibrary::fields),
        "REGEXP_SPLIT_TO_TABLE",
        of("REGEXP_SPLIT_TO_TABLE", "tt|t", true, v -> split(split, v)),
        "REGEXP_MATCHES",
        of("REGEXP_MATCHES", "tt|t", true, v -> matches(matches, v)));
  }

  private static RowFunction of(
      String name, String signature, boolean strict, ScalarFunction.Body body) {
    ScalarFunction rows =
        ScalarFunction.of(name, null, signature, strict, ScalarFunction.Json.NONE, body);
    RowFunction.Content content =
        !strict
            ? RowFunction.Content.TEXT_OR_NULL
            : name.equals("REGEXP_MATCHES") ? RowFunction.Content.TEXTS : RowFunction.Content.TEXT;
    return new RowFunction(
        name,
        rows,
        List.of(new RowFunction.Column(name.toLowerCase(java.util.Locale.ROOT), content)));
  }

  /**
   * The parts of a text between separators: single characters if the separator is NULL, the whole
   * text if it is empty. Parts equal to a third argument become NULL.
   */
  static List<@Nullable Object[]> fields(@Nullable Object[] v) {
    List<@Nullable Object[]> rows = new ArrayList<>();
    if (v[0] == null || text(v, 0).isEmpty()) {
      return rows;
    }
    String text = text(v, 0);
    Object nothing = v.length > 2 ? v[2] : null;
    int start = 0;
    while (start <= text.length()) {
      Interrupts.check();
      int end;
      int next;
      if (v[1] == null) {
        if (start == text.length()) {
          break;
        }
        end = text.offsetByCodePoints(start, 1);
        next = end;
      } else {
        String divider = text(v, 1);
        int found = divider.isEmpty() ? -1 : TextSearch.indexOf(text, divider, start);
        end = found < 0 ? text.length() : found;
        next = found < 0 ? text.length() + 1 : found + divider.length();
      }
      String field = text.substring(start, end);
      rows.add(new @Nullable Object[] {field.equals(nothing) ? null : field});
      start = next;
    }
    return rows;
  }

  /**
   * The parts between matches; an empty match at an end, or directly after another match, is
   * ignored.
   */
  static List<@Nullable Object[]> split(RegexMatcher regexes, @Nullable Object[] v) {
    String text = text(v, 0);
    String options = v.length > 2 ? text(v, 2) : "";
    if (options.indexOf('g') >= 0) {
      throw SqlErrorMessage.GLOBAL_OPTION_UNSUPPORTED.error("regexp_split_to_table()");
    }
    return RegexMatcher.runBounded(
        () -> {
          List<@Nullable Object[]> rows = new ArrayList<>();
          Matcher matcher = regexes.matcher(text, text(v, 1), options);
          int end = 0;
          int from = 0;
          while (from <= text.length() && matcher.find(from)) {
            Interrupts.check();
            if (matcher.start() < text.length() && matcher.end() > end) {
              rows.add(new @Nullable Object[] {text.substring(end, matcher.start())});
              end = matcher.end();
            }
            from = behind(text, matcher);
          }
          rows.add(new @Nullable Object[] {text.substring(end)});
          return rows;
        });
  }

  /** The first match, or with the flag g all of them. */
  private static List<@Nullable Object[]> matches(RegexMatcher regexes, @Nullable Object[] v) {
    String text = text(v, 0);
    String options = v.length > 2 ? text(v, 2) : "";
    boolean all = options.indexOf('g') >= 0;
    return RegexMatcher.runBounded(
        () -> {
          List<@Nullable Object[]> rows = new ArrayList<>();
          Matcher matcher = regexes.matcher(text, text(v, 1), options);
          int from = 0;
          while (from <= text.length() && (all || rows.isEmpty()) && matcher.find(from)) {
            Interrupts.check();
            rows.add(new @Nullable Object[] {parts(matcher)});
            from = behind(text, matcher);
          }
          return rows;
        });
  }

  /** The start of the next search. */
  private static int behind(String text, Matcher matcher) {
    int end = matcher.end();
    if (end > matcher.start()) {
      return end;
    }
    return end == text.length() ? end + 1 : text.offsetByCodePoints(end, 1);
  }

  /** The groups of a match, or the match if it has none, as an array. */
  static SqlArray parts(Matcher matcher) {
    List<@Nullable Object> parts = new ArrayList<>();
    for (int i = Math.min(1, matcher.groupCount()); i <= matcher.groupCount(); i++) {
      parts.add(matcher.group(i));
    }
    return SqlArray.of(SqlType.TEXT, parts);
  }
}
