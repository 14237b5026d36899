package io.mosql.sql.session;

import io.mosql.sql.catalog.Catalog;
import io.mosql.sql.catalog.CatalogCodec;
import io.mosql.sql.catalog.Grant;
import io.mosql.sql.catalog.SequenceDef;
import io.mosql.sql.catalog.TableDef;
import io.mosql.sql.catalog.ViewDef;
import io.mosql.storage.commit.CommitResult;
import io.mosql.storage.transaction.Transaction;
import io.mosql.storage.version.SystemTrees;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The objects in a database that an account owns, and the privileges granted to it. Thread-safe.
 */
public final class AccountDependencies {
  private final SqlDatabase database;

  public AccountDependencies(SqlDatabase database) {
    this.database = database;
  }

  /** Descriptions of the objects that the account owns, for display. */
  public List<String> ownedObjects(long account) {
    Transaction transaction = database.context().store().begin(true);
    try {
      Catalog catalog = database.catalogs().read(transaction);
      List<String> owned = new ArrayList<>();
      objects(catalog)
          .forEach(
              (id, name) -> {
                if (catalog.owner(id) == account) {
                  owned.add(name);
                }
              });
      return owned;
    } finally {
      transaction.rollback();
    }
  }

  /** Revokes all privileges granted to the account. */
  public void revokeAll(long account) {
    while (true) {
      Transaction transaction = database.context().store().begin(false);
      Catalog catalog = database.catalogs().read(transaction);
      for (long id : objects(catalog).keySet()) {
        for (Grant grant : catalog.grants(id)) {
          if (grant.grantee() == account) {
            transaction.remove(SystemTrees.CATALOG, CatalogCodec.grantKey(id, account));
          }
        }
      }
      if (transaction.commit() instanceof CommitResult.Committed) {
        return;
      }
    }
  }

  private static Map<Long, String> objects(Catalog catalog) {
    Map<Long, String> objects = new LinkedHashMap<>();
    for (String schema : catalog.schemas()) {
      objects.put(catalog.schemaId(schema), "schema \"" + schema + "\"");
    }
    for (TableDef table : catalog.tables()) {
      objects.put(table.id(), "table \"" + table.qualifiedName() + "\"");
    }
    for (ViewDef view : catalog.views()) {
      objects.put(view.id(), "view \"" + view.qualifiedName() + "\"");
    }
    for (SequenceDef sequence : catalog.sequences()) {
      objects.put(sequence.id(), "sequence \"" + sequence.schema() + "." + sequence.name() + "\"");
    }
    return objects;
  }
}
