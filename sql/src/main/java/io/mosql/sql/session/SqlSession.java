package io.mosql.sql.session;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.core.port.Interrupts;
import io.mosql.core.port.WouldBlock;
import io.mosql.core.session.BatchFailure;
import io.mosql.core.session.CommitOutcome;
import io.mosql.core.session.ExecutionOptions;
import io.mosql.core.session.LargeObjectSink;
import io.mosql.core.session.PreparedStatementHandle;
import io.mosql.core.session.SessionProperty;
import io.mosql.core.session.StatementKind;
import io.mosql.core.session.StatementResult;
import io.mosql.core.session.TransactionToken;
import io.mosql.core.type.LargeObject;
import io.mosql.core.type.SqlType;
import io.mosql.sql.error.SqlErrorMessage;
import io.mosql.sql.exec.runtime.MemoryAccount;
import io.mosql.sql.privilege.NodeCommandFactory;
import io.mosql.sql.privilege.Principal;
import io.mosql.sql.session.command.AdministrationRunner;
import io.mosql.sql.session.command.CommandContext;
import io.mosql.sql.session.command.DatabaseServices;
import io.mosql.sql.session.command.MemoryLimitSetting;
import io.mosql.sql.session.command.SessionSettings;
import io.mosql.sql.session.context.DatabaseCatalog;
import io.mosql.sql.session.context.DatabaseContext;
import io.mosql.sql.session.context.SessionEndReason;
import io.mosql.sql.session.prepare.ParameterConversion;
import io.mosql.sql.session.prepare.Prepared;
import io.mosql.sql.session.prepare.PreparedStatementMemory;
import io.mosql.sql.session.prepare.StatementHandle;
import io.mosql.sql.session.prepare.StatementPreparer;
import io.mosql.sql.session.result.StatementCancellation;
import io.mosql.sql.session.result.StatementErrors;
import io.mosql.sql.session.transaction.MonitoredSession;
import io.mosql.sql.session.transaction.PlanRunner;
import io.mosql.sql.session.transaction.ReadConsistency;
import io.mosql.sql.session.transaction.RetryingRunner;
import io.mosql.sql.session.transaction.SessionActivity;
import io.mosql.sql.session.transaction.SessionInfo;
import io.mosql.sql.session.transaction.SessionLargeObjects;
import io.mosql.sql.session.transaction.SessionMonitor;
import io.mosql.sql.session.transaction.SessionPrivileges;
import io.mosql.sql.session.transaction.SessionTimeouts;
import io.mosql.sql.session.transaction.SessionTransaction;
import io.mosql.sql.session.transaction.StatementRecorder;
import io.mosql.sql.session.transaction.TemporaryTables;
import io.mosql.sql.session.transaction.TransactionNames;
import io.mosql.sql.session.transaction.TransactionSettings;
import io.mosql.storage.error.StorageErrorMessage;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A session of one client with a database. A failed statement is undone and the transaction goes
 * on; the reads of the failed statement still count as reads of the transaction.
 *
 * <p>A statement that conflicts with changes of other transactions is run again automatically
 * ({@link RetryingRunner}), as long as no part of its result has been returned.
 */
public final class SqlSession implements CommandContext, MonitoredSession {
  private final SqlDatabase database;
  private final long id;
  private final Principal principal;
  private final Runnable onClosed;
  private final StatementCancellation interruption;
  private final TransactionSettings settings;
  private final SessionActivity use;
  private final TransactionNames names;
  private final SessionTransaction transaction;
  private final List<Notice> notices = new ArrayList<>();
  private final SessionPrivileges rights;
  private final SessionInfo facts;
  private final RetryingRunner statements;
  private final PlanRunner plans;
  private final PreparedStatementMemory held;
  private final StatementRecorder watch;
  private final SessionTimeouts times;
  private final SessionLargeObjects largeObjects;

  /**
   * The interrupts of the entering thread before the call, to be restored; used by that thread
   * only.
   */
  private @Nullable Interrupts before;

