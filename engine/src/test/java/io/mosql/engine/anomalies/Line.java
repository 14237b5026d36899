package io.mosql.engine.anomalies;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A command of a script: {@code > s1: select 1}, {@code > s1 fetch c 2}. Immutable.
 *
 * @param session name of the session
 * @param verb empty for plain SQL
 * @param words words between verb and colon, without tuples
 * @param tuples values in parentheses before the colon
 * @param sql text after the colon; empty without one
 */
record Line(
    String session,
    String verb,
    List<String> words,
    List<List<@Nullable Object>> tuples,
    String sql) {
  static final String PROMPT = ">";

  private static final Pattern FORM =
      Pattern.compile(">\\s*(?<session>[a-z]\\w*)(?<how>(\\s[^:]*)?)(:\\s*(?<sql>.*))?");
  private static final Pattern TUPLE = Pattern.compile("\\(([^)]*)\\)");

  static boolean isCommand(String line) {
    return line.startsWith(PROMPT);
  }

  static Line parse(String line) {
    Matcher form = FORM.matcher(line);
    if (!form.matches()) {
      throw new AssertionError("No command: " + line);
    }
    String how = Objects.requireNonNullElse(form.group("how"), "");
    List<List<@Nullable Object>> tuples = new ArrayList<>();
    Matcher tuple = TUPLE.matcher(how);
    while (tuple.find()) {
      tuples.add(values(tuple.group(1)));
    }
    List<String> words = new ArrayList<>();
    for (String word : TUPLE.matcher(how).replaceAll(" ").strip().split("\\s+")) {
      if (!word.isEmpty()) {
        words.add(word);
      }
    }
    String verb = words.isEmpty() ? "" : words.remove(0);
    return new Line(
        form.group("session"),
        verb,
        words,
        tuples,
        Objects.requireNonNullElse(form.group("sql"), ""));
  }

  private static List<@Nullable Object> values(String list) {
    List<@Nullable Object> values = new ArrayList<>();
    for (String text : list.split(",")) {
      values.add(value(text.strip()));
    }
    return values;
  }

  /** {@code 1}, {@code 1.5} a decimal, {@code 1.5e0} a double, {@code 'text'}, {@code null}. */
  private static @Nullable Object value(String text) {
    if (text.equals("null")) {
      return null;
    }
    if (text.startsWith("'") && text.endsWith("'") && text.length() > 1) {
      return text.substring(1, text.length() - 1);
    }
    if (text.contains("e") || text.contains("N")) {
      return Double.valueOf(text);
    }
    if (text.contains(".")) {
      return new BigDecimal(text);
    }
    return Integer.valueOf(text);
  }
}
