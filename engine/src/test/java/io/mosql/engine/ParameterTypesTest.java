package io.mosql.engine;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mosql.testkit.Sampled;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Parameters keep the types of their setters: each setter beside each type of column, in
 * comparisons, arithmetic and assignments, has the result of PostgreSQL.
 *
 * <p>The expected results are in {@code parameters/postgresql.txt}: a line for each column and
 * value, with a result for each of the statements. With {@code -Dmosql.postgresql=} the URL of an
 * empty database of PostgreSQL 15, and its driver on the class path, the results are read from it
 * again.
 *
 * <p>Numbers are compared to nine digits; results of a REAL to six, since it is a double here
 * beside other numbers, and quotients to five fractional digits, since their scales differ.
 */
@Sampled(percent = 40, methods = true)
final class ParameterTypesTest {
  private static final String RESOURCE = "/parameters/postgresql.txt";

  private static final List<String> COLUMNS = List.of("id", "s", "n", "b", "d", "w", "r", "f");

  private static final List<String> VALUES =
      List.of(
          "short 2",
          "int 2",
          "int 99999",
          "long 2",
          "long 99999999999",
          "decimal 2",
          "decimal 2.00",
          "decimal 1.5",
          "decimal -1.5",
          "decimal 1.505",
          "decimal 1.5000001",
          "decimal 12345678901234567890",
          "decimal -1e25",
          "float 1.5",
          "float 0.1",
          "double 2",
          "double 1.5",
          "double 0.1",
          "double 1.505",
          "double 1e18",
          "double -1e30",
          "double NaN",
          "double Infinity",
          "null 4",
          "null 2");

  /** Statements with {@code #} for the column; each parameter is set to the value. */
  private static final List<String> STATEMENTS =
      List.of(
          "SELECT id FROM t WHERE # = ?",
          "SELECT id FROM t WHERE # <> ?",
          "SELECT id FROM t WHERE # < ?",
          "SELECT id FROM t WHERE # <= ?",
          "SELECT id FROM t WHERE ? < #",
          "SELECT id FROM t WHERE ? <= #",
          "SELECT id FROM t WHERE # BETWEEN ? AND ?",
          "SELECT id FROM t WHERE # BETWEEN 1 AND ?",
          "SELECT id FROM t WHERE # NOT BETWEEN ? AND 2.5",
          "SELECT id FROM t WHERE # IN (?, 3)",
          "SELECT id FROM t WHERE # NOT IN (1.5, ?)",
          "SELECT id FROM t WHERE (#, id) = (?, 2)",
          "SELECT id FROM t WHERE (id, #) IN ((2, ?), (3, ?))",
          "SELECT id FROM t WHERE # IS NOT DISTINCT FROM ?",
          "SELECT id FROM t WHERE # IN (SELECT ? UNION ALL SELECT 1)",
          "SELECT id FROM t WHERE ? IN (SELECT # FROM t)",
          "SELECT id FROM t WHERE ? > ALL (SELECT # FROM t WHERE # IS NOT NULL)",
          "SELECT id FROM t WHERE NULLIF(#, ?) IS NULL",
          "SELECT id FROM t WHERE CASE # WHEN ? THEN true ELSE false END",
          "SELECT id FROM t WHERE coalesce(#, 2) = ?",
          "SELECT coalesce(?, #) FROM t",
          "SELECT CASE WHEN id < 3 THEN ? ELSE # END FROM t",
          "SELECT greatest(#, ?) FROM t WHERE id < 3",
          "SELECT # + ? FROM t",
          "SELECT # - ? FROM t",
          "SELECT ? * # FROM t",
          "SELECT # / ? FROM t",
          "SELECT # FROM t UNION SELECT ?",
          "SELECT count(*) FROM t GROUP BY # HAVING max(#) = ?",
          "SELECT max(x) FROM (VALUES (?), (1)) AS v (x)",
          "SELECT ? < ?",
          "UPDATE t SET # = ? WHERE id = 3 RETURNING #",
          "UPDATE t SET # = # + ? WHERE id = 2 RETURNING #",
          "UPDATE t SET # = coalesce(?, #) WHERE id = 4 RETURNING #",
          "DELETE FROM t WHERE # = ?",
          "INSERT INTO t (id, #) SELECT 10, ? RETURNING #");

