package io.mosql.sql.session.transaction;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.core.port.WouldBlock;
import io.mosql.core.session.Session.Isolation;
import io.mosql.sql.catalog.Catalog;
import io.mosql.sql.session.context.DatabaseCatalog;
import io.mosql.sql.session.context.DatabaseContext;
import io.mosql.sql.session.result.ConflictErrors;
import io.mosql.sql.session.result.OpenCursors;
import io.mosql.sql.session.result.QueryCursor;
import io.mosql.sql.session.result.StatementErrors;
import io.mosql.storage.commit.CommitResult;
import io.mosql.storage.transaction.CertificationLevel;
import io.mosql.storage.transaction.ConflictInfo;
import io.mosql.storage.transaction.Transaction;
import io.mosql.storage.transaction.TransactionOptions;
import io.mosql.storage.version.SystemTrees;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The transaction of a session: begins with the first statement that needs one, ends with the
 * statement in autocommit mode. BEGIN only says that the statements after it share one.
 *
 * <p>A transaction that was ended because its client left it alone is <i>lost</i>: all that wants
 * to go on with it fails with 25P03 until the client commits, which fails too, or rolls back.
 *
 * <p>Used by one thread at a time, but for {@link #abandon()}.
 */
public final class SessionTransaction {
  private final DatabaseContext database;
  private final DatabaseCatalog catalogs;
  private final long owner;
  private final TransactionSettings settings;
  private final SessionActivity use;
  private final TransactionNames names;
  private final Savepoints savepoints = new Savepoints();
  private final OpenCursors cursors = new OpenCursors();

  /** Begun under this object's monitor, so that none begins once it is closed. */
  private volatile @Nullable Transaction open;

  private volatile boolean single;
  private volatile boolean explicit;
  private boolean openReadOnly;
  private long openSinceMicros;
  private @Nullable StatementRecorder watch;
  private boolean autoCommit = true;
  private boolean lost;
  private boolean closed;

  /** Whether the open transaction leaves its name to one that follows. */
  private boolean nameWithheld;

  private @Nullable Catalog catalog;

  /**
   * @param owner number of the session
   */
  public SessionTransaction(
      DatabaseContext database,
      DatabaseCatalog catalogs,
      long owner,
      TransactionSettings settings,
      SessionActivity use,
      TransactionNames names) {
    this.database = database;
    this.catalogs = catalogs;
    this.owner = owner;
    this.settings = settings;
    this.use = use;
    this.names = names;
  }

  /**
   * @param told of commits; null for nobody
   */
  public void setRecorder(@Nullable StatementRecorder told) {
    watch = told;
  }

  public boolean autoCommit() {
    return autoCommit;
  }

  /** Whether statements share a transaction that has begun, or is to begin with the next one. */
  public boolean isActive() {
    return explicit || lost || open != null && !single;
  }

  /** Whether statements share a transaction, which may not have begun. */
  public boolean sharesStatements() {
    return !autoCommit || explicit;
  }

  /** Whether there is something that others may have to wait for. */
  public boolean isOpen() {
    return open != null;
  }

  /** Level of the open transaction, or else of the next one. */
  public Isolation isolation() {
    Transaction transaction = open;
    return transaction == null || single
        ? settings.isolation()
        : TransactionSettings.isolation(transaction.level());
  }

  /** Whether the open transaction, or else the next one, is read-only. */
  public boolean readOnly() {
    return open == null || single ? settings.readOnly() : openReadOnly;
  }

  public void requireIdle() {
    requireNotLost();
    if (isActive()) {
      throw new MosqlException(SqlState.INVALID_TRANSACTION_STATE, "a transaction is in progress");
    }
  }

  /** What is said of the next transaction can also be said of one in which nothing was done yet. */
  public void requireNotBegun() {
    requireNotLost();
    if (open != null && !single) {
      throw new MosqlException(SqlState.INVALID_TRANSACTION_STATE, "a transaction is in progress");
    }
  }

  private void requireNotLost() {
    if (lost) {
      throw IdleTransactionMonitor.timeoutError();
    }
  }

  public void setAutoCommit(boolean on) {
    if (on != autoCommit) {
      if (on) {
        commit();
      } else {
        endSingle();
      }
      autoCommit = on;
    }
  }

  /**
   * BEGIN: suspends autocommit until the transaction ends.
   *
   * @param level null for the session's; likewise the other
   */
  public void begin(@Nullable Isolation level, @Nullable Boolean wantReadOnly) {
    requireIdle();
    endSingle();
    settings.setNext(level, wantReadOnly);
    openSinceMicros = database.clock().wallMicros();
    explicit = true;
  }

  public Transaction current() {
    Transaction transaction = open;
    if (transaction == null) {
      throw StatementErrors.sessionClosed();
    }
    return transaction;
  }

  /**
   * When the transaction that statements share began, in microseconds since 1970; {@link
   * SessionInfo#UNKNOWN} when each is one of its own.
   */
  long startedMicros() {
    return open == null || single ? SessionInfo.UNKNOWN : openSinceMicros;
  }

  /** The catalog in the open transaction's view; all of it counts as read. */
  public Catalog catalog() {
    current().readWhole(SystemTrees.CATALOG);
    return catalogToPlan();
  }

  /** The same, of which nothing counts as read before a plan says what it used. */
  public Catalog catalogToPlan() {
    Catalog known = catalog;
    if (known == null || known.version() < 0) {
      known = catalogs.readForPlanning(current());
      catalog = known;
    }
    return known;
  }

  /**
   * Something was not found: that it is nowhere in the catalog is a result, and read like others.
   */
  void markCatalogMissRead() {
    Transaction transaction = open;
    if (transaction != null && transaction.level() == CertificationLevel.SERIALIZABLE) {
      catalog();
    }
  }

  /** The transaction changed the catalog, or its view moved. */
  public void invalidateCatalog() {
    catalog = null;
  }

  /**
   * Looks at the catalog in the open transaction, or else in one of its own; nothing of it counts
   * as read.
   */
  public <T> T inspectCatalog(Function<Catalog, T> look) {
    if (open != null) {
      return look.apply(catalogToPlan());
    }
    Transaction transaction = database.store().begin(true, owner);
    try {
      return look.apply(catalogs.read(transaction));
    } finally {
      transaction.rollback();
    }
  }

  private void start(TransactionOptions how) {
    database.requireOpen();
    settings.readConsistency().awaitVersion();
    Transaction begun = database.store().begin(how);
    synchronized (this) {
      if (!closed) {
        open = begun;
        nameWithheld = false;
        openReadOnly = how.readOnly();
        catalog = null;
        return;
      }
    }
    begun.rollback();
    throw StatementErrors.sessionClosed();
  }

  /**
   * Makes sure of the transaction that statements share.
   *
   * @return false when each is a transaction of its own; none is open then
   */
  boolean beginShared() {
    requireNotLost();
    endSingle();
    if (open == null) {
      if (!sharesStatements()) {
        return false;
      }
      if (!explicit) {
        openSinceMicros = database.clock().wallMicros();
      }
      start(nextOptions());
    }
    return true;
  }

  /** How the next transaction is to run; what was said of that one only is used up. */
  TransactionOptions nextOptions() {
    return settings.takeOptions(owner, settings.readOnly()).named(names.next());
  }

  /** Begins the transaction of a single query, which hands out rows before it ends. */
  void beginQuery() {
    if (readsStrictly()) {
      WouldBlock.throwIfForbidden();
      database.store().barrier();
    }
    beginSingle(settings.takeOptions(owner, true));
  }

  /** Whether what is answered has to hold for the whole cluster. */
  boolean readsStrictly() {
    return settings.readConsistency().isStrict();
  }

  /**
   * The epoch of what a statement that begins now sees, or an older one; 0 where answers need no
   * confirmation.
   */
  public long observedEpoch() {
    if (!readsStrictly()) {
      return 0;
    }
    Transaction shared = single ? null : open;
    return shared != null && shared.isOpen() ? shared.snapshotEpoch() : database.store().epoch();
  }

  /**
   * Confirms an error that leaves as an answer: the rows and the catalog that it was found in are
   * those of the cluster, not of a time when another node leads already. It is asked for as late as
   * that since errors are rare.
   *
   * @param epochBefore what {@link #observedEpoch} was when the statement began
   * @return the error to report: the given one, or 57P05 when this node does not lead any more, or
   *     40001 when a transaction is open that began before it last took over the lead
   */
  public MosqlException confirmError(MosqlException failure, long epochBefore) {
    if (epochBefore == 0 || !StatementErrors.dependsOnData(failure.state()) || !readsStrictly()) {
      return failure;
    }
    Transaction shared = single ? null : open;
    boolean isShared = shared != null && shared.isOpen();
    long seen = shared != null && isShared ? shared.snapshotEpoch() : epochBefore;
    MosqlException instead;
    try {
      if (database.store().barrier() == seen) {
        return failure;
      }
      instead =
          isShared
              ? new MosqlException(
                  SqlState.SERIALIZATION_FAILURE,
                  "this node has lost the lead since the transaction began; run it again")
              : new MosqlException(
                  SqlState.NOT_LEADER, "another node has led while the statement was run");
    } catch (MosqlException e) {
      instead = e;
    }
    instead.addSuppressed(failure);
    return instead;
  }

  /** A transaction without writes commits nothing that would tell that its snapshot was old. */
  private void confirm(Transaction transaction) {
    if (readsStrictly() && !transaction.hasWrites()) {
      transaction.confirm();
    }
  }

  /** Begins the transaction of a single statement. */
  void beginSingle(TransactionOptions how) {
    start(how);
    single = true;
  }

  /** Whether the open transaction is that of a single statement. */
  boolean isSingle() {
    return single;
  }

  /** The snapshot is about to move for a new statement: what it shows to earlier ones is kept. */
  void bufferCursors() {
    Transaction transaction = current();
    if (transaction.level() == CertificationLevel.READ_COMMITTED) {
      cursors.readAll();
      catalog = null;
    }
  }

  /** Whether the next statement first has to read what open cursors have not read yet. */
  boolean readsCursorsAhead() {
    Transaction transaction = open;
    return transaction != null
        && transaction.level() == CertificationLevel.READ_COMMITTED
        && !cursors.areDone();
  }

  /** Whether a commit would have nothing to write. */
  public boolean hasNothingToCommit() {
    Transaction transaction = open;
    return transaction == null
        || single
        || transaction.isOpen() && !transaction.hasWrites() && !readsStrictly();
  }

  void register(QueryCursor rows) {
    cursors.add(rows);
  }

  /** Who is told of the fate of a cursor that is opened now. */
  QueryCursor.Owner owner() {
    Transaction mine = current();
    boolean alone = single;
    return new QueryCursor.Owner() {
      @Override
      public boolean enter() {
        if (use.hasIdleLimit()) {
          use.enter();
          return true;
        }
        return false;
      }

      @Override
      public void leave() {
        use.leave();
      }

      @Override
      public void ended(QueryCursor rows) {
        if (alone && open == mine) {
          endSingle();
        }
      }

      @Override
      public MosqlException failed(QueryCursor rows, Throwable thrown) {
        ended(rows);
        return settings.withReason(StatementErrors.toClientError(thrown));
      }
    };
  }

  /** A statement of the transaction that statements share failed: undoes it. */
  void failStatement() {
    Transaction transaction = open;
    if (transaction != null && transaction.isOpen()) {
      transaction.failStatement();
      catalog = null;
    }
  }

  /**
   * @throws MosqlException 40001 when it did not commit; it has ended whatever happens
   */
  public void commit() {
    if (lost) {
      rollback();
      throw IdleTransactionMonitor.timeoutError();
    }
    if (open != null && !single) {
      CommitResult outcome = finish();
      if (outcome instanceof CommitResult.Conflict conflict) {
        throw inspectCatalog(seen -> ConflictErrors.error(conflict, seen));
      }
    } else if (explicit) {
      explicit = false;
      settings.clearNext();
    }
  }

  private CommitResult finish() {
    Transaction transaction = current();
    forget();
    explicit = false;
    try {
      confirm(transaction);
      return StatementRecorder.commit(watch, transaction, Transaction::commit);
    } catch (Throwable thrown) {
      transaction.rollback();
      throw thrown;
    } finally {
      names.transactionEnded(transaction);
    }
  }

  /**
   * @throws MosqlException 40001 when it can never commit, however often it is run again
   */
  public void requireNotFenced(CommitResult outcome) {
    if (outcome instanceof CommitResult.Conflict conflict && conflict.isFenced()) {
      throw inspectCatalog(seen -> ConflictErrors.error(conflict, seen));
    }
  }

  /**
   * Says whether the open transaction is only a part of its statement, which another transaction
   * ends: that one has the name by which a client asks for the statement's fate.
   */
  public void setPartOfStatement(boolean part) {
    nameWithheld = part;
    if (part) {
      current().useFreshName();
    }
  }

  /** The name that the next transaction is submitted under. */
  public TransactionNames names() {
    return names;
  }

  /** Commits the transaction of a single statement; after a conflict it is still open. */
  CommitResult commitSingle(long result) {
    CommitResult outcome;
    try {
      confirm(current());
      outcome = StatementRecorder.commit(watch, current(), t -> t.commitOrKeep(result));
    } catch (Throwable thrown) {
      discard();
      throw thrown;
    }
    if (outcome instanceof CommitResult.Committed) {
      ended(current());
      forget();
    }
    return outcome;
  }

  public void rollback() {
    discard();
    if (explicit) {
      settings.clearNext();
    }
    explicit = false;
    lost = false;
  }

  /** Ends the open transaction, if any. */
  void discard() {
    Transaction transaction = open;
    forget();
    if (transaction != null) {
      ended(transaction);
      transaction.rollback();
    }
  }

  /**
   * Ends the transaction of a session that has ended. What the client began stays active until it
   * is told: one that takes it for idle would not ask for its commit.
   */
  public void discardOfEndedSession() {
    boolean active = isActive();
    discard();
    explicit = active;
  }

  private void ended(Transaction transaction) {
    if (!nameWithheld) {
      names.transactionEnded(transaction);
    }
  }

  private void forget() {
    cursors.invalidate(this::cursorEnded);
    synchronized (this) {
      open = null;
    }
    single = false;
    catalog = null;
    savepoints.clear();
  }

  /** The session may have been closed by another thread while its statement opened the cursor. */
  private MosqlException cursorEnded() {
    return settings.withReason(
        new MosqlException(SqlState.INVALID_CURSOR_STATE, "the cursor's transaction has ended"));
  }

  /** Ends the transaction of a query whose cursor is done or not wanted any more. */
  public void endSingle() {
    if (single) {
      discard();
    }
  }

  /** Ends the open transaction because it was left alone; its client will be told. */
  public void endIdle() {
    if (open != null) {
      lost = !single;
      cursors.invalidate(IdleTransactionMonitor.timeoutError());
      discard();
    }
  }

  /**
   * The session is closed, perhaps by another thread: the transaction is given up where it stands.
   * Whoever is at work in it ends it when he leaves.
   */
  public void abandon() {
    Transaction transaction;
    synchronized (this) {
      closed = true;
      transaction = open;
    }
    if (transaction != null) {
      transaction.abandon("the session was closed");
    }
  }

  /** As it is said to a client whose transaction cannot commit any more. */
  MosqlException readsChangedError() {
    for (ConflictInfo conflict : database.store().conflicts()) {
      if (conflict.owner() == owner && conflict.wallMicros() >= openSinceMicros) {
        return inspectCatalog(seen -> ConflictErrors.error(conflict, seen));
      }
    }
    return ConflictErrors.changedReads();
  }

  public void savepoint(String name) {
    if (!beginShared()) {
      throw new MosqlException(
          SqlState.INVALID_TRANSACTION_STATE, "a savepoint needs a transaction: autocommit is on");
    }
    savepoints.set(name, current().savepoint());
  }

  public void rollbackTo(String name) {
    requireNotLost();
    int mark = savepoints.mark(name);
    current().rollbackTo(mark);
    catalog = null;
    savepoints.forgetAfter(name);
  }

  public void release(String name) {
    requireNotLost();
    savepoints.release(name);
  }
}
