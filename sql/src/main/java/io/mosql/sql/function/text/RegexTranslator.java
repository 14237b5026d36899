package io.mosql.sql.function.text;

import io.mosql.core.error.MosqlException;
import io.mosql.sql.error.SqlErrorMessage;
import java.util.regex.Pattern;

/**
 * Translates PostgreSQL's advanced regular expressions to Java's: classes such as {@code
 * [[:alpha:]]}, escapes such as {@code \m}, {@code \y} and {@code \u00e4}, bounds, and embedded
 * options. Syntax that exists only in Java gets its meaning in PostgreSQL or is an error. Java
 * selects the match: the first alternative that matches, not the longest. Used by one thread for
 * one pattern.
 */
final class RegexTranslator {
  private static final String WORD = "\\p{IsAlphabetic}\\p{IsDigit}_";
  private static final int LARGEST_BOUND = 255;

  private final String pattern;
  private final StringBuilder out = new StringBuilder();
  private int at;
  private int closed;
  private int depth;
  private boolean lines;
  private boolean expanded;

  /** Whether the whole pattern is literal text. */
  private boolean plain;

  private int flags = Pattern.DOTALL;

  /** Maximum number of characters of a pattern, since its compilation cannot be cancelled. */
  private static final int LONGEST = 50_000;

  /** Characters from which on a Java pattern is long. */
  private static final int LONG = 1_000;

  private RegexTranslator(String pattern) {
    this.pattern = pattern;
  }

  /**
   * A compiled pattern.
   *
   * @param options PostgreSQL's option letters
   * @throws MosqlException 2201B for an invalid pattern, 22023 for an invalid option, 0A000 for an
   *     unsupported one
   */
  static Pattern compile(String pattern, String options) {
    if (pattern.length() > LONGEST) {
      throw tooComplex();
    }
    RegexTranslator syntax = new RegexTranslator(pattern);
    syntax.options(options);
    if (syntax.plain) {
      return syntax.compiled(Pattern.quote(pattern));
    }
    if (pattern.startsWith("***=")) {
      return syntax.compiled(Pattern.quote(pattern.substring(4)));
    }
    syntax.at = pattern.startsWith("***:") ? 4 : 0;
    syntax.embedded();
    if (syntax.plain) {
      return syntax.compiled(Pattern.quote(pattern.substring(syntax.at)));
    }
    syntax.alternatives();
    if (syntax.at < pattern.length()) {
      throw invalid("parentheses () not balanced");
    }
    return syntax.compiled(syntax.out.toString());
  }

  /**
   * Compiles a Java pattern. Java takes quadratic time to prepare the search for a long literal
   * prefix, so an element that is not literal is put before it.
   */
  private Pattern compiled(String java) {
    return Pattern.compile(java.length() > LONG ? "(?:)" + java : java, flags);
  }

  private static MosqlException tooComplex() {
    return invalid("regular expression is too complex");
  }

  static MosqlException invalid(String what) {
    return SqlErrorMessage.REGEX_INVALID.error(what);
  }

  // ---------------------------------------------------------------- options

  private void embedded() {
    if (pattern.startsWith("(?", at)
        && at + 2 < pattern.length()
        && Character.isLetter(pattern.charAt(at + 2))) {
      int end = pattern.indexOf(')', at);
      if (end < 0) {
        throw invalid("invalid embedded option");
      }
      options(pattern.substring(at + 2, end));
      at = end + 1;
    }
  }

  private void options(String letters) {
    for (int i = 0; i < letters.length(); i++) {
      char letter = letters.charAt(i);
      switch (letter) {
        case 'i' -> flags |= Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE;
        case 'c' -> flags &= ~(Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE);
        case 'n', 'm' -> {
          flags |= Pattern.MULTILINE | Pattern.UNIX_LINES;
          lines = true;
        }
        case 's' -> {
          flags &= ~Pattern.MULTILINE;
          lines = false;
        }
        case 'p' -> {
          flags &= ~Pattern.MULTILINE;
          lines = true;
        }
        case 'w' -> {
          flags |= Pattern.MULTILINE | Pattern.UNIX_LINES;
          lines = false;
        }
        case 'x' -> expanded = true;
        case 't' -> expanded = false;
        case 'q' -> plain = true;
        case 'g' -> {}
        case 'b', 'e' -> throw SqlErrorMessage.REGEX_OPTION_UNSUPPORTED.error(letter);
        default -> throw SqlErrorMessage.REGEX_OPTION_INVALID.error(letter);
      }
    }
  }

