package io.mosql.jdbc.remote;

import io.mosql.core.error.CoreErrorMessage;
import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.core.session.BatchFailure;
import io.mosql.core.session.ColumnInfo;
import io.mosql.core.session.CommitOutcome;
import io.mosql.core.session.ExecutionOptions;
import io.mosql.core.session.LargeObjectSink;
import io.mosql.core.session.PreparedStatementHandle;
import io.mosql.core.session.Session;
import io.mosql.core.session.StatementKind;
import io.mosql.core.session.StatementResult;
import io.mosql.core.session.TransactionToken;
import io.mosql.core.type.LargeObject;
import io.mosql.core.type.SqlType;
import io.mosql.core.wire.Request;
import io.mosql.core.wire.Response;
import io.mosql.jdbc.base.DriverErrorMessage;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A session on a server, or in a cluster with failover to another node when the current one is lost
 * or is no longer the leader. A call in progress is retried there when that is safe: no part of its
 * result was returned, and either it has no lasting effects, or it has not committed, which is
 * settled by a query to the new leader that also prevents a later commit. Otherwise the call fails:
 * with 40001 when the transaction was rolled back, with 40003 when the outcome is unknown, or when
 * it was committed and its result is lost.
 *
 * <p>The reaction depends only on the {@link StatementKind} reported by the server, never on the
 * text of a statement:
 *
 * <pre>
 * kind                    in autocommit mode                     in an open transaction
 * READ, SESSION           run again                              40001
 * COMMIT                  run again                              settled: done, or 40001
 * ROLLBACK                run again                              done
 * WRITE, SCHEMA           settled: its update count, run again   40001
 * SEVERAL_TRANSACTIONS    settled: 40003 if begun, or run again  40001
 * NOT_TRANSACTIONAL       40003                                  40003
 * UNKNOWN                 settled: 40003 unless done             settled: done, or 40001
 * </pre>
 *
 * <p>Nothing is retried after {@link #cancel}, or after the statement timeout.
 */
public final class RemoteSession implements Session {
  /** The count of JDBC for a tuple whose count is lost. */
  private static final long SUCCESS_NO_INFO = -2;

  /** Time limit for retries of a batch after conflicts. */
  private static final int CONFLICTS_MILLIS = 30_000;

  private static final CommitStatus NOT_SETTLED =
      new CommitStatus(CommitOutcome.UNKNOWN, CommitStatus.NO_COUNT);

  private final FailoverRouter nodes;
  private final AtomicLong cancels = new AtomicLong();
  private final ReplayedSettings said = new ReplayedSettings();

  /** The session to which the SET statements were sent. */
  private NodeSession toldTo;

  RemoteSession(FailoverRouter nodes) {
    this.nodes = nodes;
    this.toldTo = nodes.any();
  }

  /** The node for the next request, after replay of the settings of the previous session. */
  private NodeSession ready() {
    RetryBudget patience = null;
    while (true) {
      NodeSession now = nodes.ready();
      if (now == toldTo) {
        return now;
      }
      try {
        for (String sql : said.all()) {
          RemoteStatement statement = new RemoteStatement(this, sql, List.of());
          now.execute(statement, new Object[0], ExecutionOptions.DEFAULT);
        }
        toldTo = now;
      } catch (MosqlException e) {
        if (!nodes.isLost(now, e)) {
          throw e;
        }
        patience = patience == null ? nodes.newRetryBudget() : patience;
        nodes.move(now, e, patience);
      }
    }
  }

  /** Whether the session is lost permanently, other than by closing it. */
  public boolean isBroken() {
    return nodes.isOver();
  }

  /**
   * @param millis time without a response after which the session is lost, 0 for never
   */
  public void setNetworkTimeout(int millis) {
    nodes.setNetworkTimeout(millis);
  }

  public int networkTimeout() {
    return nodes.networkTimeout();
  }

  @Override
  public PreparedStatementHandle prepare(String sql, List<@Nullable SqlType> parameterTypes) {
    nodes.any();
    return new RemoteStatement(this, sql, parameterTypes);
  }

  ServerStatement describe(RemoteStatement statement) {
    return run(statement::known);
  }

  /**
   * Runs work that commits nothing; retries it on another node unless an open transaction is lost.
   */
  private <T> T run(Function<NodeSession, T> work) {
    RetryBudget patience = null;
    while (true) {
      NodeSession now = ready();
      boolean open = isOpen(now);
      try {
        return work.apply(now);
      } catch (MosqlException e) {
        if (!nodes.isLost(now, e)) {
          throw e;
        }
        patience = patience == null ? nodes.newRetryBudget() : patience;
        nodes.move(now, e, patience);
        if (open) {
          throw FailoverRouter.rolledBack(e);
        }
      }
    }
  }

  private void change(Consumer<NodeSession> work) {
    run(
        now -> {
          work.accept(now);
          return true;
        });
  }

  private static boolean isOpen(NodeSession node) {
    return node.lastState().transactionStatus() == TransactionStatus.ACTIVE;
  }

  @Override
  public StatementResult execute(
      PreparedStatementHandle statement, @Nullable Object[] parameters, ExecutionOptions options) {
    RemoteStatement handle = open(statement);
    Attempts runs = new Attempts(options);
    while (true) {
      NodeSession now = ready();
      RetryPolicy stake = RetryPolicy.ofStatement(now, handle, now.kindToExecute(handle));
      try {
        StatementResult result = now.execute(handle, parameters, runs.options());
        executed(now, handle);
        return result;
      } catch (MosqlException e) {
        CommitStatus done = resolve(stake.of(now.kindToExecute(handle)), now, e, runs.patience());
        if (done != null && (!stake.open() || nodes.isOver())) {
          return result(stake.of(handle.knownKind()), handle, options, done, e);
        }
        // A statement that ended the open transaction is retried for its effects on the session.
        runs.next(e);
      }
    }
  }

  @Override
  public boolean hasLargeObjects() {
    return nodes.any().hasLargeObjects();
  }

  @Override
  public LargeObjectSink createLargeObject(boolean text) {
    return new RemoteLargeObject(ready(), text, this);
  }

  @Override
  public byte[] readLargeObject(LargeObject object, int from, int count) {
    return run(now -> now.readLargeObject(object, from, count));
  }

  private void executed(NodeSession node, RemoteStatement handle) {
    if (handle.knownSetting().equals(PreparedStatementHandle.TEMPORARY_OBJECTS)) {
      node.keepTemporaryObjects();
      return;
    }
    boolean open = isOpen(node);
    said.record(handle, open, open || !node.autoCommit());
    nodes.setModesAreOfNext(said.hasNextTransaction());
  }

  /** The attempts of one call and their limits: a cancelled or timed-out call is not retried. */
  private final class Attempts {
    private final ExecutionOptions given;
    private final long cancelsBefore = cancels.get();
    private final long began = System.nanoTime();
    private @Nullable RetryBudget patience;

    Attempts(ExecutionOptions given) {
      this.given = given;
    }

    /** The time limit of the search for nodes. */
    RetryBudget patience() {
      RetryBudget known = patience;
      if (known == null) {
        known = nodes.newRetryBudget();
        patience = known;
      }
      return known;
    }

    /** The options with the remaining time. */
    ExecutionOptions options() {
      return given.timeoutMillis() == 0
          ? given
          : new ExecutionOptions(
              given.maxRows(), Math.max(1, leftMillis()), given.keyColumns(), given.fetchRows());
    }

    private long leftMillis() {
      return given.timeoutMillis() - TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - began);
    }

    /**
     * Starts another attempt.
     *
     * @param why failure of the previous attempt
     * @throws MosqlException 57014 when the call was cancelled, or its time is over
     */
    void next(MosqlException why) {
      boolean cancelled = cancels.get() != cancelsBefore;
      if (cancelled || given.timeoutMillis() != 0 && leftMillis() <= 0) {
        throw (cancelled
                ? DriverErrorMessage.LOST_STATEMENT_CANCELLED
                : DriverErrorMessage.LOST_STATEMENT_TIMED_OUT)
            .causedBy(why);
      }
    }
  }

  private RemoteStatement open(PreparedStatementHandle statement) {
    RemoteStatement handle = (RemoteStatement) statement;
    if (handle.isClosed()) {
      nodes.any();
      throw CoreErrorMessage.PREPARED_STATEMENT_CLOSED.error();
    }
    return handle;
  }

  /** The result of a statement that committed, though its response was lost. */
  private static StatementResult result(
      RetryPolicy stake,
      RemoteStatement handle,
      ExecutionOptions options,
      CommitStatus done,
      MosqlException failure) {
    if (stake.open()) {
      return StatementResult.Update.of(0);
    }
    if (done.updateCount() < 0
        || options.keyColumns() != null
        || handle.expectation() == Request.Expectation.ROWS) {
      throw committed(stake, failure);
    }
    return StatementResult.Update.of(done.updateCount());
  }

  /** The settled outcome of a call whose response was lost. */
  private record ResolvedCall(RetryPolicy stake, CommitStatus settled) {
    static ResolvedCall by(NodeSession asked, RetryPolicy stake) {
      RetryPolicy known = stake.needsKind() ? stake.of(asked.askKind(handle(stake))) : stake;
      TransactionToken token = known.token();
      return new ResolvedCall(
          known, token != null && known.needsFate() ? asked.outcome(token) : NOT_SETTLED);
    }

    private static RemoteStatement handle(RetryPolicy stake) {
      return Objects.requireNonNull(stake.statement());
    }

    RetryPolicy.CallOutcome loss() {
      return stake.outcome(settled.outcome());
    }
  }

  /**
   * Decides the reaction to a failure.
   *
   * @return null to retry on the current node; else the commit status of a committed call
   * @throws MosqlException when the call fails
   */
  private @Nullable CommitStatus resolve(
      RetryPolicy stake, NodeSession node, MosqlException failure, RetryBudget patience) {
    if (!isInDoubt(stake, node, failure) && !nodes.isLost(node, failure)) {
      return settleAlone(stake, node, failure);
    }
    if (failure.state() == SqlState.NOT_LEADER && !node.isBroken()) {
      // The node refused the call before executing it.
      nodes.move(node, failure, patience);
      if (stake.open()) {
        throw FailoverRouter.rolledBack(failure);
      }
      return null;
    }
    ResolvedCall found;
    if (stake.needsKind() || stake.needsFate()) {
      found = nodes.atLeader(node, failure, patience, leader -> ResolvedCall.by(leader, stake));
    } else {
      nodes.move(node, failure, patience);
      found = new ResolvedCall(stake, NOT_SETTLED);
    }
    if (found == null) {
      throw unknown(stake, failure);
    }
    return switch (found.loss()) {
      case NOTHING -> null;
      case COMMITTED -> found.settled();
      case ROLLED_BACK -> throw FailoverRouter.rolledBack(failure);
      case UNKNOWN -> throw unknown(found.stake(), failure);
    };
  }

  /** Whether the outcome of a commit is unknown because the node lost leadership. */
  private boolean isInDoubt(RetryPolicy stake, NodeSession node, MosqlException failure) {
    return stake.token() != null
        && failure.state() == SqlState.COMMIT_OUTCOME_UNKNOWN
        && nodes.canMove(node);
  }

  /** Settles a call when no other node is available. */
  private CommitStatus settleAlone(RetryPolicy stake, NodeSession node, MosqlException failure) {
    if (!node.isBroken() || isAnswer(failure) || nodes.isDelegated()) {
      throw failure;
    }
    ResolvedCall found =
        stake.needsKind() || stake.needsFate()
            ? nodes.inSeparateSession(asked -> ResolvedCall.by(asked, stake))
            : new ResolvedCall(stake, NOT_SETTLED);
    if (found == null) {
      throw unknown(stake, failure);
    }
    switch (found.loss()) {
      case COMMITTED -> {
        return new CommitStatus(CommitOutcome.COMMITTED, CommitStatus.NO_COUNT);
      }
      case NOTHING, ROLLED_BACK -> {
        if (!found.stake().needsFate()) {
          throw failure;
        }
        throw DriverErrorMessage.CONNECTION_LOST_ROLLED_BACK.causedBy(failure, stake.describe());
      }
      case UNKNOWN -> throw unknown(found.stake(), failure);
    }
    throw new AssertionError(found);
  }

  /**
   * Whether the server itself has ended the session, so that the failure is its response to the
   * request.
   */
  private static boolean isAnswer(MosqlException failure) {
    return failure.state() == SqlState.SHUTTING_DOWN;
  }

  private static MosqlException committed(RetryPolicy stake, MosqlException failure) {
    return stake.kind() == StatementKind.SEVERAL_TRANSACTIONS
        ? DriverErrorMessage.COMMITTED_PARTLY.causedBy(failure)
        : DriverErrorMessage.COMMITTED_RESULT_LOST.causedBy(failure, stake.describe());
  }

  private static MosqlException unknown(RetryPolicy stake, MosqlException failure) {
    return DriverErrorMessage.COMMIT_OUTCOME_UNKNOWN.causedBy(
        failure,
        stake.describe(),
        stake.kind() == StatementKind.NOT_TRANSACTIONAL ? "executed" : "committed");
  }

  Response.Rows fetch(
      RemoteRows.Origin origin, int cursor, int fetchRows, List<ColumnInfo> columns) {
    NodeSession node = origin.node();
    if (nodes.any() != node) {
      throw rowsLost(origin, nodes.forgetTransaction(), null);
    }
    try {
      return node.fetch(cursor, fetchRows, columns);
    } catch (MosqlException e) {
      if (!nodes.isLost(node, e)) {
        throw node.isBroken() && origin.isCommitted() ? rowsLost(origin, false, e) : e;
      }
      boolean open = origin.isStillOpen();
      nodes.move(node, e, nodes.newRetryBudget());
      throw rowsLost(origin, open, e);
    }
  }

  /**
   * The exception for rows that were not fetched before the connection was lost.
   *
   * @param open whether the cursor's transaction was open when the connection was lost
   */
  private static MosqlException rowsLost(
      RemoteRows.Origin origin, boolean open, @Nullable MosqlException why) {
    if (open || !origin.open() && !origin.isCommitted()) {
      return FailoverRouter.rolledBack(why);
    }
    return origin.open()
        ? DriverErrorMessage.CURSOR_TRANSACTION_ENDED.causedBy(why)
        : DriverErrorMessage.COMMITTED_ROWS_LOST.causedBy(why);
  }

  @Override
  public long[] executeBatch(
      PreparedStatementHandle statement,
      List<@Nullable Object[]> tuples,
      ExecutionOptions options) {
    RemoteStatement handle = open(statement);
    if (tuples.isEmpty()) {
      return new long[0];
    }
    Attempts runs = new Attempts(options);
    RetryBudget conflicts = new RetryBudget(CONFLICTS_MILLIS);
    while (true) {
      NodeSession now = ready();
      RetryPolicy stake = RetryPolicy.ofStatement(now, handle, now.kindToExecute(handle));
      MosqlException failure;
      try {
        return now.executeBatch(handle, tuples, runs.options(), stake.alone());
      } catch (BatchFailure e) {
        failure = e.failure();
        if (isConflict(stake, now, failure) && !conflicts.isExhausted()) {
          conflicts.pause();
          runs.next(failure);
          continue;
        }
        if (!nodes.isLost(now, failure) && !isInDoubt(stake, now, failure)) {
          throw e;
        }
      } catch (MosqlException e) {
        failure = e;
        if (isConflict(stake, now, failure) && !conflicts.isExhausted()) {
          conflicts.pause();
          runs.next(failure);
          continue;
        }
      }
      RetryPolicy known = stake.of(kindOfBatch(now.kindToExecute(handle), tuples.size()));
      CommitStatus done = resolve(known, now, failure, runs.patience());
      if (done != null) {
        if (now.isBroken() && nodes.isOver() || known.kind() != StatementKind.WRITE) {
          throw committed(known, failure);
        }
        return counts(tuples.size(), done);
      }
      runs.next(failure);
    }
  }

  /**
   * Whether a batch in autocommit mode failed by a conflict, which must not be reported: a batch
   * sent in parts is a transaction of several statements on the server, which rolled it back.
   */
  private static boolean isConflict(RetryPolicy stake, NodeSession node, MosqlException failure) {
    return stake.alone()
        && !node.isBroken()
        && (failure.state() == SqlState.SERIALIZATION_FAILURE
            || failure.state() == SqlState.DEADLOCK);
  }

  /**
   * The kind of a batch. Statements that are neither queries nor modifications are executed tuple
   * by tuple.
   */
  private static StatementKind kindOfBatch(StatementKind kind, int tuples) {
    return kind == StatementKind.SCHEMA && tuples > 1 ? StatementKind.SEVERAL_TRANSACTIONS : kind;
  }

  private static long[] counts(int tuples, CommitStatus done) {
    long[] counts = new long[tuples];
    Arrays.fill(
        counts, tuples == 1 && done.updateCount() >= 0 ? done.updateCount() : SUCCESS_NO_INFO);
    return counts;
  }

  @Override
  public TransactionStatus transactionStatus() {
    return nodes.any().transactionStatus();
  }

  @Override
  public TransactionToken token() {
    return nodes.any().token();
  }

  @Override
  public CommitOutcome commitOutcome(TransactionToken token) {
    return commitStatus(token).outcome();
  }

  @Override
  public CommitStatus commitStatus(TransactionToken token) {
    return run(now -> now.outcome(token));
  }

  @Override
  public long position() {
    return nodes.any().position();
  }

  @Override
  public boolean autoCommit() {
    return nodes.any().autoCommit();
  }

  @Override
  public void setAutoCommit(boolean on) {
    NodeSession now = nodes.any();
    if (on == now.autoCommit()) {
      return;
    }
    if (!isOpen(now)) {
      change(node -> node.setAutoCommit(on));
      said.committed();
      return;
    }
    RetryPolicy stake = RetryPolicy.ofCommit(now);
    try {
      now.setAutoCommit(on);
    } catch (MosqlException e) {
      resolve(stake, now, e, nodes.newRetryBudget());
      if (nodes.isOver()) {
        throw committed(stake, e);
      }
      nodes.any().setAutoCommit(on);
    }
  }

  @Override
  public void commit() {
    NodeSession now = nodes.ready();
    RetryPolicy stake = RetryPolicy.ofCommit(now);
    try {
      now.commit();
      said.committed();
    } catch (MosqlException e) {
      // The transaction is committed, or there was none.
      resolve(stake, now, e, nodes.newRetryBudget());
    }
  }

  @Override
  public void rollback() {
    NodeSession now = nodes.any();
    nodes.forgetTransaction();
    said.rolledBack();
    try {
      now.rollback();
    } catch (MosqlException e) {
      if (!nodes.isLost(now, e)) {
        throw e;
      }
      nodes.move(now, e, nodes.newRetryBudget());
    }
  }

  @Override
  public void savepoint(String name) {
    change(node -> node.savepoint(name));
  }

  @Override
  public void rollbackTo(String savepoint) {
    change(node -> node.rollbackTo(savepoint));
  }

  @Override
  public void release(String savepoint) {
    change(node -> node.release(savepoint));
  }

  @Override
  public Isolation isolation() {
    return nodes.any().isolation();
  }

  @Override
  public void setIsolation(Isolation isolation) {
    change(node -> node.setIsolation(isolation));
    modesWereSet();
  }

  @Override
  public boolean readOnly() {
    return nodes.any().readOnly();
  }

  @Override
  public void setReadOnly(boolean readOnly) {
    change(node -> node.setReadOnly(readOnly));
    modesWereSet();
  }

  /** Called when modes were set for all transactions; those of only the next one are discarded. */
  private void modesWereSet() {
    said.forgetNextTransaction();
    nodes.setModesAreOfNext(false);
  }

  @Override
  public String schema() {
    return nodes.any().schema();
  }

  @Override
  public @Nullable ZoneId timeZone() {
    return nodes.any().timeZone();
  }

  @Override
  public void setSchema(String schema) {
    change(node -> node.setSchema(schema));
  }

  @Override
  public void cancel() {
    cancels.incrementAndGet();
    nodes.cancel();
  }

  @Override
  public List<Notice> takeNotices() {
    return nodes.any().takeNotices();
  }

  /** Checks that the server responds. */
  @Override
  public boolean isValid() {
    return isValid(nodes.networkTimeout());
  }

  /**
   * Checks that the server responds, and moves to another node when it does not.
   *
   * @param millis limit for a response, 0 for none; the session is lost when it is over
   */
  public boolean isValid(int millis) {
    return nodes.isValid(millis);
  }

  @Override
  public DatabaseInfo databaseInfo() {
    return nodes.any().databaseInfo();
  }

  @Override
  public void close() {
    nodes.close();
  }
}