  SqlSession(
      SqlDatabase database,
      long id,
      Map<SessionProperty, String> properties,
      Principal principal,
      Runnable onClosed) {
    this.database = database;
    this.id = id;
    this.principal = principal;
    this.onClosed = onClosed;
    DatabaseContext context = database.context();
    DatabaseCatalog catalogs = database.catalogs();
    SessionMonitor monitor = database.services().monitor();
    this.interruption = new StatementCancellation(context.clock());
    this.settings =
        new TransactionSettings(
            properties, interruption, new ReadConsistency(context, principal, properties));
    this.use = new SessionActivity(context.clock());
    this.names = new TransactionNames(context.store());
    this.transaction = new SessionTransaction(context, catalogs, id, settings, use, names);
    this.rights = new SessionPrivileges(context, catalogs, transaction, principal);
    this.facts =
        new SessionInfo(
            context, monitor.limits(), properties, principal, rights, settings, transaction);
    MemoryAccount memory =
        MemoryLimitSetting.account(monitor, database.services().builds().sorting());
    transaction.setTemporaryTables(
        new TemporaryTables(context, id, principal.privileges().account(), memory, facts::schema));
    this.held = new PreparedStatementMemory(memory);
    this.watch = new StatementRecorder(monitor, context.clock(), id, facts);
    transaction.setRecorder(watch);
    this.statements =
        new RetryingRunner(transaction, settings, interruption, database.retryCounters());
    this.plans =
        new PlanRunner(
            database.preparer(),
            context.store().sequences(),
            transaction,
            statements,
            facts,
            rights,
            interruption,
            memory);
    this.largeObjects = new SessionLargeObjects(context.store().largeObjects());
    this.times = new SessionTimeouts(database.idleTransactions(), use, facts, properties);
    facts.setSettings(SessionSettings.access(this), id);
    String schema = properties.get(SessionProperty.CURRENT_SCHEMA);
    if (schema != null) {
      // It may be created by the session itself, and privileges are those of its statements.
      facts.setSchema(schema);
    }
  }

  @Override
  public long id() {
    return id;
  }

  @Override
  public Principal principal() {
    return principal;
  }

  @Override
  public SessionPrivileges rights() {
    return rights;
  }

  @Override
  public SessionInfo facts() {
    return facts;
  }

  @Override
  public SessionTransaction transaction() {
    return transaction;
  }

  @Override
  public TransactionSettings settings() {
    return settings;
  }

  @Override
  public RetryingRunner statements() {
    return statements;
  }

  @Override
  public PlanRunner plans() {
    return plans;
  }

  @Override
  public DatabaseContext database() {
    return database.context();
  }

  @Override
  public DatabaseCatalog catalogs() {
    return database.catalogs();
  }

  @Override
  public StatementPreparer preparer() {
    return database.preparer();
  }

  @Override
  public DatabaseServices services() {
    return database.services();
  }

  @Override
  public StatementCancellation interruption() {
    return interruption;
  }

  @Override
  public SessionTimeouts times() {
    return times;
  }

  @Override
  public long memoryUsed() {
    return plans.memory().used();
  }

  @Override
  public long endIfIdle() {
    return use.endIfIdle(transaction::holdsSnapshot, transaction::endIdle);
  }

  private void enter() {
    use.enter();
    if (use.isOutermost()) {
      before = interruption.interrupts().begin();
    }
    if (hasEnded()) {
      leave();
      database.context().requireOpen();
      throw interruption.end().error();
    }
  }

  /** Leaves a call. If the session was closed during the call, ends its transaction. */
  private void leave() {
    if (use.isOutermost()) {
      if (hasEnded()) {
        transaction.discardOfEndedSession();
        largeObjects.end();
      } else if (!transaction.isActive()) {
        largeObjects.idle();
      }
      Interrupts.end(before);
      before = null;
    }
    use.leave();
  }

  @Override
  public PreparedStatementHandle prepare(String sql, List<@Nullable SqlType> parameterTypes) {
    enter();
    try {
      long bytes = held.reserve(sql);
      try {
        Prepared prepared =
            interruption.whilePlanning(times.timeoutMillis(), () -> prepared(sql, parameterTypes));
        return new StatementHandle(sql, parameterTypes, prepared)
            .onClose(() -> held.release(bytes));
      } catch (Throwable thrown) {
        held.release(bytes);
        throw thrown;
      }
    } finally {
      leave();
    }
  }

