package io.mosql.sql.session;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.core.port.Interrupts;
import io.mosql.core.port.WouldBlock;
import io.mosql.core.session.BatchFailure;
import io.mosql.core.session.CommitOutcome;
import io.mosql.core.session.ExecutionOptions;
import io.mosql.core.session.PreparedStatementHandle;
import io.mosql.core.session.SessionProperty;
import io.mosql.core.session.StatementKind;
import io.mosql.core.session.StatementResult;
import io.mosql.core.session.TransactionToken;
import io.mosql.core.type.SqlType;
import io.mosql.sql.exec.runtime.MemoryAccount;
import io.mosql.sql.rights.NodeCommands;
import io.mosql.sql.rights.Principal;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A session. A failed statement is undone and the transaction goes on; what it read stays read.
 *
 * <p>A statement that meets what others changed is run again by the engine ({@link
 * StatementRunner}), as long as nothing of its result was handed out.
 */
final class SqlSession implements CommandContext, MonitoredSession {
  private final SqlDatabase database;
  private final long id;
  private final Principal principal;
  private final Runnable onClosed;
  private final Interruption interruption;
  private final TransactionSettings settings;
  private final SessionUse use;
  private final TransactionNames names;
  private final SessionTransaction transaction;
  private final SessionRights rights;
  private final SessionFacts facts;
  private final StatementRunner statements;
  private final PlanRunner plans;
  private final HeldStatements held;
  private final StatementWatch watch;
  private final SessionTimes times;

