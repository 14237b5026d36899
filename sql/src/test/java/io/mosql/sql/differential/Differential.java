package io.mosql.sql.differential;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.core.error.MosqlException;
import io.mosql.sql.TestDatabase;
import io.mosql.sql.exec.IndexChecker;
import io.mosql.testkit.SeededRandom;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Random queries over random tables, indexes and rows: MoSQL with secondary indexes, MoSQL without,
 * and H2 give the same rows. What a seed means is fixed.
 */
final class Differential {
  private static final String COLUMNS =
      "id INT PRIMARY KEY, i INT, g BIGINT, s SMALLINT, d DECIMAL(8, 2), v VARCHAR(20), w VARCHAR(20)";
  private static final List<String> INDEXED = List.of("i", "g", "s", "d", "v", "w");

  private final SeededRandom random;

  Differential(long seed) {
    random = new SeededRandom(seed);
  }

  /** Returns how many of them H2 answered, and so were compared. */
  int queries(int count) throws SQLException {
    try (TestDatabase indexed = new TestDatabase();
        TestDatabase bare = new TestDatabase();
        Connection h2 = DriverManager.getConnection("jdbc:h2:mem:;MODE=PostgreSQL")) {
      fill(random, indexed, bare, h2);
      indexed.run(indexes());
      QueryGenerator generator = new QueryGenerator(random);
      List<String> problems = new ArrayList<>();
      int answered = 0;
      for (int i = 0; i < count; i++) {
        QueryGenerator.Query query = generator.next();
        List<List<String>> expected = h2(h2, query);
        if (expected == null) {
          continue;
        }
        answered++;
        compare(problems, "with indexes", query, expected, indexed);
        compare(problems, "without", query, expected, bare);
      }
      assertThat(answered).isGreaterThan(count * 3 / 4);
      assertThat(problems).as(problems.size() + " of " + answered + " answers differ").isEmpty();
      return answered;
    }
  }

  /** Statements that change rows, after each of which all rows and indexes are compared. */
  int changes(int count) throws SQLException {
    try (TestDatabase indexed = new TestDatabase();
        TestDatabase bare = new TestDatabase();
        Connection h2 = DriverManager.getConnection("jdbc:h2:mem:;MODE=PostgreSQL");
        Statement statement = h2.createStatement()) {
      fill(random, indexed, bare, h2);
      indexed.run(indexes());
      QueryGenerator generator = new QueryGenerator(random);
      int done = 0;
      for (int i = 0; i < count; i++) {
        String change = generator.change(1_000 * (i + 1));
        int expected;
        try {
          expected = statement.executeUpdate(change);
          done++;
        } catch (SQLException e) {
          continue;
        }
        assertThat(indexed.execute(change)).as(change).isEqualTo(expected);
        assertThat(bare.execute(change)).as(change).isEqualTo(expected);
        for (String table : List.of("a", "b", "c")) {
          QueryGenerator.Query all =
              new QueryGenerator.Query("SELECT * FROM " + table + " ORDER BY id", true);
          List<String> problems = new ArrayList<>();
          List<List<String>> rows = Objects.requireNonNull(h2(h2, all));
          compare(problems, "with indexes", all, rows, indexed);
          compare(problems, "without", all, rows, bare);
          assertThat(problems).as(change).isEmpty();
        }
      }
      assertThat(done).isGreaterThan(count / 2);
      IndexChecker.check(indexed.store(), indexed.catalog());
      return done;
    }
  }

  /** Two to four indexes a table, of one to three columns. */
  private String indexes() {
    StringBuilder sql = new StringBuilder();
    for (String table : List.of("a", "b", "c")) {
      int indexes = 2 + random.nextInt(3);
      for (int i = 0; i < indexes; i++) {
        List<String> columns = new ArrayList<>(INDEXED);
        sql.append(i == 0 && sql.length() == 0 ? "" : "; ")
            .append("CREATE INDEX " + table + i + " ON " + table + " (");
        int width = 1 + random.nextInt(3);
        for (int k = 0; k < width; k++) {
          sql.append(k == 0 ? "" : ", ").append(columns.remove(random.nextInt(columns.size())));
          sql.append(random.percent(30) ? " DESC" : "");
        }
        sql.append(")");
      }
    }
    return sql.toString();
  }