  // ---------------------------------------------------------------- structure

  private void alternatives() {
    if (++depth > 250) {
      throw tooComplex();
    }
    branch();
    while (at < pattern.length() && pattern.charAt(at) == '|') {
      out.append('|');
      at++;
      branch();
    }
    depth--;
  }

  private void branch() {
    while (at < pattern.length() && pattern.charAt(at) != '|' && pattern.charAt(at) != ')') {
      skipComment();
      if (at < pattern.length() && pattern.charAt(at) != '|' && pattern.charAt(at) != ')') {
        boolean constraint = piece();
        quantifier(constraint);
      }
    }
  }

  /**
   * Skips comments: blanks and text after {@code #} in expanded patterns, {@code (?#..)} always.
   */
  private void skipComment() {
    while (at < pattern.length()) {
      char c = pattern.charAt(at);
      if (expanded && Character.isWhitespace(c)) {
        at++;
      } else if (expanded && c == '#') {
        int end = pattern.indexOf('\n', at);
        at = end < 0 ? pattern.length() : end;
      } else if (pattern.startsWith("(?#", at)) {
        int end = pattern.indexOf(')', at);
        if (end < 0) {
          throw invalid("parentheses () not balanced");
        }
        at = end + 1;
      } else {
        return;
      }
    }
  }

  /** Reads an atom or a constraint; returns whether it takes no quantifier. */
  private boolean piece() {
    char c = pattern.charAt(at);
    switch (c) {
      case '(' -> {
        return group();
      }
      case '[' -> {
        if (pattern.startsWith("[[:<:]]", at) || pattern.startsWith("[[:>:]]", at)) {
          edge(pattern.charAt(at + 3) == '<');
          at += 7;
          return true;
        }
        out.append(bracket());
      }
      case '.' -> {
        out.append(lines ? "[^\\n]" : ".");
        at++;
      }
      case '^' -> {
        // Java's ^ does not match after the last line feed
        out.append((flags & Pattern.MULTILINE) != 0 ? "(?:^|(?<=\\n))" : "^");
        at++;
        return true;
      }
      case '$' -> {
        // Java's $ also matches before a line end at the end of the text
        out.append((flags & Pattern.MULTILINE) != 0 ? "$" : "\\z");
        at++;
        return true;
      }
      case '\\' -> {
        return escape();
      }
      case '*', '+', '?' -> throw invalid("quantifier operand invalid");
      case '{' -> {
        if (at + 1 < pattern.length() && isDigit(pattern.charAt(at + 1))) {
          throw invalid("quantifier operand invalid");
        }
        literal();
      }
      default -> literal();
    }
    return false;
  }

  private void literal() {
    int code = pattern.codePointAt(at);
    out.append(quoted(code));
    at += Character.charCount(code);
  }

  private static String quoted(int code) {
    return code < 0x80 && !Character.isLetterOrDigit(code) ? inSet(code) : Character.toString(code);
  }

  private boolean group() {
    boolean constraint = false;
    boolean capturing = false;
    if (pattern.startsWith("(?:", at)) {
      out.append("(?:");
      at += 3;
    } else if (pattern.startsWith("(?=", at) || pattern.startsWith("(?!", at)) {
      out.append(pattern, at, at + 3);
      at += 3;
      constraint = true;
    } else if (pattern.startsWith("(?<=", at) || pattern.startsWith("(?<!", at)) {
      out.append(pattern, at, at + 4);
      at += 4;
      constraint = true;
    } else if (pattern.startsWith("(?", at)) {
      throw invalid("quantifier operand invalid");
    } else {
      out.append('(');
      at++;
      capturing = true;
    }
    alternatives();
    if (at >= pattern.length()) {
      throw invalid("parentheses () not balanced");
    }
    out.append(')');
    at++;
    closed += capturing ? 1 : 0;
    return constraint;
  }

  private void quantifier(boolean constraint) {
    skipComment();
    if (at >= pattern.length()) {
      return;
    }
    char c = pattern.charAt(at);
    boolean bound = c == '{' && at + 1 < pattern.length() && isDigit(pattern.charAt(at + 1));
    if (c != '*' && c != '+' && c != '?' && !bound) {
      return;
    }
    if (constraint) {
      throw invalid("quantifier operand invalid");
    }
    if (bound) {
      bound();
    } else {
      out.append(c);
      at++;
    }
    if (at < pattern.length() && pattern.charAt(at) == '?') {
      out.append('?');
      at++;
    }
    skipComment();
    if (at < pattern.length()) {
      char next = pattern.charAt(at);
      if (next == '*' || next == '+' || next == '?') {
        throw invalid("quantifier operand invalid");
      }
    }
  }

