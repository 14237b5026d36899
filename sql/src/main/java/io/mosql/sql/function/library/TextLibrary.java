package io.mosql.sql.function.library;

import io.mosql.core.type.SqlType;
import io.mosql.sql.error.SqlErrorMessage;
import io.mosql.sql.function.define.FunctionDefinitions;
import io.mosql.sql.function.text.CodePoints;
import io.mosql.sql.function.text.TextLengthLimit;
import io.mosql.sql.function.text.TextSearch;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Text functions, with the names of PostgreSQL and MySQL. */
public final class TextLibrary {
  private static final String SOUNDEX_CODES = "01230120022455012623010202";

  private TextLibrary() {}

  public static void define(FunctionDefinitions all) {
    all.strict(
        "LTRIM", SqlType.TEXT, "t|t", v -> CodePoints.trim(text(v, 0), blanks(v), true, false));
    all.strict(
        "RTRIM", SqlType.TEXT, "t|t", v -> CodePoints.trim(text(v, 0), blanks(v), false, true));
    all.strict(
        "BTRIM", SqlType.TEXT, "t|t", v -> CodePoints.trim(text(v, 0), blanks(v), true, true));
    all.strict(
        "STRPOS INSTR", SqlType.INTEGER, "tt", v -> CodePoints.position(text(v, 1), text(v, 0), 1));
    all.strict(
        "LOCATE",
        SqlType.INTEGER,
        "tt|i",
        v -> CodePoints.position(text(v, 0), text(v, 1), v.length > 2 ? number(v, 2) : 1));
    all.strict("LEFT", SqlType.TEXT, "ti", v -> left(text(v, 0), number(v, 1)));
    all.strict("RIGHT", SqlType.TEXT, "ti", v -> right(text(v, 0), number(v, 1)));
    all.strict("UCASE", SqlType.TEXT, "t", v -> CodePoints.upper(text(v, 0)));
    all.strict("LCASE", SqlType.TEXT, "t", v -> CodePoints.lower(text(v, 0)));
    all.strict(
        "SUBSTR MID",
        SqlType.TEXT,
        "ti|i",
        v ->
            CodePoints.substring(
                text(v, 0), number(v, 1), v.length > 2 ? number(v, 2) : TextLengthLimit.MAX));
    all.strict("SPLIT_PART", SqlType.TEXT, "tti", v -> part(text(v, 0), text(v, 1), number(v, 2)));
    all.strict(
        "SUBSTRING_INDEX", SqlType.TEXT, "tti", v -> before(text(v, 0), text(v, 1), number(v, 2)));
    all.strict("STARTS_WITH", SqlType.BOOLEAN, "tt", v -> text(v, 0).startsWith(text(v, 1)));
    all.strict("SPACE", SqlType.TEXT, "i", v -> blank(number(v, 0)));
    all.strict("TRANSLATE TRANSLATE3", SqlType.TEXT, "ttt", TextLibrary::translate);
    all.strict("ASCII", SqlType.INTEGER, "t", v -> first(text(v, 0)));
    all.strict("CHR CHAR", SqlType.TEXT, "i", v -> character(number(v, 0)));
    all.strict("SOUNDEX", SqlType.TEXT, "t", v -> soundex(text(v, 0)));
    all.strict("DIFFERENCE", SqlType.INTEGER, "tt", v -> difference(text(v, 0), text(v, 1)));
    all.strict(
        "STRCMP", SqlType.INTEGER, "tt", v -> Integer.signum(text(v, 0).compareTo(text(v, 1))));
    all.strict("FIND_IN_SET", SqlType.INTEGER, "tt", v -> inSet(text(v, 0), text(v, 1)));
    all.strict("QUOTE_LITERAL", SqlType.TEXT, "v", v -> SqlQuoting.literal(text(v, 0)));
    all.strict("QUOTE_IDENT", SqlType.TEXT, "t", v -> SqlQuoting.identifier(text(v, 0)));
    all.loose(
        "QUOTE_NULLABLE",
        SqlType.TEXT,
        "v",
        v -> v[0] == null ? "NULL" : SqlQuoting.literal(text(v, 0)));
    all.loose("FORMAT", SqlType.TEXT, "t|v*", v -> v[0] == null ? null : SqlQuoting.format(v));
    all.loose("ROW_TEXT", SqlType.TEXT, "|v*", SqlQuoting::row);
    all.loose("CONCAT", SqlType.TEXT, "v*", TextLibrary::together);
    all.loose("CONCAT_WS", SqlType.TEXT, "tv*", TextLibrary::joined);
    all.stable("CONCAT CONCAT_WS FORMAT QUOTE_LITERAL QUOTE_NULLABLE");
    all.loose("FIELD", SqlType.INTEGER, "vv*", TextLibrary::field);
    all.loose("ELT", SqlType.TEXT, "iv*", TextLibrary::chosen);
  }

  static String text(@Nullable Object[] values, int index) {
    return (String) Objects.requireNonNull(values[index]);
  }

  static int number(@Nullable Object[] values, int index) {
    return (Integer) Objects.requireNonNull(values[index]);
  }

  private static String blanks(@Nullable Object[] values) {
    return values.length > 1 ? text(values, 1) : " ";
  }

  /** The first characters; for a negative number all but the last ones. */
  private static String left(String text, int length) {
    return CodePoints.left(
        text, length < 0 ? Math.max(0L, (long) CodePoints.length(text) + length) : length);
  }

  private static String right(String text, int length) {
    return CodePoints.right(
        text, length < 0 ? Math.max(0L, (long) CodePoints.length(text) + length) : length);
  }

  private static String blank(int length) {
    TextLengthLimit.check(length);
    return " ".repeat(Math.max(0, length));
  }

