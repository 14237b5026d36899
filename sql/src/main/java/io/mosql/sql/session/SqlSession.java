package io.mosql.sql.session;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.core.session.BatchFailure;
import io.mosql.core.session.ExecutionOptions;
import io.mosql.core.session.PreparedStatementHandle;
import io.mosql.core.session.Session;
import io.mosql.core.session.SessionProperty;
import io.mosql.core.session.StatementResult;
import io.mosql.core.type.Coercion;
import io.mosql.core.type.SqlType;
import io.mosql.core.type.TypeKind;
import io.mosql.sql.catalog.Catalog;
import io.mosql.sql.ddl.IndexBuilds;
import io.mosql.sql.exec.CompiledPlan;
import io.mosql.sql.exec.ExecutionContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * A session. A failed statement is undone and the transaction goes on; what it read stays read.
 *
 * <p>A statement that is a transaction of its own and loses against another is run again on a fresh
 * snapshot, as long as nothing of its result was handed out.
 */
final class SqlSession implements Session {
  /** Bytes of rows that one statement may keep. */
  private static final long MEMORY_LIMIT =
      Math.max(64L << 20, Runtime.getRuntime().maxMemory() / 4);

  private final SqlDatabase database;
  private final long id;
  private final Runnable onClosed;
  private final SessionSequences sequences;
  private final SessionTransaction transaction;
  private final SessionFacts facts;
  private final List<Notice> notices = new ArrayList<>();
  private final Interruption interruption;
  private final AtomicBoolean closed = new AtomicBoolean();
  private Isolation isolation = Isolation.SERIALIZABLE;
  private long defaultTimeoutMillis;

  SqlSession(
      SqlDatabase database, long id, Map<SessionProperty, String> properties, Runnable onClosed) {
    this.database = database;
    this.id = id;
    this.onClosed = onClosed;
    this.sequences = new SessionSequences(database.store().sequences());
    this.transaction = new SessionTransaction(database, id);
    this.facts = new SessionFacts(database, properties);
    this.interruption = new Interruption(database.clock());
    transaction.setReadOnly(
        Boolean.parseBoolean(properties.getOrDefault(SessionProperty.READ_ONLY, "false")));
    defaultTimeoutMillis = facts.queryTimeoutMillis(properties);
    String schema = properties.get(SessionProperty.CURRENT_SCHEMA);
    if (schema != null) {
      setSchema(schema);
    }
  }

  long id() {
    return id;
  }

  SessionFacts facts() {
    return facts;
  }

  SessionTransaction transaction() {
    return transaction;
  }

  SqlDatabase database() {
    return database;
  }

  void setDefaultTimeoutMillis(long millis) {
    defaultTimeoutMillis = millis;
  }

  long defaultTimeoutMillis() {
    return defaultTimeoutMillis;
  }

  private void requireOpen() {
    if (closed.get()) {
      database.requireOpen();
      throw new MosqlException(SqlState.CONNECTION_CLOSED, "the session is closed");
    }
  }

  @Override
  public PreparedStatementHandle prepare(String sql, List<@Nullable SqlType> parameterTypes) {
    requireOpen();
    try {
      Prepared prepared =
          transaction.peek(
              catalog -> database.prepare(sql, catalog, facts.schema(), parameterTypes));
      return new Handle(sql, parameterTypes, prepared);
    } catch (Throwable thrown) {
      throw Errors.clean(thrown);
    }
  }

  @Override
  public StatementResult execute(
      PreparedStatementHandle statement, @Nullable Object[] parameters, ExecutionOptions options) {
    requireOpen();
    Handle handle = (Handle) statement;
    Prepared prepared = handle.prepared();
    facts.began(handle.sql());
    interruption.begin(
        options.timeoutMillis() != 0 ? options.timeoutMillis() : defaultTimeoutMillis);
    try {
      if (prepared instanceof Prepared.Command command) {
        return Commands.run(this, command);
      }
      if (prepared instanceof Prepared.Nothing) {
        return StatementResult.Update.of(0);
      }
      if (prepared instanceof Prepared.SchemaStatement change) {
        changeSchema(change);
        return StatementResult.Update.of(0);
      }
      return ((Prepared.Planned) prepared).plan().returnsRows()
          ? query(handle, parameters, options)
          : transaction.inStatement(interruption, () -> modify(handle, parameters, options));
    } catch (Throwable thrown) {
      throw Errors.clean(thrown);
    } finally {
      facts.ended();
    }
  }

