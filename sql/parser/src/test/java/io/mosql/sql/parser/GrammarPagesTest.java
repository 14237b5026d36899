package io.mosql.sql.parser;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Tests the SQL reference against the grammar: each keyword in a rule of the generated parser or of
 * the hand-written grammar is on a page of docs/sql, possibly the page of unsupported syntax.
 */
final class GrammarPagesTest {
  private static final Path DOCS = Path.of("../../docs");
  private static final Path GRAMMAR = Path.of("target/grammar/javacc/Parser.jj");
  private static final Path BY_HAND = Path.of("src/main/java/io/mosql/sql/parser/impl");

  private static final Pattern RULE =
      Pattern.compile("(?m)^(?:JAVACODE )?[A-Za-z][\\w<>\\[\\], .@]*\\s(\\w+)\\(");
  private static final Pattern CALLED = Pattern.compile("\\b(\\w+)\\s*\\(");
  private static final Pattern WORD = Pattern.compile("<\\s*([A-Z][A-Z0-9_]+)\\s*>");
  private static final Pattern KEYWORD =
      Pattern.compile("(?m)^[|\\s]*<\\s*([A-Z][A-Z0-9_]*):\\s*\"([A-Z0-9_]+)\"");
  private static final Pattern LITERAL = Pattern.compile("\"([A-Z][A-Z0-9_ (),=]*)\"");

  /** Keywords of JDBC escapes, which are on the page of the driver. */
  private static final String JDBC_TYPE = "SQL_.*";

  /** Units of days, and plurals of units, of which the page has the singular. */
  private static final Set<String> UNITS =
      Set.of(
          "MONDAY", "TUESDAY", "WEDNESDAY", "THURSDAY", "FRIDAY", "SATURDAY", "SUNDAY", "QUARTERS");

  @Test
  void wordsOfTheGeneratedGrammarAreOnAPage() throws IOException {
    Map<String, String> rules = rules(Files.readString(GRAMMAR));
    Map<String, String> keywords = new LinkedHashMap<>();
    KEYWORD
        .matcher(Files.readString(GRAMMAR))
        .results()
        .forEach(keyword -> keywords.put(keyword.group(1), keyword.group(2)));
    Set<String> words = new TreeSet<>();
    for (String rule : reached(rules)) {
      WORD.matcher(rules.get(rule))
          .results()
          .map(word -> keywords.get(word.group(1)))
          .filter(word -> word != null)
          .forEach(words::add);
    }
    assertThat(words).hasSizeGreaterThan(200).contains("SELECT", "LATERAL", "MATCH_RECOGNIZE");
    assertThat(missing(words)).isEmpty();
  }

  @Test
  void wordsOfTheGrammarByHandAreOnAPage() throws IOException {
    Set<String> words = new TreeSet<>();
    for (Path source : list(BY_HAND, ".java")) {
      for (MatchResult literal : LITERAL.matcher(Files.readString(source)).results().toList()) {
        for (String word : literal.group(1).split("[^A-Z0-9_]+")) {
          words.add(word);
        }
      }
    }
    words.removeIf(word -> word.length() < 2);
    assertThat(words).hasSizeGreaterThan(200).contains("TRUNCATE", "VACUUM", "OVERRIDING");
    assertThat(missing(words)).isEmpty();
  }

  private static Set<String> missing(Set<String> words) throws IOException {
    StringBuilder text = new StringBuilder();
    for (Path page : list(DOCS.resolve("sql"), ".md")) {
      text.append(Files.readString(page));
    }
    text.append(Files.readString(DOCS.resolve("cluster.md")));
    Set<String> documented =
        new HashSet<>(List.of(text.toString().toUpperCase(Locale.ROOT).split("\\W+")));
    Set<String> missing = new TreeSet<>(words);
    missing.removeAll(documented);
    missing.removeAll(UNITS);
    missing.removeIf(word -> word.matches(JDBC_TYPE));
    return missing;
  }

  /** Returns the rules by name, without comments. */
  private static Map<String, String> rules(String grammar) {
    String text =
        grammar
            .substring(grammar.indexOf("PARSER_END"))
            .replaceAll("(?s)/\\*.*?\\*/", "")
            .replaceAll("//[^\n]*", "");
    Map<String, String> rules = new LinkedHashMap<>();
    Matcher matcher = RULE.matcher(text);
    int from = -1;
    String name = "";
    while (matcher.find()) {
      if (from >= 0) {
        rules.merge(name, text.substring(from, matcher.start()), String::concat);
      }
      name = matcher.group(1);
      from = matcher.start();
    }
    return rules;
  }

  /** Returns the rules reachable from those that the hand-written grammar calls. */
  private static Set<String> reached(Map<String, String> rules) throws IOException {
    Deque<String> open = new ArrayDeque<>(List.of("WholeQuery", "ScalarExpression", "WhereClause"));
    for (Path source : list(BY_HAND, ".java")) {
      CALLED
          .matcher(Files.readString(source))
          .results()
          .map(call -> call.group(1))
          .filter(rules::containsKey)
          .forEach(open::add);
    }
    Set<String> reached = new HashSet<>();
    while (!open.isEmpty()) {
      String rule = open.remove();
      // non-reserved words
      if (!rule.startsWith("NonReserved") && reached.add(rule)) {
        CALLED
            .matcher(rules.get(rule))
            .results()
            .map(call -> call.group(1))
            .filter(rules::containsKey)
            .forEach(open::add);
      }
    }
    return reached;
  }

  private static List<Path> list(Path folder, String end) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> file.toString().endsWith(end)).sorted().toList();
    }
  }
}
