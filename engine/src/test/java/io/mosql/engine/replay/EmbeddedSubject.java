package io.mosql.engine.replay;

import io.mosql.consensus.local.LocalLog;
import io.mosql.consensus.local.LogOptions;
import io.mosql.consensus.memory.MemoryLog;
import io.mosql.core.error.MosqlException;
import io.mosql.core.port.Clock;
import io.mosql.core.port.CommitLog;
import io.mosql.core.session.Session;
import io.mosql.core.session.SessionProperty;
import io.mosql.jdbc.SessionAccess;
import io.mosql.sql.catalog.Catalog;
import io.mosql.sql.catalog.CatalogCache;
import io.mosql.sql.exec.table.TableVerifier;
import io.mosql.sql.planner.physical.PlannerMethods;
import io.mosql.sql.session.SqlDatabase;
import io.mosql.sql.session.command.IndexBuildOptions;
import io.mosql.sql.session.prepare.PlannedTableExpressions;
import io.mosql.sql.sort.TemporaryFiles;
import io.mosql.storage.CommitOrder;
import io.mosql.storage.Store;
import io.mosql.storage.TreeInfo;
import io.mosql.storage.checkpoint.CheckpointOptions;
import io.mosql.storage.commit.StoreOptions;
import io.mosql.storage.page.PageOptions;
import io.mosql.storage.page.PageStore;
import io.mosql.storage.transaction.Transaction;
import io.mosql.storage.tree.TreeShape;
import io.mosql.storage.version.TransactionId;
import io.mosql.testkit.SeededRandom;
import io.mosql.testkit.files.FaultyDirectory;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A database in this process: in memory, or on a disk with simulated power failures, with small
 * nodes and caches and a checkpoint after every few commits. Thread-safe.
 */
public final class EmbeddedSubject implements Subject, AutoCloseable {
  private static final Map<SessionProperty, String> PROPERTIES =
      Map.of(SessionProperty.LOCK_TIMEOUT, "3000");
  private static final long NEVER = Long.MAX_VALUE / 4;

  private final SeededRandom random;
  private final boolean onDisk;
  private final TreeShape shape;
  private FaultyDirectory files;
  private @Nullable PageStore pages;
  private Store store;
  private SqlDatabase database;

  private EmbeddedSubject(boolean onDisk, long seed) {
    this.random = new SeededRandom(seed);
    this.onDisk = onDisk;
    this.shape = !onDisk || random.percent(30) ? TreeShape.DEFAULT : TreeShape.TINY;
    this.files = new FaultyDirectory(random.nextLong());
    this.store = openStore();
    this.database = openDatabase();
  }

  public static EmbeddedSubject inMemory(long seed) {
    return new EmbeddedSubject(false, seed);
  }

  /** The sizes of nodes, caches, segments and records come from the seed. */
  public static EmbeddedSubject onDisk(long seed) {
    return new EmbeddedSubject(true, seed);
  }

  private Store openStore() {
    StoreOptions options =
        onDisk
            ? new StoreOptions(shape, 0, 1 << 20, 2_000 << random.nextInt(4), 64 << 20, 40)
            : StoreOptions.DEFAULT;
    if (!onDisk) {
      return Store.open(new MemoryLog(), Clock.SYSTEM, random.fork(), options);
    }
    try {
      PageStore opened =
          PageStore.open(
              files,
              random.fork(),
              new PageOptions(
                  random.percent(20) ? 0 : 4 << (10 + random.nextInt(6)),
                  16 << (10 + random.nextInt(4)),
                  2 + random.nextInt(6)));
      pages = opened;
      CommitLog log = new LocalLog(files, Clock.SYSTEM, random.fork(), LogOptions.small(32 << 10));
      return Store.open(
          log,
          opened,
          Clock.SYSTEM,
          random.fork(),
          options,
          new CheckpointOptions(
              8_000L << random.nextInt(4),
              NEVER,
              32 << 20,
              0,
              1 << (12 + random.nextInt(4)),
              false));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private SqlDatabase openDatabase() {
    return new SqlDatabase(
        "subject",
        store,
        Clock.SYSTEM,
        IndexBuildOptions.of(TemporaryFiles.inMemory()),
        PlannerMethods.CHEAPEST);
  }

  /** A session, for a server. */
  public synchronized Session session() {
    return database.connect(PROPERTIES, () -> {});
  }

  @Override
  public Connection connect() throws SQLException {
    return SessionAccess.connection(session());
  }

  @Override
  public synchronized long position(Connection connection) {
    return store.position();
  }

  @Override
  public synchronized Map<TransactionId, Long> order() {
    return CommitOrder.of(store);
  }

  @Override
  public boolean losesConnections() {
    return onDisk;
  }

  /** Closes the database, kills it or simulates a power failure, and opens the remaining files. */
  public synchronized void crash() {
    switch (random.nextInt(3)) {
      case 0 -> close();
      case 1 -> abandon(files.cutPower());
      default -> abandon(files.kill());
    }
    store = openStore();
    database = openDatabase();
  }

  private void abandon(FaultyDirectory left) {
    files = left;
    try {
      close();
    } catch (MosqlException e) {
      // Its files are gone.
    }
  }

  @Override
  public synchronized void verify(Consumer<String> problems) {
    Transaction transaction = store.begin(true);
    Catalog catalog = new CatalogCache(List::of).read(transaction);
    TableVerifier check =
        new TableVerifier(transaction, catalog, PlannedTableExpressions.standalone(), problems);
    catalog.tables().forEach(check::check);
    check.checkTrees(store.trees().stream().map(TreeInfo::id).toList());
    transaction.rollback();
  }

  @Override
  public synchronized void close() {
    try {
      database.close();
    } finally {
      try {
        store.close();
      } finally {
        if (pages != null) {
          pages.close();
        }
      }
    }
  }
}
