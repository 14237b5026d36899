package io.mosql.jdbc.remote;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.core.session.BatchFailure;
import io.mosql.core.session.ColumnInfo;
import io.mosql.core.session.ExecutionOptions;
import io.mosql.core.session.PreparedStatementHandle;
import io.mosql.core.session.Session;
import io.mosql.core.session.StatementResult;
import io.mosql.core.session.TransactionFate;
import io.mosql.core.session.TransactionToken;
import io.mosql.core.type.SqlType;
import io.mosql.core.wire.Request;
import io.mosql.core.wire.Response;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A session on a server, or in a cluster: there it goes on with another node when the one that it
 * talks to is lost or does not lead any more. What was under way is run again there when that is
 * safe: nothing of it was handed out, and it has not committed, which the new leader is asked about
 * in a way that keeps it from ever doing so. Else the caller is told: 40001 when the transaction
 * was rolled back, 40003 when nobody can say.
 */
public final class RemoteSession implements Session {
  /** Of a tuple whose count is lost, as JDBC has it. */
  private static final long SUCCESS_NO_INFO = -2;

  private final CurrentNode nodes;
  private final SaidSettings said = new SaidSettings();

  /** That knows what was set by SQL. */
  private NodeSession toldTo;

  RemoteSession(CurrentNode nodes) {
    this.nodes = nodes;
    this.toldTo = nodes.any();
  }