  private static void compare(
      List<String> problems,
      String which,
      QueryGenerator.Query query,
      List<List<String>> expected,
      TestDatabase database) {
    String found;
    try {
      List<List<String>> actual =
          normal(query, database.query(query.sql()).stream().map(r -> (List<?>) r).toList());
      if (actual.equals(expected)) {
        return;
      }
      found = "got " + cut(actual) + " but H2 has " + cut(expected);
    } catch (MosqlException e) {
      found = e.sqlState() + " " + e.getMessage();
    }
    problems.add(which + ": " + query.sql() + "\n   " + found);
  }

  private static String cut(List<List<String>> rows) {
    String text = rows.size() + " " + rows;
    return text.length() > 300 ? text.substring(0, 300) + ".." : text;
  }

  private static void fill(SeededRandom random, TestDatabase a, TestDatabase b, Connection h2)
      throws SQLException {
    try (Statement statement = h2.createStatement()) {
      for (String table : List.of("a", "b", "c")) {
        String create = "CREATE TABLE " + table + " (" + COLUMNS + ")";
        a.execute(create);
        b.execute(create);
        statement.execute(create);
        int rows = table.equals("a") ? 40 : table.equals("b") ? 25 : 12;
        for (int id = 0; id < rows; id++) {
          String insert = "INSERT INTO " + table + " VALUES (" + row(random, id) + ")";
          a.execute(insert);
          b.execute(insert);
          statement.execute(insert);
        }
      }
    }
  }

  private static String row(SeededRandom random, int id) {
    List<String> values = new ArrayList<>(List.of(String.valueOf(id)));
    for (int i = 0; i < 3; i++) {
      values.add(random.percent(15) ? "NULL" : String.valueOf(random.nextInt(12) - 2));
    }
    values.add(
        random.percent(15)
            ? "NULL"
            : random.nextInt(6) + "." + List.of("0", "25", "5").get(random.nextInt(3)));
    for (int i = 0; i < 2; i++) {
      values.add(
          random.percent(15)
              ? "NULL"
              : "'"
                  + List.of("", "a", "ab", "b", "abc", "B", "zz", "c d").get(random.nextInt(8))
                  + "'");
    }
    return String.join(", ", values);
  }

  /** H2's answer, or null when it has none. */
  private static @Nullable List<List<String>> h2(
      Connection connection, QueryGenerator.Query query) {
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(query.sql())) {
      int width = result.getMetaData().getColumnCount();
      List<List<@Nullable Object>> rows = new ArrayList<>();
      while (result.next()) {
        List<@Nullable Object> row = new ArrayList<>();
        for (int i = 1; i <= width; i++) {
          row.add(result.getObject(i));
        }
        rows.add(row);
      }
      return normal(query, rows);
    } catch (SQLException e) {
      return null;
    }
  }

  private static List<List<String>> normal(
      QueryGenerator.Query query, List<? extends List<?>> rows) {
    List<List<String>> normal = new ArrayList<>();
    for (List<?> row : rows) {
      normal.add(row.stream().map(Differential::normal).toList());
    }
    if (!query.ordered()) {
      normal.sort((x, y) -> x.toString().compareTo(y.toString()));
    }
    return normal;
  }

  /** Numbers to four digits, so that averages agree. */
  private static String normal(@Nullable Object value) {
    if (value instanceof Number number) {
      return new BigDecimal(number.toString())
          .setScale(4, RoundingMode.HALF_UP)
          .stripTrailingZeros()
          .toPlainString();
    }
    return String.valueOf(value);
  }
}
