package io.mosql.sql.function.path;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.DecimalNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.mosql.core.error.MosqlException;
import io.mosql.sql.error.SqlErrorMessage;
import io.mosql.sql.function.json.JsonText;
import io.mosql.sql.function.text.RegexMatcher;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Parses an SQL/JSON path by recursive descent. Values and tests share the grammar rules, and are
 * distinguished where only one of them is allowed. Used once.
 */
final class PathParser {
  private static final Pattern TOKEN =
      Pattern.compile(
          "\\s*(?:(\\$?\"(?:[^\"\\\\]|\\\\.)*\")"
              + "|((?:[0-9]+(?:\\.[0-9]*)?|\\.[0-9]+)(?:[eE][+-]?[0-9]+)?)"
              + "|(\\$?[\\p{L}_][\\p{L}\\p{N}_]*)"
              + "|(&&|\\|\\||==|!=|<>|<=|>=|\\*\\*|[$@.*\\[\\](){}?!<>+\\-/%,]))\\s*");

  private static final Pattern ESCAPE =
      Pattern.compile("\\\\(?:x([0-9a-fA-F]{2})|u\\{([0-9a-fA-F]{1,6})}|(.))", Pattern.DOTALL);

  private static final Set<String> COMPARISONS = Set.of("==", "!=", "<>", "<", "<=", ">", ">=");
  private static final int DEPTH_MAX = 100;
  private static final int NUMBER_MAX = 400;

  private final String text;
  private final Matcher matcher;

  /** The next token; empty at the end. */
  private String token = "";

  private int at;
  private int next;
  private int depth;

  /** Depth of nested filters, and of subscripts, at the current token. */
  private int filters;

  private int subscripts;

  PathParser(String text) {
    this.text = text;
    this.matcher = TOKEN.matcher(text);
    advance();
  }

  /**
   * The whole path, without its mode.
   *
   * @throws MosqlException 22023 for an invalid path, 0A000 for unsupported features
   */
  PathNode.Value path() {
    PathNode whole = or();
    if (!token.isEmpty()) {
      throw bad();
    }
    return whole instanceof PathNode.Test test
        ? new PathNode.TestValue(test)
        : (PathNode.Value) whole;
  }

  private PathNode or() {
    if (++depth > DEPTH_MAX) {
      throw SqlErrorMessage.JSON_PATH_TOO_DEEP.error();
    }
    PathNode left = and();
    while (accept("||")) {
      left = new PathNode.Or(test(left), test(and()));
    }
    depth--;
    return left;
  }

  private PathNode and() {
    PathNode left = comparison();
    while (accept("&&")) {
      left = new PathNode.And(test(left), test(comparison()));
    }
    return left;
  }

  private PathNode comparison() {
    if (accept("!")) {
      if (!token.equals("(") && !isWord("exists")) {
        throw bad();
      }
      return new PathNode.Not(test(comparison()));
    }
    PathNode left = sum();
    if (COMPARISONS.contains(token)) {
      String operator = token.equals("!=") ? "<>" : token;
      advance();
      return new PathNode.Comparison(operator, value(left), value(sum()));
    }
    if (acceptWord("starts")) {
      expectWord("with");
      if (!token.startsWith("\"") && !token.startsWith("$")) {
        throw bad();
      }
      return new PathNode.StartsWith(value(left), value(primary()));
    }
    if (acceptWord("like_regex")) {
      return likeRegex(value(left));
    }
    return left;
  }

  private PathNode likeRegex(PathNode.Value value) {
    String pattern = string();
    StringBuilder flags = new StringBuilder();
    boolean anything = false;
    boolean lines = false;
    String said = "";
    if (acceptWord("flag")) {
      said = string();
      for (int i = 0; i < said.length(); i++) {
        char flag = said.charAt(i);
        switch (flag) {
          case 'i', 'q' -> flags.append(flag);
          case 's' -> anything = true;
          case 'm' -> lines = true;
          case 'x' -> throw SqlErrorMessage.REGEX_FLAG_X.error();
          default -> throw bad();
        }
      }
    }
    // by default a dot matches line ends, and ^ and $ ignore lines
    flags.append(anything ? lines ? 'w' : 's' : lines ? 'n' : 'p');
    RegexMatcher regexes = new RegexMatcher();
    regexes.matcher("", pattern, flags.toString());
    return new PathNode.LikeRegex(value, regexes, pattern, flags.toString(), said);
  }

