package io.mosql.sql.session.transaction;

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
import io.mosql.sql.session.prepare.Prepared;
import io.mosql.sql.session.prepare.StatementCounters;
import io.mosql.sql.session.prepare.StatementHandle;
import io.mosql.sql.session.result.CommandResultRows;
import io.mosql.sql.session.result.QueryCursor;
import io.mosql.storage.commit.CommitResult;
import io.mosql.storage.transaction.Transaction;
import java.util.function.Function;
import org.apache.calcite.sql.SqlNode;
import org.jspecify.annotations.Nullable;

/**
 * Records executions and durations of one session's statements and commits. When only {@code
 * mosql.statements} needs durations, only some calls of a quick statement are timed ({@code
 * CallSampler}). Used by the session's thread.
 */
public final class StatementRecorder {
  private final SessionMonitor monitor;
  private final @Nullable StatementObserver observer;
  private final long slowNanos;
  private final boolean timesAll;
  private final Clock clock;
  private final long session;
  private final SessionInfo facts;

  /** A reusable object, available when the previous statement has ended before the next begins. */
  private @Nullable Run spare;

  public StatementRecorder(SessionMonitor monitor, Clock clock, long session, SessionInfo facts) {
    this.monitor = monitor;
    this.observer = monitor.observer();
    long millis = monitor.limits().slowStatementMillis();
    this.slowNanos = millis < 0 ? Long.MAX_VALUE : millis * 1_000_000;
    this.timesAll = monitor.timesAllStatements();
    this.clock = clock;
    this.session = session;
    this.facts = facts;
    state(timesAll);
  }

  /** Records the time of a change of the session's state, if the statement is timed. */
  private void state(boolean timed) {
    facts.stateChanged(timed ? clock.nanoTime() : SessionInfo.UNKNOWN);
  }

  /** A running statement. */
  public final class Run implements QueryCursor.Ending {
    private @Nullable StatementHandle handle;
    private int standsFor;
    private long startNanos;
    private long waits;
    private long waitNanos;

    private void begin(StatementHandle begun) {
      handle = begun;
      standsFor = timesAll ? 1 : begun.sample().weightOfNextCall();
      startNanos = standsFor == 0 ? SessionInfo.UNKNOWN : clock.nanoTime();
      facts.stateChanged(startNanos);
      LockWaitStatistics counted = facts.lockWaits();
      waits = counted.count();
      waitNanos = counted.nanos();
    }

    /** Records the result; a cursor has not ended yet. */
    public void gave(StatementResult result) {
      if (result instanceof StatementResult.Update update) {
        ended(update.updateCount(), null);
      } else if (result instanceof QueryCursor rows) {
        rows.onEnd(this);
      } else {
        ended(result instanceof CommandResultRows rows ? rows.size() : 0, null);
      }
    }

    /**
     * Records the end of the statement.
     *
     * @param sqlState that it failed with, or null
     */
    @Override
    public void ended(long rows, @Nullable String sqlState) {
      StatementHandle of = handle;
      if (of == null) {
        return; // It failed after its end was recorded.
      }
      StatementCounters counts = of.counts(monitor.statements(), facts.database());
      counts.recordCall(rows, sqlState);
      LockWaitStatistics counted = facts.lockWaits();
      long waited = counted.nanos() - waitNanos;
      long times = counted.count() - waits;
      if (times != 0) {
        counts.recordWaits(times, waited);
      }
      if (standsFor != 0) {
        long nanos = clock.nanoTime() - startNanos;
        counts.recordTime(nanos, waited, standsFor);
        of.sample().recordDuration(nanos);
        tell(of, nanos, rows, sqlState, times, waited);
      }
      handle = null;
      spare = this;
    }

    private void tell(
        StatementHandle of,
        long nanos,
        long rows,
        @Nullable String sqlState,
        long times,
        long waited) {
      if (observer == null && nanos < slowNanos) {
        return;
      }
      String user = facts.user();
      String database = facts.database();
      Statement statement =
          new Statement(
              kind(of.preparedEvenIfClosed()),
              of.displayText(),
              session,
              user,
              database,
              nanos,
              rows,
              sqlState,
              times,
              waited);
      if (observer != null) {
        observer.statement(statement);
      }
      if (nanos >= slowNanos) {
        monitor.slowStatements().add(facts.nowMicros(), statement);
      }
    }
  }

  public Run begin(StatementHandle handle) {
    Run run = spare;
    spare = null;
    if (run == null) {
      run = new Run();
    }
    run.begin(handle);
    return run;
  }

  /** Records the end of the call; a cursor may still be open. */
  public void callEnded() {
    state(facts.stateSinceNanos() != SessionInfo.UNKNOWN);
  }

  /** Records a statement that could not be prepared. */
  public void prepareFailed(String sql, MosqlException failure) {
    if (observer != null) {
      String shown = StatementText.redacted(sql);
      String user = facts.user();
      String state = failure.sqlState();
      observer.statement(
          new Statement(Kind.OTHER, shown, session, user, facts.database(), 0, 0, state, 0, 0));
    }
  }

  /** Commits, and notifies the observer, if any, when there was something to commit. */
  static CommitResult commit(
      @Nullable StatementRecorder recorder,
      Transaction transaction,
      Function<Transaction, CommitResult> commit) {
    StatementObserver observer = recorder == null ? null : recorder.observer;
    if (recorder == null || observer == null || !transaction.hasWrites()) {
      return commit.apply(transaction);
    }
    long start = recorder.clock.nanoTime();
    try {
      return commit.apply(transaction);
    } finally {
      observer.commit(recorder.clock.nanoTime() - start);
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
