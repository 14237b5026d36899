package io.mosql.sql.session;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.sql.catalog.Catalog;
import io.mosql.sql.catalog.IndexDef;
import io.mosql.sql.catalog.TableDef;
import io.mosql.storage.CommitResult;
import io.mosql.storage.SystemTrees;
import io.mosql.storage.Transaction;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The transaction of a session: begins with the first statement that needs one, ends with the
 * statement in autocommit mode. Not thread-safe but for {@link #abandon()}.
 */
final class SessionTransaction {
  private final SqlDatabase database;
  private final long owner;
  private final Map<String, Integer> savepoints = new LinkedHashMap<>();
  private final List<QueryRows> cursors = new ArrayList<>();
  private volatile @Nullable Transaction open;
  private @Nullable Catalog catalog;
  private boolean autoCommit = true;
  private boolean explicit;
  private boolean readOnly;
  private boolean explicitReadOnly;
  private boolean single;

  /**
   * @param owner number of the session
   */
  SessionTransaction(SqlDatabase database, long owner) {
    this.database = database;
    this.owner = owner;
  }

  boolean autoCommit() {
    return autoCommit;
  }

  boolean isActive() {
    return open != null && !single;
  }

  boolean readOnly() {
    return readOnly;
  }

  void setReadOnly(boolean readOnly) {
    this.readOnly = readOnly;
  }

  void requireIdle() {
    if (isActive()) {
      throw new MosqlException(SqlState.INVALID_TRANSACTION_STATE, "a transaction is in progress");
    }
  }

  void setAutoCommit(boolean on) {
    if (on != autoCommit) {
      if (on) {
        commit();
      } else {
        endSingle();
      }
      autoCommit = on;
    }
  }

  /** BEGIN: suspends autocommit until the transaction ends. */
  void begin(@Nullable Boolean wantReadOnly) {
    requireIdle();
    endSingle();
    explicit = true;
    explicitReadOnly = wantReadOnly == null ? readOnly : wantReadOnly;
    start(explicitReadOnly);
  }

  Transaction current() {
    Transaction transaction = open;
    if (transaction == null) {
      throw new MosqlException(SqlState.CONNECTION_CLOSED, "the session is closed");
    }
    return transaction;
  }

  /** The catalog in the open transaction's view. */
  Catalog catalog() {
    Catalog known = catalog;
    Transaction transaction = current();
    if (known == null || known.version() < 0) {
      known = database.catalog(transaction);
      catalog = known;
    }
    return known;
  }

  /** Forgets the catalog because the transaction changed it. */
  void catalogChanged() {
    catalog = null;
  }

  /**
   * Looks at the catalog in the open transaction, or else in one of its own that reads nothing for
   * certain.
   */
  <T> T peek(Function<Catalog, T> look) {
    if (open != null) {
      return look.apply(catalog());
    }
    Transaction transaction = database.store().begin(true, owner);
    try {
      return look.apply(database.catalog(transaction));
    } finally {
      transaction.rollback();
    }
  }

  private void start(boolean asReadOnly) {
    database.requireOpen();
    open = database.store().begin(asReadOnly, owner);
    catalog = null;
  }

  int mark() {
    return current().mark();
  }

  /** Makes sure of a transaction for a query; true when it is the query's own. */
  boolean beginQuery() {
    endSingle();
    if (open != null) {
      return false;
    }
    boolean alone = autoCommit && !explicit;
    start(alone || readOnly);
    single = alone;
    return alone;
  }

  /** Runs a query to its end, in a transaction of its own or within the open one. */
  <T> T inQuery(Supplier<T> query) {
    boolean alone = beginQuery();
    int mark = mark();
    T result;
    try {
      result = query.get();
    } catch (Throwable thrown) {
      failed(alone, mark);
      throw thrown;
    }
    endSingle();
    return result;
  }

  void register(QueryRows rows) {
    cursors.removeIf(QueryRows::isDone);
    cursors.add(rows);
  }

  QueryRows.Owner owner(boolean alone, int mark) {
    Transaction mine = current();
    return new QueryRows.Owner() {
      @Override
      public void ended(QueryRows rows) {
        if (alone && open == mine) {
          endSingle();
        }
      }

      @Override
      public MosqlException failed(QueryRows rows, Throwable thrown) {
        if (open == mine) {
          SessionTransaction.this.failed(alone, mark);
        }
        return Errors.clean(thrown);
      }
    };
  }

  /** A statement failed: undoes it. */
  void failed(boolean alone, int mark) {
    Transaction transaction = open;
    if (transaction == null) {
      return;
    }
    if (alone) {
      drop();
    } else if (transaction.isOpen()) {
      transaction.rollbackTo(mark);
      catalog = null;
    }
  }

  /** Whether a statement runs that is a transaction of its own. */
  boolean isAutoCommitStatement() {
    return single;
  }

  /**
   * Runs a statement that changes something, as a transaction of its own or within the open one.
   */
  <T> T inStatement(Interruption interruption, Supplier<T> statement) {
    if (single && cursors.isEmpty() && open != null) {
      return statement.get(); // A tuple of a batch that is a transaction of its own.
    }
    endSingle();
    if (open == null && (!autoCommit || explicit)) {
      start(readOnly);
    }
    if (open != null) {
      int mark = mark();
      try {
        return statement.get();
      } catch (Throwable thrown) {
        failed(false, mark);
        throw thrown;
      }
    }
    while (true) {
      start(readOnly);
      single = true;
      T result;
      try {
        result = statement.get();
      } catch (Throwable thrown) {
        drop();
        throw thrown;
      }
      CommitResult outcome = finish();
      if (outcome instanceof CommitResult.Committed) {
        return result;
      }
      if (interruption.getAsBoolean()) {
        throw conflict((CommitResult.Conflict) outcome);
      }
    }
  }

  void commit() {
    if (open != null && !single) {
      CommitResult outcome = finish();
      if (outcome instanceof CommitResult.Conflict conflict) {
        throw conflict(conflict);
      }
    }
    explicit = false;
  }

  private CommitResult finish() {
    Transaction transaction = current();
    invalidateCursors();
    open = null;
    single = false;
    explicit = false;
    catalog = null;
    savepoints.clear();
    return transaction.commit();
  }

  void rollback() {
    drop();
    explicit = false;
  }

  private void drop() {
    Transaction transaction = open;
    invalidateCursors();
    open = null;
    single = false;
    catalog = null;
    savepoints.clear();
    if (transaction != null) {
      transaction.rollback();
    }
  }

  /** Ends the transaction of a query whose cursor is done or not wanted any more. */
  private void endSingle() {
    if (single) {
      drop();
    }
  }

  private void invalidateCursors() {
    cursors.forEach(QueryRows::invalidate);
    cursors.clear();
  }

  /**
   * The session is closed, perhaps by another thread: the transaction is given up where it stands.
   */
  void abandon() {
    Transaction transaction = open;
    open = null;
    if (transaction != null) {
      transaction.abandon("the session was closed");
    }
  }

  private MosqlException conflict(CommitResult.Conflict conflict) {
    return new MosqlException(
        SqlState.SERIALIZATION_FAILURE,
        "could not serialize: "
            + describe(conflict.tree())
            + " was changed by another transaction ("
            + conflict.reason()
            + ")");
  }

  private String describe(long tree) {
    if (tree == SystemTrees.CATALOG) {
      return "the schema";
    }
    return peek(
        seen -> {
          for (TableDef table : seen.tables()) {
            if (table.rowTree() == tree) {
              return "table \"" + table.name() + "\"";
            }
            if (table.overflowTree() == tree) {
              return "large values of table \"" + table.name() + "\"";
            }
            for (IndexDef index : table.indexes()) {
              if (index.id() == tree) {
                return "index \"" + index.name() + "\" of table \"" + table.name() + "\"";
              }
            }
          }
          return "a table that is gone";
        });
  }

  void savepoint(String name) {
    if (autoCommit && !explicit) {
      throw new MosqlException(
          SqlState.INVALID_TRANSACTION_STATE, "a savepoint needs a transaction: autocommit is on");
    }
    if (open == null) {
      start(readOnly);
    }
    savepoints.remove(name);
    savepoints.put(name, mark());
  }

  void rollbackTo(String name) {
    int mark = existing(name);
    current().rollbackTo(mark);
    catalog = null;
    forgetAfter(name, false);
  }

  void release(String name) {
    existing(name);
    forgetAfter(name, true);
  }

  private int existing(String name) {
    Integer mark = open == null ? null : savepoints.get(name);
    if (mark == null) {
      throw new MosqlException(
          SqlState.INVALID_SAVEPOINT, "savepoint \"" + name + "\" does not exist");
    }
    return mark;
  }

  private void forgetAfter(String name, boolean itself) {
    List<String> names = new ArrayList<>(savepoints.keySet());
    int at = names.indexOf(name);
    for (String later : names.subList(itself ? at : at + 1, names.size())) {
      savepoints.remove(later);
    }
  }
}