  /** The node to run the next thing on, in a session that has the settings of the one before. */
  private NodeSession ready() {
    Patience patience = null;
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
        patience = patience == null ? nodes.patience() : patience;
        nodes.move(now, e, patience);
      }
    }
  }

  /** Whether it is lost for good, and not by closing it. */
  public boolean isBroken() {
    return nodes.isOver();
  }

  /**
   * @param millis without an answer after which the session is lost, 0 for never
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

  /** Does what commits nothing; again on another node, unless a transaction is lost with this. */
  private <T> T run(Function<NodeSession, T> work) {
    Patience patience = null;
    while (true) {
      NodeSession now = ready();
      boolean open = isOpen(now);
      try {
        return work.apply(now);
      } catch (MosqlException e) {
        if (!nodes.isLost(now, e)) {
          throw e;
        }
        patience = patience == null ? nodes.patience() : patience;
        nodes.move(now, e, patience);
        if (open) {
          throw CurrentNode.rolledBack(e);
        }
      }
    }
  }

  private void tell(Consumer<NodeSession> work) {
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
    Patience patience = null;
    while (true) {
      NodeSession now = ready();
      Stake stake = Stake.ofStatement(now, handle, now.autoCommit());
      try {
        StatementResult result = now.execute(handle, parameters, options);
        said.executed(handle.sql());
        return result;
      } catch (MosqlException e) {
        patience = patience == null ? nodes.patience() : patience;
        Settled done = resolve(stake, now, e, patience);
        if (done != null) {
          return result(stake, handle, options, done, e);
        }
      }
    }
  }

  private RemoteStatement open(PreparedStatementHandle statement) {
    RemoteStatement handle = (RemoteStatement) statement;
    if (handle.isClosed()) {
      nodes.any();
      throw new MosqlException(SqlState.INVALID_PARAMETER, "the prepared statement is closed");
    }
    return handle;
  }

  /** Of a statement that committed, though its answer was lost. */
  private static StatementResult result(
      Stake stake,
      RemoteStatement handle,
      ExecutionOptions options,
      Settled done,
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

  /**
   * What to do after a failure.
   *
   * @return null to do it again, on the node that is current now; else it committed
   * @throws MosqlException when the caller must be told
   */
  private @Nullable Settled resolve(
      Stake stake, NodeSession node, MosqlException failure, Patience patience) {
    TransactionToken token = stake.token();
    if (!isInDoubt(stake, node, failure) && !nodes.isLost(node, failure)) {
      return alone(stake, node, failure);
    }
    // Who says that it does not lead has submitted nothing.
    boolean refused = failure.state() == SqlState.NOT_LEADER && !node.isBroken();
    if (refused || token == null || stake.once()) {
      nodes.move(node, failure, patience);
      if (stake.open()) {
        throw CurrentNode.rolledBack(failure);
      }
      if (stake.once() && !refused) {
        throw unknown(stake, failure);
      }
      return null;
    }
    Settled settled = nodes.settle(node, failure, token, patience);
    switch (settled.fate()) {
      case COMMITTED -> {
        return settled;
      }
      case ABORTED -> {
        if (stake.open()) {
          throw CurrentNode.rolledBack(failure);
        }
        return null;
      }
      case UNKNOWN -> throw unknown(stake, failure);
    }
    throw new AssertionError(settled);
  }

  /** Whether a node that does not lead any more cannot say what became of a commit. */
  private boolean isInDoubt(Stake stake, NodeSession node, MosqlException failure) {
    return stake.token() != null
        && failure.state() == SqlState.COMMIT_OUTCOME_UNKNOWN
        && nodes.canMove(node);
  }

  /** Where there is no other node to go on with. */
  private Settled alone(Stake stake, NodeSession node, MosqlException failure) {
    TransactionToken token = stake.token();
    if (token == null || !node.isBroken() || nodes.isOnBehalf()) {
      throw failure;
    }
    TransactionFate fate = nodes.fate(token);
    switch (fate) {
      case COMMITTED -> {
        return new Settled(fate, Settled.NO_COUNT);
      }
      case ABORTED ->
          throw new MosqlException(
              SqlState.SERIALIZATION_FAILURE,
              "The connection was lost; the " + stake.what() + " was rolled back",
              failure);
      case UNKNOWN -> throw unknown(stake, failure);
    }
    throw new AssertionError(fate);
  }

  private static MosqlException committed(Stake stake, MosqlException failure) {
    return new MosqlException(
        SqlState.COMMIT_OUTCOME_UNKNOWN,
        "The connection was lost; the " + stake.what() + " was committed, its result is lost",
        failure);
  }

  private static MosqlException unknown(Stake stake, MosqlException failure) {
    return new MosqlException(
        SqlState.COMMIT_OUTCOME_UNKNOWN,
        "The connection was lost; nobody can say whether the "
            + stake.what()
            + " was "
            + (stake.once() ? "done" : "committed"),
        failure);
  }

  Response.Rows fetch(NodeSession node, int cursor, int fetchRows, List<ColumnInfo> columns) {
    if (nodes.any() != node) {
      nodes.forgetTransaction();
      throw CurrentNode.rolledBack(null);
    }
    try {
      return node.fetch(cursor, fetchRows, columns);
    } catch (MosqlException e) {
      if (!nodes.isLost(node, e)) {
        throw e;
      }
      nodes.move(node, e, nodes.patience());
      throw CurrentNode.rolledBack(e);
    }
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
    Patience patience = null;
    while (true) {
      NodeSession now = ready();
      boolean alone = now.autoCommit() && !isOpen(now);
      Stake stake = Stake.ofStatement(now, handle, alone);
      MosqlException failure;
      try {
        return now.executeBatch(handle, tuples, options, alone);
      } catch (BatchFailure e) {
        failure = e.failure();
        if (!nodes.isLost(now, failure) && !isInDoubt(stake, now, failure)) {
          throw e;
        }
      } catch (MosqlException e) {
        failure = e;
      }
      patience = patience == null ? nodes.patience() : patience;
      Settled done = resolve(stake, now, failure, patience);
      if (done != null) {
        if (now.isBroken() && nodes.isOver()) {
          throw committed(stake, failure);
        }
        return counts(tuples.size(), done);
      }
    }
  }

  private static long[] counts(int tuples, Settled done) {
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
  public TransactionFate fate(TransactionToken token) {
    return outcome(token).fate();
  }

  @Override
  public Settled outcome(TransactionToken token) {
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
      tell(node -> node.setAutoCommit(on));
      return;
    }
    Stake stake = Stake.ofCommit(now);
    try {
      now.setAutoCommit(on);
    } catch (MosqlException e) {
      resolve(stake, now, e, nodes.patience());
      if (nodes.isOver()) {
        throw committed(stake, e);
      }
      nodes.any().setAutoCommit(on);
    }
  }

  @Override
  public void commit() {
    NodeSession now = nodes.ready();
    Stake stake = Stake.ofCommit(now);
    try {
      now.commit();
    } catch (MosqlException e) {
      // Committed, or nothing was there to commit: nothing more to do.
      resolve(stake, now, e, nodes.patience());
    }
  }

  @Override
  public void rollback() {
    NodeSession now = nodes.any();
    nodes.forgetTransaction();
    try {
      now.rollback();
    } catch (MosqlException e) {
      if (!nodes.isLost(now, e)) {
        throw e;
      }
      nodes.move(now, e, nodes.patience());
    }
  }

  @Override
  public void savepoint(String name) {
    tell(node -> node.savepoint(name));
  }

  @Override
  public void rollbackTo(String savepoint) {
    tell(node -> node.rollbackTo(savepoint));
  }

  @Override
  public void release(String savepoint) {
    tell(node -> node.release(savepoint));
  }

  @Override
  public Isolation isolation() {
    return nodes.any().isolation();
  }

  @Override
  public void setIsolation(Isolation isolation) {
    tell(node -> node.setIsolation(isolation));
  }

  @Override
  public boolean readOnly() {
    return nodes.any().readOnly();
  }

  @Override
  public void setReadOnly(boolean readOnly) {
    tell(node -> node.setReadOnly(readOnly));
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
    tell(node -> node.setSchema(schema));
  }

  @Override
  public void cancel() {
    nodes.cancel();
  }

  @Override
  public List<Notice> takeNotices() {
    return nodes.any().takeNotices();
  }

  /** Asks the server. */
  @Override
  public boolean isValid() {
    return isValid(nodes.networkTimeout());
  }

  /**
   * Asks the server, and looks for another node when it does not answer.
   *
   * @param millis in which there must be an answer, 0 for as long as it takes; the session is lost
   *     if there is none
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
