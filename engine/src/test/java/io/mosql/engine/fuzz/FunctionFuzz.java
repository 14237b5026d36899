package io.mosql.engine.fuzz;

import io.mosql.testkit.SeededRandom;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Calls every function of docs/sql/functions.md, every operator and every cast with arguments of
 * all types, extremes and NULLs, with right and wrong numbers of arguments. The result is a value
 * or an error that describes the problem, and is the same for constant arguments, which are folded,
 * and for columns, which are evaluated for each row. Not thread-safe.
 */
final class FunctionFuzz implements AutoCloseable {
  /** Values of each type that columns have, as SQL. */
  private static final Map<String, List<String>> VALUES = new TreeMap<>();

  static {
    VALUES.put("SMALLINT", List.of("0", "1", "-1", "7", "32767", "-32768"));
    VALUES.put("INTEGER", List.of("0", "1", "-1", "2", "5", "100", "2147483647", "-2147483648"));
    VALUES.put(
        "BIGINT", List.of("0", "1", "-3", "40", "9223372036854775807", "-9223372036854775808"));
    VALUES.put(
        "NUMERIC(20, 4)",
        List.of(
            "0", "1", "-1.5", "0.0001", "2.5", "9999999999999999.9999", "-9999999999999999.9999"));
    VALUES.put("NUMERIC(255, 20)", List.of("0", "1.00000000000000000001", "-7.5", "1e200"));
    VALUES.put("REAL", List.of("0", "1.5", "-2", "3.4e38", "1e-45", "'NaN'", "'Infinity'"));
    VALUES.put(
        "DOUBLE PRECISION",
        List.of(
            "0",
            "-0.0",
            "1.5",
            "-2",
            "0.5",
            "1.7e308",
            "5e-324",
            "'NaN'",
            "'Infinity'",
            "'-Infinity'"));
    VALUES.put("BOOLEAN", List.of("TRUE", "FALSE"));
    VALUES.put(
        "TEXT",
        List.of(
            "''",
            "'a'",
            "'abc'",
            "' x '",
            "'12'",
            "'-3.5'",
            "'é😀'",
            "'%a_'",
            "'2024-02-29'",
            "'day'",
            "'{\"a\": [1, null]}'",
            "'$.a'",
            "'[a-c]+'",
            "'('",
            "'UTC'",
            "'1 day'",
            "repeat('ab', 3000)",
            "'YYYY-MM'",
            "'hex'",
            "'{a,b}'",
            "'00000000-0000-0000-0000-000000000000'"));
    VALUES.put("VARCHAR(10)", List.of("''", "'ab'", "'0123456789'"));
    VALUES.put("CHAR(3)", List.of("'a'", "'abc'"));
    VALUES.put("BYTEA", List.of("'\\x'", "'\\x00ff'", "'abc'"));
    VALUES.put("DATE", List.of("'2024-02-29'", "'0001-01-01'", "'9999-12-31'", "'1970-01-01'"));
    VALUES.put("TIME", List.of("'00:00:00'", "'23:59:59.999999'", "'12:00'"));
    VALUES.put(
        "TIMESTAMP",
        List.of("'2024-02-29 12:30:00'", "'0001-01-01 00:00:00'", "'9999-12-31 23:59:59.999999'"));
    VALUES.put("TIMESTAMPTZ", List.of("'2024-02-29 12:30:00Z'", "'1900-01-01 00:00:00+14'"));
    VALUES.put(
        "INTERVAL",
        List.of("'0'", "'1 day'", "'-1 mon 5 days 03:00'", "'178000000 years'", "'1 us'"));
    VALUES.put(
        "UUID",
        List.of(
            "'00000000-0000-0000-0000-000000000000'", "'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'"));
    VALUES.put(
        "JSONB",
        List.of(
            "'null'",
            "'1'",
            "'\"a\"'",
            "'[]'",
            "'[1, {\"a\": null}]'",
            "'{\"a\": {\"b\": [1.5, \"x\"]}}'",
            "'{}'"));
  }

  private static final List<Kind> KINDS = List.of(Kind.values());
  private static final List<String> TYPES = List.copyOf(VALUES.keySet());

