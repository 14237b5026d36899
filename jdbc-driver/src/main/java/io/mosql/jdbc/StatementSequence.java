package io.mosql.jdbc;

import io.mosql.core.error.CoreErrorMessage;
import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.core.session.ExecutionOptions;
import io.mosql.core.session.PreparedStatementHandle;
import io.mosql.core.session.Session;
import io.mosql.core.session.Session.TransactionStatus;
import io.mosql.core.session.StatementResult;
import io.mosql.core.session.StatementResult.Rows;
import io.mosql.core.session.StatementResult.Update;
import io.mosql.jdbc.result.LocalRows;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The execution of several statements as one text. In autocommit mode they are one transaction, as
 * in PostgreSQL, unless the text itself has BEGIN, COMMIT or ROLLBACK: a failure rolls all of them
 * back, and after a conflict with another transaction all of them run again. In an open transaction
 * the statements before a failed one keep their effects.
 *
 * <p>All statements run at once, and the rows of their results are read into memory. Used with the
 * lock of the session held.
 */
final class StatementSequence {
  private static final @Nullable Object[] NO_PARAMETERS = {};

  private final Session session;
  private final List<? extends Step> steps;
  private final BooleanSupplier cancelled;

  /** Whether the open transaction was begun here and ends with the text. */
  private boolean implicit;

  /** Whether all steps so far belong to the transaction begun before the first one. */
  private boolean restartable;

  private StatementSequence(
      Session session, List<? extends Step> steps, BooleanSupplier cancelled) {
    this.session = session;
    this.steps = steps;
    this.cancelled = cancelled;
  }

  /** One of the statements. */
  interface Step {
    /** Whether it is BEGIN. */
    boolean beginsTransaction();

    /** Executes it; the rows of the result are {@linkplain #buffered in memory}. */
    StatementResult execute(Session session) throws SQLException;
  }

  /**
   * Executes the statements.
   *
   * @param restartMillis time limit for running them again after conflicts
   * @return their results, in order
   */
  static List<StatementResult> run(
      Session session, List<? extends Step> steps, BooleanSupplier cancelled, long restartMillis)
      throws SQLException {
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(restartMillis);
    while (true) {
      StatementSequence sequence = new StatementSequence(session, steps, cancelled);
      try {
        return sequence.runOnce();
      } catch (MosqlException e) {
        sequence.undo(e);
        if (!sequence.restartable
            || !isRolledBack(e)
            || cancelled.getAsBoolean()
            || System.nanoTime() - end >= 0) {
          throw e;
        }
      } catch (SQLException | RuntimeException | Error e) {
        sequence.undo(e);
        throw e;
      }
    }
  }

  private static boolean isRolledBack(MosqlException e) {
    return e.state() == SqlState.SERIALIZATION_FAILURE || e.state() == SqlState.DEADLOCK;
  }

  private List<StatementResult> runOnce() throws SQLException {
    List<StatementResult> results = new ArrayList<>(steps.size());
    for (int i = 0; i < steps.size(); i++) {
      Step step = steps.get(i);
      if (i > 0 && cancelled.getAsBoolean()) {
        throw CoreErrorMessage.STATEMENT_CANCELLED.error();
      }
      if (step.beginsTransaction()) {
        restartable = false;
        if (implicit) {
          // The transaction of the text becomes that of the BEGIN, and continues after the text.
          implicit = false;
          results.add(Update.of(0));
          continue;
        }
      } else {
        beginImplicit(i == 0);
      }
      results.add(step.execute(session));
      if (implicit && session.transactionStatus() == TransactionStatus.IDLE) {
        implicit = false;
        restartable = false;
      }
    }
    if (implicit && session.autoCommit()) {
      session.commit();
    }
    return results;
  }

  private void beginImplicit(boolean first) {
    if (!implicit && MosqlConnection.commitsEachStatement(session)) {
      try (PreparedStatementHandle begin = session.prepare("BEGIN", List.of())) {
        session.execute(begin, NO_PARAMETERS, ExecutionOptions.DEFAULT);
      }
      implicit = true;
      restartable = first;
    }
  }

  /** The result with its rows in memory. */
  static StatementResult buffered(StatementResult result) {
    if (!(result instanceof Rows rows)) {
      return result;
    }
    try (rows) {
      List<@Nullable Object[]> all = new ArrayList<>();
      while (rows.next()) {
        all.add(rows.row().clone());
      }
      return new LocalRows(rows.columns(), all);
    }
  }

  /** Rolls back the transaction of the text; a failure of that is suppressed. */
  private void undo(Throwable failure) {
    if (!implicit) {
      return;
    }
    try {
      if (session.autoCommit() && session.transactionStatus() == TransactionStatus.ACTIVE) {
        session.rollback();
      }
    } catch (MosqlException e) {
      failure.addSuppressed(e);
    }
  }
}