  private PathNode sum() {
    PathNode left = product();
    while (token.equals("+") || token.equals("-")) {
      char operator = token.charAt(0);
      advance();
      left = new PathNode.Binary(operator, value(left), value(product()));
    }
    return left;
  }

  private PathNode product() {
    PathNode left = signed();
    while (token.equals("*") || token.equals("/") || token.equals("%")) {
      char operator = token.charAt(0);
      advance();
      left = new PathNode.Binary(operator, value(left), value(signed()));
    }
    return left;
  }

  private PathNode signed() {
    if (token.equals("+") || token.equals("-")) {
      if (++depth > DEPTH_MAX) {
        throw SqlErrorMessage.JSON_PATH_TOO_DEEP.error();
      }
      char operator = token.charAt(0);
      advance();
      PathNode.Value operand = value(signed());
      PathNode made =
          operand instanceof PathNode.Literal literal && literal.value().isNumber()
              ? new PathNode.Literal(
                  operator == '-'
                      ? DecimalNode.valueOf(literal.value().decimalValue().negate())
                      : literal.value())
              : new PathNode.Unary(operator, operand);
      depth--;
      return made;
    }
    PathNode from = primary();
    if (from instanceof PathNode.Test test) {
      if (!token.equals(".") && !token.equals("[") && !token.equals("?")) {
        return from;
      }
      from = new PathNode.TestValue(test);
    }
    List<PathNode.Step> steps = new ArrayList<>();
    for (PathNode.Step step = step(); step != null; step = step()) {
      steps.add(step);
    }
    return steps.isEmpty() ? from : new PathNode.Access(value(from), steps);
  }

  private PathNode primary() {
    if (accept("$")) {
      return new PathNode.Root();
    }
    if (filters > 0 && accept("@")) {
      return new PathNode.Current();
    }
    if (accept("(")) {
      PathNode inner = or();
      expect(")");
      if (inner instanceof PathNode.Test test && acceptWord("is")) {
        expectWord("unknown");
        return new PathNode.IsUnknown(test);
      }
      return inner;
    }
    if (isWord("exists")) {
      advance();
      expect("(");
      PathNode inner = or();
      expect(")");
      return new PathNode.Exists(value(inner));
    }
    if (token.startsWith("$")) {
      String name = token.startsWith("$\"") ? text(token.substring(1)) : token.substring(1);
      advance();
      return new PathNode.Variable(name);
    }
    if (subscripts > 0 && acceptWord("last")) {
      return new PathNode.Last();
    }
    return new PathNode.Literal(literal());
  }

  private JsonNode literal() {
    if (token.startsWith("\"")) {
      return TextNode.valueOf(string());
    }
    if (acceptWord("true")) {
      return BooleanNode.TRUE;
    }
    if (acceptWord("false")) {
      return BooleanNode.FALSE;
    }
    if (acceptWord("null")) {
      return NullNode.getInstance();
    }
    if (token.isEmpty() || !Character.isDigit(token.charAt(0)) && token.charAt(0) != '.') {
      throw bad();
    }
    if (token.length() > NUMBER_MAX) {
      throw bad();
    }
    String number = (token.startsWith(".") ? "0" : "") + token.replaceFirst("\\.($|[eE])", "$1");
    JsonNode value = JsonText.parseOrNull(number.replaceFirst("^0+(?=[0-9])", ""));
    if (value == null) {
      throw bad();
    }
    PathEvaluator.requireSmall(value.decimalValue());
    advance();
    return value;
  }

  private PathNode.@Nullable Step step() {
    if (accept("?")) {
      expect("(");
      filters++;
      PathNode.Test test = test(or());
      filters--;
      expect(")");
      return new PathNode.Step.Filter(test);
    }
    if (accept("[")) {
      return subscripts();
    }
    if (!accept(".")) {
      return null;
    }
    if (accept("**")) {
      return descent();
    }
    if (accept("*")) {
      return new PathNode.Step.Members();
    }
    if (token.startsWith("\"")) {
      return new PathNode.Step.Member(string());
    }
    if (token.isEmpty()
        || !Character.isLetter(token.charAt(0)) && "_$".indexOf(token.charAt(0)) < 0
        || token.equals("$")
        || token.startsWith("$\"")) {
      throw bad();
    }
    String key = token;
    advance();
    if (!accept("(")) {
      return new PathNode.Step.Member(key);
    }
    PathNode.Step.Name name = method(key);
    expect(")");
    return new PathNode.Step.Method(name);
  }

