package io.mosql.sql.differential;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.core.files.MemoryDirectory;
import io.mosql.sql.TestDatabase;
import io.mosql.sql.exec.table.IndexChecker;
import io.mosql.sql.planner.physical.PlannerMethods;
import io.mosql.sql.sort.TemporaryFiles;
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
 * Random queries over random tables, indexes and rows: MoSQL, with and without indexes, in every
 * shape of plan, and H2 give the same rows. What a seed means is fixed.
 */
final class Differential {
  /** Class of the SQLSTATEs of constraints. */
  private static final String INTEGRITY = "23";

  private static final String ROWS = " rows";
  private static final int ROWS_TO_SPILL = 5;

  /** Of an answer that is compared. */
  private static final int ROWS_MAX = 5_000;

  private final SeededRandom random;

  Differential(long seed) {
    random = new SeededRandom(seed);
  }

  /**
   * @param everyShape whether each query is answered in all ways rather than in two
   * @return how many of them H2 answered, and so were compared
   */
  int queries(int count, boolean everyShape) throws SQLException {
    try (Variants variants = new Variants(new RandomSchema(random, true));
        Connection h2 = DriverManager.getConnection("jdbc:h2:mem:;MODE=PostgreSQL")) {
      variants.replay(sql -> execute(h2, sql));
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
        for (Variants.Variant variant : everyShape ? variants.all() : variants.some(i)) {
          compare(problems, query, expected, variant);
        }
      }
      assertThat(answered).isGreaterThan(count * 3 / 4);
      assertThat(problems).as(problems.size() + " of " + answered + " answers differ").isEmpty();
      return answered;
    }
  }

  /**
   * Queries for which there is so little memory that many of them put rows into files. Those that
   * cannot, and fail for want of memory, do not count.
   */
  int spilled(int count) throws SQLException {
    RandomSchema schema = new RandomSchema(random, true);
    CountedFiles files = new CountedFiles(new MemoryDirectory("spilled"));
    PlannerMethods hashed =
        new PlannerMethods(
            PlannerMethods.JoinMethod.HASH, PlannerMethods.AccessMethod.CHEAPEST, true);
    try (TestDatabase database =
            new TestDatabase(hashed, new TemporaryFiles(files.files(), 1 << 20));
        Connection h2 = DriverManager.getConnection("jdbc:h2:mem:;MODE=PostgreSQL")) {
      List<String> statements = new ArrayList<>(schema.creations());
      statements.addAll(schema.rows(ROWS_TO_SPILL));
      statements.forEach(sql -> execute(h2, sql));
      statements.forEach(database::execute);
      database.execute("SET memory_limit = '64KB'");
      Variants.Variant poor = new Variants.Variant("spilled", database);
      QueryGenerator generator = new QueryGenerator(random);
      List<String> problems = new ArrayList<>();
      int answered = 0;
      for (int i = 0; i < count; i++) {
        QueryGenerator.Query query = generator.next();
        List<List<String>> expected = h2(h2, query);
        if (expected != null && fits(database, query)) {
          answered++;
          compare(problems, query, expected, poor);
        }
      }
      assertThat(answered).isGreaterThan(count / 2);
      assertThat(files.opened()).isGreaterThan(count / 10);
      assertThat(problems).isEmpty();
      return answered;
    }
  }

  private static boolean fits(TestDatabase database, QueryGenerator.Query query) {
    return !database.state(query.sql()).equals(SqlState.OUT_OF_MEMORY.code());
  }

  /** Statements that change rows, after each of which all rows and indexes are compared. */
  int changes(int count) throws SQLException {
    RandomSchema schema = new RandomSchema(random, false);
    try (Variants variants = new Variants(schema);
        Connection h2 = DriverManager.getConnection("jdbc:h2:mem:;MODE=PostgreSQL")) {
      variants.replay(sql -> execute(h2, sql));
      QueryGenerator generator = new QueryGenerator(random);
      int done = 0;
      for (int i = 0; i < count; i++) {
        String change = generator.change(1_000 * (i + 1));
        String expected = change(h2, change);
        boolean fails = !expected.endsWith(ROWS);
        if (fails && !expected.startsWith(INTEGRITY)) {
          continue;
        }
        for (Variants.Variant variant : variants.all()) {
          assertThat(change(variant.database(), change))
              .as(variant.name() + ": " + change)
              .isEqualTo(expected);
        }
        done += fails ? 0 : 1;
        compareTables(schema, variants, h2, change);
      }
      assertThat(done).isGreaterThan(count / 2);
      for (Variants.Variant variant : variants.all()) {
        IndexChecker.check(variant.database().store(), variant.database().catalog());
      }
      return done;
    }
  }

  private static void compareTables(
      RandomSchema schema, Variants variants, Connection h2, String change) {
    for (String table : schema.names()) {
      QueryGenerator.Query all = new QueryGenerator.Query("SELECT * FROM " + table, false);
      List<String> problems = new ArrayList<>();
      List<List<String>> rows = Objects.requireNonNull(h2(h2, all));
      for (Variants.Variant variant : variants.all()) {
        compare(problems, all, rows, variant);
      }
      assertThat(problems).as(change).isEmpty();
    }
  }

  private static void execute(Connection h2, String sql) {
    try (Statement statement = h2.createStatement()) {
      statement.execute(sql);
    } catch (SQLException e) {
      throw new IllegalStateException(sql, e);
    }
  }

  /** How many rows were changed, or the SQLSTATE. */
  private static String change(Connection h2, String sql) {
    try (Statement statement = h2.createStatement()) {
      return statement.executeUpdate(sql) + ROWS;
    } catch (SQLException e) {
      return e.getSQLState();
    }
  }

  private static String change(TestDatabase database, String sql) {
    try {
      return database.execute(sql) + ROWS;
    } catch (MosqlException e) {
      return e.sqlState();
    }
  }

  private static void compare(
      List<String> problems,
      QueryGenerator.Query query,
      List<List<String>> expected,
      Variants.Variant variant) {
    String found;
    try {
      List<List<String>> actual =
          normal(
              query, variant.database().query(query.sql()).stream().map(r -> (List<?>) r).toList());
      if (actual.equals(expected)) {
        return;
      }
      found = "got " + cut(actual) + " but H2 has " + cut(expected);
    } catch (MosqlException e) {
      found = e.sqlState() + " " + e.getMessage();
    }
    problems.add(variant.name() + ": " + query.sql() + "\n   " + found);
  }

  private static String cut(List<List<String>> rows) {
    String text = rows.size() + " " + rows;
    return text.length() > 300 ? text.substring(0, 300) + ".." : text;
  }

  /** H2's answer, or null when it has none or too long a one. */
  private static @Nullable List<List<String>> h2(
      Connection connection, QueryGenerator.Query query) {
    try (Statement statement = connection.createStatement()) {
      statement.setMaxRows(ROWS_MAX + 1);
      ResultSet result = statement.executeQuery(query.sql());
      int width = result.getMetaData().getColumnCount();
      List<List<@Nullable Object>> rows = new ArrayList<>();
      while (result.next()) {
        List<@Nullable Object> row = new ArrayList<>();
        for (int i = 1; i <= width; i++) {
          row.add(result.getObject(i));
        }
        rows.add(row);
      }
      return rows.size() > ROWS_MAX ? null : normal(query, rows);
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

  /**
   * Numbers to four digits, so that averages agree: by way of the six that ours are rounded to, or
   * 62.112149 would be another number than 62.112150.
   */
  private static String normal(@Nullable Object value) {
    if (value instanceof Number number) {
      return new BigDecimal(number.toString())
          .setScale(6, RoundingMode.HALF_UP)
          .setScale(4, RoundingMode.HALF_UP)
          .stripTrailingZeros()
          .toPlainString();
    }
    return String.valueOf(value);
  }
}