  private void bound() {
    int end = pattern.indexOf('}', at);
    String inside = end < 0 ? "" : pattern.substring(at + 1, end);
    if (!inside.matches("\\d{1,3}(,(\\d{1,3})?)?")) {
      throw invalid("invalid repetition count(s)");
    }
    String[] counts = inside.split(",", -1);
    int least = Integer.parseInt(counts[0]);
    int most = counts.length > 1 && !counts[1].isEmpty() ? Integer.parseInt(counts[1]) : least;
    if (least > LARGEST_BOUND || most > LARGEST_BOUND || most < least) {
      throw invalid("invalid repetition count(s)");
    }
    out.append('{').append(inside).append('}');
    at = end + 1;
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  /** Translates a constraint for the beginning or the end of a word. */
  private void edge(boolean beginning) {
    out.append(
        beginning
            ? "(?<![" + WORD + "])(?=[" + WORD + "])"
            : "(?<=[" + WORD + "])(?![" + WORD + "])");
  }

  // ---------------------------------------------------------------- escapes

  /** Reads an escape outside of brackets; returns whether it is a constraint. */
  private boolean escape() {
    if (at + 1 >= pattern.length()) {
      throw invalid("invalid escape \\ sequence");
    }
    char c = pattern.charAt(at + 1);
    switch (c) {
      case 'A' -> out.append("\\A");
      case 'Z' -> out.append("\\z");
      case 'm' -> edge(true);
      case 'M' -> edge(false);
      case 'y', 'Y' -> {
        String either =
            "(?<![" + WORD + "])(?=[" + WORD + "])|(?<=[" + WORD + "])(?![" + WORD + "])";
        out.append(c == 'y' ? "(?:" : "(?!").append(either).append(')');
      }
      case 'd' -> out.append("[0-9]");
      case 'D' -> out.append(lines ? "[^0-9\\n]" : "[^0-9]");
      case 's' -> out.append("\\p{IsWhite_Space}");
      case 'S' -> out.append("\\P{IsWhite_Space}");
      case 'w' -> out.append('[').append(WORD).append(']');
      case 'W' -> out.append("[^").append(WORD).append(lines ? "\\n]" : "]");
      default -> {
        if (c >= '1' && c <= '9') {
          reference();
        } else {
          out.append(quoted(character()));
        }
        return false;
      }
    }
    at += 2;
    return "AZmMyY".indexOf(c) >= 0;
  }

  private void reference() {
    int end = at + 2;
    while (end < pattern.length() && end < at + 4 && isDigit(pattern.charAt(end))) {
      end++;
    }
    int number = Integer.parseInt(pattern, at + 1, end, 10);
    if (end > at + 2 && number > closed && pattern.charAt(at + 1) <= '7') {
      out.append(quoted(character()));
      return;
    }
    if (number > closed) {
      end = at + 2;
      number = pattern.charAt(at + 1) - '0';
    }
    if (number > closed) {
      throw invalid("invalid backreference number");
    }
    out.append("(?:\\").append(number).append(')');
    at = end;
  }

  /** The character of an escape; moves past it. */
  private int character() {
    char c = pattern.charAt(at + 1);
    at += 2;
    return switch (c) {
      case 'a' -> 0x07;
      case 'b' -> '\b';
      case 'B' -> '\\';
      case 'e' -> 0x1B;
      case 'f' -> '\f';
      case 'n' -> '\n';
      case 'r' -> '\r';
      case 't' -> '\t';
      case 'v' -> 0x0B;
      case 'c' -> {
        if (at >= pattern.length()) {
          throw invalid("invalid escape \\ sequence");
        }
        yield pattern.charAt(at++) & 0x1F;
      }
      case 'x' -> number(16, 1, 255);
      case 'u' -> number(16, 4, 4);
      case 'U' -> number(16, 8, 8);
      case '0', '1', '2', '3', '4', '5', '6', '7' -> {
        at--;
        yield number(8, 1, 3);
      }
      default -> {
        if (Character.isLetterOrDigit(c)) {
          throw invalid("invalid escape \\ sequence");
        }
        at--;
        int code = pattern.codePointAt(at);
        at += Character.charCount(code);
        yield code;
      }
    };
  }

  private int number(int radix, int least, int most) {
    int start = at;
    long code = 0;
    while (at < pattern.length()
        && at - start < most
        && pattern.charAt(at) < 0x80
        && Character.digit(pattern.charAt(at), radix) >= 0) {
      code = Math.min(code * radix + Character.digit(pattern.charAt(at), radix), Integer.MAX_VALUE);
      at++;
    }
    if (at - start < least
        || code > Character.MAX_CODE_POINT
        || code >= Character.MIN_SURROGATE && code <= Character.MAX_SURROGATE) {
      throw invalid("invalid escape \\ sequence");
    }
    return (int) code;
  }

  // ---------------------------------------------------------------- brackets

  private String bracket() {
    at++;
    boolean negated = at < pattern.length() && pattern.charAt(at) == '^';
    at += negated ? 1 : 0;
    StringBuilder set = new StringBuilder();
    boolean first = true;
    while (true) {
      if (at >= pattern.length()) {
        throw invalid("brackets [] not balanced");
      }
      if (pattern.charAt(at) == ']' && !first) {
        at++;
        break;
      }
      first = false;
      item(set);
    }
    if (!negated) {
      return "[" + set + "]";
    }
    // negation of a union: Java's nested brackets have another meaning
    return "(?:(?![" + set + (lines ? "\\n" : "") + "]).)";
  }

  private void item(StringBuilder set) {
    if (pattern.startsWith("[:", at)) {
      int end = pattern.indexOf(":]", at + 2);
      if (end < 0) {
        throw invalid("brackets [] not balanced");
      }
      set.append(named(pattern.substring(at + 2, end)));
      at = end + 2;
      return;
    }
    if (pattern.charAt(at) == '\\' && at + 1 < pattern.length()) {
      String shorthand =
          switch (pattern.charAt(at + 1)) {
            case 'd' -> "0-9";
            case 's' -> "\\p{IsWhite_Space}";
            case 'w' -> WORD;
            case 'D' -> "[^0-9]";
            case 'S' -> "\\P{IsWhite_Space}";
            case 'W' -> "[^" + WORD + "]";
            default -> "";
          };
      if (!shorthand.isEmpty()) {
        set.append(shorthand);
        at += 2;
        return;
      }
    }
    int from = element();
    if (at + 1 < pattern.length() && pattern.charAt(at) == '-' && pattern.charAt(at + 1) != ']') {
      at++;
      int to = element();
      if (to < from) {
        throw invalid("invalid character range");
      }
      set.append(inSet(from)).append('-').append(inSet(to));
    } else {
      set.append(inSet(from));
    }
  }

  /** One character of a bracket expression, in any notation. */
  private int element() {
    if (at >= pattern.length()) {
      throw invalid("brackets [] not balanced");
    }
    for (String kind : new String[] {".", "="}) {
      if (pattern.startsWith("[" + kind, at)) {
        int end = pattern.indexOf(kind + "]", at + 3);
        String inside = end < 0 ? "" : pattern.substring(at + 2, end);
        if (inside.codePointCount(0, inside.length()) != 1) {
          throw invalid("invalid collating element");
        }
        at = end + 2;
        return inside.codePointAt(0);
      }
    }
    if (pattern.startsWith("[:", at)) {
      throw invalid("invalid character range");
    }
    if (pattern.charAt(at) == '\\') {
      if (at + 1 >= pattern.length()) {
        throw invalid("invalid escape \\ sequence");
      }
      return character();
    }
    int code = pattern.codePointAt(at);
    at += Character.charCount(code);
    return code;
  }

  private static String inSet(int code) {
    return "\\x{" + Integer.toHexString(code) + '}';
  }

  private static String named(String name) {
    return switch (name) {
      case "alpha" -> "\\p{IsAlphabetic}";
      case "alnum" -> "\\p{IsAlphabetic}\\p{IsDigit}";
      case "word" -> WORD;
      case "digit" -> "0-9";
      case "xdigit" -> "0-9A-Fa-f";
      case "upper" -> "\\p{IsUppercase}";
      case "lower" -> "\\p{IsLowercase}";
      case "space" -> "\\p{IsWhite_Space}";
      case "blank" -> " \\t";
      case "punct" -> "\\p{IsPunctuation}\\p{S}";
      case "cntrl" -> "\\p{Cc}";
      case "graph" -> "\\p{L}\\p{M}\\p{N}\\p{P}\\p{S}";
      case "print" -> "\\p{L}\\p{M}\\p{N}\\p{P}\\p{S}\\p{Zs}";
      case "ascii" -> "\\x00-\\x7f";
      default -> throw invalid("invalid character class");
    };
  }
}
