package io.mosql.sql.session.transaction;

import io.mosql.core.error.MosqlException;
import io.mosql.core.port.WouldBlock;
import io.mosql.core.session.BatchFailure;
import io.mosql.core.session.ExecutionOptions;
import io.mosql.core.session.StatementResult;
import io.mosql.core.type.SqlType;
import io.mosql.sql.catalog.Catalog;
import io.mosql.sql.catalog.CatalogCache;
import io.mosql.sql.error.SqlErrorMessage;
import io.mosql.sql.exec.CompiledPlan;
import io.mosql.sql.exec.runtime.ExecutionContext;
import io.mosql.sql.exec.runtime.MemoryAccount;
import io.mosql.sql.session.prepare.Prepared;
import io.mosql.sql.session.prepare.StatementHandle;
import io.mosql.sql.session.prepare.StatementPreparer;
import io.mosql.sql.session.result.CommandResultRows;
import io.mosql.sql.session.result.GeneratedKeyRows;
import io.mosql.sql.session.result.QueryCursor;
import io.mosql.sql.session.result.StatementCancellation;
import io.mosql.sql.session.result.StatementErrors;
import io.mosql.storage.Sequences;
import io.mosql.storage.transaction.ConflictHistory;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs queries and modifications of a session, with the plan that fits the schema as the
 * transaction sees it.
 *
 * <p>A plain query is lazy: rows that the client does not fetch are not read, and cannot conflict.
 * A query that advances a sequence or locks its rows is read to its end when it is executed, within
 * a memory budget. Of a query with recent conflicts the first rows are read ahead, because it can
 * be retried only until a row has been returned. Not thread-safe.
 */
public final class PlanRunner {
  /** Rows to read ahead when a query that locks its rows is executed. */
  private static final int HELD_ROWS_AHEAD = 100;

  private final StatementPreparer preparer;
  private final SessionTransaction transaction;
  private final RetryingRunner statements;
  private final SessionInfo facts;
  private final SessionPrivileges rights;
  private final SessionSequences sequences;
  private final StatementCancellation interruption;
  private final MemoryAccount memory;

  public PlanRunner(
      StatementPreparer preparer,
      Sequences numbers,
      SessionTransaction transaction,
      RetryingRunner statements,
      SessionInfo facts,
      SessionPrivileges rights,
      StatementCancellation interruption,
      MemoryAccount memory) {
    this.preparer = preparer;
    this.transaction = transaction;
    this.statements = statements;
    this.facts = facts;
    this.rights = rights;
    this.sequences = new SessionSequences(numbers, () -> transaction.temporaryTables().sequences());
    this.interruption = interruption;
    this.memory = memory;
  }

  /** The memory account of the session's statements and cursors. */
  public MemoryAccount memory() {
    return memory;
  }

  public SessionSequences sequences() {
    return sequences;
  }

  /**
   * Executes a statement if it is short and does not block; otherwise throws {@link WouldBlock}.
   *
   * @param rowsAhead rows that a query reads ahead
   */
  public StatementResult executeQuickly(
      StatementHandle handle,
      @Nullable Object[] parameters,
      ExecutionOptions options,
      int rowsAhead) {
    boolean alone = !transaction.beginShared();
    Prepared.Planned planned = (Prepared.Planned) handle.prepared();
    boolean plain = planned.plan().returnsRows() && !planned.locking();
    if (alone && !plain || transaction.readsCursorsAhead()) {
      throw WouldBlock.signal();
    }
    if (!plain) {
      return execute(handle, parameters, options);
    }
    return runQuery(
        planned.conflictHistory(),
        () -> {
          StatementResult result = query(handle, parameters, options);
          if (result instanceof QueryCursor rows) {
            rows.readAhead(rowsAhead);
          }
          return result;
        });
  }

  public StatementResult execute(
      StatementHandle handle, @Nullable Object[] parameters, ExecutionOptions options) {
    Prepared.Planned planned = (Prepared.Planned) handle.prepared();
    if (!planned.plan().returnsRows()) {
      return statements.run(planned.conflictHistory(), () -> modify(handle, parameters, options));
    }
    if (planned.locking()) {
      requireWritable();
      return statements.run(
          planned.conflictHistory(), () -> read(open(handle, parameters, options)));
    }
    return runQuery(planned.conflictHistory(), () -> query(handle, parameters, options));
  }

  private <T> T runQuery(ConflictHistory conflictHistory, Supplier<T> query) {
    return transaction.beginShared() ? statements.step(conflictHistory, query) : alone(query);
  }

  /**
   * @throws MosqlException 25006 in a read-only transaction, in which rows cannot be locked
   */
  public void requireWritable() {
    if (transaction.readOnly()) {
      throw SqlErrorMessage.READ_ONLY_TRANSACTION.error("SELECT FOR UPDATE or FOR SHARE");
    }
  }

