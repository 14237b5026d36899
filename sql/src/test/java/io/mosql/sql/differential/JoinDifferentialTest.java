package io.mosql.sql.differential;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.core.error.MosqlException;
import io.mosql.sql.TestDatabase;
import io.mosql.sql.planner.physical.PlannerMethods;
import io.mosql.sql.planner.physical.PlannerMethods.AccessMethod;
import io.mosql.sql.planner.physical.PlannerMethods.JoinMethod;
import io.mosql.sql.sort.TemporaryFiles;
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
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Random joins of up to nine tables, inner, outer, nested, lateral and with sub-queries: MoSQL, in
 * each shape of plan, and H2 give the same rows.
 */
final class JoinDifferentialTest {
  private static final int TABLES = 5;
  private static final int ROWS = 9;
  private static final int QUERIES = 150;
  private static final int SOURCES_MAX = 9;
  private static final int ROWS_MAX = 3_000;
  private static final List<String> COLUMNS = List.of("id", "a", "b", "v");

  private final List<String> problems = new ArrayList<>();

  static List<Long> seeds() {
    return Rotation.seeds(1, 8);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void answersAreAlike(long seed) throws SQLException {
    SeededRandom random = new SeededRandom(seed);
    List<TestDatabase> databases = new ArrayList<>();
    databases.add(database(JoinMethod.CHEAPEST, AccessMethod.CHEAPEST));
    databases.add(database(JoinMethod.CHEAPEST, AccessMethod.CHEAPEST));
    databases.add(database(JoinMethod.HASH, AccessMethod.CHEAPEST));
    databases.add(database(JoinMethod.SWAPPED, AccessMethod.FULL_SCAN));
    databases.add(database(JoinMethod.LOOKUP, AccessMethod.INDEX));
    int answered = 0;
    try (Connection h2 = DriverManager.getConnection("jdbc:h2:mem:;MODE=PostgreSQL");
        Statement statement = h2.createStatement()) {
      for (String sql : schema(random)) {
        statement.execute(sql);
        databases.forEach(database -> database.execute(sql));
      }
      databases.get(1).execute("ANALYZE");
      for (int i = 0; i < QUERIES; i++) {
        String query = query(random);
        List<String> expected = answer(query, statement);
        if (expected != null) {
          answered++;
          databases.forEach(database -> compare(query, database, expected));
        }
      }
    } finally {
      databases.forEach(TestDatabase::close);
    }
    assertThat(problems).isEmpty();
    assertThat(answered).isGreaterThan(QUERIES / 2);
  }

  private static TestDatabase database(JoinMethod join, AccessMethod access) {
    return new TestDatabase(new PlannerMethods(join, access, false), TemporaryFiles.inMemory());
  }

  private static List<String> schema(SeededRandom random) {
    List<String> statements = new ArrayList<>();
    for (int table = 0; table < TABLES; table++) {
      statements.add("CREATE TABLE j%d (id INT PRIMARY KEY, a INT, b INT, v INT)".formatted(table));
      statements.add("CREATE INDEX j%d_a ON j%d (a)".formatted(table, table));
      if (table % 2 == 0) {
        statements.add("CREATE INDEX j%d_ba ON j%d (b, a)".formatted(table, table));
      }
      for (int id = 0; id < ROWS; id++) {
        statements.add(
            "INSERT INTO j%d VALUES (%d, %s, %s, %d)"
                .formatted(table, id, value(random), value(random), random.nextInt(100)));
      }
    }
    return statements;
  }

  private static String value(SeededRandom random) {
    return random.percent(15) ? "NULL" : String.valueOf(random.nextInt(ROWS + 2));
  }

  private static String query(SeededRandom random) {
    int sources = 2 + random.nextInt(SOURCES_MAX - 1);
    StringBuilder from = new StringBuilder(table(random) + " t0");
    for (int i = 1; i < sources; i++) {
      if (i + 1 < sources && random.percent(20)) {
        from.append(random.percent(50) ? " LEFT JOIN (" : " JOIN (")
            .append("%s t%d%s ".formatted(table(random), i, kind(random)))
            .append("%s t%d ON ".formatted(table(random), i + 1))
            .append(equality(random, i + 1, i))
            .append(") ON ")
            .append(condition(random, i, i));
        i++;
      } else {
        from.append(kind(random))
            .append(" %s t%d ON ".formatted(table(random), i))
            .append(condition(random, i, i));
      }
    }
    List<String> filters = new ArrayList<>();
    filters.add("t0.id < " + (1 + random.nextInt(ROWS)));
    if (random.percent(40)) {
      filters.add(column(random, sources) + " IS NOT NULL");
    }
    if (random.percent(30)) {
      filters.add(column(random, sources) + " <= " + column(random, sources));
    }
    if (random.percent(20)) {
      filters.add(
          "(%s = %s OR %s < 5)"
              .formatted(
                  column(random, sources), column(random, sources), column(random, sources)));
    }
    if (random.percent(40)) {
      filters.add(
          "%s (SELECT 1 FROM %s x JOIN %s y ON x.id = y.a WHERE x.a = %s)"
              .formatted(
                  random.percent(50) ? "EXISTS" : "NOT EXISTS",
                  table(random),
                  table(random),
                  column(random, sources)));
    }
    if (random.percent(20)) {
      filters.add(
          "%s IN (SELECT x.b FROM %s x WHERE x.v > 20)"
              .formatted(column(random, sources), table(random)));
    }
    String outputs =
        IntStream.range(0, sources)
            .mapToObj(i -> "t%d.%s".formatted(i, COLUMNS.get(random.nextInt(4))))
            .collect(Collectors.joining(", "));
    return "SELECT %s FROM %s WHERE %s".formatted(outputs, from, String.join(" AND ", filters));
  }

  private static String table(SeededRandom random) {
    return "j" + random.nextInt(TABLES);
  }

  private static String kind(SeededRandom random) {
    return random.percent(30) ? " LEFT JOIN" : " JOIN";
  }

  private static String column(SeededRandom random, int sources) {
    return "t%d.%s".formatted(random.nextInt(sources), COLUMNS.get(random.nextInt(4)));
  }

  /** A condition of the source with one before it, and perhaps another one. */
  private static String condition(SeededRandom random, int source, int before) {
    String equality = equality(random, source, random.nextInt(before));
    return switch (random.nextInt(6)) {
      case 0 -> equality + " AND t%d.v > %d".formatted(source, random.nextInt(60));
      case 1 -> equality + " AND " + equality(random, source, random.nextInt(before));
      case 2 ->
          equality
              + " AND t%d.a + t%d.b >= t%d.a"
                  .formatted(random.nextInt(before), source, random.nextInt(before));
      default -> equality;
    };
  }

  private static String equality(SeededRandom random, int source, int other) {
    List<String> keys = List.of("id", "a", "b");
    return "t%d.%s = t%d.%s"
        .formatted(
            source,
            random.percent(60) ? "id" : keys.get(random.nextInt(3)),
            other,
            keys.get(random.nextInt(3)));
  }

  /** H2's answer, sorted; null when it is too long. */
  private static @Nullable List<String> answer(String query, Statement statement)
      throws SQLException {
    List<String> rows = new ArrayList<>();
    statement.setMaxRows(ROWS_MAX + 1);
    try (ResultSet result = statement.executeQuery(query)) {
      int width = result.getMetaData().getColumnCount();
      while (result.next()) {
        List<@Nullable Object> row = new ArrayList<>();
        for (int i = 1; i <= width; i++) {
          row.add(result.getObject(i));
        }
        rows.add(row.toString());
      }
    }
    Collections.sort(rows);
    return rows.size() > ROWS_MAX ? null : rows;
  }

  private void compare(String query, TestDatabase database, List<String> expected) {
    List<String> actual = new ArrayList<>();
    try {
      database.query(query).forEach(row -> actual.add(row.toString()));
    } catch (MosqlException e) {
      problems.add(query + "\n   " + e.sqlState() + " " + e.getMessage());
      return;
    }
    Collections.sort(actual);
    if (!actual.equals(expected)) {
      problems.add(
          query + "\n   has " + actual.size() + " rows, in H2 " + expected.size() + " rows");
    }
  }
}
