package io.mosql.jdbc.remote;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.core.session.ColumnInfo;
import io.mosql.core.session.ExecutionOptions;
import io.mosql.core.session.PreparedStatementHandle;
import io.mosql.core.session.Session;
import io.mosql.core.session.StatementResult;
import io.mosql.core.session.TransactionFate;
import io.mosql.core.session.TransactionToken;
import io.mosql.core.type.SqlType;
import io.mosql.core.wire.CancelRequest;
import io.mosql.core.wire.LoginResponse;
import io.mosql.core.wire.Request;
import io.mosql.core.wire.Response;
import io.mosql.core.wire.SessionState;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A session on a server. What only changes how later statements run, and cannot fail, is told to
 * the server together with the next one; what was told is what the getters say.
 *
 * <p>When the connection is lost on the way to a commit, another one asks what became of it.
 */
public final class RemoteSession implements Session {
  private final RemoteSessions origin;
  private final RemoteTarget.Host host;
  private final LoginResponse.Welcome welcome;
  private final Conversation conversation;
  private final StatementCache cache = new StatementCache();
  private final Settling settling;
  private int ids;
  private @Nullable Boolean deferredAutoCommit;
  private @Nullable Boolean deferredReadOnly;
  private @Nullable Isolation deferredIsolation;

  RemoteSession(
      RemoteSessions origin,
      RemoteTarget.Host host,
      LoginResponse.Welcome welcome,
      Conversation conversation) {
    this.origin = origin;
    this.host = host;
    this.welcome = welcome;
    this.conversation = conversation;
    this.settling = new Settling(origin, conversation);
  }

  /** Whether it is lost, and not by closing it. */
  public boolean isBroken() {
    return conversation.isBroken();
  }

  /**
   * @param millis without an answer after which the session is lost, 0 for never
   */
  public void setNetworkTimeout(int millis) {
    conversation.setTimeoutMillis(millis);
  }

  public int networkTimeout() {
    return conversation.timeoutMillis();
  }

  private SessionState state() {
    conversation.check();
    return conversation.state();
  }

  /** Sends what was posted; what was deferred is told with it. */
  private void flight() {
    try {
      conversation.flight();
    } finally {
      settled();
    }
  }

  private void settled() {
    deferredAutoCommit = null;
    deferredReadOnly = null;
    deferredIsolation = null;
  }

  /** Posts a request, which is void when something deferred before it fails. */
  private Awaited post(Request request) {
    return conversation.post(request, conversation.isOwed(), null);
  }

  private void tell(Request request) {
    post(request);
    flight();
  }

  @Override
  public PreparedStatementHandle prepare(String sql, List<@Nullable SqlType> parameterTypes) {
    conversation.check();
    return new RemoteStatement(this, sql, parameterTypes);
  }

  private StatementCache.Key key(RemoteStatement statement) {
    return new StatementCache.Key(
        statement.sql(), conversation.state().schema(), statement.parameterTypes());
  }

  /** What the server knows of a statement, which it keeps ready from then on. */
  ServerStatement describe(RemoteStatement statement) {
    StatementCache.Key key = key(statement);
    ServerStatement known = cache.find(key);
    if (known == null) {
      int id = ids++;
      Awaited answer = post(new Request.Prepare(id, key.sql(), key.parameterTypes()));
      flight();
      known = new ServerStatement(id, answer.as(Response.Prepared.class));
      if (StatementCache.takes(key) && !known.isUnresolved()) {
        closeAll(cache.add(key, known));
      }
    }
    known.use();
    return known;
  }

  /** A handle on a statement is closed. */
  void leave(ServerStatement statement) {
    if (statement.leave() && !cache.holds(statement)) {
      closeAll(List.of(statement));
    }
  }

  private void closeAll(Collection<ServerStatement> statements) {
    if (!conversation.isBroken() && !conversation.isClosed()) {
      for (ServerStatement statement : statements) {
        conversation.post(new Request.CloseStatement(statement.id()));
      }
    }
  }