  private Prepared prepared(String sql, List<@Nullable SqlType> parameterTypes) {
    MosqlException failure;
    try {
      return withConfirmedErrors(() -> plans.prepare(sql, parameterTypes));
    } catch (MosqlException e) {
      failure = e;
    }
    Prepared later = Prepared.Deferred.of(sql, failure);
    if (later != null) {
      return later;
    }
    if (StatementErrors.dependsOnData(failure.state()) && transaction.sharesStatements()) {
      try {
        return withConfirmedErrors(
            () -> plans.planInTransaction(() -> plans.prepare(sql, parameterTypes)));
      } catch (MosqlException e) {
        failure = e;
      }
    }
    watch.prepareFailed(sql, failure);
    throw failure;
  }

  /**
   * Plans a deferred statement again: the missing objects may exist by now, and the bound values
   * provide the types of the parameters.
   *
   * @param parameters of its first execution
   */
  private void resolve(StatementHandle handle, @Nullable Object[] parameters) {
    if (handle.prepared() instanceof Prepared.Deferred) {
      handle.setPrepared(plans.planInTransaction(() -> prepare(handle, parameters)));
    }
  }

  private Prepared prepare(StatementHandle handle, @Nullable Object[] parameters) {
    try {
      return plans.prepare(handle.sql(), handle.parameterTypes());
    } catch (MosqlException e) {
      if (e.state() != SqlState.DATATYPE_MISMATCH || parameters.length == 0) {
        throw e;
      }
      List<@Nullable SqlType> types = ParameterConversion.typesOf(parameters);
      Prepared made = plans.prepare(handle.sql(), types);
      handle.setParameterTypes(types);
      return made;
    }
  }

  @Override
  public StatementResult execute(
      PreparedStatementHandle statement, @Nullable Object[] parameters, ExecutionOptions options) {
    StatementHandle handle = (StatementHandle) statement;
    return executing(
        handle,
        options,
        () -> {
          @Nullable Object[] readable = largeObjects.readable(parameters);
          resolve(handle, readable);
          return execute(handle, readable, options);
        },
        StatementRecorder.Run::gave);
  }

  private <T> T executing(
      StatementHandle handle,
      ExecutionOptions options,
      Supplier<T> work,
      BiConsumer<StatementRecorder.Run, T> gave) {
    enter();
    long epoch = SessionTransaction.UNCONFIRMED;
    StatementRecorder.Run run = null;
    try {
      epoch = transaction.observedEpoch();
      run = begin(handle, options);
      T result = work.get();
      gave.accept(run, result);
      return result;
    } catch (Throwable thrown) {
      BatchFailure batch = thrown instanceof BatchFailure known ? known : null;
      MosqlException failure =
          errorForClient(handle, failure(batch == null ? thrown : batch.failure()), epoch);
      if (run != null) {
        run.ended(0, failure.sqlState());
      }
      throw batch == null ? failure : new BatchFailure(batch.updateCounts(), failure);
    } finally {
      ended();
      leave();
    }
  }

  /** The error to report to the client, after the reads that it depends on have been confirmed. */
  private MosqlException errorForClient(
      StatementHandle handle, MosqlException failure, long epoch) {
    if (handle.prepared() instanceof Prepared.Command command
        && NodeCommandFactory.isNodeStatement(command.statement())) {
      // Accounts and databases have a group of their own, and another leader.
      return failure;
    }
    MosqlException confirmed = transaction.confirmError(failure, epoch);
    if (confirmed.state() == SqlState.NOT_LEADER
        && handle.preparedEvenIfClosed().kind() == StatementKind.SEVERAL_TRANSACTIONS) {
      // 57P05 says that nothing was done; only the outcome of the first transaction tells that.
      return SqlErrorMessage.LEADERSHIP_LOST_IN_COMMAND.causedBy(confirmed);
    }
    return confirmed;
  }

  @Override
  public @Nullable StatementResult executeQuickly(
      PreparedStatementHandle statement,
      @Nullable Object[] parameters,
      ExecutionOptions options,
      int rowsAhead) {
    StatementHandle handle = (StatementHandle) statement;
    if (!(handle.prepared() instanceof Prepared.Planned) || SessionLargeObjects.areIn(parameters)) {
      return null;
    }
    try {
      return executing(
          handle,
          options,
          interruption.bounded(() -> plans.executeQuickly(handle, parameters, options, rowsAhead)),
          StatementRecorder.Run::gave);
    } catch (WouldBlock signal) {
      return null;
    }
  }