  /** Runs a query in the transaction that statements share, or in one of its own. */
  public <T> T runQuery(Supplier<T> query) {
    if (transaction.beginShared()) {
      return statements.step(null, query);
    }
    return alone(
        () -> {
          T result = query.get();
          transaction.endSingle();
          return result;
        });
  }

  /**
   * Runs a query in a transaction of its own, which writes nothing and therefore never needs a
   * retry.
   */
  private <T> T alone(Supplier<T> query) {
    transaction.beginQuery();
    try {
      return query.get();
    } catch (Throwable thrown) {
      transaction.discard();
      throw thrown;
    }
  }

  private StatementResult modify(
      StatementHandle handle, @Nullable Object[] parameters, ExecutionOptions options) {
    List<String> keyColumns = options.keyColumns();
    Bound bound = bind(handle, parameters);
    Prepared.Planned planned = bound.planned;
    ExecutionContext context = context(planned.plan(), bound.values, keyColumns != null);
    long count = planned.plan().modify(context);
    if (!planned.columns().isEmpty()) {
      List<@Nullable Object[]> rows = context.returnedRows();
      long shown = options.maxRows() == 0 ? rows.size() : Math.min(options.maxRows(), rows.size());
      return new CommandResultRows(planned.columns(), rows.subList(0, (int) shown));
    }
    return keyColumns != null
        ? GeneratedKeyRows.result(count, planned.plan(), context, keyColumns)
        : StatementResult.Update.of(count);
  }

  private QueryCursor open(
      StatementHandle handle, @Nullable Object[] parameters, ExecutionOptions options) {
    Bound bound = bind(handle, parameters);
    Prepared.Planned planned = bound.planned;
    ExecutionContext context = context(planned.plan(), bound.values, false);
    return new QueryCursor(
        planned.columns(),
        planned.plan().open(context),
        options.maxRows(),
        context,
        transaction.owner(),
        interruption.interrupts());
  }

  private StatementResult query(
      StatementHandle handle, @Nullable Object[] parameters, ExecutionOptions options) {
    boolean eager = ((Prepared.Planned) handle.prepared()).eager();
    if (eager && transaction.readOnly()) {
      throw SqlErrorMessage.READ_ONLY_TRANSACTION.error("nextval() or setval()");
    }
    QueryCursor rows = open(handle, parameters, options);
    if (eager) {
      StatementResult all = read(rows);
      transaction.endSingle();
      return all;
    }
    if (transaction.current().locksReads()) {
      rows.readAhead(HELD_ROWS_AHEAD);
    }
    transaction.register(rows);
    return rows.detachFromStatement();
  }

  private static StatementResult read(QueryCursor rows) {
    rows.readAhead(Long.MAX_VALUE);
    return new CommandResultRows(rows.columns(), rows.bufferedRows());
  }

  /**
   * The statement's plan under the transaction's catalog; the catalog rows that the plan depends on
   * count as read.
   */
  private Prepared.Planned current(StatementHandle handle) {
    Catalog catalog = transaction.catalogToPlan();
    Prepared.Planned planned = (Prepared.Planned) handle.prepared();
    if (!planned.isFor(catalog.version(), facts.schema())) {
      planned = planAnew(handle, catalog, handle.parameterTypes());
      handle.setPrepared(planned);
    }
    CatalogCache.markRead(planned.catalogKeys(), transaction.current());
    rights.require(planned.needs(), catalog);
    return planned;
  }

  private Prepared.Planned planAnew(
      StatementHandle handle, Catalog catalog, List<@Nullable SqlType> parameterTypes) {
    // Planning takes too long for a thread that other sessions share.
    WouldBlock.throwIfForbidden();
    return recordingMisses(() -> (Prepared.Planned) prepare(handle.sql(), catalog, parameterTypes));
  }

  /**
   * Plans a deferred statement in the transaction that statements share, and begins that
   * transaction if necessary. Another planning failure is a result of that transaction.
   */
  public <T> T planInTransaction(Supplier<T> plan) {
    return transaction.beginShared()
        ? statements.step(null, () -> recordingMisses(plan))
        : recordingMisses(plan);
  }

  /**
   * Plans in the open transaction; after an error the absence of the missing objects counts as
   * read.
   */
  public <T> T recordingMisses(Supplier<T> plan) {
    try {
      return plan.get();
    } catch (MosqlException e) {
      transaction.markCatalogMissRead();
      throw e;
    }
  }

  /** Prepares a statement after checking the privileges of the session's account. */
  public Prepared prepare(String sql, List<@Nullable SqlType> parameterTypes) {
    return transaction.inspectCatalog(
        catalog -> {
          Prepared made = prepare(sql, catalog, parameterTypes);
          rights.requireToPrepare(made, catalog);
          return made;
        });
  }

