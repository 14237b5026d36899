package io.mosql.sql.differential;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.core.error.MosqlException;
import io.mosql.sql.TestDatabase;
import io.mosql.testkit.Rotation;
import io.mosql.testkit.SeededRandom;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Random groups, sorts, unions and limits over tables with many indexes, so that orders of indexes
 * are used: MoSQL, with indexes and statistics and without, and H2 give the same rows in the same
 * order.
 */
final class OrderDifferentialTest {
  private static final int ROWS = 400;
  private static final int QUERIES = 200;

  private final List<String> problems = new ArrayList<>();

  static List<Long> seeds() {
    return Rotation.seeds(1, 6);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void answersAreAlike(long seed) throws SQLException {
    SeededRandom random = new SeededRandom(seed);
    try (TestDatabase indexed = new TestDatabase();
        TestDatabase analyzed = new TestDatabase();
        TestDatabase plain = new TestDatabase();
        Connection h2 = DriverManager.getConnection("jdbc:h2:mem:;MODE=PostgreSQL");
        Statement statement = h2.createStatement()) {
      List<TestDatabase> databases = List.of(indexed, analyzed, plain);
      for (String table : List.of("s", "t")) {
        String create =
            "CREATE TABLE %s (id INT PRIMARY KEY, a INT, b INT NOT NULL, c VARCHAR(5), v INT)"
                .formatted(table);
        statement.execute(create);
        databases.forEach(database -> database.execute(create));
        for (int id = 0; id < ROWS; id++) {
          String insert =
              "INSERT INTO %s VALUES (%d, %s, %d, %s, %d)"
                  .formatted(
                      table,
                      id * 3,
                      random.percent(10) ? "NULL" : String.valueOf(random.nextInt(20)),
                      random.nextInt(40),
                      random.percent(10) ? "NULL" : "'c" + random.nextInt(9) + "'",
                      random.nextInt(1000));
          statement.execute(insert);
          databases.forEach(database -> database.execute(insert));
        }
        for (TestDatabase database : List.of(indexed, analyzed)) {
          database.execute("CREATE INDEX %s_a ON %s (a, b)".formatted(table, table));
          database.execute("CREATE INDEX %s_ba ON %s (b, a DESC)".formatted(table, table));
          database.execute("CREATE INDEX %s_c ON %s (c)".formatted(table, table));
        }
      }
      analyzed.execute("ANALYZE");
      for (int i = 0; i < QUERIES; i++) {
        String query = query(random);
        List<String> expected = answer(query, statement);
        databases.forEach(database -> compare(query, database, expected));
      }
    }
    assertThat(problems).isEmpty();
  }

  private static String query(SeededRandom random) {
    String limit =
        random.percent(60)
            ? " LIMIT %d OFFSET %d".formatted(random.nextInt(30), random.nextInt(5))
            : "";
    String filter =
        switch (random.nextInt(5)) {
          case 0 -> " WHERE b = " + random.nextInt(40);
          case 1 -> " WHERE a > " + random.nextInt(20);
          case 2 -> " WHERE v < " + random.nextInt(1000);
          default -> "";
        };
    return switch (random.nextInt(6)) {
      case 5 -> numbered(random, filter) + limit;
      case 0 -> {
        List<String> keys = columns(random, 3);
        List<String> order = new ArrayList<>(keys);
        Collections.rotate(order, random.nextInt(3));
        yield "SELECT %s, count(*), sum(v), min(id), max(c), avg(b) FROM s%s GROUP BY %s%s"
                .formatted(String.join(", ", keys), filter, String.join(", ", keys), having(random))
            + order(order, random)
            + limit;
      }
      case 1 -> {
        String order = order(List.of("a", "b", "id"), random);
        yield "SELECT id, a, b FROM s%s UNION ALL SELECT id + 1, a, b FROM t WHERE b > %d%s%s"
            .formatted(filter, random.nextInt(40), order, limit);
      }
      case 2 -> {
        List<String> keys = columns(random, 4);
        yield "SELECT DISTINCT %s FROM t%s%s%s"
            .formatted(String.join(", ", keys), filter, order(keys, random), limit);
      }
      case 3 ->
          "SELECT s.a, s.b, count(t.v) FROM s LEFT JOIN t ON t.id = s.v GROUP BY s.a, s.b"
              + order(List.of("s.a", "s.b"), random)
              + limit;
      default -> {
        List<String> keys = columns(random, 3);
        keys.add("id");
        yield "SELECT id, v FROM s" + filter + order(keys, random) + limit;
      }
    };
  }

  /** The first rows of each partition. */
  private static String numbered(SeededRandom random, String filter) {
    List<String> functions = List.of("row_number", "rank", "dense_rank");
    String function = functions.get(random.nextInt(3));
    String partition = random.percent(60) ? "PARTITION BY a " : "";
    String order = function.equals("row_number") ? " ORDER BY b DESC, id" : " ORDER BY b";
    String comparison =
        List.of("n <= ", "n < ", "n = ", "1 + 1 >= n AND n > ").get(random.nextInt(4));
    return "SELECT id, b, n FROM (SELECT id, b, %s() OVER (%s%s) AS n FROM s%s) x WHERE %s%d"
            .formatted(function, partition, order, filter, comparison, random.nextInt(5))
        + " ORDER BY n, b, id";
  }

  private static String having(SeededRandom random) {
    return random.percent(20) ? " HAVING count(*) > 1" : "";
  }

  private static List<String> columns(SeededRandom random, int most) {
    List<String> columns = new ArrayList<>(List.of("a", "b", "c", "v"));
    while (columns.size() > most || columns.size() > 1 && random.percent(40)) {
      columns.remove(random.nextInt(columns.size()));
    }
    return columns;
  }

  /** All keys, with NULLs where both have them by default in one of the directions. */
  private static String order(List<String> keys, SeededRandom random) {
    return keys.stream()
        .map(
            key ->
                key
                    + (random.percent(50)
                        ? " NULLS FIRST"
                        : " DESC NULLS " + (random.percent(80) ? "LAST" : "FIRST")))
        .collect(Collectors.joining(", ", " ORDER BY ", ""));
  }

  private static List<String> answer(String query, Statement statement) throws SQLException {
    List<String> rows = new ArrayList<>();
    try (ResultSet result = statement.executeQuery(query)) {
      int width = result.getMetaData().getColumnCount();
      while (result.next()) {
        List<@Nullable Object> row = new ArrayList<>();
        for (int i = 1; i <= width; i++) {
          row.add(normal(result.getObject(i)));
        }
        rows.add(row.toString());
      }
    }
    return rows;
  }

  private static @Nullable Object normal(@Nullable Object value) {
    return value instanceof Number number ? Math.round(number.doubleValue() * 100) : value;
  }

  private void compare(String query, TestDatabase database, List<String> expected) {
    List<String> actual = new ArrayList<>();
    try {
      database
          .query(query)
          .forEach(
              row ->
                  actual.add(
                      row.stream()
                          .map(OrderDifferentialTest::normal)
                          .collect(Collectors.toCollection(ArrayList::new))
                          .toString()));
    } catch (MosqlException e) {
      problems.add(query + "\n   " + e.sqlState() + " " + e.getMessage());
      return;
    }
    if (!actual.equals(expected)) {
      problems.add(query + "\n   has " + actual + "\n   in H2 " + expected);
    }
  }
}
