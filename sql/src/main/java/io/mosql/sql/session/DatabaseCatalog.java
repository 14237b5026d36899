package io.mosql.sql.session;

import io.mosql.sql.catalog.Catalog;
import io.mosql.sql.catalog.CatalogCache;
import io.mosql.sql.catalog.SystemView;
import io.mosql.storage.Store;
import io.mosql.storage.transaction.Transaction;
import java.util.List;

/** Reads the catalog of one database, whose newest version is cached. Thread-safe. */
final class DatabaseCatalog {
  private final Store store;
  private final CatalogCache cache;

  DatabaseCatalog(Store store, List<SystemView> systemViews) {
    this.store = store;
    this.cache = new CatalogCache(systemViews);
  }

  /** The catalog in the transaction's view; all of it counts as read. */
  Catalog read(Transaction transaction) {
    return cache.read(transaction);
  }

  /** The same, of which nothing counts as read before a plan says what it used. */
  Catalog readForPlanning(Transaction transaction) {
    return cache.look(transaction);
  }

  /** The catalog as it was committed last. */
  Catalog newest() {
    Transaction transaction = store.begin(true);
    try {
      return cache.look(transaction);
    } finally {
      transaction.rollback();
    }
  }
}
