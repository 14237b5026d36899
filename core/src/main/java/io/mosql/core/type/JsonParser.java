package io.mosql.core.type;

import io.mosql.core.error.CoreErrorMessage;
import io.mosql.core.error.MosqlException;
import io.mosql.core.port.Interrupts;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A parser of JSON texts by RFC 8259, into the tree that {@link Jsonb#of} accepts. Numbers are
 * exact. Of equal keys the last one counts. Used once, by one thread.
 */
final class JsonParser {
  /**
   * Maximum number of digits of a number before its point, and after it, as for PostgreSQL's
   * numeric.
   */
  private static final int WHOLE_DIGITS_MAX = 131_072;

  private static final int FRACTION_DIGITS_MAX = 16_383;
  private static final int EXPONENT_DIGITS_MAX = 9;

  /** Maximum number of characters of a number, including leading and trailing zeros. */
  private static final int NUMBER_MAX = 2 * (WHOLE_DIGITS_MAX + FRACTION_DIGITS_MAX);

  private static final int DIGITS_AT_ONCE = 1_000;

  private final String text;
  private int at;

  JsonParser(String text) {
    this.text = text;
  }

  /**
   * The value of the whole text.
   *
   * @throws MosqlException 22P02 when the text is not JSON, 22P05 for the character U+0000, 22003
   *     for a number of too many digits, 54001 when it is nested too deeply
   */
  Object read() {
    Object value = value(0);
    blanks();
    if (at < text.length()) {
      throw invalid();
    }
    return value;
  }

  private Object value(int depth) {
    if (depth > Jsonb.DEPTH_MAX) {
      throw Jsonb.tooDeep();
    }
    Interrupts.chargeMemory(Jsonb.PART_BYTES);
    blanks();
    switch (peek()) {
      case '{' -> {
        return object(depth);
      }
      case '[' -> {
        return array(depth);
      }
      case '"' -> {
        return string();
      }
      case 't' -> {
        return word("true", true);
      }
      case 'f' -> {
        return word("false", false);
      }
      case 'n' -> {
        return word("null", Jsonb.Null.NULL);
      }
      default -> {
        return number();
      }
    }
  }

  private Object word(String word, Object value) {
    if (!text.startsWith(word, at)) {
      throw invalid();
    }
    at += word.length();
    if (at < text.length() && Character.isLetterOrDigit(text.charAt(at))) {
      throw invalid();
    }
    return value;
  }

  private Map<String, Object> object(int depth) {
    Map<String, Object> fields = new LinkedHashMap<>();
    at++;
    blanks();
    if (peek() == '}') {
      at++;
      return fields;
    }
    while (true) {
      blanks();
      if (peek() != '"') {
        throw invalid();
      }
      String key = string();
      blanks();
      expect(':');
      fields.put(key, value(depth + 1));
      blanks();
      if (peek() == '}') {
        at++;
        return fields;
      }
      expect(',');
    }
  }

  private List<Object> array(int depth) {
    List<Object> items = new ArrayList<>();
    at++;
    blanks();
    if (peek() == ']') {
      at++;
      return items;
    }
    while (true) {
      items.add(value(depth + 1));
      blanks();
      if (peek() == ']') {
        at++;
        return items;
      }
      expect(',');
    }
  }

  private String string() {
    int end = ++at;
    while (end < text.length() && text.charAt(end) != '"' && text.charAt(end) != '\\') {
      end++;
    }
    StringBuilder out = null;
    if (end < text.length() && text.charAt(end) == '\\') {
      out = new StringBuilder();
    } else if (end >= text.length()) {
      throw invalid();
    }
    int from = at;
    if (out == null) {
      at = end + 1;
      return checked(text.substring(from, end), from, end);
    }
    while (peek() != '"') {
      char c = text.charAt(at++);
      if (c < ' ') {
        throw invalid();
      }
      out.append(c == '\\' ? escaped() : c);
    }
    at++;
    return checked(out.toString(), from, from);
  }

  private char escaped() {
    char c = peek();
    at++;
    return switch (c) {
      case '"', '\\', '/' -> c;
      case 'b' -> '\b';
      case 'f' -> '\f';
      case 'n' -> '\n';
      case 'r' -> '\r';
      case 't' -> '\t';
      case 'u' -> unicode();
      default -> throw invalid();
    };
  }

  private char unicode() {
    int code = 0;
    for (int i = 0; i < 4; i++) {
      int digit = Character.digit(peek(), 16);
      if (digit < 0 || peek() > 'f') {
        throw invalid();
      }
      code = code << 4 | digit;
      at++;
    }
    if (code == 0) {
      throw CoreErrorMessage.NUL_ESCAPE_IN_JSON.error();
    }
    return (char) code;
  }

  /**
   * A string with correct surrogate pairs; between two positions there are no control characters.
   */
  private String checked(String string, int from, int to) {
    for (int i = from; i < to; i++) {
      if (text.charAt(i) < ' ') {
        throw invalid();
      }
    }
    for (int i = 0; i < string.length(); i++) {
      char c = string.charAt(i);
      if (Character.isSurrogate(c)) {
        boolean pair =
            Character.isHighSurrogate(c)
                && i + 1 < string.length()
                && Character.isLowSurrogate(string.charAt(i + 1));
        if (!pair) {
          throw CoreErrorMessage.UNPAIRED_JSON_SURROGATE.error();
        }
        i++;
      }
    }
    return string;
  }

  private BigDecimal number() {
    int from = at;
    if (peek() == '-') {
      at++;
    }
    boolean zero = peek() == '0';
    int digits = digits();
    if (zero && digits > 1) {
      throw invalid();
    }
    if (at < text.length() && text.charAt(at) == '.') {
      at++;
      digits();
    }
    if (at < text.length() && (text.charAt(at) == 'e' || text.charAt(at) == 'E')) {
      at++;
      if (peek() == '+' || peek() == '-') {
        at++;
      }
      if (digits() > EXPONENT_DIGITS_MAX) {
        throw outOfRange();
      }
    }
    if (at < text.length() && Character.isLetterOrDigit(text.charAt(at))) {
      throw invalid();
    }
    if (at - from > NUMBER_MAX) {
      throw outOfRange();
    }
    return limited(decimal(text.substring(from, at)));
  }

  private static BigDecimal decimal(String number) {
    if (number.length() <= DIGITS_AT_ONCE) {
      return new BigDecimal(number);
    }
    int sign = number.charAt(0) == '-' ? 1 : 0;
    int end = Math.max(number.indexOf('e'), number.indexOf('E'));
    end = end < 0 ? number.length() : end;
    int point = number.indexOf('.');
    String digits =
        point < 0
            ? number.substring(sign, end)
            : number.substring(sign, point) + number.substring(point + 1, end);
    int fraction = point < 0 ? 0 : end - point - 1;
    int exponent = end == number.length() ? 0 : Integer.parseInt(number.substring(end + 1));
    BigInteger whole = integer(digits, 0, digits.length());
    return new BigDecimal(sign == 0 ? whole : whole.negate(), fraction - exponent);
  }

  /** By halves: parsing digits one after the other takes quadratic time. */
  private static BigInteger integer(String digits, int from, int to) {
    Interrupts.check();
    if (to - from <= DIGITS_AT_ONCE) {
      return new BigInteger(digits.substring(from, to));
    }
    int middle = (from + to) >>> 1;
    return integer(digits, from, middle)
        .multiply(BigInteger.TEN.pow(to - middle))
        .add(integer(digits, middle, to));
  }

  private int digits() {
    int from = at;
    while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
      at++;
    }
    if (at == from) {
      throw invalid();
    }
    return at - from;
  }

  /** A number within PostgreSQL's limit of digits. */
  static BigDecimal limited(BigDecimal number) {
    if (number.signum() != 0 && (long) number.precision() - number.scale() > WHOLE_DIGITS_MAX
        || number.scale() > FRACTION_DIGITS_MAX) {
      throw outOfRange();
    }
    // a number without a fraction is an integer, whatever its notation
    return number.scale() < 0 ? number.setScale(0) : number;
  }

  private static MosqlException outOfRange() {
    return CoreErrorMessage.NUMERIC_OVERFLOW.error();
  }

  private void blanks() {
    while (at < text.length()) {
      char c = text.charAt(at);
      if (c != ' ' && c != '\n' && c != '\r' && c != '\t') {
        return;
      }
      at++;
    }
  }

  private void expect(char wanted) {
    if (peek() != wanted) {
      throw invalid();
    }
    at++;
  }

  private char peek() {
    if (at >= text.length()) {
      throw invalid();
    }
    return text.charAt(at);
  }

  private static MosqlException invalid() {
    return CoreErrorMessage.INVALID_JSON_SYNTAX.error();
  }
}
