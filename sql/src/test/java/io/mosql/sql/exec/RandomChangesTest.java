package io.mosql.sql.exec;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.core.error.MosqlException;
import io.mosql.sql.TestDatabase;
import io.mosql.sql.exec.table.IndexChecker;
import io.mosql.testkit.Rotation;
import io.mosql.testkit.SeededRandom;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Runs random INSERT, UPDATE and DELETE, many of which fail half way. Checks that indexes always
 * agree with their tables, foreign keys are satisfied, a failed statement has no effects, and row
 * counts equal the number of rows for which the condition is true.
 */
final class RandomChangesTest {
  private static final int STATEMENTS = 300;
  private static final String[] TABLES = {"p", "c", "k"};

  private static final String SCHEMA =
      """
      CREATE TABLE p (id INT, d DECIMAL(6, 2), v VARCHAR(60), u INT, n INT NOT NULL DEFAULT 7, l TEXT,
        PRIMARY KEY (id), UNIQUE (u), CHECK (n < 90));
      CREATE INDEX p_dv ON p (d DESC, v);
      CREATE INDEX p_n ON p (n);
      CREATE INDEX p_sum ON p ((u + n) DESC, lower(v)) INCLUDE (d);
      CREATE UNIQUE INDEX p_some ON p ((n * 2), v) WHERE u > 3 AND v IS NOT NULL;
      CREATE INDEX p_text ON p ((char_length(l)));
      CREATE TABLE c (a INT, b VARCHAR(60), p INT, up INT, ub VARCHAR(60), w BIGINT,
        PRIMARY KEY (a DESC, b), FOREIGN KEY (p) REFERENCES p,
        FOREIGN KEY (up, ub) REFERENCES c (a, b), UNIQUE (w, p));
      CREATE TABLE k (x INT, y CHAR(6), z INT REFERENCES p (u), UNIQUE (y DESC));
      CREATE INDEX k_x ON k (x);
      CREATE INDEX k_sum ON k ((x + z)) WHERE x < 9
      """;

  private TestDatabase database = new TestDatabase();
  private SeededRandom random = new SeededRandom(0);

  static List<Long> changes() {
    return Rotation.seeds(1, 6);
  }

  static List<Long> savepoints() {
    return Rotation.sample(List.of(11L, 12L, 13L), 1);
  }

  @ParameterizedTest
  @MethodSource("changes")
  void indexesAgreeWithTables(long seed) {
    try (TestDatabase opened = new TestDatabase().run(SCHEMA)) {
      database = opened;
      random = new SeededRandom(seed);
      int done = 0;
      for (int i = 0; i < STATEMENTS; i++) {
        String sql = statement();
        List<Object> before = contents();
        Long expected = expectedCount(sql);
        try {
          long count = opened.execute(sql);
          done++;
          if (expected != null) {
            assertThat(count).as(sql).isEqualTo(expected);
          }
        } catch (MosqlException e) {
          assertThat(e.sqlState()).as(sql + ": " + e.getMessage()).startsWith("23");
          assertThat(contents()).as("after failed " + sql).isEqualTo(before);
        }
        try {
          IndexChecker.check(opened.store(), opened.catalog());
        } catch (AssertionError e) {
          throw new AssertionError("seed " + seed + " after " + sql + ": " + e.getMessage(), e);
        }
      }
      assertThat(done).isGreaterThan(STATEMENTS / 5);
    }
  }

  @ParameterizedTest
  @MethodSource("savepoints")
  void transactionsGoBackToTheirSavepoints(long seed) {
    try (TestDatabase opened = new TestDatabase().run(SCHEMA)) {
      database = opened;
      random = new SeededRandom(seed);
      for (int i = 0; i < STATEMENTS / 20; i++) {
        opened.session().setAutoCommit(false);
        change(random.nextInt(6));
        opened.session().savepoint("s");
        List<Object> middle = contents();
        change(random.nextInt(6));
        if (random.nextBoolean()) {
          opened.session().rollbackTo("s");
          assertThat(contents()).isEqualTo(middle);
          change(random.nextInt(4));
        }
        List<Object> last = contents();
        opened.session().commit();
        opened.session().setAutoCommit(true);
        assertThat(contents()).isEqualTo(last);
        IndexChecker.check(opened.store(), opened.catalog());
      }
    }
  }

  private void change(int statements) {
    for (int i = 0; i < statements; i++) {
      String sql = statement();
      try {
        database.execute(sql);
      } catch (MosqlException e) {
        assertThat(e.sqlState()).as(sql + ": " + e.getMessage()).startsWith("23");
      }
    }
  }

