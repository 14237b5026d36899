package io.mosql.sql.session.transaction;

import io.mosql.core.error.InvariantViolation;
import io.mosql.core.port.RandomSource;
import io.mosql.sql.catalog.Catalog;
import io.mosql.sql.catalog.CatalogCodec;
import io.mosql.sql.catalog.CatalogWithTemporaryTables;
import io.mosql.sql.catalog.ForeignKeyDef;
import io.mosql.sql.catalog.IndexDef;
import io.mosql.sql.catalog.SequenceDef;
import io.mosql.sql.catalog.TableDef;
import io.mosql.sql.exec.runtime.MemoryAccount;
import io.mosql.sql.parser.ast.ddl.CreateTemporary.OnCommit;
import io.mosql.sql.session.context.DatabaseCatalog;
import io.mosql.sql.session.context.DatabaseContext;
import io.mosql.storage.Sequences;
import io.mosql.storage.Store;
import io.mosql.storage.commit.StoreOptions;
import io.mosql.storage.transaction.CertificationLevel;
import io.mosql.storage.transaction.Transaction;
import io.mosql.storage.transaction.TransactionOptions;
import io.mosql.storage.transaction.TransactionReader;
import io.mosql.storage.version.SystemTrees;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The temporary tables and sequences of a session. They are in a private store in memory, which is
 * opened with the first of them: nothing of them is in the log of the database, and they end with
 * the session. Their bytes are charged to the memory account of the session.
 *
 * <p>Used by the session's thread.
 */
public final class TemporaryTables {
  private final DatabaseContext database;
  private final long session;
  private final long account;
  private final MemoryAccount memory;
  private final Supplier<String> currentSchema;

  /** The tables whose rows, or that themselves, end with each transaction. */
  private final Map<Long, OnCommit> actions = new HashMap<>();

  private @Nullable Store store;
  private @Nullable DatabaseCatalog catalogs;
  private long charged;

  /** The last catalog, and what it was made of; its version is that of no other one. */
  private @Nullable CatalogWithTemporaryTables last;

  private @Nullable Catalog lastDatabase;
  private @Nullable Catalog lastTemporary;
  private String lastSchema = "";
  private long versions = Catalog.CHANGED;

  /**
   * @param session number of the session
   * @param account that owns the tables; 0 for none
   * @param currentSchema of the session, in which temporary tables hide others
   */
  public TemporaryTables(
      DatabaseContext database,
      long session,
      long account,
      MemoryAccount memory,
      Supplier<String> currentSchema) {
    this.database = database;
    this.session = session;
    this.account = account;
    this.memory = memory;
    this.currentSchema = currentSchema;
  }

  /** Whether the session has, or had, temporary tables. */
  boolean exist() {
    return store != null;
  }

  /** Opens the private store. */
  void open() {
    if (store != null) {
      return;
    }
    Store opened =
        Store.openPrivate(
            database.clock(),
            RandomSource.SECURE,
            StoreOptions.forHeap(6 * memory.limit()),
            session);
    Transaction transaction = opened.begin(false);
    long id = transaction.newId();
    transaction.put(
        SystemTrees.CATALOG,
        CatalogCodec.schemaKey(id),
        CatalogCodec.encodeSchema(CatalogWithTemporaryTables.SCHEMA));
    if (account != 0) {
      transaction.put(
          SystemTrees.CATALOG, CatalogCodec.ownerKey(id), CatalogCodec.encodeOwner(account));
    }
    transaction.commit();
    catalogs = new DatabaseCatalog(opened, List::of);
    store = opened;
  }

  private Store store() {
    Store opened = store;
    InvariantViolation.check(opened != null, "the private store of the session is open");
    return java.util.Objects.requireNonNull(opened);
  }

  /** Begins the part of a transaction in the private store. */
  Transaction begin(CertificationLevel level) {
    return store().begin(new TransactionOptions(level, false, session, false));
  }

  /** The counters of temporary sequences. */
  public Sequences sequences() {
    return store().sequences();
  }

  /** The catalog of the private store alone. */
  public Catalog catalog(TransactionReader temporary) {
    return java.util.Objects.requireNonNull(catalogs).readForPlanning(temporary);
  }

