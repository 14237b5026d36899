package io.mosql.sql.exec;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.sql.TestDatabase;
import io.mosql.testkit.Sampled;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Compares two evaluations of many conditions: on encoded fields by a scan, and on decoded values
 * by a select list.
 */
final class FilteredScansTest {
  private static final TestDatabase DB = new TestDatabase();
  private static final int ROWS = 300;

  static {
    Random random = new Random(5);
    DB.run(
        """
        CREATE TABLE r (id INT PRIMARY KEY, s SMALLINT, i INT, g BIGINT, d DECIMAL(10, 2),
          w DECIMAL(30, 4), e DOUBLE, y DATE, z DATE, m TIMESTAMP, c CHAR(6), v VARCHAR(20), x TEXT);
        """);
    for (int id = 0; id < ROWS; id++) {
      if (id == ROWS / 2) {
        // rows written before lack these fields
        DB.run(
            "ALTER TABLE r ADD COLUMN added INT DEFAULT 2; ALTER TABLE r ADD COLUMN bare VARCHAR(9)");
      }
      String values =
          String.join(
              ", ",
              List.of(
                  whole(random),
                  whole(random),
                  random.nextInt(6) == 0 ? "9223372036854775807" : whole(random),
                  decimal(random),
                  random.nextInt(4) == 0 ? "12345678901234567890.1234" : decimal(random),
                  decimal(random),
                  date(random),
                  date(random),
                  random.nextInt(6) == 0
                      ? "NULL"
                      : "TIMESTAMP '2020-01-0" + day(random) + " 01:00:00'",
                  text(random),
                  text(random),
                  random.nextInt(9) == 0 ? "repeat('a', 5000)" : text(random)));
      DB.run(
          "INSERT INTO r VALUES ("
              + id
              + ", "
              + values
              + (id < ROWS / 2 ? ")" : ", " + whole(random) + ", " + text(random) + ")"));
    }
  }

  @AfterAll
  static void close() {
    DB.close();
  }

  private static String whole(Random random) {
    return random.nextInt(6) == 0 ? "NULL" : String.valueOf(random.nextInt(7) - 3);
  }

  private static String decimal(Random random) {
    return random.nextInt(6) == 0
        ? "NULL"
        : BigDecimal.valueOf(random.nextInt(60) - 30, 1 + random.nextInt(2)).toPlainString();
  }

  private static int day(Random random) {
    return 1 + random.nextInt(4);
  }

  private static String date(Random random) {
    return random.nextInt(6) == 0 ? "NULL" : "DATE '2020-01-0" + day(random) + "'";
  }

  private static String text(Random random) {
    String[] texts = {"''", "'a'", "'a '", "'b'", "'ab'", "'é'", "'😀'", "'\uffee'", "NULL"};
    return texts[random.nextInt(texts.length)];
  }

  private static String number(Random random) {
    return switch (random.nextInt(5)) {
      case 0 -> "1.5e0";
      case 1 -> "9223372036854775807";
      case 2, 3 -> whole(random);
      default -> decimal(random);
    };
  }

  private static String condition(Random random, int depth) {
    if (depth > 0 && random.nextInt(3) == 0) {
      String word = random.nextBoolean() ? " AND " : " OR ";
      return "(" + condition(random, depth - 1) + word + condition(random, depth - 1) + ")";
    }
    String[] operators = {"=", "<>", "<", "<=", ">", ">="};
    String operator = " " + operators[random.nextInt(operators.length)] + " ";
    String[] numbers = {"s", "i", "g", "d", "w", "e", "added"};
    String[] texts = {"c", "v", "x", "bare"};
    String left;
    String right;
    switch (random.nextInt(9)) {
      case 0, 1, 2 -> {
        left = numbers[random.nextInt(numbers.length)];
        right = number(random);
      }
      case 3, 4 -> {
        left = texts[random.nextInt(texts.length)];
        right = text(random);
      }
      case 5 -> {
        left = random.nextBoolean() ? "y" : "m";
        right = random.nextBoolean() ? date(random) : "DATE '2020-01-01' + INTERVAL '1' DAY";
      }
      case 6 -> {
        left = random.nextBoolean() ? "y" : "i";
        right = left.equals("y") ? "z" : random.nextBoolean() ? "s" : "g";
      }
      case 7 -> {
        return (random.nextBoolean() ? numbers : texts)[random.nextInt(4)]
            + (random.nextBoolean() ? " IS NULL" : " IS NOT NULL");
      }
      default -> {
        left = numbers[random.nextInt(numbers.length)];
        right = "? + " + random.nextInt(2);
      }
    }
    return random.nextBoolean() ? left + operator + right : right + operator + left;
  }

  @Sampled(percent = 40)
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6})
  void aScanLetsPassWhatIsTrue(long seed) {
    Random random = new Random(seed);
    for (int i = 0; i < 100; i++) {
      String condition = condition(random, 2);
      Object[] parameters =
          condition.chars().filter(c -> c == '?').mapToObj(c -> random.nextInt(3)).toArray();
      List<@Nullable Object> expected = new ArrayList<>();
      for (List<@Nullable Object> row :
          DB.query("SELECT id, " + condition + " FROM r ORDER BY id", parameters)) {
        if (Boolean.TRUE.equals(row.get(1))) {
          expected.add(row.get(0));
        }
      }
      assertThat(DB.query("SELECT id FROM r WHERE " + condition + " ORDER BY id", parameters))
          .as(condition)
          .isEqualTo(expected.stream().map(java.util.Arrays::asList).toList());
      assertThat(DB.value("SELECT count(*) FROM r WHERE " + condition, parameters))
          .as(condition)
          .isEqualTo((long) expected.size());
    }
  }

  @Test
  void whatCannotBeWorkedOutFailsWhereARowAsks() {
    assertThat(DB.state("SELECT id FROM r WHERE id < 0 AND i = 2147483647 + s")).isEqualTo("ok");
    assertThat(DB.state("SELECT count(*) FROM r WHERE i = 2000000000 + ?", 2_000_000_000))
        .isEqualTo("22003");
    assertThat(
            DB.state("SELECT count(*) FROM r WHERE id < 0 AND i = 2000000000 + ?", 2_000_000_000))
        .isEqualTo("ok");
  }

  @Test
  void largeTextsAreComparedWhole() {
    assertThat(DB.value("SELECT count(*) = 0 FROM r WHERE x = repeat('a', 4999)")).isEqualTo(true);
    assertThat(DB.value("SELECT count(*) > 9 FROM r WHERE x = repeat('a', 5000)")).isEqualTo(true);
    assertThat(DB.value("SELECT count(*) > 9 FROM r WHERE x < 'b' AND x > 'aaaaaa'"))
        .isEqualTo(true);
    assertThat(
            DB.value("SELECT min(length(x)) FROM r WHERE x <> 'a' AND x > 'aaaaaa' AND x < 'ab'"))
        .isEqualTo(5000);
  }
}
