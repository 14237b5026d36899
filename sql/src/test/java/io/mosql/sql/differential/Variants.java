package io.mosql.sql.differential;

import io.mosql.sql.TestDatabase;
import io.mosql.sql.planner.physical.PlannerMethods;
import io.mosql.sql.planner.physical.PlannerMethods.AccessMethod;
import io.mosql.sql.planner.physical.PlannerMethods.JoinMethod;
import io.mosql.sql.session.command.IndexBuildOptions;
import io.mosql.sql.sort.TemporaryFiles;
import io.mosql.storage.commit.StoreOptions;
import io.mosql.storage.tree.TreeShape;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * The same tables in databases and sessions that differ in indexes, in what is known of the rows
 * and in the shape of their plans, so that each query is answered in all ways that there are. Not
 * thread-safe.
 */
final class Variants implements AutoCloseable {
  /** Settings of sessions of the analyzed database. */
  private static final List<String> SWITCHES =
      List.of(
          "enable_hashjoin",
          "enable_mergejoin",
          "enable_nestloop",
          "enable_indexscan",
          "enable_seqscan");

  /** All aggregations of scans and hash joins in batches, though there are few rows. */
  private static final PlannerMethods BATCHES =
      new PlannerMethods(JoinMethod.HASH, AccessMethod.FULL_SCAN, false, 0);

  private static final String BY_WORKERS = "by workers";

  /** The databases. */
  private final List<Variant> databases = new ArrayList<>();

  /** The databases, and sessions of one of them. */
  private final List<Variant> all = new ArrayList<>();

  private final List<String> statements;

  /**
   * @param name for messages
   */
  record Variant(String name, TestDatabase database) {}

  Variants(RandomSchema schema) {
    this(schema, false);
  }

  /**
   * @param partial whether there are indexes with conditions and of expressions
   */
  Variants(RandomSchema schema, boolean partial) {
    add("as planned", PlannerMethods.CHEAPEST);
    add("without indexes", PlannerMethods.CHEAPEST);
    add("analyzed", PlannerMethods.CHEAPEST);
    add("look-ups, by index", new PlannerMethods(JoinMethod.LOOKUP, AccessMethod.INDEX, false));
    add(
        "look-ups, full scans",
        new PlannerMethods(JoinMethod.LOOKUP, AccessMethod.FULL_SCAN, false));
    add("hash, by index, sorted", new PlannerMethods(JoinMethod.HASH, AccessMethod.INDEX, true));
    add("hash, full scans", new PlannerMethods(JoinMethod.HASH, AccessMethod.FULL_SCAN, false));
    add("turned", new PlannerMethods(JoinMethod.SWAPPED, AccessMethod.CHEAPEST, true));
    add("nested loops, by index", new PlannerMethods(JoinMethod.LOOPS, AccessMethod.INDEX, false));
    add("in batches", BATCHES);
    databases.add(
        new Variant(
            BY_WORKERS,
            new TestDatabase(
                StoreOptions.DEFAULT.withShape(TreeShape.TINY),
                IndexBuildOptions.of(TemporaryFiles.inMemory()),
                BATCHES)));
    List<String> rows = schema.rows(1);
    List<String> tables = schema.creations();
    List<String> indexes = new ArrayList<>(schema.indexes());
    if (partial) {
      indexes.addAll(schema.partialIndexes());
    }
    for (Variant variant : databases) {
      tables.forEach(variant.database::execute);
      rows.forEach(variant.database::execute);
      if (!variant.name.equals("without indexes")) {
        indexes.forEach(variant.database::execute);
      }
      if (variant.name.equals("analyzed")) {
        variant.database.execute("ANALYZE");
        addSessions(variant.database);
      }
      if (variant.name.equals(BY_WORKERS)) {
        useWorkers(variant.database, 4);
        all.add(new Variant("by one worker", useWorkers(variant.database.another(), 1)));
      }
    }
    all.addAll(0, databases);
    statements = new ArrayList<>(tables);
    statements.addAll(rows);
  }

  private void add(String name, PlannerMethods shape) {
    databases.add(new Variant(name, new TestDatabase(shape, TemporaryFiles.inMemory())));
  }

  /** A session for each method that can be switched off, and one for two of them. */
  private void addSessions(TestDatabase database) {
    for (String off : SWITCHES) {
      all.add(session(database, List.of(off)));
    }
    all.add(session(database, List.of("enable_nestloop", "enable_indexscan")));
  }

  private static Variant session(TestDatabase database, List<String> off) {
    TestDatabase session = database.another();
    off.forEach(setting -> session.execute("SET " + setting + " = off"));
    return new Variant("without " + String.join(", ", off), session);
  }

  /** Workers alone compute what they can, a few rows each. */
  static TestDatabase useWorkers(TestDatabase session, int workers) {
    session.execute("SET force_parallel_mode = on");
    session.execute("SET parallel_leader_participation = off");
    session.execute("SET max_parallel_workers_per_gather = " + workers);
    return session;
  }

  /** What made the tables, but for indexes, for another database. */
  void replay(Consumer<String> other) {
    statements.forEach(other);
  }

  List<Variant> all() {
    return all;
  }

  /** The variants that are databases of their own. */
  List<Variant> databases() {
    return databases;
  }

  /**
   * The one that plans as databases do, and in turn the others, and those that read by indexes: of
   * so few rows the first one reads all.
   */
  List<Variant> some(int turn) {
    List<Variant> indexed =
        databases.stream().filter(variant -> variant.name.contains("by index")).toList();
    return List.of(
        all.get(0),
        all.get(1 + turn % (all.size() - 1)),
        indexed.get(turn / (all.size() - 1) % indexed.size()));
  }

  @Override
  public void close() {
    databases.forEach(variant -> variant.database.close());
  }
}
