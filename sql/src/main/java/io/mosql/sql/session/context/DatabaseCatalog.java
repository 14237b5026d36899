package io.mosql.sql.session.context;

import io.mosql.sql.catalog.Catalog;
import io.mosql.sql.catalog.CatalogCache;
import io.mosql.sql.catalog.SystemView;
import io.mosql.storage.Store;
import io.mosql.storage.transaction.Transaction;
import io.mosql.storage.transaction.TransactionReader;
import java.util.List;
import java.util.function.Supplier;

/** Reads the catalog of one database and caches its newest version. Thread-safe. */
public final class DatabaseCatalog {
  private final Store store;
  private final CatalogCache cache;

  /**
   * @param systemViews supplies the system views, when they are first needed
   */
  public DatabaseCatalog(Store store, Supplier<List<SystemView>> systemViews) {
    this.store = store;
    this.cache = new CatalogCache(systemViews);
  }

  /** The catalog in the transaction's view; all of it counts as read. */
  public Catalog read(TransactionReader transaction) {
    return cache.read(transaction);
  }

  /**
   * The catalog in the transaction's view; only the rows that a plan depends on count as read, once
   * they are recorded.
   */
  public Catalog readForPlanning(TransactionReader transaction) {
    return cache.readForPlanning(transaction);
  }

  /** The newest committed catalog. */
  public Catalog newest() {
    Transaction transaction = store.begin(true);
    try {
      return cache.readForPlanning(transaction);
    } finally {
      transaction.rollback();
    }
  }
}