  /** Prepares a statement under the catalog. */
  private Prepared prepare(String sql, Catalog catalog, List<@Nullable SqlType> parameterTypes) {
    return rights.planning(
        catalog,
        seen ->
            preparer.prepare(
                sql,
                seen,
                facts.schema(),
                transaction.plannerMethods(),
                parameterTypes,
                interruption,
                memory));
  }

  public ExecutionContext context(CompiledPlan plan, @Nullable Object[] parameters, boolean keys) {
    return plan.context(
        transaction.current(),
        transaction.catalogToPlan(),
        parameters,
        sequences,
        facts,
        interruption,
        memory,
        keys);
  }

  /** A plan, and values of the types that it gives the parameters. */
  private record Bound(Prepared.Planned planned, @Nullable Object[] values) {}

  /** The statement's plan for the types of the bound values. */
  private Bound bind(StatementHandle handle, @Nullable Object[] given) {
    Prepared.Planned planned = current(handle);
    Object[] values = planned.slots().bind(given, facts.zone());
    if (values != null) {
      return new Bound(planned, values);
    }
    List<@Nullable SqlType> types =
        planned.slots().types(given, handle.parameterTypes(), facts.zone());
    Prepared.Planned variant = handle.variant(types);
    if (variant == null || !variant.isFor(planned.catalogVersion(), planned.schema())) {
      variant = planAnew(handle, transaction.catalogToPlan(), types);
      handle.addVariant(types, variant);
    }
    return new Bound(variant, variant.slots().convert(given, facts.zone()));
  }

  /**
   * Runs a modification once for each tuple. In the transaction that statements share, each tuple
   * is a statement, and the effects of the tuples before a failed one remain; otherwise all tuples
   * are one transaction.
   *
   * @throws BatchFailure when a tuple failed
   */
  public long[] batch(StatementHandle handle, List<@Nullable Object[]> tuples) {
    long[] counts = new long[tuples.size()];
    int done = 0;
    try {
      if (!transaction.beginShared()) {
        return statements.runOwnTransaction(
            () -> {
              Tuples run = new Tuples(handle);
              for (int i = 0; i < counts.length; i++) {
                counts[i] = run.next(tuples.get(i));
              }
              return counts;
            });
      }
      Tuples run = new Tuples(handle);
      for (; done < counts.length; done++) {
        counts[done] = run.next(tuples.get(done));
      }
      return counts;
    } catch (Throwable thrown) {
      throw new BatchFailure(Arrays.copyOf(counts, done), StatementErrors.toClientError(thrown));
    }
  }

  /**
   * Runs a modification for the first tuples, in the transaction that statements share, until one
   * would block.
   *
   * @return the update counts of these tuples
   * @throws BatchFailure as {@link #batch}
   */
  public long[] batchQuickly(StatementHandle handle, List<@Nullable Object[]> tuples) {
    if (!transaction.beginShared() || transaction.readsCursorsAhead()) {
      return new long[0];
    }
    long[] counts = new long[tuples.size()];
    int done = 0;
    try {
      Tuples run = new Tuples(handle);
      for (; done < counts.length; done++) {
        counts[done] = run.next(tuples.get(done));
      }
      return counts;
    } catch (WouldBlock signal) {
      return Arrays.copyOf(counts, done);
    } catch (Throwable thrown) {
      if (transaction.readsStrictly()) {
        // Confirming the error would block; it is confirmed when the tuple fails again.
        return Arrays.copyOf(counts, done);
      }
      throw new BatchFailure(Arrays.copyOf(counts, done), StatementErrors.toClientError(thrown));
    }
  }

  /** The tuples of a batch; they share a plan and an execution as long as possible. */
  private final class Tuples {
    private final StatementHandle handle;
    private @Nullable CompiledPlan plan;
    private @Nullable ExecutionContext context;

    Tuples(StatementHandle handle) {
      this.handle = handle;
    }

    long next(@Nullable Object[] tuple) {
      Prepared.Planned known = (Prepared.Planned) handle.prepared();
      return statements.step(known.conflictHistory(), () -> run(tuple));
    }

    private long run(@Nullable Object[] tuple) {
      Bound bound = bind(handle, tuple);
      CompiledPlan now = bound.planned.plan();
      ExecutionContext ready = context;
      context = null;
      if (ready == null || now != plan) {
        ready = context(now, bound.values, false);
        plan = now;
      } else {
        ready.rebind(bound.values);
      }
      long count = now.modify(ready);
      // An execution that was not completed is not reused.
      context = ready;
      return count;
    }
  }
}