  @Override
  public boolean hasLargeObjects() {
    return true;
  }

  @Override
  public LargeObjectSink createLargeObject(boolean text) {
    enter();
    try {
      if (transaction.readOnly()) {
        throw StorageErrorMessage.READ_ONLY_TRANSACTION.error();
      }
      LargeObjectSink sink = largeObjects.create(text);
      return new LargeObjectSink() {
        @Override
        public void write(byte[] bytes, int from, int count) {
          enter();
          try {
            sink.write(bytes, from, count);
          } catch (Throwable thrown) {
            throw failure(thrown);
          } finally {
            leave();
          }
        }

        @Override
        public LargeObject finish() {
          enter();
          try {
            return sink.finish();
          } catch (Throwable thrown) {
            throw failure(thrown);
          } finally {
            leave();
          }
        }

        @Override
        public void close() {
          sink.close();
        }
      };
    } finally {
      leave();
    }
  }

  @Override
  public byte[] readLargeObject(LargeObject object, int from, int count) {
    enter();
    try {
      return largeObjects.readable(object).read(from, count);
    } catch (Throwable thrown) {
      throw failure(thrown);
    } finally {
      leave();
    }
  }

  @Override
  public boolean commitsQuickly() {
    return transaction.hasNothingToCommit();
  }

  private StatementRecorder.Run begin(StatementHandle handle, ExecutionOptions options) {
    rights.privileges();
    facts.statementStarted(handle.displayText());
    interruption.begin(
        options.timeoutMillis() != 0 ? options.timeoutMillis() : times.timeoutMillis());
    return watch.begin(handle);
  }

  private void ended() {
    plans.memory().statementEnded();
    facts.statementEnded();
    watch.callEnded();
  }

  private MosqlException failure(Throwable thrown) {
    return interruption.withReason(StatementErrors.toClientError(thrown));
  }

  private StatementResult execute(
      StatementHandle handle, @Nullable Object[] parameters, ExecutionOptions options) {
    Prepared prepared = handle.prepared();
    if (prepared instanceof Prepared.Empty) {
      return StatementResult.Update.of(0);
    }
    if (!(prepared instanceof Prepared.Planned)) {
      return AdministrationRunner.runAudited(this, handle.sql(), prepared);
    }
    return plans.execute(handle, parameters, options);
  }

  @Override
  public long[] executeBatch(
      PreparedStatementHandle statement,
      List<@Nullable Object[]> tuples,
      ExecutionOptions options) {
    StatementHandle handle = (StatementHandle) statement;
    return batching(
        handle,
        options,
        () -> batch(handle, tuples.stream().map(largeObjects::readable).toList(), options));
  }

  @Override
  public long[] executeBatchQuickly(
      PreparedStatementHandle statement,
      List<@Nullable Object[]> tuples,
      ExecutionOptions options) {
    StatementHandle handle = (StatementHandle) statement;
    if (handle.returnsRows()
        || !(handle.prepared() instanceof Prepared.Planned)
        || tuples.stream().anyMatch(SessionLargeObjects::areIn)) {
      return new long[0];
    }
    return batching(
        handle, options, interruption.bounded(() -> plans.batchQuickly(handle, tuples)));
  }

  private long[] batching(StatementHandle handle, ExecutionOptions options, Supplier<long[]> work) {
    return executing(
        handle, options, work, (run, counts) -> run.ended(Arrays.stream(counts).sum(), null));
  }

  private long[] batch(
      StatementHandle handle, List<@Nullable Object[]> tuples, ExecutionOptions options) {
    if (tuples.isEmpty()) {
      return new long[0];
    }
    if (handle.returnsRows()) {
      throw SqlErrorMessage.BATCH_WITH_ROWS.error();
    }
    resolve(handle, tuples.get(0));
    if (handle.prepared() instanceof Prepared.Planned) {
      return plans.batch(handle, tuples);
    }
    long[] counts = new long[tuples.size()];
    for (int i = 0; i < counts.length; i++) {
      counts[i] = ((StatementResult.Update) execute(handle, tuples.get(i), options)).updateCount();
    }
    return counts;
  }

