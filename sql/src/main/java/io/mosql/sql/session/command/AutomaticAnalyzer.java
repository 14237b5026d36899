package io.mosql.sql.session.command;

import io.mosql.core.error.MosqlException;
import io.mosql.core.port.ThreadEnd;
import io.mosql.sql.catalog.Catalog;
import io.mosql.sql.catalog.CatalogCache;
import io.mosql.sql.catalog.RelationStatistics;
import io.mosql.sql.catalog.StatisticsCodec;
import io.mosql.sql.catalog.TableDef;
import io.mosql.sql.exec.table.TableSampler;
import io.mosql.sql.session.context.DatabaseCatalog;
import io.mosql.sql.session.context.DatabaseContext;
import io.mosql.storage.Store;
import io.mosql.storage.commit.CommitResult;
import io.mosql.storage.transaction.Transaction;
import io.mosql.storage.version.SystemTrees;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Analyzes tables automatically after many changes. One daemon thread for each database calls
 * {@link #analyzeDueTables} periodically, on the node that certifies commits; other threads may
 * call it too. A table with conflicting concurrent changes is left to the next round. Thread-safe.
 */
public final class AutomaticAnalyzer {
  /** Minimum number of changes before a table is analyzed again, whatever its size. */
  private static final long CHANGES_MIN = 10_000;

  /** A table is analyzed again when one row in this many has changed. */
  private static final long CHANGED_PART = 5;

  private final DatabaseContext database;
  private final DatabaseCatalog catalogs;
  private @Nullable Thread thread;
  private volatile boolean closed;

  public AutomaticAnalyzer(DatabaseContext database, DatabaseCatalog catalogs) {
    this.database = database;
    this.catalogs = catalogs;
  }

  /** Starts the thread, which runs until the database is closed. */
  public synchronized void start(long everyNanos) {
    if (closed || thread != null) {
      return;
    }
    Thread started = new Thread(() -> run(everyNanos), "mosql-statistics");
    started.setDaemon(true);
    thread = started;
    started.start();
  }

  private void run(long everyNanos) {
    while (!closed) {
      LockSupport.parkNanos(this, everyNanos);
      if (!closed) {
        try {
          analyzeDueTables();
        } catch (MosqlException | IllegalStateException e) {
          // The database closes, has failed, or is led by another node: skip this round.
        }
      }
    }
  }

  /**
   * Analyzes all tables that are due.
   *
   * @return number of tables
   */
  int analyzeDueTables() {
    Store store = database.store();
    if (!store.leads()) {
      return 0;
    }
    Catalog catalog = catalogs.newest();
    int done = 0;
    for (TableDef table : catalog.tables()) {
      if (closed) {
        break;
      }
      if (isDue(table, catalog.statistics(table.id()), store) && analyze(table, catalog)) {
        done++;
      }
    }
    return done;
  }

  /**
   * Whether enough rows of the table have changed. Inserted and deleted rows are counted exactly;
   * updated rows are bounded by the number of commits since the last analysis, if any of them wrote
   * to the table.
   */
  private static boolean isDue(TableDef table, @Nullable RelationStatistics known, Store store) {
    long rows = store.rowCount(table.rowTree());
    long before = known == null ? 0 : known.rows();
    long changed = Math.abs(rows - before);
    if (known != null && store.treePosition(table.rowTree()) > known.position()) {
      changed = Math.max(changed, store.position() - known.position());
    }
    return changed >= Math.max(CHANGES_MIN, before / CHANGED_PART);
  }

  private boolean analyze(TableDef table, Catalog catalog) {
    Transaction transaction = database.store().begin(false);
    try {
      transaction.readFrom(SystemTrees.CATALOG, CatalogCache.keys(catalog, List.of(table.id())));
      RelationStatistics figures =
          TableSampler.collect(
              table, transaction, database.clock().wallMicros(), this::requireOpen);
      transaction.put(
          SystemTrees.CATALOG, StatisticsCodec.key(table.id()), StatisticsCodec.encode(figures));
      return transaction.commit() instanceof CommitResult.Committed;
    } finally {
      transaction.rollback();
    }
  }

  private void requireOpen() {
    if (closed) {
      database.requireOpen();
    }
  }

  /** Ends the thread, and waits for its end. */
  public void close() {
    Thread running;
    synchronized (this) {
      closed = true;
      running = thread;
    }
    LockSupport.unpark(running);
    ThreadEnd.await(running);
  }
}
