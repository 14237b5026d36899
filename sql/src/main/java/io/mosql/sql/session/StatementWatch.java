package io.mosql.sql.session;

import io.mosql.core.error.MosqlException;
import io.mosql.core.port.Clock;
import io.mosql.core.port.StatementObserver;
import io.mosql.core.port.StatementObserver.Kind;
import io.mosql.core.port.StatementObserver.Statement;
import io.mosql.core.session.StatementResult;
import io.mosql.core.session.StatementText;
import io.mosql.sql.exec.RowWaits;
import io.mosql.sql.parser.ast.Copy;
import io.mosql.sql.parser.ast.Savepoint;
import io.mosql.sql.parser.ast.TransactionControl;
import io.mosql.sql.plan.PlanNode;
import io.mosql.storage.CommitResult;
import io.mosql.storage.Transaction;
import java.util.function.Function;
import org.apache.calcite.sql.SqlNode;
import org.jspecify.annotations.Nullable;

/**
 * Times the statements and commits of one session for those who want to know. Where nobody does,
 * there is none. Used by the session's thread.
 */
final class StatementWatch {
  private final Oversight oversight;
  private final @Nullable StatementObserver observer;
  private final long slowNanos;
  private final Clock clock;
  private final long session;
  private final SessionFacts facts;

  private StatementWatch(Oversight oversight, Clock clock, long session, SessionFacts facts) {
    this.oversight = oversight;
    this.observer = oversight.observer();
    long millis = oversight.limits().slowStatementMillis();
    this.slowNanos = millis < 0 ? Long.MAX_VALUE : millis * 1_000_000;
    this.clock = clock;
    this.session = session;
    this.facts = facts;
  }

  /** The watch of a session; null when nobody wants to know. */
  static @Nullable StatementWatch of(
      Oversight oversight, Clock clock, long session, SessionFacts facts) {
    return oversight.watches() ? new StatementWatch(oversight, clock, session, facts) : null;
  }

  /** A statement that has begun. */
  final class Run {
    private final Handle handle;
    private final long startNanos = clock.nanoTime();
    private final long waits;
    private final long waitNanos;

    private Run(Handle handle) {
      this.handle = handle;
      RowWaits counted = facts.waits();
      this.waits = counted.count();
      this.waitNanos = counted.nanos();
    }

    long startNanos() {
      return startNanos;
    }

    /** It gave this; a cursor has not ended yet. */
    void gave(StatementResult result) {
      if (result instanceof StatementResult.Update update) {
        ended(update.updateCount(), null);
      } else if (result instanceof QueryRows rows) {
        rows.whenEnded(this::ended);
      } else {
        ended(result instanceof ListRows rows ? rows.size() : 0, null);
      }
    }

    /**
     * It has ended.
     *
     * @param sqlState that it failed with, or null
     */
    void ended(long rows, @Nullable String sqlState) {
      RowWaits counted = facts.waits();
      Statement statement =
          new Statement(
              kind(handle.kindOf()),
              handle.shown(),
              session,
              facts.user(),
              facts.database(),
              clock.nanoTime() - startNanos,
              rows,
              sqlState,
              counted.count() - waits,
              counted.nanos() - waitNanos);
      if (observer != null) {
        observer.statement(statement);
      }
      oversight.statements().add(statement);
      if (statement.nanos() >= slowNanos) {
        oversight.slow().add(facts.nowMicros(), statement);
      }
    }
  }

  Run begin(Handle handle) {
    return new Run(handle);
  }

  /**
   * What becomes of a statement that could not be prepared.
   *
   * @throws MosqlException the one given, which is told of, when it is not just a name that is
   *     missing
   */
  static Prepared unresolved(@Nullable StatementWatch watch, String sql, MosqlException failure) {
    try {
      return Prepared.Unresolved.of(sql, failure);
    } catch (MosqlException refused) {
      if (watch != null) {
        watch.refused(sql, refused.sqlState());
      }
      throw refused;
    }
  }

  private void refused(String sql, String sqlState) {
    if (observer != null) {
      String shown = StatementText.shown(sql);
      String user = facts.user();
      observer.statement(
          new Statement(Kind.OTHER, shown, session, user, facts.database(), 0, 0, sqlState, 0, 0));
    }
  }

  /** Commits, and tells of it when there was something to commit. */
  static CommitResult commit(
      @Nullable StatementWatch watch,
      Transaction transaction,
      Function<Transaction, CommitResult> commit) {
    if (watch == null) {
      return commit.apply(transaction);
    }
    StatementObserver told = watch.observer;
    if (told == null || !transaction.hasWrites()) {
      return commit.apply(transaction);
    }
    long start = watch.clock.nanoTime();
    try {
      return commit.apply(transaction);
    } finally {
      told.commit(watch.clock.nanoTime() - start);
    }
  }

  private static Kind kind(Prepared prepared) {
    if (prepared instanceof Prepared.Planned planned) {
      PlanNode root = planned.plan().statement().root();
      return root instanceof PlanNode.Insert
          ? Kind.INSERT
          : root instanceof PlanNode.Update || root instanceof PlanNode.Merge
              ? Kind.UPDATE
              : root instanceof PlanNode.Delete ? Kind.DELETE : Kind.SELECT;
    }
    if (prepared instanceof Prepared.SchemaStatement) {
      return Kind.SCHEMA;
    }
    if (prepared instanceof Prepared.Command command) {
      SqlNode node = command.statement();
      return node instanceof Copy
          ? Kind.COPY
          : node instanceof TransactionControl || node instanceof Savepoint
              ? Kind.TRANSACTION
              : Kind.OTHER;
    }
    return Kind.OTHER;
  }
}
