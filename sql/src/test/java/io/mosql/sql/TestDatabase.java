package io.mosql.sql;

import io.mosql.core.error.MosqlException;
import io.mosql.core.session.ExecutionOptions;
import io.mosql.core.session.PreparedStatementHandle;
import io.mosql.core.session.Session;
import io.mosql.core.session.StatementResult;
import io.mosql.sql.catalog.Catalog;
import io.mosql.sql.catalog.CatalogCache;
import io.mosql.sql.catalog.TableDef;
import io.mosql.sql.planner.physical.PlannerMethods;
import io.mosql.sql.session.SqlDatabase;
import io.mosql.sql.session.command.IndexBuildOptions;
import io.mosql.sql.sort.TemporaryFiles;
import io.mosql.storage.Store;
import io.mosql.storage.commit.StoreOptions;
import io.mosql.storage.transaction.Transaction;
import io.mosql.testkit.ManualClock;
import io.mosql.testkit.SeededRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A session of a whole database in memory, for tests. Not thread-safe. */
public final class TestDatabase implements AutoCloseable {
  private final Store store;
  private final SqlDatabase database;
  private final Session session;

  public TestDatabase() {
    this(StoreOptions.DEFAULT, IndexBuildOptions.of(TemporaryFiles.inMemory()));
  }

  /** With limits of a test's own. */
  public TestDatabase(StoreOptions options, IndexBuildOptions builds) {
    this(options, builds, PlannerMethods.CHEAPEST);
  }

  /** All of whose plans are of some shape. */
  public TestDatabase(PlannerMethods shape, TemporaryFiles sorting) {
    this(StoreOptions.DEFAULT, IndexBuildOptions.of(sorting), shape);
  }

  /** With limits of a test's own, all of whose plans are of some shape. */
  public TestDatabase(StoreOptions options, IndexBuildOptions builds, PlannerMethods shape) {
    store = Store.open(new MemoryLog(), new ManualClock(), new SeededRandom(1), options);
    database = new SqlDatabase("test", store, new ManualClock(), builds, shape);
    session = database.connect(Map.of(), () -> {});
  }

  private TestDatabase(TestDatabase first) {
    store = first.store;
    database = first.database;
    session = database.connect(Map.of(), () -> {});
  }

  /** Another session of the same database, which the first one closes. */
  public TestDatabase another() {
    return new TestDatabase(this);
  }

  public Store store() {
    return store;
  }

  public Session session() {
    return session;
  }

  /** Another session of the same database, to be closed by the caller. */
  public Session connect() {
    return database.connect(Map.of(), () -> {});
  }

  /** Runs statements divided by semicolons; rows are read and dropped. */
  public TestDatabase run(String script) {
    for (String sql : script.split(";\\s*")) {
      if (!sql.isBlank()) {
        execute(sql);
      }
    }
    return this;
  }

  /** Number of rows changed, or read. */
  public long execute(String sql, @Nullable Object... parameters) {
    try (PreparedStatementHandle handle = session.prepare(sql, List.of())) {
      StatementResult result = session.execute(handle, parameters, ExecutionOptions.DEFAULT);
      if (result instanceof StatementResult.Update update) {
        return update.updateCount();
      }
      return read((StatementResult.Rows) result).size();
    }
  }

  /** All rows, of carrier values. */
  public List<List<@Nullable Object>> query(String sql, @Nullable Object... parameters) {
    try (PreparedStatementHandle handle = session.prepare(sql, List.of())) {
      return read(
          (StatementResult.Rows) session.execute(handle, parameters, ExecutionOptions.DEFAULT));
    }
  }

  private static List<List<@Nullable Object>> read(StatementResult.Rows rows) {
    List<List<@Nullable Object>> all = new ArrayList<>();
    try (rows) {
      while (rows.next()) {
        all.add(Arrays.asList(rows.row().clone()));
      }
    }
    return all;
  }

  /** The only value of the only row. */
  public @Nullable Object value(String sql, @Nullable Object... parameters) {
    List<List<@Nullable Object>> rows = query(sql, parameters);
    if (rows.size() != 1 || rows.get(0).size() != 1) {
      throw new AssertionError("not one value: " + rows);
    }
    return rows.get(0).get(0);
  }

  /** SQLSTATE that the statement fails with, or "ok". */
  public String state(String sql, @Nullable Object... parameters) {
    try {
      execute(sql, parameters);
      return "ok";
    } catch (MosqlException e) {
      return e.sqlState();
    }
  }

  /** The committed catalog. */
  public Catalog catalog() {
    Transaction transaction = store.begin(true);
    try {
      return new CatalogCache(List::of).read(transaction);
    } finally {
      transaction.rollback();
    }
  }

  public TableDef table(String name) {
    return Objects.requireNonNull(catalog().table(SqlDatabase.PUBLIC, name), name);
  }

  @Override
  public void close() {
    database.close();
    store.close();
  }
}
