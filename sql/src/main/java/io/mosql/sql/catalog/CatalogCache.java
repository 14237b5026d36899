package io.mosql.sql.catalog;

import io.mosql.storage.transaction.TransactionReader;
import io.mosql.storage.version.SystemTrees;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Reads the catalog, and caches its newest committed version for all sessions. A transaction that
 * uses it commits only if the catalog rows that it used have not changed. Thread-safe.
 */
public final class CatalogCache {
  private final SystemViewList systemViews;
  private final AtomicReference<@Nullable StoredCatalog> newest = new AtomicReference<>();

  /**
   * @param systemViews supplies the system views, when they are first needed
   */
  public CatalogCache(Supplier<List<SystemView>> systemViews) {
    this.systemViews = new SystemViewList(systemViews);
  }

  /** The catalog in the transaction's view, its own changes included; all of it counts as read. */
  public Catalog read(TransactionReader transaction) {
    transaction.readWhole(SystemTrees.CATALOG);
    return view(transaction);
  }

  /**
   * The catalog in the transaction's view; nothing counts as read until the caller records it by
   * {@link #markRead}.
   */
  public Catalog readForPlanning(TransactionReader transaction) {
    transaction.readFrom(SystemTrees.CATALOG, List.of());
    return view(transaction);
  }

  /** Catalog rows of some tables and views, and of the sequences that number their rows. */
  public static List<byte[]> keys(Catalog catalog, Collection<Long> relations) {
    List<byte[]> keys = new ArrayList<>();
    for (long id : relations) {
      if (catalog.view(id) != null) {
        keys.add(CatalogCodec.viewKey(id));
        continue;
      }
      keys.add(CatalogCodec.tableKey(id));
      TableDef table = catalog.table(id);
      if (table != null) {
        for (ColumnDef column : table.columns()) {
          if (column.sequenceId() != 0) {
            keys.add(CatalogCodec.sequenceKey(column.sequenceId()));
          }
        }
      }
    }
    return List.copyOf(keys);
  }

  /** Records these catalog rows as read. */
  public static void markRead(List<byte[]> keys, TransactionReader transaction) {
    transaction.readFrom(SystemTrees.CATALOG, keys);
  }

  private Catalog view(TransactionReader transaction) {
    if (transaction.hasWritten(SystemTrees.CATALOG)) {
      return load(transaction, Catalog.CHANGED);
    }
    long version = transaction.treePosition(SystemTrees.CATALOG);
    StoredCatalog known = newest.get();
    if (known != null && known.version() == version) {
      return known;
    }
    StoredCatalog loaded = load(transaction, version);
    if (known == null || known.version() < version) {
      newest.compareAndSet(known, loaded);
    }
    return loaded;
  }

  private StoredCatalog load(TransactionReader transaction, long version) {
    return new StoredCatalog(
        version,
        transaction.scanUnrecorded(SystemTrees.CATALOG, null, null, false),
        systemViews,
        newest.get());
  }
}