  /**
   * Runs a schema statement. As a transaction of its own it may leave large indexes to be built
   * afterwards, by transactions of their own.
   */
  private void changeSchema(Prepared.SchemaStatement change) {
    boolean alone = transaction.autoCommit() && !transaction.isActive();
    List<IndexBuilds.Pending> pending =
        transaction.inStatement(
            interruption, () -> SchemaRunner.run(this, change, database.indexBuilds(alone)));
    for (IndexBuilds.Pending build : pending) {
      new IndexBuild(database, build, interruption).run();
    }
  }

  private StatementResult modify(
      Handle handle, @Nullable Object[] parameters, ExecutionOptions options) {
    boolean keys = options.keyColumns() != null;
    Prepared.Planned planned = current(handle);
    ExecutionContext context = context(planned, coerced(planned, parameters), keys);
    long count = planned.plan().modify(context);
    return keys
        ? GeneratedKeys.result(
            count, planned.plan(), context, java.util.Objects.requireNonNull(options.keyColumns()))
        : StatementResult.Update.of(count);
  }

  private StatementResult query(
      Handle handle, @Nullable Object[] parameters, ExecutionOptions options) {
    boolean alone = transaction.beginQuery();
    int mark = transaction.mark();
    try {
      Prepared.Planned planned = current(handle);
      ExecutionContext context = context(planned, coerced(planned, parameters), false);
      QueryRows rows =
          new QueryRows(
              planned.columns(),
              planned.plan().open(context),
              options.maxRows(),
              transaction.owner(alone, mark));
      transaction.register(rows);
      return planned.eager() ? read(rows) : rows;
    } catch (Throwable thrown) {
      transaction.failed(alone, mark);
      throw thrown;
    }
  }

  private static StatementResult read(QueryRows rows) {
    List<@Nullable Object[]> all = new ArrayList<>();
    while (rows.next()) {
      all.add(rows.row().clone());
    }
    return new ListRows(rows.columns(), all);
  }

  /** The statement's plan under the transaction's catalog. */
  private Prepared.Planned current(Handle handle) {
    Catalog catalog = transaction.catalog();
    Prepared.Planned planned = (Prepared.Planned) handle.prepared();
    if (!planned.isFor(catalog.version(), facts.schema())) {
      Prepared newer =
          database.prepare(handle.sql(), catalog, facts.schema(), handle.parameterTypes());
      planned = (Prepared.Planned) newer;
      handle.replan(planned);
    }
    return planned;
  }

  ExecutionContext context(Prepared.Planned planned, @Nullable Object[] parameters, boolean keys) {
    return context(planned.plan(), parameters, keys);
  }

  ExecutionContext context(CompiledPlan plan, @Nullable Object[] parameters, boolean keys) {
    return plan.context(
        transaction.current(),
        transaction.catalog(),
        parameters,
        sequences,
        facts,
        interruption,
        MEMORY_LIMIT,
        keys);
  }

  SessionSequences sequences() {
    return sequences;
  }

  Interruption interruption() {
    return interruption;
  }

  private static @Nullable Object[] coerced(Prepared.Planned planned, @Nullable Object[] given) {
    SqlType[] types = planned.parameterTypes();
    if (given.length != types.length) {
      throw new MosqlException(
          SqlState.WRONG_PARAMETER_COUNT,
          "the statement has " + types.length + " parameters, " + given.length + " were bound");
    }
    if (types.length == 0) {
      return given;
    }
    Object[] values = new Object[types.length];
    for (int i = 0; i < values.length; i++) {
      Object value = given[i];
      TypeKind kind = types[i].kind();
      values[i] =
          value == null
                  || kind.carrier() == value.getClass()
                      && kind != TypeKind.SMALLINT
                      && kind != TypeKind.DECIMAL
              ? value
              : Coercion.bind(value, types[i]);
    }
    return values;
  }