  /** The n-th field, counted from one or, for a negative number, from the end. */
  private static String part(String text, String divider, int number) {
    if (number == 0) {
      throw SqlErrorMessage.FIELD_POSITION_ZERO.error();
    }
    if (divider.isEmpty()) {
      return number == 1 || number == -1 ? text : "";
    }
    long wanted = number > 0 ? number - 1L : dividers(text, divider) + 1L + number;
    if (wanted < 0) {
      return "";
    }
    int from = 0;
    for (long i = 0; i < wanted; i++) {
      TextSearch.checkInterrupt((int) i);
      int next = TextSearch.indexOf(text, divider, from);
      if (next < 0) {
        return "";
      }
      from = next + divider.length();
    }
    int end = TextSearch.indexOf(text, divider, from);
    return end < 0 ? text.substring(from) : text.substring(from, end);
  }

  private static int dividers(String text, String divider) {
    int count = 0;
    for (int at = TextSearch.indexOf(text, divider, 0);
        at >= 0;
        at = TextSearch.indexOf(text, divider, at + divider.length())) {
      TextSearch.checkInterrupt(++count);
    }
    return count;
  }

  /**
   * The text before the n-th separator, or after it, counted from the end, for a negative number.
   */
  private static String before(String text, String divider, int number) {
    if (divider.isEmpty() || number == 0) {
      return "";
    }
    int at = number > 0 ? -divider.length() : text.length();
    for (long left = Math.abs((long) number); left > 0; left--) {
      TextSearch.checkInterrupt((int) left);
      at =
          number > 0
              ? TextSearch.indexOf(text, divider, at + divider.length())
              : text.lastIndexOf(divider, at - 1);
      if (at < 0) {
        return text;
      }
      if (number < 0 && at == 0 && left > 1) {
        return text;
      }
    }
    return number > 0 ? text.substring(0, at) : text.substring(at + divider.length());
  }

  private static String translate(@Nullable Object[] v) {
    int[] from = text(v, 1).codePoints().toArray();
    int[] to = text(v, 2).codePoints().toArray();
    Map<Integer, Integer> first = new HashMap<>();
    for (int i = 0; i < from.length; i++) {
      first.putIfAbsent(from[i], i);
    }
    String text = text(v, 0);
    TextLengthLimit.check(text.length());
    StringBuilder result = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i = text.offsetByCodePoints(i, 1)) {
      TextSearch.checkInterrupt(i);
      int c = text.codePointAt(i);
      Integer index = first.get(c);
      if (index == null) {
        result.appendCodePoint(c);
      } else if (index < to.length) {
        result.appendCodePoint(to[index]);
      }
    }
    return result.toString();
  }

  private static int first(String text) {
    return text.isEmpty() ? 0 : text.codePointAt(0);
  }

  private static String character(int code) {
    if (code <= 0 || code > Character.MAX_CODE_POINT || code >= 0xD800 && code < 0xE000) {
      throw SqlErrorMessage.CHARACTER_CODE_INVALID.error(code);
    }
    return Character.toString(code);
  }

  private static String soundex(String text) {
    StringBuilder code = new StringBuilder();
    char last = '0';
    for (int i = 0; i < text.length() && code.length() < 4; i++) {
      char c = Character.toUpperCase(text.charAt(i));
      if (c < 'A' || c > 'Z') {
        continue;
      }
      char digit = SOUNDEX_CODES.charAt(c - 'A');
      if (code.isEmpty()) {
        code.append(c);
      } else if (digit != '0' && digit != last) {
        code.append(digit);
      }
      if (c != 'H' && c != 'W') {
        last = digit;
      }
    }
    return code.isEmpty() ? "" : (code + "000").substring(0, 4);
  }

  /** The number of places at which the phonetic codes agree, as in PostgreSQL's fuzzystrmatch. */
  private static int difference(String a, String b) {
    String left = soundex(a);
    String right = soundex(b);
    int same = 0;
    for (int i = 0; i < Math.min(left.length(), right.length()); i++) {
      same += left.charAt(i) == right.charAt(i) ? 1 : 0;
    }
    return same;
  }

  /** The concatenation of the values that are not NULL. */
  private static String together(@Nullable Object[] v) {
    List<String> texts = new ArrayList<>();
    long length = 0;
    for (Object value : v) {
      if (value != null) {
        String text = value.toString();
        length += text.length();
        TextLengthLimit.check(length);
        texts.add(text);
      }
    }
    return String.join("", texts);
  }

  private static int inSet(String sought, String set) {
    if (set.isEmpty() || sought.indexOf(',') >= 0) {
      return 0;
    }
    return Arrays.asList(set.split(",", -1)).indexOf(sought) + 1;
  }

  /** The values that are not NULL, joined with the first one as the separator. */
  private static @Nullable String joined(@Nullable Object[] v) {
    if (v[0] == null) {
      return null;
    }
    StringBuilder all = new StringBuilder();
    boolean any = false;
    for (int i = 1; i < v.length; i++) {
      if (v[i] != null) {
        all.append(any ? text(v, 0) : "").append(text(v, i));
        TextLengthLimit.check(all.length());
        any = true;
      }
    }
    return all.toString();
  }

  /** The position of the first value among the others, else 0. */
  private static int field(@Nullable Object[] v) {
    for (int i = 1; v[0] != null && i < v.length; i++) {
      if (Objects.equals(v[0], v[i])) {
        return i;
      }
    }
    return 0;
  }

  private static @Nullable Object chosen(@Nullable Object[] v) {
    return v[0] == null || number(v, 0) < 1 || number(v, 0) >= v.length ? null : v[number(v, 0)];
  }
}