  /** Arguments for most functions. */
  private static final List<String> COMMON =
      List.of("TEXT", "TEXT", "INTEGER", "DOUBLE PRECISION", "TIMESTAMP", "JSONB");

  /** Operators with {@code ?} for arguments. */
  private static final List<String> OPERATORS =
      List.of(
          "? + ?",
          "? - ?",
          "? * ?",
          "? / ?",
          "? % ?",
          "- ?",
          "+ ?",
          "? || ?",
          "? = ?",
          "? <> ?",
          "? < ?",
          "? <= ?",
          "? > ?",
          "? >= ?",
          "? ^ ?",
          "? IS DISTINCT FROM ?",
          "? BETWEEN ? AND ?",
          "? NOT BETWEEN SYMMETRIC ? AND ?",
          "? IN (?, ?)",
          "? NOT IN (?, ?)",
          "? LIKE ?",
          "? NOT ILIKE ?",
          "? LIKE ? ESCAPE ?",
          "? SIMILAR TO ?",
          "? ~ ?",
          "? ~* ?",
          "? !~ ?",
          "? !~* ?",
          "? IS NULL",
          "? IS NOT NULL",
          "? IS TRUE",
          "? IS NOT FALSE",
          "? IS UNKNOWN",
          "NOT ?",
          "? AND ?",
          "? OR ?",
          "? -> ?",
          "? ->> ?",
          "? #> ?",
          "? #>> ?",
          "? @> ?",
          "? <@ ?",
          "? ?? ?",
          "? ??| ?",
          "? ??& ?",
          "? #- ?",
          "? @?? ?",
          "? @@ ?",
          "? AT TIME ZONE ?",
          "(?, ?) OVERLAPS (?, ?)",
          "CASE WHEN ? THEN ? ELSE ? END",
          "CASE ? WHEN ? THEN ? ELSE ? END",
          "COALESCE(?, ?)",
          "NULLIF(?, ?)",
          "GREATEST(?, ?)",
          "LEAST(?, ?, ?)",
          "(?, ?) = (?, ?)",
          "(?, ?) < (?, ?)",
          "(?, ?) IN ((?, ?), (?, ?))",
          "? = ANY (ARRAY[?, ?])",
          "? > ALL (ARRAY[?, ?])",
          "? IS JSON",
          "? IS NOT JSON OBJECT",
          "EXTRACT(YEAR FROM ?)",
          "EXTRACT(EPOCH FROM ?)",
          "EXTRACT(DOW FROM ?)",
          "EXTRACT(MICROSECOND FROM ?)",
          "SUBSTRING(? FROM ? FOR ?)",
          "SUBSTRING(? FROM ?)",
          "POSITION(? IN ?)",
          "OVERLAY(? PLACING ? FROM ? FOR ?)",
          "TRIM(BOTH ? FROM ?)",
          "TRIM(LEADING FROM ?)",
          "? COLLATE \"nocase\" = ?",
          "json_value(?, ? RETURNING INTEGER)",
          "json_query(?, ? WITH WRAPPER)",
          "json_exists(?, ?)",
          "json_object(? VALUE ?)",
          "json_array(?, ? NULL ON NULL)",
          "timestampadd(MONTH, ?, ?)",
          "timestampdiff(HOUR, ?, ?)",
          "date_add(?, INTERVAL (?) DAY)",
          "(?)[?]",
          "? FORMAT JSON");

  /** Volatile functions, functions that wait, and words that are no functions. */
  private static final Set<String> LEFT_OUT =
      Set.of(
          "random",
          "rand",
          "uuid",
          "gen_random_uuid",
          "clock_timestamp",
          "nextval",
          "setval",
          "currval",
          "lastval",
          "sleep");

  private static final Pattern CALL = Pattern.compile("\\b([a-z][a-z_0-9]*)\\(");
  private static final String UNGROUPED = "42803";
  private static final int TIMEOUT_SECONDS = 20;

  private final SeededRandom random;
  private final Connection connection;
  private final Side side;
  private final List<String> functions;
  private final Map<String, String> problems = new TreeMap<>();
  private int statements;
  private int answered;

