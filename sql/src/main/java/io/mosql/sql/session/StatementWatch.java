package io.mosql.sql.session;

import io.mosql.core.error.MosqlException;
import io.mosql.core.port.Clock;
import io.mosql.core.port.StatementObserver;
import io.mosql.core.port.StatementObserver.Kind;
import io.mosql.core.port.StatementObserver.Statement;
import io.mosql.core.session.StatementResult;
import io.mosql.core.session.StatementText;
import io.mosql.sql.algebra.PlanNode;
import io.mosql.sql.exec.runtime.LockWaitStatistics;
import io.mosql.sql.parser.ast.admin.CopyStatement;
import io.mosql.sql.parser.ast.session.SavepointStatement;
import io.mosql.sql.parser.ast.session.TransactionControl;
import io.mosql.storage.commit.CommitResult;
import io.mosql.storage.transaction.Transaction;
import java.util.function.Function;
import org.apache.calcite.sql.SqlNode;
import org.jspecify.annotations.Nullable;

/**
 * Counts and times the statements of one session, and times its commits for those who want to know.
 * Where nobody but {@code mosql.statements} does, only some calls of a quick statement are timed
 * ({@link CallSample}). Used by the session's thread.
 */
final class StatementWatch {
  private final Oversight oversight;
  private final @Nullable StatementObserver observer;
  private final long slowNanos;
  private final boolean timesAll;
  private final Clock clock;
  private final long session;
  private final SessionFacts facts;

  /** Spares most statements a new one: those that ended before the next began. */
  private @Nullable Run spare;

  StatementWatch(Oversight oversight, Clock clock, long session, SessionFacts facts) {
    this.oversight = oversight;
    this.observer = oversight.observer();
    long millis = oversight.limits().slowStatementMillis();
    this.slowNanos = millis < 0 ? Long.MAX_VALUE : millis * 1_000_000;
    this.timesAll = oversight.timesAll();
    this.clock = clock;
    this.session = session;
    this.facts = facts;
    state(timesAll);
  }

  /** Notes that the session's state changes now, where somebody looks at the clock. */
  private void state(boolean timed) {
    facts.changedState(timed ? clock.nanoTime() : SessionFacts.UNKNOWN);
  }

  /** A statement that has begun. */
  final class Run implements QueryRows.Ending {
    private @Nullable Handle handle;
    private int standsFor;
    private long startNanos;
    private long waits;
    private long waitNanos;

    private void begin(Handle begun) {
      handle = begun;
      standsFor = timesAll ? 1 : begun.sample().next();
      startNanos = standsFor == 0 ? SessionFacts.UNKNOWN : clock.nanoTime();
      facts.changedState(startNanos);
      LockWaitStatistics counted = facts.lockWaits();
      waits = counted.count();
      waitNanos = counted.nanos();
    }

    /** It gave this; a cursor has not ended yet. */
    void gave(StatementResult result) {
      if (result instanceof StatementResult.Update update) {
        ended(update.updateCount(), null);
      } else if (result instanceof QueryRows rows) {
        rows.whenEnded(this);
      } else {
        ended(result instanceof ListRows rows ? rows.size() : 0, null);
      }
    }

    /**
     * It has ended.
     *
     * @param sqlState that it failed with, or null
     */
    @Override
    public void ended(long rows, @Nullable String sqlState) {
      Handle of = handle;
      if (of == null) {
        return; // It failed on its way out, and was counted before.
      }
      StatementCounts counts = of.counts(oversight.statements(), facts.database());
      counts.called(rows, sqlState);
      LockWaitStatistics counted = facts.lockWaits();
      long waited = counted.nanos() - waitNanos;
      long times = counted.count() - waits;
      if (times != 0) {
        counts.waited(times, waited);
      }
      if (standsFor != 0) {
        long nanos = clock.nanoTime() - startNanos;
        counts.timed(nanos, waited, standsFor);
        of.sample().took(nanos);
        tell(of, nanos, rows, sqlState, times, waited);
      }
      handle = null;
      spare = this;
    }

    private void tell(
        Handle of, long nanos, long rows, @Nullable String sqlState, long times, long waited) {
      if (observer == null && nanos < slowNanos) {
        return;
      }
      String user = facts.user();
      String database = facts.database();
      Statement told =
          new Statement(
              kind(of.kindOf()),
              of.shown(),
              session,
              user,
              database,
              nanos,
              rows,
              sqlState,
              times,
              waited);
      if (observer != null) {
        observer.statement(told);
      }
      if (nanos >= slowNanos) {
        oversight.slow().add(facts.nowMicros(), told);
      }
    }
  }

  Run begin(Handle handle) {
    Run run = spare;
    spare = null;
    if (run == null) {
      run = new Run();
    }
    run.begin(handle);
    return run;
  }

  /** The session is done with the call, but for a cursor that may be open. */
  void left() {
    state(facts.sinceNanos() != SessionFacts.UNKNOWN);
  }

  /** A statement could not be prepared. */
  void refused(String sql, MosqlException failure) {
    if (observer != null) {
      String shown = StatementText.redacted(sql);
      String user = facts.user();
      String state = failure.sqlState();
      observer.statement(
          new Statement(Kind.OTHER, shown, session, user, facts.database(), 0, 0, state, 0, 0));
    }
  }

  /** Commits, and tells of it when somebody wants to know, and there was something to commit. */
  static CommitResult commit(
      @Nullable StatementWatch watch,
      Transaction transaction,
      Function<Transaction, CommitResult> commit) {
    StatementObserver told = watch == null ? null : watch.observer;
    if (watch == null || told == null || !transaction.hasWrites()) {
      return commit.apply(transaction);
    }
    long start = watch.clock.nanoTime();
    try {
      return commit.apply(transaction);
    } finally {
      told.commit(watch.clock.nanoTime() - start);
    }
  }

  private static Kind kind(PlanNode root) {
    if (root instanceof PlanNode.With with) {
      return with.body().changesRows() ? kind(with.body()) : Kind.UPDATE;
    }
    return root instanceof PlanNode.Insert
        ? Kind.INSERT
        : root instanceof PlanNode.Update || root instanceof PlanNode.Merge
            ? Kind.UPDATE
            : root instanceof PlanNode.Delete ? Kind.DELETE : Kind.SELECT;
  }

  private static Kind kind(Prepared prepared) {
    if (prepared instanceof Prepared.Planned planned) {
      return kind(planned.plan().statement().root());
    }
    if (prepared instanceof Prepared.SchemaStatement) {
      return Kind.SCHEMA;
    }
    if (prepared instanceof Prepared.Command command) {
      SqlNode node = command.statement();
      return node instanceof CopyStatement
          ? Kind.COPY
          : node instanceof TransactionControl || node instanceof SavepointStatement
              ? Kind.TRANSACTION
              : Kind.OTHER;
    }
    return Kind.OTHER;
  }
}