  /** The levels of a descent; all by default. */
  private PathNode.Step descent() {
    if (!accept("{")) {
      return new PathNode.Step.Descent(0, PathNode.Step.Descent.LAST);
    }
    int first = level();
    int last = acceptWord("to") ? level() : first;
    expect("}");
    return new PathNode.Step.Descent(first, last);
  }

  private int level() {
    if (acceptWord("last")) {
      return PathNode.Step.Descent.LAST;
    }
    if (!token.matches("[0-9]{1,9}")) {
      throw bad();
    }
    int level = Integer.parseInt(token);
    advance();
    return level;
  }

  private static PathNode.Step.Name method(String name) {
    for (PathNode.Step.Name known : PathNode.Step.Name.values()) {
      if (known.name().toLowerCase(Locale.ROOT).equals(name)) {
        return known;
      }
    }
    throw unsupported("method ." + name + "()");
  }

  private PathNode.Step subscripts() {
    if (token.equals("*")) {
      advance();
      expect("]");
      return new PathNode.Step.Items();
    }
    List<PathNode.Range> ranges = new ArrayList<>();
    subscripts++;
    do {
      PathNode.Value from = value(sum());
      PathNode.Value to = acceptWord("to") ? value(sum()) : null;
      ranges.add(new PathNode.Range(from, to));
    } while (accept(","));
    subscripts--;
    expect("]");
    return new PathNode.Step.Subscripts(ranges);
  }

  private String string() {
    if (!token.startsWith("\"")) {
      throw bad();
    }
    String text = text(token);
    advance();
    return text;
  }

  private String text(String quoted) {
    JsonNode read = JsonText.parseOrNull(plainEscapes(quoted));
    if (read == null) {
      throw bad();
    }
    return read.textValue();
  }

  /** Replaces escapes that JSON does not have by JSON escapes. */
  private static String plainEscapes(String string) {
    return ESCAPE
        .matcher(string)
        .replaceAll(
            escape -> {
              String digits = escape.group(1) != null ? escape.group(1) : escape.group(2);
              String plain;
              if (digits != null) {
                StringBuilder units = new StringBuilder();
                int code = Integer.parseInt(digits, 16);
                for (char unit : Character.toChars(Math.min(code, Character.MAX_CODE_POINT))) {
                  units.append(String.format(Locale.ROOT, "\\u%04x", (int) unit));
                }
                plain = units.toString();
              } else {
                char c = escape.group(3).charAt(0);
                plain = c == 'v' ? "\\u000b" : "\"\\/bfnrtu".indexOf(c) >= 0 ? "\\" + c : "" + c;
              }
              return Matcher.quoteReplacement(plain);
            });
  }

  private PathNode.Test test(PathNode node) {
    if (node instanceof PathNode.Test test) {
      return test;
    }
    throw bad();
  }

  private PathNode.Value value(PathNode node) {
    if (node instanceof PathNode.Value value) {
      return value;
    }
    throw bad();
  }

  private boolean isWord(String word) {
    return token.equals(word);
  }

  private boolean acceptWord(String word) {
    return accept(word);
  }

  private void expectWord(String word) {
    expect(word);
  }

  private boolean accept(String wanted) {
    if (!token.equals(wanted)) {
      return false;
    }
    advance();
    return true;
  }

  private void expect(String wanted) {
    if (!accept(wanted)) {
      throw bad();
    }
  }

  private void advance() {
    at = next;
    if (next >= text.length()) {
      token = "";
      return;
    }
    if (!matcher.region(next, text.length()).lookingAt()) {
      throw bad();
    }
    token = text.substring(next, matcher.end()).strip();
    next = matcher.end();
  }

  private MosqlException bad() {
    return SqlErrorMessage.JSON_PATH_INVALID.error(Math.min(at + 1, text.length()));
  }

  private static MosqlException unsupported(String what) {
    return SqlErrorMessage.JSON_PATH_UNSUPPORTED.error(what);
  }
}