  private void runConfirmed(Runnable work) {
    enter();
    try {
      withConfirmedErrors(
          () -> {
            work.run();
            return true;
          });
    } finally {
      leave();
    }
  }

  /** Runs work and confirms its errors before they are reported to the client. */
  private <T> T withConfirmedErrors(Supplier<T> work) {
    long epoch = SessionTransaction.UNCONFIRMED;
    try {
      epoch = transaction.observedEpoch();
      return work.get();
    } catch (Throwable thrown) {
      throw transaction.confirmError(failure(thrown), epoch);
    }
  }

  @Override
  public TransactionStatus transactionStatus() {
    return transaction.isActive() ? TransactionStatus.ACTIVE : TransactionStatus.IDLE;
  }

  @Override
  public TransactionToken token() {
    return names.token();
  }

  @Override
  public CommitOutcome commitOutcome(TransactionToken token) {
    return commitStatus(token).outcome();
  }

  @Override
  public CommitStatus commitStatus(TransactionToken token) {
    CommitStatus[] settled = {new CommitStatus(CommitOutcome.UNKNOWN, CommitStatus.NO_COUNT)};
    runConfirmed(() -> settled[0] = names.outcome(token));
    return settled[0];
  }

  @Override
  public long position() {
    return database().store().isReplicated()
        ? principal.observedPosition(database().store().position())
        : 0;
  }

  @Override
  public boolean autoCommit() {
    return transaction.autoCommit();
  }

  @Override
  public void setAutoCommit(boolean on) {
    runConfirmed(() -> transaction.setAutoCommit(on));
  }

  @Override
  public void commit() {
    runConfirmed(transaction::commit);
  }

  @Override
  public void rollback() {
    runConfirmed(transaction::rollback);
  }

  @Override
  public void savepoint(String name) {
    runConfirmed(() -> transaction.savepoint(name));
  }

  @Override
  public void rollbackTo(String savepoint) {
    runConfirmed(() -> transaction.rollbackTo(savepoint));
  }

  @Override
  public void release(String savepoint) {
    runConfirmed(() -> transaction.release(savepoint));
  }

  @Override
  public Isolation isolation() {
    return transaction.isolation();
  }

  @Override
  public void setIsolation(Isolation level) {
    runConfirmed(
        () -> {
          transaction.requireIdle();
          settings.set(level, null);
        });
  }

  @Override
  public boolean readOnly() {
    return transaction.readOnly();
  }

  @Override
  public void setReadOnly(boolean readOnly) {
    runConfirmed(
        () -> {
          transaction.requireIdle();
          settings.set(null, readOnly);
        });
  }

  @Override
  public String schema() {
    return facts.schema();
  }

  @Override
  public void setSchema(String schema) {
    runConfirmed(
        () -> {
          transaction.inspectCatalog(catalog -> rights.requireSchema(schema, catalog));
          facts.setSchema(schema);
        });
  }

  @Override
  public ZoneId timeZone() {
    return facts.zone();
  }

  @Override
  public void cancel() {
    interruption.cancel();
  }

  @Override
  public List<Notice> takeNotices() {
    if (notices.isEmpty()) {
      return List.of();
    }
    List<Notice> taken = List.copyOf(notices);
    notices.clear();
    return taken;
  }

  @Override
  public void addNotice(Notice notice) {
    notices.add(notice);
  }

  @Override
  public boolean isValid() {
    return !hasEnded() && database().store().isOpen();
  }

  @Override
  public DatabaseInfo databaseInfo() {
    return new DatabaseInfo("MoSQL", SessionInfo.VERSION, database().name(), facts.user());
  }

  @Override
  public void kill() {
    end(SessionEndReason.KILLED);
  }

  @Override
  public void close() {
    end(SessionEndReason.CLOSED);
  }

  private boolean hasEnded() {
    return interruption.end() != SessionEndReason.NONE;
  }

  /**
   * Ends the session and aborts its running work. May be called by any thread; the first call sets
   * the reason.
   */
  void end(SessionEndReason why) {
    if (interruption.end(why)) {
      transaction.abandon();
      largeObjects.end();
      database.removeSession(this);
      onClosed.run();
    }
  }
}
