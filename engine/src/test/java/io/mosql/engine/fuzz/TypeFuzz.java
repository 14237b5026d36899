package io.mosql.engine.fuzz;

import io.mosql.testkit.SeededRandom;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Runs random queries and checks the rows against the metadata: no NULL in a NOT NULL column,
 * values of the class, precision and scale; and the number of rows with IS NULL, which may be
 * folded by the nullability of a column, equals the number of NULLs. Not thread-safe.
 */
final class TypeFuzz implements AutoCloseable {
  private static final int TIMEOUT_SECONDS = 20;

  private final Connection connection;
  private final Side side;
  private final Queries queries;
  private final Map<String, String> problems = new TreeMap<>();
  private final Tables tables;
  private final long seed;
  private int statements;
  private int answered;

  TypeFuzz(long seed) throws SQLException {
    this.seed = seed;
    SeededRandom random = new SeededRandom(seed);
    Literals literals = new Literals(random);
    tables = new Tables(random, literals);
    connection = DriverManager.getConnection("jdbc:mosql:mem:types-" + seed + "?timeZone=UTC");
    side = new Side(connection, TIMEOUT_SECONDS);
    for (String statement : tables.statements()) {
      side.execute(statement);
    }
    queries = new Queries(random, tables, literals);
  }

  void play(int count) {
    for (int i = 0; i < count; i++) {
      Piece query = queries.next().sql();
      String problem = check(query);
      statements++;
      if (problem != null) {
        Piece small = new Reducer(p -> same(problem, check(p))).reduce(query);
        String form = problem.replaceAll("[0-9]+|'[^']*'", "x");
        problems.putIfAbsent(
            form,
            "seed "
                + seed
                + ": "
                + small.withValues()
                + "\n    "
                + check(small)
                + tables.definitions(small.sql()));
      }
    }
  }

  private static boolean same(String problem, @Nullable String other) {
    return other != null && other.substring(0, 8).equals(problem.substring(0, 8));
  }

  /** The problem, or null. */
  private @Nullable String check(Piece query) {
    int[] nulls;
    try (PreparedStatement statement = connection.prepareStatement(query.sql())) {
      statement.setQueryTimeout(TIMEOUT_SECONDS);
      Side.bind(statement, query.values());
      try (ResultSet rows = statement.executeQuery()) {
        ResultSetMetaData meta = rows.getMetaData();
        nulls = new int[meta.getColumnCount()];
        while (rows.next()) {
          for (int i = 1; i <= nulls.length; i++) {
            String problem = check(rows, meta, i);
            if (problem != null) {
              return problem;
            }
            nulls[i - 1] += rows.wasNull() ? 1 : 0;
          }
        }
      }
    } catch (SQLException e) {
      String state = String.valueOf(e.getSQLState());
      boolean internal = state.startsWith("XX") || state.startsWith("58") || state.equals("57014");
      return internal ? "internal " + state + " " + e.getMessage() : null;
    }
    answered++;
    return checkNulls(query, nulls);
  }

  private static @Nullable String check(ResultSet rows, ResultSetMetaData meta, int i)
      throws SQLException {
    Object value = rows.getObject(i);
    String column = " in column " + i + " of type " + meta.getColumnTypeName(i);
    if (value == null) {
      return meta.isNullable(i) == ResultSetMetaData.columnNoNulls ? "not null" + column : null;
    }
    if (!meta.getColumnClassName(i).equals(value.getClass().getName())
        && !isClass(meta.getColumnClassName(i), value)) {
      return "class is"
          + column
          + ": "
          + value.getClass().getName()
          + ", not "
          + meta.getColumnClassName(i);
    }
    int precision = meta.getPrecision(i);
    if (value instanceof BigDecimal number) {
      int scale = meta.getScale(i);
      // a NUMERIC has none
      boolean fits =
          precision == 0
              || number.scale() == scale
                  && number.precision() - number.scale() <= precision - scale;
      return fits || number.signum() == 0 && number.scale() == scale
          ? null
          : "decimals" + column + "(" + precision + ", " + scale + "): " + number;
    }
    boolean limited = meta.getColumnType(i) == Types.VARCHAR || meta.getColumnType(i) == Types.CHAR;
    return limited
            && precision > 0
            && value instanceof String text
            && text.codePointCount(0, text.length()) > precision
        ? "too long" + column + "(" + precision + "): " + text
        : null;
  }

  private static boolean isClass(String name, Object value) {
    try {
      return Class.forName(name).isInstance(value);
    } catch (ClassNotFoundException e) {
      return false;
    }
  }

  private @Nullable String checkNulls(Piece query, int[] nulls) {
    String names =
        IntStream.range(0, nulls.length).mapToObj(i -> "n" + i).collect(Collectors.joining(", "));
    String tests =
        IntStream.range(0, nulls.length)
            .mapToObj(i -> "sum(CASE WHEN n" + i + " IS NULL THEN 1 ELSE 0 END)")
            .collect(Collectors.joining(", "));
    Piece asked = Piece.of("SELECT " + tests + " FROM (", query, ") AS w (" + names + ")");
    List<String> counted = new ArrayList<>();
    for (int count : nulls) {
      counted.add(String.valueOf(count));
    }
    Answer answer = side.answer(asked);
    if (answer.failed()) {
      return answer.state().startsWith("XX") ? "internal " + answer + " of " + asked.sql() : null;
    }
    List<String> reported =
        answer.rows().get(0).stream().map(n -> n.equals("null") ? "0" : n).toList();
    return reported.equals(counted)
        ? null
        : "is null reports " + reported + ", there are " + counted;
  }

  List<String> problems() {
    return List.copyOf(problems.values());
  }

  int statements() {
    return statements;
  }

  int answered() {
    return answered;
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