  /** What the thread ran that entered; of that thread. */
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
    Oversight monitor = database.services().monitor();
    this.interruption = new Interruption(context.clock());
    this.settings =
        new TransactionSettings(
            properties, interruption, new Recency(context, principal, properties));
    this.use = new SessionUse(context.clock());
    this.names = new TransactionNames(context.store());
    this.transaction = new SessionTransaction(context, catalogs, id, settings, use, names);
    this.rights = new SessionRights(context, catalogs, transaction, principal);
    this.facts =
        new SessionFacts(
            context, monitor.limits(), properties, principal, rights, settings, transaction);
    MemoryAccount memory = MemorySetting.account(monitor, database.services().builds().sorting());
    this.held = new HeldStatements(memory);
    this.watch = new StatementWatch(monitor, context.clock(), id, facts);
    transaction.watchedBy(watch);
    this.statements = new StatementRunner(transaction, settings, interruption, database.reruns());
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
    this.times = new SessionTimes(database.idleTransactions(), use, facts, properties);
    String schema = properties.get(SessionProperty.CURRENT_SCHEMA);
    if (schema != null) {
      setSchema(schema);
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
  public SessionRights rights() {
    return rights;
  }

  @Override
  public SessionFacts facts() {
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
  public StatementRunner statements() {
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
  public Interruption interruption() {
    return interruption;
  }

  @Override
  public SessionTimes times() {
    return times;
  }

  @Override
  public long memoryUsed() {
    return plans.memory().used();
  }

  @Override
  public long endIfIdle() {
    return use.endIfLeft(transaction::isOpen, transaction::endIdle);
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

  /** Whoever was at work while the session was closed ends what he worked in. */
  private void leave() {
    if (use.isOutermost()) {
      if (hasEnded()) {
        transaction.dropEnded();
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
      long bytes = held.hold(sql);
      try {
        Prepared prepared =
            interruption.planning(times.timeoutMillis(), () -> prepared(sql, parameterTypes));
        return new Handle(sql, parameterTypes, prepared).whenClosed(() -> held.release(bytes));
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
      return confirming(() -> plans.prepare(sql, parameterTypes));
    } catch (MosqlException e) {
      failure = e;
    }
    Prepared later = Prepared.Unresolved.of(sql, failure);
    if (later != null) {
      return later;
    }
    if (Errors.isAnswer(failure.state()) && transaction.sharesStatements()) {
      try {
        return confirming(() -> plans.planning(() -> plans.prepare(sql, parameterTypes)));
      } catch (MosqlException e) {
        failure = e;
      }
    }
    watch.refused(sql, failure);
    throw failure;
  }

  /**
   * What is missing may have come since the statement was prepared, and with values come types.
   *
   * @param parameters of its first execution
   */
  private void resolve(Handle handle, @Nullable Object[] parameters) {
    if (handle.prepared() instanceof Prepared.Unresolved) {
      handle.replan(plans.planning(() -> prepare(handle, parameters)));
    }
  }

  private Prepared prepare(Handle handle, @Nullable Object[] parameters) {
    try {
      return plans.prepare(handle.sql(), handle.parameterTypes());
    } catch (MosqlException e) {
      if (e.state() != SqlState.DATATYPE_MISMATCH || parameters.length == 0) {
        throw e;
      }
      List<@Nullable SqlType> types = ParameterSlots.typesOf(parameters);
      Prepared made = plans.prepare(handle.sql(), types);
      handle.give(types);
      return made;
    }
  }

  @Override
  public StatementResult execute(
      PreparedStatementHandle statement, @Nullable Object[] parameters, ExecutionOptions options) {
    Handle handle = (Handle) statement;
    return executing(
        handle,
        options,
        () -> {
          resolve(handle, parameters);
          return execute(handle, parameters, options);
        },
        StatementWatch.Run::gave);
  }

  private <T> T executing(
      Handle handle,
      ExecutionOptions options,
      Supplier<T> work,
      BiConsumer<StatementWatch.Run, T> gave) {
    enter();
    long epoch = 0;
    StatementWatch.Run run = null;
    try {
      epoch = transaction.epochSeen();
      run = begin(handle, options);
      T result = work.get();
      gave.accept(run, result);
      return result;
    } catch (Throwable thrown) {
      BatchFailure batch = thrown instanceof BatchFailure known ? known : null;
      MosqlException failure =
          reported(handle, failure(batch == null ? thrown : batch.failure()), epoch);
      if (run != null) {
        run.ended(0, failure.sqlState());
      }
      throw batch == null ? failure : new BatchFailure(batch.updateCounts(), failure);
    } finally {
      ended();
      leave();
    }
  }

  /** A statement's error as it leaves: its client may rely on what it says. */
  private MosqlException reported(Handle handle, MosqlException failure, long epoch) {
    if (handle.prepared() instanceof Prepared.Command command
        && NodeCommands.isNodeStatement(command.statement())) {
      // Accounts and databases have a group of their own, and another leader.
      return failure;
    }
    MosqlException confirmed = transaction.confirmed(failure, epoch);
    if (confirmed.state() == SqlState.NOT_LEADER
        && handle.kindOf().kind() == StatementKind.SEVERAL_TRANSACTIONS) {
      // 57P05 says that nothing was done, which only the outcome of the first one tells.
      return new MosqlException(
          SqlState.COMMIT_OUTCOME_UNKNOWN,
          "this node lost the lead while the statement was run; it may be done in part",
          confirmed);
    }
    return confirmed;
  }

  @Override
  public @Nullable StatementResult executeQuickly(
      PreparedStatementHandle statement,
      @Nullable Object[] parameters,
      ExecutionOptions options,
      int rowsAhead) {
    Handle handle = (Handle) statement;
    if (!(handle.prepared() instanceof Prepared.Planned)) {
      return null;
    }
    try {
      return executing(
          handle,
          options,
          interruption.briefly(() -> plans.executeQuickly(handle, parameters, options, rowsAhead)),
          StatementWatch.Run::gave);
    } catch (WouldBlock signal) {
      return null;
    }
  }

  @Override
  public boolean commitsQuickly() {
    return transaction.hasNothingToCommit();
  }

  private StatementWatch.Run begin(Handle handle, ExecutionOptions options) {
    rights.standing();
    facts.began(handle.shown());
    interruption.begin(
        options.timeoutMillis() != 0 ? options.timeoutMillis() : times.timeoutMillis());
    return watch.begin(handle);
  }

  private void ended() {
    plans.memory().statementEnded();
    facts.ended();
    watch.left();
  }

  private MosqlException failure(Throwable thrown) {
    return interruption.explained(Errors.clean(thrown));
  }

  private StatementResult execute(
      Handle handle, @Nullable Object[] parameters, ExecutionOptions options) {
    Prepared prepared = handle.prepared();
    if (prepared instanceof Prepared.Nothing) {
      return StatementResult.Update.of(0);
    }
    if (!(prepared instanceof Prepared.Planned)) {
      return RightsRunner.onRecord(this, handle.sql(), prepared);
    }
    return plans.execute(handle, parameters, options);
  }

  @Override
  public long[] executeBatch(
      PreparedStatementHandle statement,
      List<@Nullable Object[]> tuples,
      ExecutionOptions options) {
    Handle handle = (Handle) statement;
    return batching(handle, options, () -> batch(handle, tuples, options));
  }

  @Override
  public long[] executeBatchQuickly(
      PreparedStatementHandle statement,
      List<@Nullable Object[]> tuples,
      ExecutionOptions options) {
    Handle handle = (Handle) statement;
    if (handle.returnsRows() || !(handle.prepared() instanceof Prepared.Planned)) {
      return new long[0];
    }
    return batching(
        handle, options, interruption.briefly(() -> plans.batchQuickly(handle, tuples)));
  }

  private long[] batching(Handle handle, ExecutionOptions options, Supplier<long[]> work) {
    return executing(
        handle, options, work, (run, counts) -> run.ended(Arrays.stream(counts).sum(), null));
  }

  private long[] batch(Handle handle, List<@Nullable Object[]> tuples, ExecutionOptions options) {
    if (tuples.isEmpty()) {
      return new long[0];
    }
    if (handle.returnsRows()) {
      throw new MosqlException(SqlState.INVALID_PARAMETER, "a batch must not return rows");
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

  private void doing(Runnable work) {
    enter();
    try {
      confirming(
          () -> {
            work.run();
            return true;
          });
    } finally {
      leave();
    }
  }

  /** Does something whose error leaves as an answer. */
  private <T> T confirming(Supplier<T> work) {
    long epoch = 0;
    try {
      epoch = transaction.epochSeen();
      return work.get();
    } catch (Throwable thrown) {
      throw transaction.confirmed(failure(thrown), epoch);
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
    doing(() -> settled[0] = names.outcome(token));
    return settled[0];
  }

  @Override
  public long position() {
    return database().store().isReplicated() ? principal.seen(database().store().position()) : 0;
  }

  @Override
  public boolean autoCommit() {
    return transaction.autoCommit();
  }

  @Override
  public void setAutoCommit(boolean on) {
    doing(() -> transaction.setAutoCommit(on));
  }

  @Override
  public void commit() {
    doing(transaction::commit);
  }

  @Override
  public void rollback() {
    doing(transaction::rollback);
  }

  @Override
  public void savepoint(String name) {
    doing(() -> transaction.savepoint(name));
  }

  @Override
  public void rollbackTo(String savepoint) {
    doing(() -> transaction.rollbackTo(savepoint));
  }

  @Override
  public void release(String savepoint) {
    doing(() -> transaction.release(savepoint));
  }

  @Override
  public Isolation isolation() {
    return transaction.isolation();
  }

  @Override
  public void setIsolation(Isolation level) {
    doing(
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
    doing(
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
    doing(
        () -> {
          transaction.peek(catalog -> rights.requireSchema(schema, catalog));
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
    return List.of();
  }

  @Override
  public boolean isValid() {
    return !hasEnded() && database().store().isOpen();
  }

  @Override
  public DatabaseInfo databaseInfo() {
    return new DatabaseInfo("MoSQL", SessionFacts.VERSION, database().name(), facts.user());
  }

  @Override
  public void kill() {
    end(SessionEnd.KILLED);
  }

  @Override
  public void close() {
    end(SessionEnd.CLOSED);
  }

  private boolean hasEnded() {
    return interruption.end() != SessionEnd.NONE;
  }

  /** Gives up what the session is at work on. Any thread; the first end counts. */
  void end(SessionEnd why) {
    if (interruption.end(why)) {
      transaction.abandon();
      database.forget(this);
      onClosed.run();
    }
  }
}
