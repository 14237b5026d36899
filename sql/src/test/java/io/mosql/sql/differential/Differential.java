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
import java.sql.SQLException;
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
  private static final String OK = "ok";
  private static final int ROWS_TO_SPILL = 5;

  /** So many rows that scans run in batches, of more than one batch. */
  private static final int ROWS_OF_BATCHES = 30;

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
        Oracle h2 = Oracle.h2()) {
      variants.replay(h2::execute);
      QueryGenerator generator = new QueryGenerator(random);
      List<String> problems = new ArrayList<>();
      int answered = 0;
      for (int i = 0; i < count; i++) {
        QueryGenerator.Query query = generator.next();
        List<String> expected = answer(h2, query);
        if (expected == null) {
          continue;
        }
        answered++;
        for (Variants.Variant variant : everyShape ? variants.all() : variants.some(i)) {
          compare(problems, query, "H2", expected, variant);
        }
      }
      assertThat(answered).isGreaterThan(count * 3 / 4);
      assertThat(problems).as(problems.size() + " of " + answered + " answers differ").isEmpty();
      return answered;
    }
  }

  /**
   * Queries that the planner rewrites, or for which it has access paths of their own, in all shapes
   * of plans. They are compared with H2, where it has the same answer, with PostgreSQL, if there is
   * one, and with each other.
   *
   * @param everyShape as for {@link #queries}
   * @return how many were answered by another database
   */
  int planned(int count, boolean everyShape) throws SQLException {
    Oracle postgres = Oracle.postgres();
    try (Variants variants = new Variants(new RandomSchema(random, true), true);
        Oracle h2 = Oracle.h2();
        postgres) {
      variants.replay(h2::execute);
      if (postgres != null) {
        variants.replay(postgres::execute);
      }
      PlannerQueries generator = new PlannerQueries(random);
      List<String> problems = new ArrayList<>();
      int answered = 0;
      for (int i = 0; i < count; i++) {
        QueryGenerator.Query query = generator.next();
        List<Variants.Variant> all = everyShape ? variants.all() : variants.some(i);
        boolean compared = query.h2() && compareWith(h2, query, all, problems);
        if (postgres != null) {
          compared |= compareWith(postgres, query, all, problems);
        }
        answered += compared ? 1 : 0;
        if (!compared) {
          compareAmong(query, all, problems);
        }
      }
      assertThat(answered).isGreaterThan(count / 2);
      assertThat(problems).as(problems.size() + " answers differ").isEmpty();
      return answered;
    }
  }

  private static boolean compareWith(
      Oracle oracle,
      QueryGenerator.Query query,
      List<Variants.Variant> variants,
      List<String> problems) {
    List<String> expected = answer(oracle, query);
    if (expected == null) {
      return false;
    }
    variants.forEach(variant -> compare(problems, query, oracle.name(), expected, variant));
    compareParameterized(problems, query, oracle.name(), expected, variants.get(0));
    return true;
  }

  /** Compares the answer to a statement that has parameters instead of numbers. */
  private static void compareParameterized(
      List<String> problems,
      QueryGenerator.Query query,
      String other,
      List<String> expected,
      Variants.Variant variant) {
    Object[] parameters = query.parameters();
    if (parameters.length == 0) {
      return;
    }
    String found;
    try {
      List<String> actual =
          normal(query, variant.database().query(query.parameterized(), parameters));
      if (actual.equals(expected)) {
        return;
      }
      found = "got " + Rows.cut(actual) + " but " + other + " has " + Rows.cut(expected);
    } catch (MosqlException e) {
      found = e.sqlState() + " " + e.getMessage();
    }
    problems.add("with parameters: " + query.sql() + "\n   " + found);
  }

  /** Compares an answer with that of the first variant, or finds that all fail alike. */
  private static void compareAmong(
      QueryGenerator.Query query, List<Variants.Variant> variants, List<String> problems) {
    Variants.Variant first = variants.get(0);
    try {
      List<String> expected = normal(query, first.database().query(query.sql()));
      variants.forEach(variant -> compare(problems, query, first.name(), expected, variant));
    } catch (MosqlException e) {
      for (Variants.Variant variant : variants) {
        String state = variant.database().state(query.sql());
        if (!state.equals(e.sqlState())) {
          problems.add(variant.name() + ": " + query.sql() + "\n   " + state + " but " + e);
        }
      }
    }
  }

  /** Random conditions that each database must judge alike, wherever they stand. */
  int logic(LogicOracles.Oracle oracle, int count, boolean everyShape) throws SQLException {
    try (Variants variants = new Variants(new RandomSchema(random, true), true)) {
      LogicOracles oracles = new LogicOracles(random);
      List<String> problems = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        LogicOracles.Check check = oracles.next(oracle);
        for (Variants.Variant variant : everyShape ? variants.all() : variants.some(i)) {
          String problem = LogicOracles.problem(check, variant.database());
          if (problem != null) {
            problems.add(variant.name() + ": " + problem);
          }
        }
      }
      assertThat(problems).as(problems.size() + " of " + count + " are wrong").isEmpty();
      return count;
    }
  }

  /**
   * Aggregations over so many rows that they run in batches: they have the rows, the order and the
   * errors of those that run row by row, with workers too, and the rows of H2, where it has the
   * same answer, and of PostgreSQL, if there is one.
   *
   * @return how many were answered by another database
   */
  int batches(int count) throws SQLException {
    Oracle postgres = Oracle.postgres();
    try (TestDatabase batches = database(true);
        TestDatabase rows = database(false);
        Oracle h2 = Oracle.h2();
        postgres) {
      RandomSchema schema = new RandomSchema(random, true);
      List<String> statements = new ArrayList<>(schema.creations());
      statements.addAll(schema.rows(ROWS_OF_BATCHES));
      for (String statement : statements) {
        batches.execute(statement);
        rows.execute(statement);
        h2.execute(statement);
        if (postgres != null) {
          postgres.execute(statement);
        }
      }
      Variants.Variant batched = new Variants.Variant("batches", batches);
      Variants.Variant byWorkers =
          new Variants.Variant("workers", Variants.useWorkers(batches.another(), 3));
      PlannerQueries generator = new PlannerQueries(random);
      List<String> problems = new ArrayList<>();
      int answered = 0;
      for (int i = 0; i < count; i++) {
        QueryGenerator.Query query = generator.aggregation();
        List<Variants.Variant> all = List.of(batched);
        boolean compared = query.h2() && compareWith(h2, query, all, problems);
        if (postgres != null) {
          compared |= compareWith(postgres, query, all, problems);
        }
        answered += compared ? 1 : 0;
        QueryGenerator.Query inOrder = new QueryGenerator.Query(query.sql(), true);
        compareAmong(
            inOrder,
            List.of(new Variants.Variant("row by row", rows), batched, byWorkers),
            problems);
      }
      assertThat(answered).isGreaterThan(count / 4);
      assertThat(problems).as(problems.size() + " answers differ").isEmpty();
      return answered;
    }
  }

  private static TestDatabase database(boolean batches) {
    return new TestDatabase(
        new PlannerMethods(
            PlannerMethods.JoinMethod.CHEAPEST,
            PlannerMethods.AccessMethod.CHEAPEST,
            false,
            batches ? 500 : Double.POSITIVE_INFINITY),
        TemporaryFiles.inMemory());
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
        TestDatabase rich = database(true);
        Oracle h2 = Oracle.h2()) {
      List<String> statements = new ArrayList<>(schema.creations());
      statements.addAll(schema.rows(ROWS_TO_SPILL));
      statements.forEach(h2::execute);
      statements.forEach(database::execute);
      statements.forEach(rich::execute);
      database.execute("SET memory_limit = '64KB'");
      Variants.Variant poor = new Variants.Variant("spilled", database);
      QueryGenerator generator = new QueryGenerator(random);
      PlannerQueries planned = new PlannerQueries(random);
      List<String> problems = new ArrayList<>();
      int answered = 0;
      for (int i = 0; i < count; i++) {
        if (i % 3 == 0) {
          QueryGenerator.Query query = planned.next();
          if (rich.state(query.sql()).equals(OK) && fits(database, query)) {
            answered++;
            compareAmong(query, List.of(new Variants.Variant("rich", rich), poor), problems);
          }
          continue;
        }
        QueryGenerator.Query query = generator.next();
        List<String> expected = answer(h2, query);
        if (expected != null && fits(database, query)) {
          answered++;
          compare(problems, query, "H2", expected, poor);
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
        Oracle h2 = Oracle.h2()) {
      variants.replay(h2::execute);
      QueryGenerator generator = new QueryGenerator(random);
      int done = 0;
      for (int i = 0; i < count; i++) {
        String change = generator.change(1_000 * (i + 1));
        String expected = change(h2, change);
        boolean fails = !expected.endsWith(ROWS);
        if (fails && !expected.startsWith(INTEGRITY)) {
          continue;
        }
        for (Variants.Variant variant : variants.databases()) {
          assertThat(change(variant.database(), change))
              .as(variant.name() + ": " + change)
              .isEqualTo(expected);
        }
        done += fails ? 0 : 1;
        compareTables(schema, variants, h2, change);
      }
      assertThat(done).isGreaterThan(count / 2);
      for (Variants.Variant variant : variants.databases()) {
        IndexChecker.check(variant.database().store(), variant.database().catalog());
      }
      return done;
    }
  }

  private static void compareTables(
      RandomSchema schema, Variants variants, Oracle h2, String change) {
    for (String table : schema.names()) {
      QueryGenerator.Query all = new QueryGenerator.Query("SELECT * FROM " + table, false);
      List<String> problems = new ArrayList<>();
      List<String> rows = Objects.requireNonNull(answer(h2, all));
      for (Variants.Variant variant : variants.all()) {
        compare(problems, all, "H2", rows, variant);
      }
      assertThat(problems).as(change).isEmpty();
    }
  }

  /** How many rows were changed, or the SQLSTATE. */
  private static String change(Oracle h2, String sql) {
    try {
      return h2.update(sql) + ROWS;
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
      String other,
      List<String> expected,
      Variants.Variant variant) {
    String found;
    try {
      List<String> actual = normal(query, variant.database().query(query.sql()));
      if (actual.equals(expected)) {
        return;
      }
      found = "got " + Rows.cut(actual) + " but " + other + " has " + Rows.cut(expected);
    } catch (MosqlException e) {
      found = e.sqlState() + " " + e.getMessage();
    }
    problems.add(variant.name() + ": " + query.sql() + "\n   " + found);
  }

  /** The answer of another database, or null when it has none or too long a one. */
  private static @Nullable List<String> answer(Oracle oracle, QueryGenerator.Query query) {
    List<List<@Nullable Object>> rows = oracle.rows(query.sql());
    return rows == null ? null : normal(query, rows);
  }

  private static List<String> normal(QueryGenerator.Query query, List<? extends List<?>> rows) {
    return query.ordered() ? Rows.ordered(rows) : Rows.normal(rows);
  }
}