  @Override
  public StatementResult execute(
      PreparedStatementHandle statement, @Nullable Object[] parameters, ExecutionOptions options) {
    RemoteStatement handle = open(statement);
    Settling.Stake stake = settling.ofStatement(handle, autoCommit());
    int cursor = ids++;
    ServerStatement known = handle.server();
    if (known == null) {
      known = cache.find(key(handle));
    }
    try {
      return known != null
          ? executeKnown(handle, known, cursor, parameters, options)
          : executeNew(handle, cursor, parameters, options);
    } catch (MosqlException e) {
      throw stake.settle(e);
    } finally {
      if (Settling.changesSchema(handle.sql())) {
        forgetStatements();
      }
    }
  }

  private RemoteStatement open(PreparedStatementHandle statement) {
    conversation.check();
    RemoteStatement handle = (RemoteStatement) statement;
    if (handle.isClosed()) {
      throw new MosqlException(SqlState.INVALID_PARAMETER, "the prepared statement is closed");
    }
    return handle;
  }

  private StatementResult executeKnown(
      RemoteStatement handle,
      ServerStatement known,
      int cursor,
      @Nullable Object[] parameters,
      ExecutionOptions options) {
    Awaited answer =
        conversation.post(
            new Request.Execute(
                known.id(), cursor, parameters, options, handle.expectation(), options.fetchRows()),
            conversation.isOwed(),
            known::columns);
    flight();
    if (answer.response() instanceof Response.Rows rows) {
      List<ColumnInfo> news = rows.columns();
      if (news != null) {
        known.tell(news);
      }
    }
    return result(answer, cursor, known.columns(), options);
  }

  /** Prepares, executes and closes a statement in one flight. */
  private StatementResult executeNew(
      RemoteStatement handle, int cursor, @Nullable Object[] parameters, ExecutionOptions options) {
    int id = ids++;
    Awaited prepared = post(new Request.Prepare(id, handle.sql(), handle.parameterTypes()));
    Awaited answer;
    try {
      answer =
          conversation.post(
              new Request.Execute(
                  id, cursor, parameters, options, handle.expectation(), options.fetchRows()),
              true,
              () -> columns(prepared));
    } finally {
      conversation.post(new Request.CloseStatement(id));
    }
    flight();
    return result(answer, cursor, columns(prepared), options);
  }

  /** None when it could not be prepared. */
  private static List<ColumnInfo> columns(Awaited answer) {
    return answer.response() instanceof Response.Prepared prepared ? prepared.columns() : List.of();
  }

  private StatementResult result(
      Awaited answer, int cursor, List<ColumnInfo> columns, ExecutionOptions options) {
    if (answer.response() instanceof Response.Rows rows) {
      List<ColumnInfo> news = rows.columns();
      return new RemoteRows(this, cursor, options.fetchRows(), news != null ? news : columns, rows);
    }
    Response.Updated updated = answer.as(Response.Updated.class);
    return new StatementResult.Update(
        updated.updateCount(), updated.keyColumns(), updated.generatedKeys());
  }

  /** The server plans again by itself; what is remembered here of its plans may not hold. */
  private void forgetStatements() {
    closeAll(cache.clear());
  }

  Response.Rows fetch(int cursor, int fetchRows, List<ColumnInfo> columns) {
    Awaited answer =
        conversation.post(
            new Request.Fetch(cursor, fetchRows), conversation.isOwed(), () -> columns);
    flight();
    return answer.as(Response.Rows.class);
  }