  FunctionFuzz(long seed) throws SQLException, IOException {
    random = new SeededRandom(seed);
    connection = DriverManager.getConnection("jdbc:mosql:mem:functions-" + seed + "?timeZone=UTC");
    side = new Side(connection, TIMEOUT_SECONDS);
    functions = functions();
    int rows = VALUES.values().stream().mapToInt(List::size).max().orElseThrow();
    side.execute(
        "CREATE TABLE v (id INT PRIMARY KEY, "
            + IntStream.range(0, TYPES.size())
                .mapToObj(i -> "c" + i + " " + TYPES.get(i))
                .collect(Collectors.joining(", "))
            + ")");
    for (int row = 0; row <= rows; row++) {
      int number = row;
      side.execute(
          "INSERT INTO v VALUES ("
              + row
              + ", "
              + TYPES.stream().map(type -> constant(type, number)).collect(Collectors.joining(", "))
              + ")");
    }
  }

  /** The names in docs/sql/functions.md; another test checks that no function is missing. */
  private static List<String> functions() throws IOException {
    Set<String> names = new TreeSet<>();
    String section = "";
    for (String line : Files.readAllLines(Path.of("../docs/sql/functions.md"))) {
      section = line.startsWith("## ") ? line : section;
      if (section.equals("## Aggregates")) {
        // for constants they equal the result for one row, but beside columns they do not
        continue;
      }
      Matcher call = CALL.matcher(line);
      while (line.startsWith("|") && call.find()) {
        names.add(call.group(1));
      }
    }
    names.removeAll(LEFT_OUT);
    return List.copyOf(names);
  }

  /** The value of a type with a number, NULL where there are fewer. */
  private static String constant(String type, int number) {
    List<String> values = values(type);
    return "CAST(" + (number < values.size() ? values.get(number) : "NULL") + " AS " + type + ")";
  }

  private static List<String> values(String type) {
    return Objects.requireNonNull(VALUES.get(type), type);
  }

  /** An argument as a constant and as a column. */
  private record Argument(String constant, String column, String condition) {}

  void play(int count) {
    for (int i = 0; i < count; i++) {
      switch (random.nextInt(10)) {
        case 0 -> cast();
        case 1, 2, 3 -> compare(pick(OPERATORS), 0);
        case 4 -> loose();
        default -> compare(call(random.percent(92) ? 1 + random.nextInt(4) : random.nextInt(6)), 0);
      }
    }
  }

  private String call(int arguments) {
    return pick(functions)
        + IntStream.range(0, arguments)
            .mapToObj(i -> "?")
            .collect(Collectors.joining(", ", "(", ")"));
  }

  private void cast() {
    compare("CAST(? AS " + pick(TYPES) + ")", 0);
  }

  /** Compares a template with constants and with columns; an argument may be a nested call. */
  private void compare(String template, int depth) {
    List<Argument> arguments = new ArrayList<>();
    String inner = template;
    if (depth == 0 && random.percent(20) && template.contains("?")) {
      inner =
          template.replaceFirst(
              "(?<!\\?)\\?(?!\\?)",
              Matcher.quoteReplacement(
                  "("
                      + (random.nextBoolean() ? pick(OPERATORS) : call(1 + random.nextInt(2)))
                      + ")"));
    }
    int count = holes(inner);
    for (int i = 0; i < count; i++) {
      arguments.add(argument(i));
    }
    String constants = "SELECT " + fill(inner, arguments.stream().map(Argument::constant).toList());
    String from =
        count == 0
            ? ""
            : " FROM "
                + IntStream.range(0, count)
                    .mapToObj(i -> "v v" + i)
                    .collect(Collectors.joining(", "))
                + " WHERE "
                + arguments.stream().map(Argument::condition).collect(Collectors.joining(" AND "));
    String columns =
        "SELECT " + fill(inner, arguments.stream().map(Argument::column).toList()) + from;
    Answer folded = answer(constants);
    Answer worked = answer(columns);
    boolean same =
        folded.failed()
            ? folded.state().equals(worked.state())
            : folded.rows().equals(worked.rows());
    if (!same
        && !worked.state().equals(UNGROUPED)
        && !mayStop(inner, folded, worked)
        && folded.rows().equals(answer(constants).rows())) {
      problem(
          "differs " + shape(inner) + " " + folded.state() + "/" + worked.state(),
          constants + "\n    " + folded + "\n    " + columns + "\n    " + worked);
    }
  }

