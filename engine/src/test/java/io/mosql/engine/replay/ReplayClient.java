package io.mosql.engine.replay;

import io.mosql.core.session.Session.Isolation;
import io.mosql.core.session.TransactionToken;
import io.mosql.engine.replay.Played.ClientOutcome;
import io.mosql.engine.replay.RandomTransactions.Plan;
import io.mosql.jdbc.SessionAccess;
import io.mosql.storage.version.TransactionId;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Plays the transactions of one client and records the results. Used by one thread. */
final class ReplayClient implements AutoCloseable {
  /** SQLSTATEs after which the transaction must be rolled back. */
  private static final Set<String> LOST_RACES = Set.of("40001", "40P01");

  /** SQLSTATEs of statements of a session that was terminated. */
  private static final Set<String> ENDED = Set.of("40003", "72000", "25P02", "53100");

  private final String name;
  private final Subject subject;
  private final RandomTransactions plans;
  private final List<Played> played = new ArrayList<>();
  private @Nullable Connection connection;

  ReplayClient(Subject subject, long seed, int number) {
    this.name = "client " + number;
    this.subject = subject;
    this.plans = new RandomTransactions(seed, number);
  }

  List<Played> played() {
    return played;
  }

  /** One more transaction. */
  void turn() throws SQLException {
    Plan plan = plans.next();
    if (subject.rerunsStatements()) {
      plan = plan.asTransaction();
    }
    Connection open;
    try {
      open = ready(plan);
    } catch (SQLException e) {
      if (!isLoss(e)) {
        throw e;
      }
      abandon();
      return;
    }
    new Turn(plan, open).play();
  }

  private Connection ready(Plan plan) throws SQLException {
    Connection open = connection;
    if (open == null) {
      open = subject.connect();
      connection = open;
    }
    open.setAutoCommit(plan.single());
    open.setReadOnly(plan.readOnly());
    open.setTransactionIsolation(jdbcLevel(plan.level()));
    return open;
  }

  static int jdbcLevel(Isolation level) {
    return switch (level) {
      case SERIALIZABLE -> Connection.TRANSACTION_SERIALIZABLE;
      case REPEATABLE_READ -> Connection.TRANSACTION_REPEATABLE_READ;
      case READ_COMMITTED -> Connection.TRANSACTION_READ_COMMITTED;
    };
  }

  /** Whether the connection or the database may be lost. */
  private boolean isLoss(SQLException e) {
    return subject.losesConnections() && isLoss(String.valueOf(e.getSQLState()));
  }

  /** Whether a SQLSTATE may result from the end of the session or the database. */
  static boolean isLoss(String state) {
    return state.startsWith("08")
        || state.startsWith("57")
        || state.startsWith("58")
        || ENDED.contains(state);
  }

  private void abandon() {
    Connection lost = connection;
    connection = null;
    try {
      if (lost != null) {
        lost.close();
      }
    } catch (SQLException e) {
      // It is lost.
    }
  }

  /** A transaction while it is played. */
  private final class Turn {
    private final Plan plan;
    private final Connection open;
    private final List<Step> steps = new ArrayList<>();
    private final List<Answer> answers = new ArrayList<>();
    private @Nullable TransactionId id;
    private @Nullable Object taken;
    private ClientOutcome clientOutcome = ClientOutcome.NOT;
    private @Nullable String error;

    Turn(Plan plan, Connection open) {
      this.plan = plan;
      this.open = open;
    }

    void play() throws SQLException {
      long low = 0;
      long high = 0;
      try {
        low = subject.position(open);
        if (plan.single()) {
          single();
        } else {
          several();
        }
        high = subject.position(open);
      } catch (SQLException e) {
        if (!isLoss(e)) {
          throw e;
        }
        high = 0;
        abandon();
      }
      played.add(
          new Played(
              name,
              plan.level(),
              plan.single(),
              plan.readOnly(),
              steps,
              answers,
              id,
              low,
              high,
              clientOutcome,
              error));
    }

    private void noteId() throws SQLException {
      TransactionToken token = SessionAccess.token(open);
      id = new TransactionId(token.boot(), token.number());
    }

    private void single() throws SQLException {
      noteId();
      Answer answer = run(plan.steps().get(0));
      if (!answer.failed()) {
        clientOutcome = ClientOutcome.COMMITTED;
        return;
      }
      error = answer.error();
      if (isLoss(answer.sqlState())) {
        clientOutcome = ClientOutcome.UNKNOWN;
        abandon();
      }
    }

    private void several() throws SQLException {
      // A session assigns ids to its transactions after the first request for one.
      noteId();
      boolean begun = false;
      for (Step planned : plan.steps()) {
        Step step = planned.resolved(taken);
        if (taken == null && planned.needsTaken()) {
          continue;
        }
        Answer answer = run(step);
        if (step.kind() == Step.Kind.TAKE) {
          taken = answer.rows().isEmpty() ? null : Integer.valueOf(answer.ids().get(0));
        }
        if (isLoss(answer.sqlState())) {
          abandon();
          return;
        }
        if (LOST_RACES.contains(answer.sqlState())) {
          open.rollback();
          return;
        }
        if (!begun) {
          // The session may have moved to another node at the first statement.
          noteId();
          begun = true;
        }
      }
      if (plan.rollsBack()) {
        open.rollback();
        return;
      }
      clientOutcome = ClientOutcome.UNKNOWN;
      try {
        open.commit();
        clientOutcome = ClientOutcome.COMMITTED;
      } catch (SQLException e) {
        error = Step.error(e);
        if (isLoss(e)) {
          abandon();
          return;
        }
        clientOutcome = ClientOutcome.NOT;
        open.rollback();
      }
    }

    private Answer run(Step step) {
      Answer answer = step.run(open);
      steps.add(step);
      answers.add(answer);
      if (isLoss(answer.sqlState()) && !subject.losesConnections()) {
        throw new AssertionError(step + " -> " + answer);
      }
      return answer;
    }
  }

  @Override
  public void close() throws SQLException {
    if (connection != null) {
      connection.close();
    }
  }
}