  void closeCursor(int cursor) {
    if (!conversation.isBroken() && !conversation.isClosed()) {
      conversation.post(new Request.CloseCursor(cursor));
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
    boolean alone = autoCommit() && transactionStatus() == TransactionStatus.IDLE;
    Settling.Stake stake = settling.ofStatement(handle, alone);
    try {
      return new BatchFlights(conversation, handle.known().id(), options).run(tuples, alone);
    } catch (MosqlException e) {
      throw stake.settle(e);
    } finally {
      settled();
    }
  }

  @Override
  public TransactionStatus transactionStatus() {
    return state().transactionStatus();
  }

  @Override
  public TransactionToken token() {
    TransactionToken token = state().token();
    if (token == null) {
      throw new MosqlException(SqlState.INTERNAL_ERROR, "the server names no transactions");
    }
    return token;
  }

  @Override
  public TransactionFate fate(TransactionToken token) {
    Awaited answer = post(new Request.AskFate(token));
    flight();
    return answer.as(Response.Fate.class).fate();
  }

  @Override
  public boolean autoCommit() {
    SessionState state = state();
    Boolean deferred = deferredAutoCommit;
    return deferred != null ? deferred : state.autoCommit();
  }

  @Override
  public void setAutoCommit(boolean on) {
    if (on == autoCommit()) {
      return;
    }
    if (transactionStatus() == TransactionStatus.IDLE) {
      post(new Request.SetAutoCommit(on));
      deferredAutoCommit = on;
      return;
    }
    Settling.Stake stake = settling.ofCommit();
    try {
      tell(new Request.SetAutoCommit(on));
    } catch (MosqlException e) {
      throw stake.settle(e);
    }
  }

  @Override
  public void commit() {
    Settling.Stake stake = settling.ofCommit();
    try {
      tell(new Request.Commit());
    } catch (MosqlException e) {
      MosqlException settled = stake.settle(e);
      if (!stake.isCommitted()) {
        throw settled;
      }
    }
  }

  @Override
  public void rollback() {
    tell(new Request.Rollback());
  }

  @Override
  public void savepoint(String name) {
    tell(new Request.Savepoint(name));
  }

  @Override
  public void rollbackTo(String savepoint) {
    tell(new Request.RollbackTo(savepoint));
  }

  @Override
  public void release(String savepoint) {
    tell(new Request.Release(savepoint));
  }

  @Override
  public Isolation isolation() {
    SessionState state = state();
    Isolation deferred = deferredIsolation;
    return deferred != null ? deferred : state.isolation();
  }

  @Override
  public void setIsolation(Isolation isolation) {
    if (transactionStatus() != TransactionStatus.IDLE) {
      tell(new Request.SetIsolation(isolation));
    } else if (isolation != isolation()) {
      post(new Request.SetIsolation(isolation));
      deferredIsolation = isolation;
    }
  }

  @Override
  public boolean readOnly() {
    SessionState state = state();
    Boolean deferred = deferredReadOnly;
    return deferred != null ? deferred : state.readOnly();
  }

  @Override
  public void setReadOnly(boolean readOnly) {
    if (transactionStatus() != TransactionStatus.IDLE) {
      tell(new Request.SetReadOnly(readOnly));
    } else if (readOnly != readOnly()) {
      post(new Request.SetReadOnly(readOnly));
      deferredReadOnly = readOnly;
    }
  }

  @Override
  public String schema() {
    return state().schema();
  }

  @Override
  public void setSchema(String schema) {
    tell(new Request.SetSchema(schema));
  }

  @Override
  public void cancel() {
    if (!conversation.isClosed() && !conversation.isBroken()) {
      CancelRequest request = new CancelRequest(welcome.sessionId(), welcome.cancelKey());
      conversation.holdingBack(() -> origin.cancel(host, request));
    }
  }

  @Override
  public List<Notice> takeNotices() {
    conversation.check();
    return conversation.takeNotices();
  }

  /** Asks the server. */
  @Override
  public boolean isValid() {
    return isValid(conversation.timeoutMillis());
  }

  /**
   * Asks the server.
   *
   * @param millis in which it must answer, 0 for as long as it takes; the session is lost if not
   */
  public boolean isValid(int millis) {
    if (conversation.isClosed() || conversation.isBroken()) {
      return false;
    }
    try {
      post(new Request.Ping());
      conversation.flight(millis);
      return true;
    } catch (MosqlException e) {
      return false;
    } finally {
      settled();
    }
  }

  @Override
  public DatabaseInfo databaseInfo() {
    conversation.check();
    return welcome.database();
  }

  @Override
  public void close() {
    conversation.close();
  }
}