  /**
   * The catalog of the database with the temporary tables.
   *
   * @param temporary the part of the transaction in the private store
   */
  Catalog merged(Catalog ofDatabase, TransactionReader temporary) {
    Catalog own = catalog(temporary);
    if (own.tables().isEmpty() && own.sequences().isEmpty()) {
      return ofDatabase;
    }
    String schema = currentSchema.get();
    CatalogWithTemporaryTables known = last;
    if (known != null
        && ofDatabase == lastDatabase
        && own == lastTemporary
        && schema.equals(lastSchema)) {
      return known;
    }
    boolean changed = ofDatabase.version() == Catalog.CHANGED || own.version() == Catalog.CHANGED;
    CatalogWithTemporaryTables made =
        new CatalogWithTemporaryTables(
            ofDatabase, own, schema, changed ? Catalog.CHANGED : --versions);
    if (!changed) {
      last = made;
      lastDatabase = ofDatabase;
      lastTemporary = own;
      lastSchema = schema;
    }
    return made;
  }

  /** The same, outside of a transaction. */
  Catalog merged(Catalog ofDatabase) {
    Transaction transaction = store().begin(true);
    try {
      return merged(ofDatabase, transaction);
    } finally {
      transaction.rollback();
    }
  }

  /** Sets what happens to a new table at the end of a transaction. */
  public void setAction(long table, OnCommit action) {
    if (action != OnCommit.PRESERVE_ROWS) {
      actions.put(table, action);
    }
  }

  /** Whether some rows end with the transaction. */
  boolean haveActions() {
    return !actions.isEmpty();
  }

  /**
   * Runs the actions of the tables, and charges what the transaction has written.
   *
   * @throws io.mosql.core.error.MosqlException 53200 when the memory of the session is exhausted;
   *     the transaction must be rolled back
   */
  void beforeCommit(Transaction temporary) {
    if (!actions.isEmpty()) {
      for (Map.Entry<Long, OnCommit> action : actions.entrySet()) {
        Catalog catalog = catalog(temporary);
        TableDef table = catalog.table(action.getKey());
        if (table != null) {
          if (action.getValue() == OnCommit.DROP) {
            drop(table, catalog, temporary);
          } else {
            deleteRows(table, temporary);
          }
        }
      }
    }
    if (temporary.hasWrites()) {
      long bytes = temporary.writtenBytes();
      memory.reserve(bytes);
      charged += bytes;
    }
  }

  private static void deleteRows(TableDef table, Transaction temporary) {
    temporary.truncateTree(table.rowTree());
    for (IndexDef index : table.indexes()) {
      temporary.truncateTree(index.id());
    }
    if (table.overflowTree() != 0) {
      temporary.truncateTree(table.overflowTree());
    }
  }

  /** Drops a table, with its sequences and the foreign keys of other temporary tables to it. */
  private static void drop(TableDef table, Catalog catalog, Transaction temporary) {
    for (long childId : table.referencedBy()) {
      TableDef child = catalog.table(childId);
      if (child != null && childId != table.id()) {
        List<ForeignKeyDef> keys =
            child.foreignKeys().stream().filter(key -> key.parentId() != table.id()).toList();
        temporary.put(
            SystemTrees.CATALOG,
            CatalogCodec.tableKey(childId),
            CatalogCodec.encode(child.withForeignKeys(keys)));
      }
    }
    for (SequenceDef sequence : catalog.sequences()) {
      if (sequence.ownerTable() == table.id()) {
        temporary.remove(SystemTrees.CATALOG, CatalogCodec.sequenceKey(sequence.id()));
      }
    }
    temporary.remove(SystemTrees.CATALOG, CatalogCodec.tableKey(table.id()));
    temporary.dropTree(table.primary().id());
    for (IndexDef index : table.indexes()) {
      temporary.dropTree(index.id());
    }
    if (table.overflowTree() != 0) {
      temporary.dropTree(table.overflowTree());
    }
  }

  /** Corrects the charge after a transaction has ended: to the bytes of the trees. */
  void transactionEnded() {
    long bytes = store().temporaryBytes();
    if (bytes < charged) {
      memory.release(charged - bytes);
      charged = bytes;
    }
  }
}
