package io.mosql.jdbc.remote;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.core.session.ColumnInfo;
import io.mosql.core.session.ExecutionOptions;
import io.mosql.core.session.Session;
import io.mosql.core.session.Session.DatabaseInfo;
import io.mosql.core.session.Session.Isolation;
import io.mosql.core.session.Session.Notice;
import io.mosql.core.session.Session.TransactionStatus;
import io.mosql.core.session.StatementKind;
import io.mosql.core.session.StatementResult;
import io.mosql.core.session.Topology;
import io.mosql.core.session.TransactionToken;
import io.mosql.core.wire.CancelRequest;
import io.mosql.core.wire.LoginResponse;
import io.mosql.core.wire.Request;
import io.mosql.core.wire.Response;
import io.mosql.core.wire.SessionState;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A session on one server. What only changes how later statements run, and cannot fail, is told to
 * the server together with the next one; what was told is what the getters say.
 *
 * <p>Used by one thread at a time, but for {@link #cancel} and {@link #close}. When its connection
 * is lost it is over, and says so; its owner sees to what comes then.
 */
final class NodeSession {
  private final NodeFinder origin;
  private final RemoteTarget.Host host;
  private final LoginResponse.Welcome welcome;
  private final RequestPipeline conversation;
  private final StatementCache cache = new StatementCache();
  private int ids;
  private @Nullable Boolean deferredAutoCommit;
  private @Nullable Boolean deferredReadOnly;
  private @Nullable Isolation deferredIsolation;

  /** The zone that was told last, if it is known. */
  private @Nullable ZoneId zone;

  NodeSession(
      NodeFinder origin,
      RemoteTarget.Host host,
      LoginResponse.Welcome welcome,
      RequestPipeline conversation) {
    this.origin = origin;
    this.host = host;
    this.welcome = welcome;
    this.conversation = conversation;
  }

  RemoteTarget.Host host() {
    return host;
  }

  /** As the server told it last; null when it never did. */
  @Nullable Topology topology() {
    return conversation.state().topology();
  }

  /** Newest position that the server told; 0 when it never did. */
  long position() {
    return conversation.state().position();
  }

  /** See {@link RequestPipeline#watch}. */
  void watch(StallDetector watch) {
    conversation.watch(watch);
  }

  boolean isTimedOut() {
    return conversation.isTimedOut();
  }

  boolean isClosed() {
    return conversation.isClosed();
  }

  /** 08003 once closed, 08006 once lost. */
  void check() {
    conversation.check();
  }

  /** As they are told to the server, or will be; for what follows the open transaction, if any. */
  InitialSessionState.Settings settings() {
    SessionState state = conversation.state();
    return new InitialSessionState.Settings(
        deferredAutoCommit != null ? deferredAutoCommit : state.autoCommit(),
        deferredReadOnly != null ? deferredReadOnly : state.readOnly(),
        deferredIsolation != null ? deferredIsolation : state.isolation(),
        state.schema());
  }

  /** What was told last, also when the session is lost. */
  SessionState lastState() {
    return conversation.state();
  }

  /** Whether the server has not heard yet of something that it is to answer. */
  boolean hasPendingRequests() {
    return conversation.hasPendingRequests();
  }

  /** Whether it is lost, and not by closing it. */
  boolean isBroken() {
    return conversation.isBroken();
  }

  /**
   * @param millis without an answer after which the session is lost, 0 for never
   */
  void setNetworkTimeout(int millis) {
    conversation.setTimeoutMillis(millis);
  }

  int networkTimeout() {
    return conversation.timeoutMillis();
  }

  private SessionState state() {
    conversation.check();
    return conversation.state();
  }

  /** Sends what was posted; what was deferred is told with it. */
  private void flush() {
    try {
      conversation.flush();
    } finally {
      clearDeferred();
    }
  }

  private void clearDeferred() {
    deferredAutoCommit = null;
    deferredReadOnly = null;
    deferredIsolation = null;
  }

  /** Posts a request, which is void when something deferred before it fails. */
  private PendingResponse post(Request request) {
    return conversation.post(request, conversation.hasPendingRequests(), null);
  }

  private void send(Request request) {
    post(request);
    flush();
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
      PendingResponse answer = post(new Request.Prepare(id, key.sql(), key.parameterTypes()));
      flush();
      known = new ServerStatement(id, answer.as(Response.Prepared.class));
      if (StatementCache.accepts(key) && !known.isUnresolved()) {
        closeAll(cache.add(key, known));
      }
    }
    known.retain();
    return known;
  }

  /** A handle on a statement is closed. */
  void releaseStatement(ServerStatement statement) {
    if (statement.release() && !cache.contains(statement)) {
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

  StatementResult execute(
      RemoteStatement handle, @Nullable Object[] parameters, ExecutionOptions options) {
    int cursor = ids++;
    ServerStatement known = handle.server(this);
    if (known == null) {
      known = handle.isDescribed() ? handle.known(this) : cache.find(key(handle));
    }
    if (known != null) {
      handle.recordKind(known.kind(), known.setting());
    }
    conversation.setRepeatable(isRepeatable(handle.knownKind()));
    try {
      return known != null
          ? executeKnown(handle, known, cursor, parameters, options)
          : executeNew(handle, cursor, parameters, options);
    } finally {
      conversation.setRepeatable(true);
      if (changesSchema(handle.knownKind())) {
        forgetStatements();
      }
    }
  }

  /** Whether it can be run again, or its fate be asked, when its answer is lost. */
  private static boolean isRepeatable(StatementKind kind) {
    return switch (kind) {
      case READ, SESSION, COMMIT, ROLLBACK, WRITE, SCHEMA, SEVERAL_TRANSACTIONS -> true;
      case UNKNOWN, NOT_TRANSACTIONAL -> false;
    };
  }

  /** Whether what is known of statements may not hold after one of this kind. */
  private static boolean changesSchema(StatementKind kind) {
    return switch (kind) {
      case SCHEMA, SEVERAL_TRANSACTIONS, NOT_TRANSACTIONAL -> true;
      case UNKNOWN, READ, SESSION, COMMIT, ROLLBACK, WRITE -> false;
    };
  }

  /**
   * Of what kind a statement is that is executed next. One that is expected to return rows and is
   * not known is executed only if it is a query: the server refuses others.
   */
  StatementKind kindToExecute(RemoteStatement handle) {
    ServerStatement known = cache.find(key(handle));
    if (known != null) {
      handle.recordKind(known.kind(), known.setting());
    }
    return handle.knownKind() == StatementKind.UNKNOWN && isExecutedAsRead(handle)
        ? StatementKind.READ
        : handle.knownKind();
  }

  private boolean isExecutedAsRead(RemoteStatement handle) {
    return conversation.knowsKinds() && handle.expectation() == Request.Expectation.ROWS;
  }

  /** Asks of what kind a statement is; unknown when the server cannot say it. */
  StatementKind askKind(RemoteStatement handle) {
    int id = ids++;
    PendingResponse prepared = post(new Request.Prepare(id, handle.sql(), handle.parameterTypes()));
    conversation.post(new Request.CloseStatement(id));
    try {
      flush();
    } catch (MosqlException e) {
      if (conversation.isBroken() || e.state() == SqlState.NOT_LEADER) {
        throw e;
      }
      return StatementKind.UNKNOWN;
    }
    recordKind(handle, prepared);
    return handle.knownKind();
  }

  private static void recordKind(RemoteStatement handle, PendingResponse answer) {
    if (answer.response() instanceof Response.Prepared prepared) {
      handle.recordKind(prepared.kind(), prepared.setting());
    }
  }

  private StatementResult executeKnown(
      RemoteStatement handle,
      ServerStatement known,
      int cursor,
      @Nullable Object[] parameters,
      ExecutionOptions options) {
    PendingResponse answer =
        conversation.post(
            new Request.Execute(
                known.id(), cursor, parameters, options, handle.expectation(), options.fetchRows()),
            conversation.hasPendingRequests(),
            known::columns);
    flush();
    if (answer.response() instanceof Response.Rows rows) {
      List<ColumnInfo> news = rows.columns();
      if (news != null) {
        known.updateColumns(news);
      }
    }
    return result(handle, answer, cursor, known.columns(), options);
  }

  /** Prepares, executes and closes a statement in one flight. */
  private StatementResult executeNew(
      RemoteStatement handle, int cursor, @Nullable Object[] parameters, ExecutionOptions options) {
    int id = ids++;
    PendingResponse prepared = post(new Request.Prepare(id, handle.sql(), handle.parameterTypes()));
    boolean asRead = handle.knownKind() == StatementKind.UNKNOWN && isExecutedAsRead(handle);
    Request.Expectation expectation = asRead ? Request.Expectation.READ : handle.expectation();
    PendingResponse answer;
    try {
      answer =
          conversation.post(
              new Request.Execute(
                  id, cursor, parameters, options, expectation, options.fetchRows()),
              true,
              () -> columns(prepared));
    } finally {
      conversation.post(new Request.CloseStatement(id));
    }
    try {
      flush();
    } catch (MosqlException e) {
      recordKind(handle, prepared);
      if (asRead && e.state() == SqlState.NOT_A_CURSOR && doesMoreThanRead(prepared)) {
        // It was refused; its kind is known now.
        return executeNew(handle, ids++, parameters, options);
      }
      throw e;
    }
    recordKind(handle, prepared);
    return result(handle, answer, cursor, columns(prepared), options);
  }

  private boolean doesMoreThanRead(PendingResponse answer) {
    return !conversation.isBroken()
        && answer.response() instanceof Response.Prepared prepared
        && prepared.returnsRows()
        && prepared.kind() != StatementKind.READ
        && prepared.kind() != StatementKind.UNKNOWN;
  }

  /** None when it could not be prepared. */
  private static List<ColumnInfo> columns(PendingResponse answer) {
    return answer.response() instanceof Response.Prepared prepared ? prepared.columns() : List.of();
  }

  private StatementResult result(
      RemoteStatement handle,
      PendingResponse answer,
      int cursor,
      List<ColumnInfo> columns,
      ExecutionOptions options) {
    if (answer.response() instanceof Response.Rows rows) {
      List<ColumnInfo> news = rows.columns();
      SessionState after = conversation.state();
      boolean open = after.transactionStatus() == TransactionStatus.ACTIVE;
      return new RemoteRows(
          handle.owner(),
          new RemoteRows.Origin(this, handle.knownKind(), open ? after.token() : null, open),
          cursor,
          options.fetchRows(),
          news != null ? news : columns,
          rows);
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
    PendingResponse answer =
        conversation.post(
            new Request.Fetch(cursor, fetchRows), conversation.hasPendingRequests(), () -> columns);
    flush();
    return answer.as(Response.Rows.class);
  }

  void closeCursor(int cursor) {
    if (!conversation.isBroken() && !conversation.isClosed()) {
      conversation.post(new Request.CloseCursor(cursor));
    }
  }

  /**
   * @param alone whether the batch is to be a transaction of its own
   */
  long[] executeBatch(
      RemoteStatement handle,
      List<@Nullable Object[]> tuples,
      ExecutionOptions options,
      boolean alone) {
    try {
      return new BatchExecution(conversation, handle.known(this).id(), options).run(tuples, alone);
    } finally {
      clearDeferred();
    }
  }

  TransactionStatus transactionStatus() {
    return state().transactionStatus();
  }

  TransactionToken token() {
    TransactionToken token = state().token();
    if (token == null) {
      throw new MosqlException(SqlState.INTERNAL_ERROR, "the server names no transactions");
    }
    return token;
  }

  /** See {@link Session#commitStatus}. */
  Session.CommitStatus outcome(TransactionToken token) {
    PendingResponse answer = post(new Request.QueryOutcome(token));
    flush();
    Response.OutcomeReport fate = answer.as(Response.OutcomeReport.class);
    return new Session.CommitStatus(fate.outcome(), fate.updateCount());
  }

  boolean autoCommit() {
    SessionState state = state();
    Boolean deferred = deferredAutoCommit;
    return deferred != null ? deferred : state.autoCommit();
  }

  void setAutoCommit(boolean on) {
    if (on == autoCommit()) {
      return;
    }
    if (transactionStatus() == TransactionStatus.IDLE) {
      post(new Request.SetAutoCommit(on));
      deferredAutoCommit = on;
      return;
    }
    send(new Request.SetAutoCommit(on));
  }

  void commit() {
    send(new Request.Commit());
  }

  void rollback() {
    send(new Request.Rollback());
  }

  void savepoint(String name) {
    send(new Request.Savepoint(name));
  }

  void rollbackTo(String savepoint) {
    send(new Request.RollbackTo(savepoint));
  }

  void release(String savepoint) {
    send(new Request.Release(savepoint));
  }

  Isolation isolation() {
    SessionState state = state();
    Isolation deferred = deferredIsolation;
    return deferred != null ? deferred : state.isolation();
  }

  void setIsolation(Isolation isolation) {
    if (transactionStatus() != TransactionStatus.IDLE) {
      send(new Request.SetIsolation(isolation));
    } else if (isolation != isolation()) {
      post(new Request.SetIsolation(isolation));
      deferredIsolation = isolation;
    }
  }

  boolean readOnly() {
    SessionState state = state();
    Boolean deferred = deferredReadOnly;
    return deferred != null ? deferred : state.readOnly();
  }

  void setReadOnly(boolean readOnly) {
    if (transactionStatus() != TransactionStatus.IDLE) {
      send(new Request.SetReadOnly(readOnly));
    } else if (readOnly != readOnly()) {
      post(new Request.SetReadOnly(readOnly));
      deferredReadOnly = readOnly;
    }
  }

  String schema() {
    return state().schema();
  }

  /** As the server tells it; null for an older server, and a zone that is not known here. */
  @Nullable ZoneId timeZone() {
    String id = state().timeZone();
    ZoneId known = zone;
    if (id == null || known != null && known.getId().equals(id)) {
      return id == null ? null : known;
    }
    try {
      zone = ZoneId.of(id);
    } catch (DateTimeException e) {
      zone = null;
    }
    return zone;
  }

  void setSchema(String schema) {
    send(new Request.SetSchema(schema));
  }

  void cancel() {
    if (!conversation.isClosed() && !conversation.isBroken()) {
      CancelRequest request = new CancelRequest(welcome.sessionId(), welcome.cancelKey());
      conversation.withFlushBlocked(() -> origin.cancel(host, request));
    }
  }

  List<Notice> takeNotices() {
    conversation.check();
    return conversation.takeNotices();
  }

  /**
   * Asks the server.
   *
   * @param millis in which it must answer, 0 for as long as it takes; the session is lost if not
   */
  boolean isValid(int millis) {
    if (conversation.isClosed() || conversation.isBroken()) {
      return false;
    }
    try {
      post(new Request.Ping());
      conversation.flush(millis);
      return true;
    } catch (MosqlException e) {
      return false;
    } finally {
      clearDeferred();
    }
  }

  DatabaseInfo databaseInfo() {
    conversation.check();
    return welcome.database();
  }

  void close() {
    conversation.close();
  }

  /** Any thread. As {@link #close}, without a word to a server that need not be there. */
  void abandon() {
    conversation.abandon();
  }
}
