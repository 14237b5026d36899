package io.mosql.core.type;

import io.mosql.core.error.CoreErrorMessage;
import io.mosql.core.error.MosqlException;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The text of arrays as PostgreSQL writes and reads it ("Array Input and Output Syntax"): {@code
 * {1,2,NULL}}, {@code {{"a b",c},{d,e}}}, and with lower bounds other than 1 {@code [0:1]={1,2}}.
 * Pure.
 */
public final class ArrayText {
  private static final String NULL = "NULL";
  private static final String SPECIAL = "{}\"\\,";
  private static final int BOUND_DIGITS_MAX = 10;

  private final String text;
  private int at;

  /** Lengths of the dimensions, known when the first element is; -1 for one not yet ended. */
  private final List<Integer> lengths = new ArrayList<>();

  private final List<@Nullable Object> items = new ArrayList<>();

  private ArrayText(String text) {
    this.text = text;
  }

  /**
   * Parses an array of texts.
   *
   * @throws MosqlException 22P02 malformed, 2202E bounds in the wrong order, 54000 too many
   *     dimensions
   */
  public static SqlArray parse(String text) {
    return new ArrayText(text).array();
  }

  private SqlArray array() {
    List<Integer> lowers = new ArrayList<>();
    List<Integer> declared = new ArrayList<>();
    skipBlanks();
    while (peek() == '[') {
      bounds(lowers, declared);
      skipBlanks();
    }
    if (!declared.isEmpty()) {
      expect('=');
      skipBlanks();
    }
    dimension(0);
    skipBlanks();
    if (at < text.length()) {
      throw malformed();
    }
    if (items.isEmpty() && declared.isEmpty()) {
      return SqlArray.empty(SqlType.TEXT);
    }
    if (!declared.isEmpty() && !declared.equals(lengths)) {
      throw malformed();
    }
    int[] lows = new int[lengths.size()];
    for (int i = 0; i < lows.length; i++) {
      lows[i] = lowers.isEmpty() ? 1 : lowers.get(i);
    }
    int[] all = lengths.stream().mapToInt(Integer::intValue).toArray();
    return SqlArray.of(SqlType.TEXT, all, lows, items.toArray());
  }

  /** Parses {@code [3]} or {@code [0:2]}. */
  private void bounds(List<Integer> lowers, List<Integer> lengths) {
    expect('[');
    int low = 1;
    int high = bound();
    if (peek() == ':') {
      at++;
      low = high;
      high = bound();
    }
    expect(']');
    if (high < low) {
      throw CoreErrorMessage.ARRAY_UPPER_BOUND_BELOW_LOWER.error();
    }
    long length = (long) high - low + 1;
    if (length > SqlArray.ELEMENTS_MAX) {
      throw CoreErrorMessage.ARRAY_SIZE_EXCEEDED.error(SqlArray.ELEMENTS_MAX);
    }
    lowers.add(low);
    lengths.add((int) length);
  }

  private int bound() {
    int from = at;
    if (peek() == '-' || peek() == '+') {
      at++;
    }
    int digits = at;
    while (Character.isDigit(peek())) {
      at++;
    }
    if (at == digits || at - digits > BOUND_DIGITS_MAX) {
      throw malformed();
    }
    try {
      return Integer.parseInt(text.substring(from, at));
    } catch (NumberFormatException e) {
      throw malformed();
    }
  }

  /**
   * Parses a dimension and those within it: all have the lengths of the first one of their depth.
   */
  private void dimension(int depth) {
    if (depth == SqlArray.DIMENSIONS_MAX) {
      throw CoreErrorMessage.ARRAY_DIMENSIONS_EXCEEDED.error(depth + 1, SqlArray.DIMENSIONS_MAX);
    }
    expect('{');
    boolean innermost = false;
    if (lengths.size() == depth) {
      if (!items.isEmpty()) {
        throw malformed();
      }
      lengths.add(-1);
    }
    int count = 0;
    skipBlanks();
    while (peek() != '}' || count > 0) {
      if (peek() == '{') {
        if (innermost) {
          throw malformed();
        }
        dimension(depth + 1);
      } else {
        if (lengths.size() > depth + 1) {
          throw malformed();
        }
        innermost = true;
        items.add(element());
      }
      count++;
      skipBlanks();
      if (peek() != ',') {
        break;
      }
      at++;
      skipBlanks();
    }
    expect('}');
    if (count == 0 && depth > 0) {
      throw malformed();
    }
    if (lengths.get(depth) < 0) {
      lengths.set(depth, count);
    } else if (lengths.get(depth) != count) {
      throw malformed();
    }
  }