  @Override
  public long[] executeBatch(
      PreparedStatementHandle statement,
      List<@Nullable Object[]> tuples,
      ExecutionOptions options) {
    requireOpen();
    Handle handle = (Handle) statement;
    if (tuples.isEmpty()) {
      return new long[0];
    }
    if (handle.returnsRows()) {
      throw new MosqlException(SqlState.INVALID_PARAMETER, "a batch must not return rows");
    }
    facts.began(handle.sql());
    interruption.begin(
        options.timeoutMillis() != 0 ? options.timeoutMillis() : defaultTimeoutMillis);
    long[] counts = new long[tuples.size()];
    try {
      if (!(handle.prepared() instanceof Prepared.Planned)) {
        for (int i = 0; i < counts.length; i++) {
          counts[i] =
              ((StatementResult.Update) execute(handle, tuples.get(i), options)).updateCount();
        }
        return counts;
      }
      return transaction.autoCommit() && !transaction.isActive()
          ? transaction.inStatement(interruption, () -> batch(handle, tuples, counts))
          : batch(handle, tuples, counts);
    } catch (BatchFailure failure) {
      throw failure;
    } catch (Throwable thrown) {
      throw Errors.clean(thrown);
    } finally {
      facts.ended();
    }
  }

  /** Runs all tuples with one plan: a modification changes no catalog. */
  private long[] batch(Handle handle, List<@Nullable Object[]> tuples, long[] counts) {
    BatchFailure failure =
        transaction.inStatement(interruption, () -> firstFailure(handle, tuples, counts));
    if (failure != null) {
      throw failure;
    }
    return counts;
  }

  /** A failure undoes its own tuple only; what becomes of the ones before is the caller's. */
  private @Nullable BatchFailure firstFailure(
      Handle handle, List<@Nullable Object[]> tuples, long[] counts) {
    int done = 0;
    int mark = transaction.mark();
    try {
      Prepared.Planned planned = current(handle);
      ExecutionContext context = context(planned, coerced(planned, tuples.get(0)), false);
      CompiledPlan plan = planned.plan();
      while (true) {
        counts[done] = plan.modify(context);
        if (++done == counts.length) {
          return null;
        }
        mark = transaction.mark();
        context.rebind(coerced(planned, tuples.get(done)));
      }
    } catch (Throwable thrown) {
      boolean kept = !transaction.isAutoCommitStatement();
      if (kept) {
        transaction.failed(false, mark);
      }
      return new BatchFailure(
          kept ? java.util.Arrays.copyOf(counts, done) : new long[0], Errors.clean(thrown));
    }
  }

  @Override
  public TransactionStatus transactionStatus() {
    return transaction.isActive() ? TransactionStatus.ACTIVE : TransactionStatus.IDLE;
  }

  @Override
  public boolean autoCommit() {
    return transaction.autoCommit();
  }

  @Override
  public void setAutoCommit(boolean on) {
    requireOpen();
    transaction.setAutoCommit(on);
  }

  @Override
  public void commit() {
    requireOpen();
    try {
      transaction.commit();
    } catch (Throwable thrown) {
      throw Errors.clean(thrown);
    }
  }

  @Override
  public void rollback() {
    requireOpen();
    transaction.rollback();
  }

  @Override
  public void savepoint(String name) {
    requireOpen();
    transaction.savepoint(name);
  }

  @Override
  public void rollbackTo(String savepoint) {
    requireOpen();
    transaction.rollbackTo(savepoint);
  }

  @Override
  public void release(String savepoint) {
    requireOpen();
    transaction.release(savepoint);
  }

  @Override
  public Isolation isolation() {
    return isolation;
  }

  @Override
  public void setIsolation(Isolation level) {
    requireOpen();
    transaction.requireIdle();
    if (level != Isolation.SERIALIZABLE) {
      notices.add(
          new Notice("01000", "every transaction runs SERIALIZABLE, which includes " + level));
    }
    isolation = level;
  }

  @Override
  public boolean readOnly() {
    return transaction.readOnly();
  }

  @Override
  public void setReadOnly(boolean readOnly) {
    requireOpen();
    transaction.requireIdle();
    transaction.setReadOnly(readOnly);
  }

  @Override
  public String schema() {
    return facts.schema();
  }

  @Override
  public void setSchema(String schema) {
    boolean known = transaction.peek(catalog -> catalog.hasSchema(schema));
    if (!known) {
      throw new MosqlException(
          SqlState.UNDEFINED_SCHEMA, "schema \"" + schema + "\" does not exist");
    }
    facts.setSchema(schema);
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
  public boolean isValid() {
    return !closed.get() && database.store().isOpen();
  }

  @Override
  public DatabaseInfo databaseInfo() {
    return new DatabaseInfo("MoSQL", SessionFacts.VERSION, database.name(), facts.user());
  }

  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      interruption.cancel();
      transaction.abandon();
      database.forget(this);
      onClosed.run();
    }
  }
}
