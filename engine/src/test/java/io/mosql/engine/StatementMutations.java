package io.mosql.engine;

import io.mosql.core.error.MosqlException;
import io.mosql.sql.parser.MosqlParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Damages the statements of the golden scripts: tokens are removed, doubled, replaced by others or
 * by literals of all kinds, nested deeply, or repeated. Not thread-safe.
 */
final class StatementMutations {
  private static final Path FOLDER = Path.of("src/test/resources/sql");
  private static final Pattern TOKEN =
      Pattern.compile(
          "(?i:\\b[enx]'(?:[^']|'')*')|'(?:[^']|'')*'|\"[^\"]*\"|\\w+(?:\\.\\d+)?|::|<=|>=|<>|!=|\\|\\||->>?|#>>?|\\S");

  /** Statements that end sessions or write files. */
  private static final Pattern LEFT_OUT =
      Pattern.compile("(?is)^\\s*(shutdown|kill|backup|copy|checkpoint|alter cluster).*");

  private static final List<String> LITERALS =
      List.of(
          "null",
          "true",
          "0",
          "-1",
          "1",
          "2147483648",
          "9223372036854775807",
          "99999999999999999999",
          "1e308",
          "1e-400",
          "0.1",
          "1.000000000000000000000000000000000000001",
          "''",
          "'x'",
          "'1'",
          "' '",
          "'\u0000'",
          "'\uD83D\uDE00'",
          "'2024-02-30'",
          "date '2024-02-29'",
          "date '0000-00-00'",
          "time '24:00:00'",
          "timestamp '9999-12-31 23:59:59'",
          "timestamptz '2024-01-01 00:00:00+99'",
          "interval '1' day",
          "interval '999999999999' year",
          "interval '1 month -3 days'",
          "x'ff'",
          "x''",
          "uuid 'x'",
          "json '{'",
          "cast('[1]' as json)",
          "array[1, 'x']",
          "array[]",
          "row(1, 2)",
          "(1, 2)",
          "()",
          "?",
          "*",
          "default",
          "current_timestamp",
          "random()",
          "(select 1)",
          "(select id from t)",
          "count(*)",
          "sum(1) over ()",
          "cast(null as varchar(3))",
          "cast(1 as decimal(38, 38))",
          "case when 1 = 1 then 2 end",
          "'a' || 1");

  /** Keywords with a fixed position: a replacement rarely leaves a valid statement. */
  private static final Set<String> KEYWORDS =
      Set.of(
          ("SELECT FROM WHERE GROUP BY ORDER HAVING LIMIT OFFSET FETCH FIRST NEXT ROW ROWS ONLY AS ON USING JOIN LEFT RIGHT FULL CROSS"
                  + " INSERT INTO VALUES UPDATE SET DELETE CREATE TABLE VIEW INDEX DROP ALTER ADD COLUMN PRIMARY KEY REFERENCES FOREIGN"
                  + " CHECK DEFAULT NOT NULL AND OR IN IS LIKE BETWEEN CASE WHEN THEN ELSE END CAST OVER PARTITION WINDOW WITH UNION"
                  + " EXCEPT INTERSECT ALL DISTINCT EXISTS MERGE MATCHED CONFLICT DO RETURNING BEGIN COMMIT ROLLBACK SHOW EXPLAIN"
                  + " ASC DESC NULLS LAST DATE TIME TIMESTAMP INTERVAL ARRAY GRANT REVOKE TO COMMENT IF")
              .split(" "));

  private final List<Script> scripts;
  private final List<List<String>> all = new ArrayList<>();
  private final Random random;

  /** A script as its statements, each as tokens. */
  record Script(String name, List<List<String>> statements) {}

  StatementMutations(long seed) throws IOException {
    this.random = new Random(seed);
    List<Script> read = new ArrayList<>();
    try (Stream<Path> files = Files.list(FOLDER)) {
      for (Path file : files.filter(f -> f.toString().endsWith(".iq")).sorted().toList()) {
        read.add(script(file));
      }
    }
    this.scripts = List.copyOf(read);
    scripts.forEach(script -> all.addAll(script.statements));
  }

  /** The scripts; the mutants of a statement depend on the statements before it. */
  List<Script> scripts() {
    return scripts;
  }

  private static Script script(Path file) throws IOException {
    List<List<String>> statements = new ArrayList<>();
    StringBuilder statement = new StringBuilder();
    for (String line : Files.readAllLines(file)) {
      if (line.startsWith("!") || line.startsWith("--") || line.isBlank()) {
        statement.setLength(0);
      } else if (!line.startsWith("#") || !statement.isEmpty()) {
        statement.append(line).append('\n');
        if (line.endsWith(";")) {
          statement.setLength(statement.length() - 2);
          if (!LEFT_OUT.matcher(statement).matches()) {
            statements.add(tokens(statement.toString()));
          }
          statement.setLength(0);
        }
      }
    }
    return new Script(Objects.requireNonNull(file.getFileName()).toString(), statements);
  }