  private Connection connection;

  @BeforeEach
  void open() throws SQLException {
    connection = DriverManager.getConnection("jdbc:mosql:mem:parameterTypes");
    prepareTable(connection);
  }

  @AfterEach
  void close() throws SQLException {
    connection.close();
  }

  private static void prepareTable(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("DROP TABLE IF EXISTS t");
      statement.execute(
          "CREATE TABLE t (id INTEGER PRIMARY KEY, s SMALLINT, n INTEGER, b BIGINT, "
              + "d DECIMAL(10,2), w DECIMAL(30,4), r REAL, f DOUBLE PRECISION)");
      statement.execute("CREATE INDEX t_b ON t (b)");
      statement.execute("CREATE INDEX t_d ON t (d)");
      statement.execute("CREATE INDEX t_f ON t (f)");
      statement.execute(
          "INSERT INTO t VALUES (1, 1, 1, 1, 1.50, 1.5000, 1.5, 1.5), "
              + "(2, 2, 2, 2, 2.00, 2.0000, 2, 2), "
              + "(3, -32768, -2147483648, 99999999999, 0.10, 12345678901234567890, 0.1, 0.1), "
              + "(4, NULL, NULL, NULL, NULL, NULL, NULL, NULL), "
              + "(5, -1, 2147483647, -5, -1.51, -1.5050, -1.5, 1e30)");
    }
    connection.setAutoCommit(false);
  }

  @Test
  void asInPostgresql() throws SQLException, IOException {
    if (System.getProperty("mosql.postgresql") != null) {
      update();
    }
    Map<String, String> expected = expected();
    assertThat(expected).hasSize(COLUMNS.size() * VALUES.size());
    List<String> differences = new ArrayList<>();
    for (Map.Entry<String, String> line : expected.entrySet()) {
      String[] results = line.getValue().split(" ; ", -1);
      assertThat(results).as(line.getKey()).hasSize(STATEMENTS.size());
      for (int i = 0; i < results.length; i++) {
        String[] key = line.getKey().split(" ", 2);
        String statement = STATEMENTS.get(i).replace("#", key[0]);
        String result = result(connection, statement, key[1]);
        if (!result.equals(results[i]) && !differsOnPurpose(statement, key[1], result)) {
          differences.add(statement + " [" + key[1] + "]: " + result + ", not " + results[i]);
        }
      }
    }
    assertThat(differences).isEmpty();
  }

  /**
   * Values outside the range of columns and arithmetic are refused: NaN, infinity, more than 38
   * digits. A short is sent as an INTEGER, and a float is a double beside exact numbers.
   */
  private static boolean differsOnPurpose(String statement, String value, String result) {
    boolean refused = result.equals("error 22003");
    return switch (value) {
      case "double NaN", "double Infinity" -> refused;
      case "decimal 12345678901234567890", "decimal -1e25" -> refused && statement.contains(" * ");
      case "short 2" -> statement.matches("SELECT (s - |. \\* s ).*");
      case "float 0.1" -> statement.startsWith("SELECT d FROM t UNION");
      default -> false;
    };
  }

  /** A text that cannot be cast fails only where the cast is evaluated. */
  @Test
  void textsAreCastWhenTheyAreAsked() throws SQLException {
    for (String type : List.of("INT", "NUMERIC(6, 2)", "DATE", "TIMESTAMP", "INTERVAL", "UUID")) {
      String cast = "CAST(? AS " + type + ")";
      assertThat(first("SELECT CASE WHEN FALSE THEN " + cast + " END", "abc")).isNull();
      assertThat(first("SELECT count(" + cast + ") FROM t WHERE FALSE", "abc")).isEqualTo("0");
      assertThatThrownBy(() -> first("SELECT " + cast, "abc"))
          .as(type)
          .isInstanceOfSatisfying(
              SQLException.class, e -> assertThat(e.getSQLState()).startsWith("22"));
    }
    assertThat(first("SELECT CAST(? AS NUMERIC(6, 2))", "1.239")).isEqualTo("1.24");
    assertThat(first("SELECT 1 + CAST(? AS INT)", "2")).isEqualTo("3");
  }

  /** NULL has no type: its context determines one. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT mod(?, 2)",
        "SELECT mod(1.50, ?)",
        "SELECT gcd(?, 2)",
        "SELECT left('a', - ?)",
        "SELECT CASE WHEN ? IS NOT UNKNOWN THEN 1 END",
        "SELECT CASE WHEN (? IS UNKNOWN) IS FALSE THEN 1 END",
        "SELECT sum(1) FILTER (WHERE ?) FROM t",
        "SELECT sum(1) FROM t JOIN t AS u ON (SELECT ?)",
        "SELECT sum(1) FROM t WHERE (SELECT ?)",
        "SELECT corr(?, 1) FROM t",
        "SELECT ? - 1 / (t.s - t.s) FROM t",
        "SELECT abs(? - 1 / (t.s - t.s)) FROM t",
        "SELECT 1 + abs(t.s * (? - 1 / (t.s - t.s))) FROM t",
        "SELECT abs(CASE WHEN TRUE THEN ? - 1 / (t.s - t.s) END) FROM t"
      })
  void nullTakesTheTypeAroundIt(String sql) throws SQLException {
    assertThat(first(sql, null)).as(sql).isNull();
  }

  @Test
  void twoNullsAreIntegersForMod() throws SQLException {
    try (PreparedStatement select = connection.prepareStatement("SELECT mod(?, ?)")) {
      for (Object first : Arrays.asList(null, 5, new BigDecimal("1.5"))) {
        select.setObject(1, first);
        select.setObject(2, null);
        try (ResultSet rows = select.executeQuery()) {
          assertThat(rows.next()).isTrue();
          assertThat(rows.getObject(1)).isNull();
        }
      }
    }
  }

  /** A value of any type beside || is converted to text. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT 'a' || ?, ?",
        "SELECT CASE 1 WHEN 1 THEN 'a' || ? ELSE (SELECT ?) || '' END",
        "SELECT CASE WHEN TRUE THEN 'a' || ? END, (SELECT ?)",
        "SELECT replace('xa', 'x', '') || ? FROM (SELECT coalesce(length('a' || ?), 1)) AS q"
      })
  void valuesBesideConcatenationAreTexts(String sql) throws SQLException {
    for (Object value : List.of(2, 2L, "2", new BigDecimal("2"))) {
      try (PreparedStatement select = connection.prepareStatement(sql)) {
        select.setObject(1, value);
        select.setObject(2, value);
        try (ResultSet rows = select.executeQuery()) {
          assertThat(rows.next()).isTrue();
          assertThat(rows.getString(1)).as(sql).isEqualTo("a2");
        }
      }
    }
  }

  @Test
  void lengthOfConcatenationBesideQueryForAParameter() throws SQLException {
    String sql = "SELECT CASE 1 WHEN 1 THEN length('a' || ?) ELSE (SELECT ?) END";
    try (PreparedStatement select = connection.prepareStatement(sql)) {
      select.setLong(1, 2);
      select.setLong(2, 8);
      try (ResultSet rows = select.executeQuery()) {
        assertThat(rows.next()).isTrue();
        assertThat(rows.getLong(1)).isEqualTo(2);
      }
    }
  }

  @Test
  void hexadecimalDigitsAreThoseOfTheType() throws SQLException {
    try (PreparedStatement select = connection.prepareStatement("SELECT to_hex(?)")) {
      for (Number value : List.of(-1, -1L, -1)) {
        select.setObject(1, value);
        try (ResultSet rows = select.executeQuery()) {
          assertThat(rows.next()).isTrue();
          assertThat(rows.getString(1)).hasSize(value instanceof Long ? 16 : 8);
        }
      }
    }
  }

  private @Nullable String first(String sql, @Nullable String value) throws SQLException {
    try (PreparedStatement select = connection.prepareStatement(sql)) {
      select.setString(1, value);
      try (ResultSet rows = select.executeQuery()) {
        assertThat(rows.next()).isTrue();
        return rows.getString(1);
      }
    }
  }

  /** An explicit cast rounds, also beside a column of its type. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "# = CAST(? AS @)",
        "CAST(? AS @) = #",
        "# + 0 = CAST(? AS @)",
        "# IN (CAST(? AS @), 99)",
        "# BETWEEN CAST(? AS @) AND CAST(? AS @)",
        "NOT # <> CAST(? AS @)",
        "EXISTS (SELECT 1 FROM casts u WHERE u.# = CAST(? AS @) AND u.i = casts.i)"
      })
  void writtenCastsAreMade(String condition) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(
          "CREATE TABLE casts (i INT PRIMARY KEY, s SMALLINT, l BIGINT, e NUMERIC(6, 1))");
      statement.execute("INSERT INTO casts VALUES (0, 0, 0, 0), (2, 2, 2, 2), (3, 3, 3, 3)");
      try {
        for (String column : List.of("i INT", "s SMALLINT", "l BIGINT", "e NUMERIC(6, 0)")) {
          String[] parts = column.split(" ", 2);
          String sql =
              "SELECT i FROM casts WHERE "
                  + condition.replace("#", parts[0]).replace("@", parts[1]);
          try (PreparedStatement select = connection.prepareStatement(sql)) {
            for (Object value :
                List.of(new BigDecimal("1.9"), new BigDecimal("2.4"), 1.9, 1.9f, "2", 2L)) {
              for (int i = select.getParameterMetaData().getParameterCount(); i > 0; i--) {
                select.setObject(i, value);
              }
              try (ResultSet rows = select.executeQuery()) {
                assertThat(rows.next()).as(sql + " " + value).isTrue();
                assertThat(rows.getInt(1)).isEqualTo(2);
                assertThat(rows.next()).isFalse();
              }
            }
          }
        }
      } finally {
        statement.execute("DROP TABLE casts");
      }
    }
  }

  /** One handle for all types: each execution is independent of the others. */
  @Test
  void oneStatementForAllTypes() throws SQLException, IOException {
    Map<String, String> expected = expected();
    List<String> differences = new ArrayList<>();
    for (int i = 0; i < STATEMENTS.size(); i++) {
      String statement = STATEMENTS.get(i).replace("#", "d");
      try (PreparedStatement prepared = connection.prepareStatement(statement)) {
        for (int round = 0; round < 2; round++) {
          for (String value : VALUES) {
            String wanted = requireNonNull(expected.get("d " + value)).split(" ; ", -1)[i];
            String result = result(connection, prepared, statement, value);
            if (!result.equals(wanted) && !differsOnPurpose(statement, value, result)) {
              differences.add(statement + " [" + value + "]: " + result + ", not " + wanted);
            }
          }
        }
      }
    }
    assertThat(differences).isEmpty();
  }

  /** The tuples of a batch keep their own types. */
  /** NULLIF returns the value that it compares. */
  @Test
  void keptDigits() throws SQLException {
    assertThat(firstColumn("SELECT nullif(?, 1.5)", List.of("0.125"))).containsExactly("0.125");
    assertThat(firstColumn("SELECT CASE ? WHEN 1.5 THEN 0 ELSE 1 END", List.of("1.5001")))
        .containsExactly("1");
    assertThat(firstColumn("VALUES (1.5), (nullif(?, 1.5))", List.of("0.125")))
        .containsExactly("1.5", "0.125");
  }

  /** As in PostgreSQL, a BIGINT beside a double is a double; with an index on it, too. */
  @Test
  void doublesBesideLargeIntegers() throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("DROP TABLE IF EXISTS large");
      statement.execute("CREATE TABLE large (n BIGINT PRIMARY KEY, m BIGINT, w DECIMAL(30, 2))");
      statement.execute("CREATE INDEX large_w ON large (w)");
      for (long n : List.of(2L, 9007199254740992L, 9007199254740993L, 9007199254740995L)) {
        statement.execute("INSERT INTO large VALUES (" + n + ", " + n + ", " + n + ")");
      }
    }
    connection.commit();
    for (String value :
        List.of("1.5", "2", "9007199254740992", "9007199254740996", "1e300", "NaN")) {
      for (String condition : List.of("# = ?", "# < ?", "# >= ?", "# IN (?, 7)", "? <> #")) {
        String sql = "SELECT count(*) FROM large WHERE ";
        String bound = "double " + value;
        String scan = result(connection, sql + condition.replace("#", "m"), bound);
        assertThat(result(connection, sql + condition.replace("#", "n"), bound))
            .as(condition + " " + value)
            .isEqualTo(scan);
        assertThat(result(connection, sql + condition.replace("#", "w"), bound))
            .as(condition + " " + value)
            .isEqualTo(scan);
        String literal = condition.replace("?", "CAST('" + value + "' AS DOUBLE PRECISION)");
        assertThat(rows(sql + literal.replace("#", "n"))).as(literal).isEqualTo(scan);
      }
    }
    assertThat(rows("SELECT count(*) FROM large WHERE n = 9007199254740992e0")).isEqualTo("2");
    assertThat(rows("SELECT count(*) FROM large WHERE n >= 9007199254740996e0")).isEqualTo("1");
  }

  /** NULL has the type of its neighbours, in rows and in sums. */
  @Test
  void nullBesideOthers() throws SQLException {
    assertThat(firstColumn("VALUES (CAST(1 AS INTEGER)), (?)", Arrays.asList((String) null)))
        .containsExactly("1", null);
    assertThat(firstColumn("VALUES (1 + 1), (?)", Arrays.asList((String) null)))
        .containsExactly("2", null);
    assertThat(firstColumn("SELECT ? + ?", Arrays.asList(null, "10.00")))
        .containsExactly((String) null);
    assertThat(firstColumn("SELECT ? - ?", Arrays.asList("10.00", null)))
        .containsExactly((String) null);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '^',
      textBlock =
          """
          VALUES (?, 'a'), (CASE 1 WHEN 9 THEN 3 ELSE 1 END, 'a') ; null, 1
          VALUES (?), (CASE WHEN TRUE THEN TRUE ELSE TRUE END) ; null, TRUE
          VALUES (?), (2e0 = ALL (SELECT 2e0 FROM t)) ; null, TRUE
          VALUES (?), ((SELECT max(d) FROM t WHERE id = 1)) ; null, 1.50
          VALUES (?), (DATE '2024-01-01'), ('2024-01-05') ; null, 2024-01-01, 2024-01-05
          VALUES (?), (1), (2.5) ; null, 1, 2.5
          VALUES (?), ('a'), (NULL) ; null, a, null
          SELECT y FROM t, LATERAL (VALUES (?, 1), (t.id, 2)) AS v (y, i) WHERE t.id = 1 ORDER BY i ; null, 1
          SELECT CASE WHEN TRUE THEN 1 END UNION ALL VALUES (?), (2) ; 1, null, 2
          SELECT id FROM t WHERE id = 1 AND id IN (VALUES (?), (id)) ; 1
          """)
  void nullAmongRows(String sql, String first) throws SQLException {
    assertThat(firstColumn(sql, Arrays.asList((String) null)))
        .extracting(String::valueOf)
        .containsExactly(first.split(", "));
  }

  private List<@Nullable String> firstColumn(String sql, List<@Nullable String> decimals)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      for (int i = 0; i < decimals.size(); i++) {
        String decimal = decimals.get(i);
        statement.setBigDecimal(i + 1, decimal == null ? null : new BigDecimal(decimal));
      }
      List<@Nullable String> values = new ArrayList<>();
      try (ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          values.add(rows.getString(1));
        }
      }
      return values;
    }
  }

  @Test
  void batches() throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("INSERT INTO t (id, n, d) SELECT 100 + n, 0, 0 FROM t WHERE id < 3");
      statement.execute("INSERT INTO t (id, n, d) VALUES (103, 0, 0), (104, 0, 0)");
    }
    connection.commit();
    String sql = "UPDATE t SET n = n + ? WHERE id > 100 AND id < ? AND n * ? < 10";
    List<List<String>> tuples =
        List.of(
            List.of("int 1", "int 103", "int 1"),
            List.of("decimal 1.5", "decimal 102.5", "decimal 0.4"),
            List.of("double 1.4", "long 99999999999", "double 2.5"),
            List.of("long 2", "double 103.5", "null 4"),
            List.of("int 1", "double Infinity", "decimal 1.1"),
            List.of("text 3", "text 104", "text 2"));
    try (PreparedStatement single = connection.prepareStatement(sql)) {
      for (List<String> tuple : tuples) {
        bind(single, tuple);
        single.executeUpdate();
      }
    }
    String wanted = rows("SELECT id, n FROM t WHERE id > 100 ORDER BY id");
    connection.rollback();
    for (boolean together : new boolean[] {false, true}) {
      connection.setAutoCommit(together);
      try (PreparedStatement batch = connection.prepareStatement(sql)) {
        for (List<String> tuple : tuples) {
          bind(batch, tuple);
          batch.addBatch();
        }
        assertThat(batch.executeBatch()).containsExactly(2, 2, 4, 0, 4, 1);
      }
      assertThat(rows("SELECT id, n FROM t WHERE id > 100 ORDER BY id")).isEqualTo(wanted);
      connection.setAutoCommit(false);
      try (Statement statement = connection.createStatement()) {
        statement.execute("UPDATE t SET n = 0 WHERE id > 100");
      }
      connection.commit();
    }
  }

  private static void bind(PreparedStatement statement, List<String> values) throws SQLException {
    for (int i = 0; i < values.size(); i++) {
      ParameterValues.set(statement, i + 1, values.get(i));
    }
  }

  private String rows(String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      return all(rows, 40, 9);
    }
  }

  private static Map<String, String> expected() throws IOException {
    Map<String, String> lines = new LinkedHashMap<>();
    try (InputStream in = ParameterTypesTest.class.getResourceAsStream(RESOURCE)) {
      for (String line : new String(requireNonNull(in).readAllBytes(), UTF_8).split("\n")) {
        String[] parts = line.split(" \\| ", 2);
        lines.put(parts[0], parts[1]);
      }
    }
    return lines;
  }

  private static void update() throws SQLException, IOException {
    StringBuilder text = new StringBuilder();
    try (Connection other = DriverManager.getConnection(System.getProperty("mosql.postgresql"))) {
      try (Statement statement = other.createStatement()) {
        statement.execute("DROP TABLE IF EXISTS t");
      }
      prepareTable(other);
      other.commit();
      for (String column : COLUMNS) {
        for (String value : VALUES) {
          List<String> results = new ArrayList<>();
          for (String statement : STATEMENTS) {
            results.add(result(other, statement.replace("#", column), value));
          }
          text.append(column + " " + value + " | " + String.join(" ; ", results) + "\n");
        }
      }
    }
    Files.writeString(Path.of("src/test/resources" + RESOURCE), text);
    Files.writeString(Path.of("target/test-classes" + RESOURCE), text);
  }

  private static String result(Connection connection, String sql, String value)
      throws SQLException {
    try (PreparedStatement prepared = connection.prepareStatement(sql)) {
      return result(connection, prepared, sql, value);
    } catch (SQLException e) {
      connection.rollback();
      return "error " + e.getSQLState();
    }
  }

  /** The result with the value for all parameters; changes are rolled back. */
  private static String result(
      Connection connection, PreparedStatement prepared, String sql, String value)
      throws SQLException {
    try {
      for (int i = 1; i <= sql.chars().filter(c -> c == '?').count(); i++) {
        ParameterValues.set(prepared, i, value);
      }
      if (!prepared.execute()) {
        return prepared.getUpdateCount() + " changed";
      }
      try (ResultSet rows = prepared.getResultSet()) {
        return all(rows, sql.contains(" / ") ? 5 : 40, isSingle(sql, value) ? 6 : 9);
      }
    } catch (SQLException e) {
      return "error " + e.getSQLState();
    } finally {
      connection.rollback();
    }
  }

  private static boolean isSingle(String sql, String value) {
    return value.startsWith("float") || sql.matches(".*\\br\\b.*");
  }

  /** All rows, in order of their texts. */
  private static String all(ResultSet rows, int scale, int digits) throws SQLException {
    List<String> texts = new ArrayList<>();
    while (rows.next()) {
      StringBuilder row = new StringBuilder();
      for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
        row.append(i == 1 ? "" : " ").append(text(rows.getObject(i), scale, digits));
      }
      texts.add(row.toString());
    }
    texts.sort(null);
    return String.join(",", texts);
  }

  private static String text(Object value, int scale, int digits) {
    if (!(value instanceof Number number)
        || !Double.isFinite(number.doubleValue()) && !(number instanceof BigDecimal)) {
      return String.valueOf(value);
    }
    BigDecimal exact = new BigDecimal(value.toString());
    BigDecimal rounded =
        (exact.scale() > scale ? exact.setScale(scale, RoundingMode.HALF_UP) : exact)
            .round(
                new MathContext(
                    value instanceof Float ? Math.min(6, digits) : digits, RoundingMode.HALF_UP));
    return rounded.signum() == 0 ? "0" : rounded.stripTrailingZeros().toString();
  }
}
