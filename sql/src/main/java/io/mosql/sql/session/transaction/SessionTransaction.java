package io.mosql.sql.session.transaction;

import io.mosql.core.error.InvariantViolation;
import io.mosql.core.error.MosqlException;
import io.mosql.core.port.WouldBlock;
import io.mosql.core.session.Session.Isolation;
import io.mosql.sql.catalog.Catalog;
import io.mosql.sql.error.SqlErrorMessage;
import io.mosql.sql.exec.runtime.DeferredConstraints;
import io.mosql.sql.exec.table.DeferredChecks;
import io.mosql.sql.planner.physical.PlannerMethods;
import io.mosql.sql.session.context.DatabaseCatalog;
import io.mosql.sql.session.context.DatabaseContext;
import io.mosql.sql.session.result.ConflictErrors;
import io.mosql.sql.session.result.OpenCursors;
import io.mosql.sql.session.result.QueryCursor;
import io.mosql.sql.session.result.StatementErrors;
import io.mosql.storage.commit.CommitResult;
import io.mosql.storage.error.StorageErrorMessage;
import io.mosql.storage.lock.LockWaitPolicy;
import io.mosql.storage.transaction.CertificationLevel;
import io.mosql.storage.transaction.ConflictInfo;
import io.mosql.storage.transaction.Transaction;
import io.mosql.storage.transaction.TransactionOptions;
import io.mosql.storage.transaction.TransactionWithTemporaryTrees;
import io.mosql.storage.version.SystemTrees;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The transaction of a session: begins with the first statement that needs one, ends with the
 * statement in autocommit mode. BEGIN only says that the statements after it share one.
 *
 * <p>A transaction that was ended by the idle timeout is <i>lost</i>: all further statements in it
 * fail with 25P03 until the client commits, which fails too, or rolls back.
 *
 * <p>A commit, and the next statement in autocommit mode, leave open cursors as they are: those
 * that still read from the snapshot hold it ({@link HeldCursors}). A rollback ends the cursors of
 * its transaction.
 *
 * <p>Used by one thread at a time, except for {@link #abandon()}.
 */
public final class SessionTransaction {
  /** No epoch: answers need no confirmation. */
  public static final long UNCONFIRMED = -1;

  private final DatabaseContext database;
  private final DatabaseCatalog catalogs;
  private final long owner;
  private final TransactionSettings settings;
  private final SessionActivity use;
  private final TransactionNames names;
  private final Savepoints savepoints = new Savepoints();
  private final LocalSettings localSettings = new LocalSettings();
  private final DeferredConstraints deferred = new DeferredConstraints();
  private @Nullable TemporaryTables temporary;
  private final HeldCursors held = new HeldCursors();

  /** The cursors of the open transaction. */
  private OpenCursors cursors = new OpenCursors();

  /** Set under this object's monitor, so that no transaction begins after the session is closed. */
  private volatile @Nullable Transaction open;

  private volatile boolean single;
  private volatile boolean explicit;
  private boolean openReadOnly;
  private long openSinceMicros;
  private @Nullable StatementRecorder recorder;
  private boolean autoCommit = true;
  private boolean lost;
  private boolean closed;

  /**
   * Whether the open transaction runs without the idempotency token, which a later transaction
   * uses.
   */
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

  /** The methods that the planner prefers by the session's settings. */
  PlannerMethods plannerMethods() {
    return settings.postgres().methods();
  }

  /**
   * @param recorder records commits; null for none
   */
  public void setRecorder(@Nullable StatementRecorder recorder) {
    this.recorder = recorder;
  }

  /** Sets the temporary tables of the session. */
  public void setTemporaryTables(TemporaryTables tables) {
    temporary = tables;
  }

  /** The temporary tables of the session; used once {@link #useTemporaryTables} was called. */
  public TemporaryTables temporaryTables() {
    return Objects.requireNonNull(temporary);
  }

  /** Whether the session has, or had, temporary tables. */
  public boolean hasTemporaryTables() {
    TemporaryTables tables = temporary;
    return tables != null && tables.exist();
  }

  /** Prepares the session, and the open transaction, for temporary tables. */
  public void useTemporaryTables() {
    temporaryTables().open();
    Transaction transaction = open;
    if (transaction != null
        && transaction.isOpen()
        && !single
        && !(transaction instanceof TransactionWithTemporaryTrees)) {
      TransactionWithTemporaryTrees both = withTemporaryTrees(transaction);
      savepoints.replaceAll(
          mark -> new Savepoints.Mark(both.adopt(mark.writes()), mark.settings(), mark.timing()));
      synchronized (this) {
        open = both;
      }
      catalog = null;
    }
  }

  private TransactionWithTemporaryTrees withTemporaryTrees(Transaction transaction) {
    return new TransactionWithTemporaryTrees(
        transaction, temporaryTables().begin(transaction.level()));
  }

  /** The part of the open transaction in the private store of the session. */
  public Transaction temporaryPart() {
    return ((TransactionWithTemporaryTrees) current()).temporary();
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

  /** Whether a transaction is open, whose locks may block others, or a cursor holds a snapshot. */
  public boolean holdsSnapshot() {
    return open != null || !held.isEmpty();
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
      throw SqlErrorMessage.TRANSACTION_IN_PROGRESS.error();
    }
  }

  /**
   * Requires that no transaction of several statements is open, so that settings of the next one
   * can change.
   */
  public void requireNotBegun() {
    requireNotLost();
    if (open != null && !single) {
      throw SqlErrorMessage.TRANSACTION_IN_PROGRESS.error();
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
        releaseSingle();
      }
      autoCommit = on;
    }
  }

  /**
   * BEGIN: suspends autocommit until the transaction ends.
   *
   * @param level null for the level of the session; likewise the other parameter
   */
  public void begin(@Nullable Isolation level, @Nullable Boolean wantReadOnly) {
    requireIdle();
    releaseSingle();
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

  /**
   * The catalog in the open transaction's view; only the rows that a plan depends on count as read,
   * once they are recorded.
   */
  public Catalog catalogToPlan() {
    Catalog known = catalog;
    if (known == null || known.version() < 0) {
      known = catalogs.readForPlanning(current());
      if (current() instanceof TransactionWithTemporaryTrees both) {
        known = temporaryTables().merged(known, both.temporary());
      }
      catalog = known;
    }
    return known;
  }

  /** Records that an object was not found in the catalog: its absence counts as read. */
  void markCatalogMissRead() {
    Transaction transaction = open;
    if (transaction != null && transaction.level() == CertificationLevel.SERIALIZABLE) {
      catalog();
    }
  }

  /** Discards the cached catalog after the transaction has changed it or moved its snapshot. */
  public void invalidateCatalog() {
    catalog = null;
  }

  /**
   * Evaluates a function of the catalog in the open transaction, or else in a temporary one;
   * nothing counts as read.
   */
  public <T> T inspectCatalog(Function<Catalog, T> look) {
    if (open != null) {
      return look.apply(catalogToPlan());
    }
    Transaction transaction = database.store().begin(true, owner);
    try {
      Catalog seen = catalogs.read(transaction);
      return look.apply(hasTemporaryTables() ? temporaryTables().merged(seen) : seen);
    } finally {
      transaction.rollback();
    }
  }

  private void start(TransactionOptions how) {
    InvariantViolation.check(open == null, "a session has at most one open transaction");
    database.requireOpen();
    settings.readConsistency().awaitVersion();
    Transaction begun = database.store().begin(how);
    if (hasTemporaryTables()) {
      begun = withTemporaryTrees(begun);
    }
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
   * Begins the transaction that statements share, if there is to be one and it is not open yet.
   *
   * @return false when each is a transaction of its own; none is open then
   */
  boolean beginShared() {
    requireNotLost();
    releaseSingle();
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

  /** The options of the next transaction; consumes the settings for that transaction alone. */
  TransactionOptions nextOptions() {
    return settings.takeOptions(owner, settings.readOnly()).named(names.next());
  }

  /** Begins the transaction of a single query, which returns rows before it ends. */
  void beginQuery() {
    if (readsStrictly()) {
      WouldBlock.throwIfForbidden();
      database.store().barrier();
    }
    beginSingle(settings.takeOptions(owner, true));
  }

  /** Whether answers must be consistent for the whole cluster. */
  boolean readsStrictly() {
    return settings.readConsistency().isStrict();
  }

  /**
   * The epoch of the state that a statement beginning now sees, or an older one; 0 where no record
   * of the log has been applied yet, {@link #UNCONFIRMED} where answers need no confirmation.
   */
  public long observedEpoch() {
    if (!readsStrictly()) {
      return UNCONFIRMED;
    }
    Transaction shared = single ? null : open;
    return shared != null && shared.isOpen() ? shared.snapshotEpoch() : database.store().epoch();
  }

  /**
   * Confirms an error before it is returned to the client: the rows and the catalog that it depends
   * on must be current, not those of a deposed leader. The check is made this late because errors
   * are rare.
   *
   * @param epochBefore value of {@link #observedEpoch} when the statement began
   * @return the error to report: the given one, or 57P05 when this node is not the leader any more,
   *     or 40001 when the open transaction began before it last became leader
   */
  public MosqlException confirmError(MosqlException failure, long epochBefore) {
    if (epochBefore == UNCONFIRMED
        || !StatementErrors.dependsOnData(failure.state())
        || !readsStrictly()) {
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
              ? StorageErrorMessage.LEADERSHIP_LOST.error()
              : SqlErrorMessage.LEADERSHIP_LOST_IN_STATEMENT.error();
    } catch (MosqlException e) {
      instead = e;
    }
    instead.addSuppressed(failure);
    return instead;
  }

  /**
   * Confirms a transaction without writes: no commit record would reveal that its snapshot was
   * outdated.
   */
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

  /** Buffers the remaining rows of open cursors before the snapshot moves for a new statement. */
  void bufferCursors() {
    Transaction transaction = current();
    if (transaction.level() == CertificationLevel.READ_COMMITTED) {
      cursors.readAll();
      catalog = null;
    }
  }

  /** Whether the next statement must first buffer the remaining rows of open cursors. */
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

  /** The owner of a cursor that is opened now. */
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
        if (open == mine) {
          if (alone) {
            endSingle();
          }
        } else {
          held.cursorEnded(mine);
        }
      }

      @Override
      public MosqlException failed(QueryCursor rows, Throwable thrown) {
        ended(rows);
        return settings.withReason(StatementErrors.toClientError(thrown));
      }
    };
  }

  /** Undoes a failed statement of the transaction that statements share. */
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
    try {
      if (open != null && !single) {
        CommitResult outcome = finish();
        if (outcome instanceof CommitResult.Conflict conflict) {
          throw inspectCatalog(seen -> ConflictErrors.error(conflict, seen));
        }
      } else if (explicit) {
        explicit = false;
        settings.clearNext();
      }
      localSettings.committed();
    } finally {
      localSettings.restoreTo(0); // nothing after a commit
    }
  }

  /**
   * PREPARE TRANSACTION: ends the transaction of the session, which is stored for the second phase.
   *
   * @param gid its global identifier
   * @param account that prepares it; 0 for none
   * @throws MosqlException 25P01 without a transaction, 0A000 when it has changed temporary tables,
   *     42710 when the identifier is in use, and as {@link #commit}
   */
  public void prepare(String gid, long account) {
    if (lost) {
      rollback();
      throw IdleTransactionMonitor.timeoutError();
    }
    try {
      if (!beginShared()) {
        throw SqlErrorMessage.NO_TRANSACTION_TO_PREPARE.error();
      }
      if (current() instanceof TransactionWithTemporaryTrees both && both.temporary().hasWrites()) {
        rollback();
        throw SqlErrorMessage.PREPARE_WITH_TEMPORARY_OBJECTS.error();
      }
      CommitResult outcome = finish(t -> t.prepare(gid, account), false);
      if (outcome instanceof CommitResult.Conflict conflict) {
        if (conflict.tree() == SystemTrees.PREPARED) {
          throw SqlErrorMessage.TRANSACTION_IDENTIFIER_IN_USE.error(gid);
        }
        throw inspectCatalog(seen -> ConflictErrors.error(conflict, seen));
      }
      localSettings.committed();
    } finally {
      localSettings.restoreTo(0);
    }
  }

  private CommitResult finish() {
    return finish(Transaction::commit, true);
  }

  /**
   * @param mayHold whether open cursors go on when it has committed
   */
  private CommitResult finish(Function<Transaction, CommitResult> commit, boolean mayHold) {
    Transaction transaction = current();
    try {
      checkDeferred();
    } catch (Throwable thrown) {
      rollback();
      throw thrown;
    }
    OpenCursors read = detachCursors();
    forget();
    explicit = false;
    boolean committed = false;
    try {
      endTemporaryRows(transaction, read);
      confirm(transaction);
      transaction.waitForPrepared(settings.lockWaitPolicy());
      boolean holds = mayHold && read.needSnapshot();
      if (holds) {
        transaction.holdReads();
      }
      CommitResult outcome = StatementRecorder.commit(recorder, transaction, commit);
      committed = outcome instanceof CommitResult.Committed;
      if (committed && holds) {
        hold(transaction, read);
      }
      return outcome;
    } catch (Throwable thrown) {
      transaction.rollback();
      throw thrown;
    } finally {
      if (!committed || !mayHold) {
        read.invalidate(this::cursorEnded);
      }
      names.transactionEnded(transaction);
    }
  }

  /** Checks all deferred constraints in the state in which the transaction commits. */
  private void checkDeferred() {
    if (!deferred.isEmpty()) {
      bufferCursors();
      if (!current().beginStatement(null)) {
        throw readsChangedError();
      }
      checkDeferred(deferred.keys(), true);
    }
  }

  private void checkDeferred(List<DeferredConstraints.Key> keys, boolean forget) {
    for (DeferredConstraints.Key key : keys) {
      DeferredChecks.check(key, deferred.values(key), catalogToPlan(), current());
      if (forget) {
        deferred.checked(key);
      }
    }
  }

  /** The constraints that the open transaction checks at its end. */
  DeferredConstraints deferredConstraints() {
    return deferred;
  }

  /**
   * SET CONSTRAINTS: checks the keys now if they are not deferred any more. Statements share a
   * transaction.
   *
   * @param keys empty for all keys
   * @throws MosqlException 23503, 23505, and nothing is changed
   */
  public void setConstraints(Set<DeferredConstraints.Key> keys, boolean defer) {
    if (!defer) {
      List<DeferredConstraints.Key> waiting = deferred.keys();
      if (!keys.isEmpty()) {
        waiting.retainAll(keys);
      }
      // A savepoint may bring back rows that violate a key: it is checked again at the end.
      checkDeferred(waiting, savepoints.isEmpty());
    }
    if (keys.isEmpty()) {
      deferred.setAll(defer);
    } else {
      keys.forEach(key -> deferred.set(key, defer));
    }
  }

  private OpenCursors detachCursors() {
    OpenCursors detached = cursors;
    if (detached.isEmpty()) {
      return detached;
    }
    cursors = new OpenCursors();
    return detached;
  }

  /** Lets the cursors read on from the snapshot of a transaction that is over. */
  private void hold(Transaction transaction, OpenCursors read) {
    synchronized (this) {
      if (!closed) {
        held.add(transaction, read);
        return;
      }
    }
    read.invalidate(this::cursorEnded);
    transaction.rollback();
  }

  /**
   * @throws MosqlException 40001 when it can never commit, however often it is run again; 55P03
   *     when a prepared transaction holds what it writes
   */
  public void requireRetryable(CommitResult outcome) {
    if (outcome instanceof CommitResult.Conflict conflict
        && (conflict.isFenced() || conflict.isHeld())) {
      throw inspectCatalog(seen -> ConflictErrors.error(conflict, seen));
    }
  }

  /**
   * Sets whether the open transaction is only a part of its statement. The last transaction of the
   * statement then carries the idempotency token by which a client queries the outcome.
   */
  public void setPartOfStatement(boolean part) {
    nameWithheld = part;
    if (part) {
      current().useFreshName();
    }
  }

  /** The idempotency tokens of the session's transactions. */
  public TransactionNames names() {
    return names;
  }

  /** How the session waits for transactions that hold what it needs. */
  public LockWaitPolicy lockWaitPolicy() {
    return settings.lockWaitPolicy();
  }

  /** Commits the transaction of a single statement; after a conflict it is still open. */
  CommitResult commitSingle(long result) {
    // None is open when the session was ended meanwhile, which current() reports.
    InvariantViolation.check(
        open == null || single, "a statement commits the transaction that it began");
    CommitResult outcome;
    try {
      checkDeferred(deferred.keys(), true);
      endTemporaryRows(current(), cursors);
      confirm(current());
      current().waitForPrepared(settings.lockWaitPolicy());
      outcome = StatementRecorder.commit(recorder, current(), t -> t.commitOrKeep(result));
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

  /** Runs ON COMMIT of temporary tables; cursors that are open keep the rows that they saw. */
  private void endTemporaryRows(Transaction transaction, OpenCursors read) {
    if (transaction instanceof TransactionWithTemporaryTrees both) {
      if (temporaryTables().haveActions()) {
        read.readAll();
      }
      temporaryTables().beforeCommit(both.temporary());
    }
  }

  public void rollback() {
    releaseSingle();
    discard();
    if (explicit) {
      settings.clearNext();
    }
    explicit = false;
    lost = false;
    localSettings.restoreTo(0);
  }

  /**
   * Records a change of a setting that a rollback undoes; statements share a transaction.
   *
   * @param local whether it ends with the transaction in any case
   */
  public void settingChanged(String name, boolean local, Runnable restore) {
    localSettings.changed(name, local, restore);
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
   * Ends the transaction of a session that has ended. A transaction that the client began is still
   * reported as active until the client receives the error: a client that sees an idle session
   * would not query the outcome of its commit.
   */
  public void discardOfEndedSession() {
    boolean active = isActive();
    discard();
    held.end(this::cursorEnded);
    explicit = active;
  }

  private void ended(Transaction transaction) {
    if (!nameWithheld) {
      names.transactionEnded(transaction);
    }
  }

  private void forget() {
    if (hasTemporaryTables()) {
      temporaryTables().transactionEnded();
    }
    cursors.invalidate(this::cursorEnded);
    synchronized (this) {
      open = null;
    }
    single = false;
    catalog = null;
    savepoints.clear();
    deferred.clear();
  }

  /** The error when another thread closed the session while its statement opened the cursor. */
  private MosqlException cursorEnded() {
    return settings.withReason(SqlErrorMessage.CURSOR_OF_ENDED_TRANSACTION.error());
  }

  /** Ends the transaction of a query after its cursor was exhausted or closed. */
  void endSingle() {
    if (single) {
      discard();
    }
  }

  /** Ends the transaction of a query before the next statement; its cursor reads on. */
  public void releaseSingle() {
    Transaction transaction = open;
    if (single && transaction != null && cursors.needSnapshot()) {
      OpenCursors read = detachCursors();
      ended(transaction);
      forget();
      hold(transaction, read);
    } else {
      endSingle();
    }
  }

  /** Ends the open transaction because of the idle timeout; the next statement reports it. */
  public void endIdle() {
    held.end(IdleTransactionMonitor::timeoutError);
    if (open != null) {
      lost = !single;
      cursors.invalidate(IdleTransactionMonitor.timeoutError());
      discard();
    }
  }

  /**
   * Aborts the transaction of a closed session, possibly from another thread. If a call is running
   * in it, that call ends the transaction when it returns.
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
    held.abandon("the session was closed");
  }

  /** The error for a transaction that cannot commit any more. */
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
      throw SqlErrorMessage.SAVEPOINT_IN_AUTOCOMMIT.error();
    }
    savepoints.set(
        name, new Savepoints.Mark(current().savepoint(), localSettings.mark(), deferred.timing()));
  }

  public void rollbackTo(String name) {
    requireNotLost();
    Savepoints.Mark mark = savepoints.mark(name);
    current().rollbackTo(mark.writes());
    localSettings.restoreTo(mark.settings());
    deferred.restore(mark.timing());
    catalog = null;
    savepoints.forgetAfter(name);
  }

  public void release(String name) {
    requireNotLost();
    savepoints.release(name);
  }
}