  private List<Object> contents() {
    List<Object> all = new ArrayList<>();
    for (String table : TABLES) {
      all.add(database.query("SELECT * FROM " + table));
    }
    return all;
  }

  /** Rows that an UPDATE or DELETE must report, or null for other statements. */
  private @Nullable Long expectedCount(String sql) {
    int where = sql.indexOf(" WHERE ");
    if (sql.startsWith("INSERT") || where < 0) {
      return null;
    }
    String table = sql.startsWith("UPDATE") ? sql.split(" ")[1] : sql.split(" ")[2];
    return (Long) database.value("SELECT COUNT(*) FROM " + table + sql.substring(where));
  }

  private String statement() {
    return switch (random.nextInt(11)) {
      case 0, 1, 2, 3 -> insert();
      case 4 -> "DELETE FROM " + pick(TABLES) + " WHERE " + "1 = 1 AND " + anywhere();
      case 5 ->
          "UPDATE p SET "
              + pick("id = id + 1", "id = 30 - id", "u = u + 1", "u = -u")
              + " WHERE "
              + condition("p");
      case 6 ->
          "UPDATE p SET u = CASE WHEN u = 3 THEN 4 WHEN u = 4 THEN 3 ELSE u END, v = "
              + text()
              + " WHERE "
              + condition("p");
      case 7 ->
          "UPDATE p SET "
              + pick(
                  "d = d + 0.75, n = " + random.nextInt(95),
                  "l = " + largeText(),
                  "l = l || 'z', n = " + random.nextInt(95),
                  "id = id + 1, l = " + largeText())
              + " WHERE "
              + condition("p");
      case 8 ->
          "UPDATE c SET "
              + pick(
                  "a = a + 1, up = up + 1",
                  "b = " + text(),
                  "w = w + 1",
                  "p = " + number(),
                  "up = a, ub = b",
                  "up = NULL, w = NULL")
              + " WHERE "
              + condition("c");
      case 9 ->
          "UPDATE k SET "
              + pick("x = " + number(), "y = " + text(), "z = " + number(), "z = x")
              + " WHERE "
              + condition("k");
      default ->
          pick(
              "INSERT INTO p SELECT id + 17, d, v, NULL, n, l FROM p WHERE " + condition("p"),
              "INSERT INTO k SELECT x + 1, NULL, z FROM k WHERE " + condition("k"),
              "INSERT INTO c SELECT a, b || '+', p, a, b, w + 40 FROM c WHERE " + condition("c"));
    };
  }

  private String anywhere() {
    return random.nextInt(1_000) % 2 == 0
        ? "1 = 0"
        : "NOT EXISTS (SELECT 1 FROM p q WHERE q.id = " + number() + ")";
  }

  private String insert() {
    StringBuilder sql = new StringBuilder();
    String table = pick(TABLES);
    int rows = 1 + random.nextInt(4);
    for (int i = 0; i < rows; i++) {
      sql.append(i == 0 ? "" : ", ").append('(');
      sql.append(
          switch (table) {
            case "p" -> String.join(", ", key(), decimal(), text(), number(), key(), largeText());
            case "c" ->
                String.join(
                    ", ",
                    key(),
                    "'" + random.nextInt(3) + "'",
                    number(),
                    number(),
                    text(),
                    number());
            default -> String.join(", ", number(), text(), number());
          });
      sql.append(')');
    }
    return "INSERT INTO " + table + " VALUES " + sql;
  }

  private String condition(String table) {
    String column =
        switch (table) {
          case "p" -> pick("id", "u", "n", "d");
          case "c" -> pick("a", "p", "up", "w");
          default -> pick("x", "z");
        };
    return switch (random.nextInt(6)) {
      case 0 -> column + " = " + key();
      case 1 -> column + " IN (" + key() + ", " + key() + ", " + number() + ")";
      case 2 -> column + " BETWEEN " + key() + " AND " + key();
      case 3 -> column + " IS NULL";
      case 4 -> column + " > " + key() + " OR " + column + " < " + key();
      default -> "1 = 1";
    };
  }

  private String key() {
    return String.valueOf(random.nextInt(25));
  }

  private String number() {
    return random.percent(25) ? "NULL" : key();
  }

  private String decimal() {
    return random.percent(20) ? "NULL" : random.nextInt(10) + "." + random.nextInt(100);
  }

  private String text() {
    return random.percent(20) ? "NULL" : "'" + "ab ".repeat(2).substring(random.nextInt(6)) + "'";
  }

  /** A text that is too large for a row in about half of the cases. */
  private String largeText() {
    return random.percent(20) ? "NULL" : "REPEAT('" + key() + "', " + random.nextInt(9_000) + ")";
  }

  private String pick(String... choices) {
    return choices[random.nextInt(choices.length)];
  }
}
