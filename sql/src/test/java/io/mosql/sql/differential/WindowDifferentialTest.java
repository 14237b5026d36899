package io.mosql.sql.differential;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.sql.TestDatabase;
import io.mosql.testkit.Rotation;
import io.mosql.testkit.SeededRandom;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Random window functions over random frames: MoSQL and H2 give the same rows. */
final class WindowDifferentialTest {
  private static final int ROWS = 40;
  private static final int QUERIES = 300;

  private final List<String> problems = new ArrayList<>();

  static List<Long> seeds() {
    return Rotation.seeds(1, 3);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void answersAreAlike(long seed) throws SQLException {
    SeededRandom random = new SeededRandom(seed);
    try (TestDatabase database = new TestDatabase();
        Connection h2 = DriverManager.getConnection("jdbc:h2:mem:");
        Statement statement = h2.createStatement()) {
      String create = "CREATE TABLE w (id INT PRIMARY KEY, p INT, k INT, v INT)";
      database.execute(create);
      statement.execute(create);
      for (int id = 0; id < ROWS; id++) {
        String insert =
            "INSERT INTO w VALUES (%d, %s, %s, %s)"
                .formatted(id, value(random, 4), value(random, 9), value(random, 50));
        database.execute(insert);
        statement.execute(insert);
      }
      for (int i = 0; i < QUERIES; i++) {
        compare(query(random), database, statement);
      }
    }
    assertThat(problems).isEmpty();
  }

  private void compare(String query, TestDatabase database, Statement statement)
      throws SQLException {
    List<List<@Nullable String>> expected = new ArrayList<>();
    try (ResultSet rows = statement.executeQuery(query)) {
      while (rows.next()) {
        List<@Nullable String> row = new ArrayList<>();
        for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
          row.add(rows.getString(i));
        }
        expected.add(row);
      }
    }
    List<List<@Nullable String>> actual = new ArrayList<>();
    for (List<@Nullable Object> found : database.query(query)) {
      List<@Nullable String> row = new ArrayList<>();
      found.forEach(value -> row.add(value == null ? null : value.toString()));
      actual.add(row);
    }
    if (!actual.equals(expected)) {
      problems.add(query + "\n   got " + actual + "\n   but H2 has " + expected);
    }
  }

  private static String value(SeededRandom random, int bound) {
    return random.percent(15) ? "NULL" : String.valueOf(random.nextInt(bound));
  }

  private static String query(SeededRandom random) {
    StringBuilder sql = new StringBuilder("SELECT id");
    for (int i = 0; i <= random.nextInt(3); i++) {
      sql.append(", ").append(function(random));
    }
    return sql.append(" FROM w ORDER BY id").toString();
  }

  private static String function(SeededRandom random) {
    String partition = random.percent(60) ? "PARTITION BY p " : "";
    String direction = pick(random, "", " DESC") + pick(random, " NULLS FIRST", " NULLS LAST");
    if (random.percent(25)) {
      String function =
          pick(
              random,
              "ROW_NUMBER()",
              "NTILE(3)",
              "LAG(v)",
              "LEAD(v, 2, -1)",
              "LAG(v) IGNORE NULLS",
              "LEAD(v, 2) IGNORE NULLS");
      return "%s OVER (%sORDER BY k%s, id)".formatted(function, partition, direction);
    } else if (random.percent(25)) {
      String function =
          pick(random, "RANK()", "DENSE_RANK()", "COUNT(v)", "SUM(v)", "MIN(v)", "COUNT(*)");
      return "%s OVER (%sORDER BY k%s)".formatted(function, partition, direction);
    }
    boolean rows = random.percent(60);
    String aggregate =
        pick(
            random,
            "SUM(v)",
            "COUNT(v)",
            "COUNT(*)",
            "MIN(v)",
            "MAX(v)",
            "SUM(k) FILTER (WHERE v > 20)");
    String ofFrame =
        pick(
            random,
            "FIRST_VALUE(id)",
            "LAST_VALUE(id)",
            "NTH_VALUE(id, 2)",
            "FIRST_VALUE(v) IGNORE NULLS",
            "LAST_VALUE(v) IGNORE NULLS");
    // of peers in a RANGE frame, any may come first
    return "%s OVER (%sORDER BY k%s%s %s%s)"
        .formatted(
            rows && random.percent(40) ? ofFrame : aggregate,
            partition,
            direction,
            rows ? ", id ROWS" : " RANGE",
            frame(random),
            pick(random, "", "", "", " EXCLUDE CURRENT ROW", " EXCLUDE GROUP", " EXCLUDE TIES"));
  }

  private static String frame(SeededRandom random) {
    int near = random.nextInt(4);
    int far = near + random.nextInt(4);
    return pick(
        random,
        "BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW",
        "BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING",
        "BETWEEN UNBOUNDED PRECEDING AND %d FOLLOWING".formatted(near),
        "BETWEEN UNBOUNDED PRECEDING AND %d PRECEDING".formatted(near),
        "BETWEEN %d PRECEDING AND CURRENT ROW".formatted(near),
        "BETWEEN %d PRECEDING AND %d FOLLOWING".formatted(near, far),
        "BETWEEN %d PRECEDING AND %d PRECEDING".formatted(far, near),
        "BETWEEN %d FOLLOWING AND %d FOLLOWING".formatted(near, far),
        "BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING",
        "BETWEEN %d FOLLOWING AND UNBOUNDED FOLLOWING".formatted(near));
  }

  private static String pick(SeededRandom random, String... choices) {
    return choices[random.nextInt(choices.length)];
  }
}
