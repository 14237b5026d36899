package io.mosql.sql.exec.table;

import io.mosql.core.error.MosqlException;
import io.mosql.sql.catalog.Catalog;
import io.mosql.sql.catalog.DeferrableKey;
import io.mosql.sql.catalog.ForeignKeyDef;
import io.mosql.sql.catalog.IndexDef;
import io.mosql.sql.catalog.TableDef;
import io.mosql.sql.exec.runtime.DeferredConstraints;
import io.mosql.storage.transaction.TransactionReader;

/** The checks of deferred keys, at the end of a transaction or by SET CONSTRAINTS. Pure. */
public final class DeferredChecks {
  private DeferredChecks() {}

  /**
   * Checks all values that wait for a key. Does nothing when the key or its table was dropped.
   *
   * @throws MosqlException 23503, 23505
   */
  public static void check(
      DeferredConstraints.Key deferred,
      Iterable<DeferredConstraints.Pending> waiting,
      Catalog catalog,
      TransactionReader transaction) {
    TableDef table = catalog.table(deferred.table());
    if (table == null) {
      return;
    }
    for (ForeignKeyDef key : table.foreignKeys()) {
      if (key.id() == deferred.id()) {
        ForeignKeyChecker.checkDeferred(table, key, waiting, catalog, transaction);
      }
    }
    for (IndexDef index : table.indexes()) {
      DeferrableKey key = index.deferrable();
      if (key != null && key.id() == deferred.id()) {
        new UniqueKeyChecker(table, index).check(waiting, transaction);
      }
    }
  }
}