  private static List<String> tokens(String statement) {
    Matcher matcher = TOKEN.matcher(statement);
    return matcher.results().map(MatchResult::group).collect(Collectors.toList());
  }

  static String text(List<String> tokens) {
    return String.join(" ", tokens);
  }

  /** A mutant of one statement of the script. */
  String mutant(List<String> statement, Script script) {
    List<String> tokens = new ArrayList<>(statement);
    do {
      if (random.nextInt(3) > 0) {
        exchange(tokens, script);
      } else {
        damage(tokens);
      }
    } while (!tokens.isEmpty() && random.nextInt(3) == 0);
    return text(tokens);
  }

  /** Replaces a token by another one of the same kind, so that the result is often valid. */
  private void exchange(List<String> tokens, Script script) {
    int at = random.nextInt(tokens.size());
    for (int i = 0; i < 3 && kind(tokens.get(at)) != Kind.NAME; i++) {
      at = random.nextInt(tokens.size());
    }
    Kind kind = kind(tokens.get(at));
    if (kind == Kind.LITERAL || kind == Kind.NAME && random.nextInt(4) == 0) {
      tokens.set(at, random.nextInt(6) == 0 ? nested(pick(LITERALS)) : pick(LITERALS));
      return;
    }
    for (int tries = 0; tries < 20; tries++) {
      String other = pick(pick(random.nextInt(4) == 0 ? all : script.statements));
      if (kind(other) == kind) {
        tokens.set(at, other);
        return;
      }
    }
  }

  private enum Kind {
    NAME,
    KEYWORD,
    LITERAL,
    SIGN
  }

  private static Kind kind(String token) {
    char first = token.charAt(0);
    return first == '\'' || Character.isDigit(first)
        ? Kind.LITERAL
        : KEYWORDS.contains(token.toUpperCase(Locale.ROOT))
            ? Kind.KEYWORD
            : Character.isLetter(first) || first == '"' ? Kind.NAME : Kind.SIGN;
  }

  private void damage(List<String> tokens) {
    int at = random.nextInt(tokens.size());
    int to = random.nextInt(tokens.size());
    switch (random.nextInt(9)) {
      case 0 -> tokens.remove(at);
      case 1 -> tokens.add(at, tokens.get(at));
      case 2 -> Collections.swap(tokens, at, to);
      case 3 -> tokens.add(at, pick(LITERALS));
      case 4 -> tokens.set(at, pick(pick(all)));
      case 5 -> {
        List<String> other = pick(all);
        int from = random.nextInt(other.size());
        tokens.addAll(
            at, other.subList(from, Math.min(other.size(), from + 1 + random.nextInt(6))));
      }
      case 6 -> tokens.set(at, nested(tokens.get(at)));
      case 7 -> tokens.subList(Math.min(at, to), Math.max(at, to)).clear();
      default -> tokens.set(at, drawnOut(tokens.get(at)));
    }
  }

  private String nested(String token) {
    int depth = random.nextInt(20) == 0 ? 150 : 1 + random.nextInt(12);
    return switch (random.nextInt(6)) {
      case 0 -> "(".repeat(depth) + token + ")".repeat(depth);
      case 1 -> "(select ".repeat(depth) + token + ")".repeat(depth);
      case 2 -> "- ".repeat(depth) + token;
      case 3 -> "coalesce(".repeat(depth) + token + ", null)".repeat(depth);
      case 4 -> "case when true then ".repeat(depth) + token + " end".repeat(depth);
      default -> "not (".repeat(depth) + token + ")".repeat(depth);
    };
  }

  private String drawnOut(String token) {
    int count = random.nextInt(20) == 0 ? 3_000 : 1 + random.nextInt(40);
    return switch (random.nextInt(5)) {
      case 0 -> token + (", " + token).repeat(count);
      case 1 -> token + (" + " + token).repeat(count);
      case 2 -> token + (" or " + token).repeat(count);
      case 3 -> "'" + "long text ".repeat(count) + "'";
      default -> token + "x".repeat(count);
    };
  }

  private <T> T pick(List<T> from) {
    return from.get(random.nextInt(from.size()));
  }

  /** Whether it can be parsed; otherwise only the parser was tested. */
  static boolean isRead(String sql) {
    try {
      MosqlParser.parse(sql);
      return true;
    } catch (MosqlException e) {
      return false;
    }
  }
}