  /** Parses an element; null for an unquoted NULL. */
  private @Nullable String element() {
    StringBuilder value = new StringBuilder();
    boolean quoted = peek() == '"';
    if (quoted) {
      at++;
    }
    int significant = 0;
    boolean escaped = false;
    while (quoted ? peek() != '"' : peek() != ',' && peek() != '}') {
      char c = peek();
      if (at >= text.length() || !quoted && (c == '{' || c == '"')) {
        throw malformed();
      }
      boolean literal = c == '\\';
      if (literal) {
        escaped = true;
        at++;
        if (at >= text.length()) {
          throw malformed();
        }
        c = peek();
      }
      at++;
      value.append(c);
      if (quoted || literal || !isBlank(c)) {
        significant = value.length();
      }
    }
    if (quoted) {
      expect('"');
      return value.toString();
    }
    value.setLength(significant);
    if (significant == 0) {
      throw malformed();
    }
    String plain = value.toString();
    return !escaped && plain.equalsIgnoreCase(NULL) ? null : plain;
  }

  private char peek() {
    return at < text.length() ? text.charAt(at) : 0;
  }

  private void expect(char c) {
    if (peek() != c || at >= text.length()) {
      throw malformed();
    }
    at++;
  }

  private void skipBlanks() {
    while (at < text.length() && isBlank(text.charAt(at))) {
      at++;
    }
  }

  /** Whether C's isspace accepts it. */
  private static boolean isBlank(char c) {
    return c == ' ' || c >= '\t' && c <= '\r';
  }

  private MosqlException malformed() {
    return CoreErrorMessage.ARRAY_LITERAL_MALFORMED.error(text);
  }

  /**
   * The text of an array.
   *
   * @param zone of moments
   */
  public static String format(SqlArray array, ZoneId zone) {
    if (array.size() == 0) {
      return "{}";
    }
    StringBuilder out = new StringBuilder();
    boolean decorated = false;
    for (int i = 0; i < array.dimensions(); i++) {
      decorated |= array.lower(i) != 1;
    }
    for (int i = 0; decorated && i < array.dimensions(); i++) {
      out.append('[').append(array.lower(i)).append(':').append(array.upper(i)).append(']');
    }
    if (decorated) {
      out.append('=');
    }
    append(array, 0, 0, zone, out);
    return out.toString();
  }

  private static void append(
      SqlArray array, int dimension, int base, ZoneId zone, StringBuilder out) {
    out.append('{');
    for (int i = 0; i < array.length(dimension); i++) {
      if (i > 0) {
        out.append(',');
      }
      int place = base * array.length(dimension) + i;
      if (dimension < array.dimensions() - 1) {
        append(array, dimension + 1, place, zone, out);
      } else {
        Object item = array.item(place);
        if (item == null) {
          out.append(NULL);
        } else {
          quote(shown(item, array.element(), zone), out);
        }
      }
    }
    out.append('}');
  }

  /**
   * The text of an element by itself.
   *
   * @param zone of moments
   */
  public static String shown(Object item, SqlType element, ZoneId zone) {
    return element.kind() == TypeKind.TIMESTAMPTZ
        ? Objects.toString(Coercion.cast(item, element, SqlType.TEXT, zone))
        : Coercion.shown(item, element);
  }

  private static void quote(String value, StringBuilder out) {
    boolean needed = value.isEmpty() || value.equalsIgnoreCase(NULL);
    for (int i = 0; !needed && i < value.length(); i++) {
      char c = value.charAt(i);
      needed = isBlank(c) || SPECIAL.indexOf(c) >= 0;
    }
    if (!needed) {
      out.append(value);
      return;
    }
    out.append('"');
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (c == '"' || c == '\\') {
        out.append('\\');
      }
      out.append(c);
    }
    out.append('"');
  }
}
