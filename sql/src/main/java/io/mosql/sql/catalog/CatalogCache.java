package io.mosql.sql.catalog;

import io.mosql.storage.ColumnSet;
import io.mosql.storage.SystemTrees;
import io.mosql.storage.Transaction;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Reads the catalog, and keeps the newest committed version of it for all sessions. A transaction
 * that uses it reads the catalog tree as a whole, so that it commits only if the schema is still
 * the one it was planned under. Thread-safe.
 */
public final class CatalogCache {
  private final List<SystemView> systemViews;
  private final AtomicReference<@Nullable Catalog> newest = new AtomicReference<>();

  public CatalogCache(List<SystemView> systemViews) {
    this.systemViews = List.copyOf(systemViews);
  }

  /** The catalog in the transaction's view, its own changes included. */
  public Catalog read(Transaction transaction) {
    transaction.readWhole(SystemTrees.CATALOG);
    if (transaction.hasWritten(SystemTrees.CATALOG)) {
      return load(transaction, -1);
    }
    long version = transaction.treePosition(SystemTrees.CATALOG);
    Catalog known = newest.get();
    if (known != null && known.version() == version) {
      return known;
    }
    Catalog loaded = load(transaction, version);
    if (known == null || known.version() < version) {
      newest.compareAndSet(known, loaded);
    }
    return loaded;
  }

  private Catalog load(Transaction transaction, long version) {
    return new StoredCatalog(
        version,
        transaction.scan(SystemTrees.CATALOG, null, null, false, ColumnSet.ALL),
        systemViews);
  }
}