  /**
   * Whether one of them need not evaluate the failing expression of the other: after a choice or
   * AND, in a comparison of rows, or beside a constant NULL.
   */
  private static boolean mayStop(String template, Answer folded, Answer worked) {
    boolean order = folded.stateClass().equals("22") || worked.stateClass().equals("22");
    return order
        && (template.contains("(") && template.indexOf('(') > 0
            || template.contains("(?, ?)")
            || template.matches(".*\\b(AND|OR|CASE|IN|ANY|ALL|BETWEEN|COALESCE)\\b.*"))
        && folded.failed() != worked.failed();
  }

  private static String shape(String template) {
    return template.replaceAll("[0-9]+", "0");
  }

  /** Arguments without a cast: plain literals, parameters of other types. */
  private void loose() {
    String template = random.nextBoolean() ? pick(OPERATORS) : call(random.nextInt(4));
    int count = holes(template);
    Literals literals = new Literals(random);
    List<Object> parts = new ArrayList<>();
    parts.add("SELECT ");
    String[] texts = template.split("(?<!\\?)\\?(?!\\?)", -1);
    for (int i = 0; i <= count; i++) {
      parts.add(texts[i]);
      if (i < count) {
        Kind kind = pick(KINDS);
        parts.add(
            random.percent(10)
                ? "NULL"
                : random.percent(40) ? literals.parameter(kind) : literals.literal(kind));
      }
    }
    Piece piece = new Piece(null, false, parts);
    judge(piece.withValues(), side.answer(piece));
  }

  private Argument argument(int number) {
    int type = random.percent(45) ? TYPES.indexOf(pick(COMMON)) : random.nextInt(TYPES.size());
    String name = TYPES.get(type);
    int row = random.nextInt(values(name).size() + (random.percent(10) ? 1 : 0));
    return new Argument(
        constant(name, row), "v" + number + ".c" + type, "v" + number + ".id = " + row);
  }

  private static int holes(String template) {
    return template.split("(?<!\\?)\\?(?!\\?)", -1).length - 1;
  }

  private static String fill(String template, List<String> arguments) {
    String filled = template;
    for (String argument : arguments) {
      filled = filled.replaceFirst("(?<!\\?)\\?(?!\\?)", Matcher.quoteReplacement(argument));
    }
    return filled;
  }

  private Answer answer(String sql) {
    Answer answer = side.answer(Piece.of(sql));
    judge(sql, answer);
    return answer;
  }

  /** Checks that the result is a value, or an error of the caller. */
  private void judge(String sql, Answer answer) {
    statements++;
    answered += answer.failed() ? 0 : 1;
    if (answer.state().startsWith("XX")
        || answer.state().startsWith("58")
        || answer.state().equals("57014")
        || answer.state().equals("none")) {
      problem(
          answer.state()
              + " "
              + answer.message().replaceAll("[0-9]+", "0").replaceAll("'[^']*'|\"[^\"]*\"", "x"),
          sql + "\n    " + answer);
    }
  }

  private void problem(String form, String text) {
    problems.putIfAbsent(form.toLowerCase(Locale.ROOT), text);
  }

  List<String> problems() {
    return List.copyOf(problems.values());
  }

  int statements() {
    return statements;
  }

  /** Number of calls with a value. */
  int answered() {
    return answered;
  }

  private <T> T pick(List<T> of) {
    return of.get(random.nextInt(of.size()));
  }

  @Override
  public void close() throws SQLException {
    try (Connection ended = connection;
        Statement shutdown = ended.createStatement()) {
      // otherwise the database stays open until the process ends
      shutdown.execute("SHUTDOWN");
    }
  }
}
