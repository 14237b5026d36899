package io.mosql.jdbc.remote;

import io.mosql.core.error.CoreErrorMessage;
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
import io.mosql.core.type.LargeObject;
import io.mosql.core.wire.CancelRequest;
import io.mosql.core.wire.Frames;
import io.mosql.core.wire.LoginResponse;
import io.mosql.core.wire.Request;
import io.mosql.core.wire.Response;
import io.mosql.core.wire.SessionState;
import io.mosql.jdbc.base.DriverErrorMessage;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A session on one server. Requests that only change how later statements run, and cannot fail, are
 * deferred and sent together with the next one; the getters return the deferred values.
 *
 * <p>Used by one thread at a time, apart from {@link #cancel} and {@link #close}. When its
 * connection is lost the session is broken permanently; the failover is up to its owner.
 */
final class NodeSession {
  private final NodeFinder origin;
  private final RemoteTarget.Host host;
  private final LoginResponse.Welcome welcome;
  private final RequestPipeline conversation;
  private final StatementCache cache = new StatementCache();
  private int ids;

  /** Cursors on the server that have more rows, and were not closed. */
  private final Set<Integer> openCursors = new HashSet<>();

  private boolean hasTemporaryObjects;

  /** Whether large objects were written since the last statement. */
  private boolean writesObjects;

  /** The object that the server writes now. */
  private @Nullable RemoteLargeObject writing;

  private @Nullable Boolean deferredAutoCommit;
  private @Nullable Boolean deferredReadOnly;
  private @Nullable Isolation deferredIsolation;

  /** The time zone reported last; null when unknown. */
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

  /** The topology reported last by the server; null when there was none. */
  @Nullable Topology topology() {
    return conversation.state().topology();
  }

  /** Newest position reported by the server; 0 when there was none. */
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

  /** Throws 08003 after close, 08006 when the session is lost. */
  void check() {
    conversation.check();
  }

  /**
   * The settings as sent to the server or deferred; for the time after the open transaction, if
   * any.
   */
  InitialSessionState.Settings settings() {
    SessionState state = conversation.state();
    return new InitialSessionState.Settings(
        deferredAutoCommit != null ? deferredAutoCommit : state.autoCommit(),
        deferredReadOnly != null ? deferredReadOnly : state.readOnly(),
        deferredIsolation != null ? deferredIsolation : state.isolation(),
        state.schema());
  }

  /** The state reported last, also when the session is lost. */
  SessionState lastState() {
    return conversation.state();
  }

  /** Whether there are unsent requests that need a response. */
  boolean hasPendingRequests() {
    return conversation.hasPendingRequests();
  }

  /** Whether the session is lost, other than by closing it. */
  boolean isBroken() {
    return conversation.isBroken();
  }

  /**
   * @param millis time without a response after which the session is lost, 0 for never
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

  /** Sends the posted requests together with the deferred ones. */
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

  /** Posts a request, which is skipped when a deferred request before it fails. */
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

  /** Prepares a statement on the server, which caches it, and returns its description. */
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

  /** Called when a handle of a statement is closed. */
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
      writesObjects = false;
      conversation.setRepeatable(true);
      if (changesSchema(handle.knownKind())) {
        forgetStatements();
      }
    }
  }

  /** Whether a statement can be retried, or its outcome be queried, when the response is lost. */
  private static boolean isRepeatable(StatementKind kind) {
    return switch (kind) {
      case READ, SESSION, COMMIT, ROLLBACK, WRITE, SCHEMA, SEVERAL_TRANSACTIONS -> true;
      case UNKNOWN, NOT_TRANSACTIONAL -> false;
    };
  }

  /** Whether a statement of this kind may invalidate the cached descriptions. */
  private static boolean changesSchema(StatementKind kind) {
    return switch (kind) {
      case SCHEMA, SEVERAL_TRANSACTIONS, NOT_TRANSACTIONAL -> true;
      case UNKNOWN, READ, SESSION, COMMIT, ROLLBACK, WRITE -> false;
    };
  }

  /**
   * The kind of the next statement. An unknown statement that is expected to return rows counts as
   * a query, since the server refuses others.
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

  /** Requests the kind of a statement; UNKNOWN when the server cannot determine it. */
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
        // The server refused it; its kind is known now.
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

  /** The columns of a response; empty when the statement could not be prepared. */
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
      if (!rows.last()) {
        openCursors.add(cursor);
      }
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
        updated.updateCount(),
        updated.keyColumns(),
        RemoteRows.readable(updated.generatedKeys(), updated.keyColumns(), handle.owner()));
  }

  /** Clears the cached descriptions. The server replans by itself, so they may be outdated. */
  private void forgetStatements() {
    closeAll(cache.clear());
  }

  Response.Rows fetch(int cursor, int fetchRows, List<ColumnInfo> columns) {
    PendingResponse answer =
        conversation.post(
            new Request.Fetch(cursor, fetchRows), conversation.hasPendingRequests(), () -> columns);
    boolean more = false;
    try {
      flush();
      Response.Rows rows = answer.as(Response.Rows.class);
      more = !rows.last();
      return rows;
    } finally {
      if (!more) {
        openCursors.remove(cursor);
      }
    }
  }

  /** Records that the session has temporary tables or sequences. */
  void keepTemporaryObjects() {
    hasTemporaryObjects = true;
  }

  /**
   * Whether something is lost with this session: rows of a result that are still to be fetched,
   * temporary tables, or large objects that no statement has used.
   */
  boolean isNeeded() {
    return hasTemporaryObjects || writesObjects || !openCursors.isEmpty();
  }

  void closeCursor(int cursor) {
    openCursors.remove(cursor);
    if (!conversation.isBroken() && !conversation.isClosed()) {
      conversation.post(new Request.CloseCursor(cursor));
    }
  }

  /**
   * @param alone whether the batch is a transaction of its own
   */
  long[] executeBatch(
      RemoteStatement handle,
      List<@Nullable Object[]> tuples,
      ExecutionOptions options,
      boolean alone) {
    writesObjects = false;
    try {
      return new BatchExecution(conversation, handle.known(this).id(), options).run(tuples, alone);
    } finally {
      clearDeferred();
    }
  }

  boolean hasLargeObjects() {
    return conversation.hasLargeObjects();
  }

  /**
   * Writes a part of a large object, in pieces of one flight. The object is lost with the session
   * until a statement has used it.
   *
   * @return the object when it was the last part; else null
   */
  @Nullable LargeObject writeLargeObject(
      RemoteLargeObject object, boolean text, boolean first, boolean last, byte[] part) {
    if (!first && writing != object) {
      throw CoreErrorMessage.LARGE_OBJECT_DISCARDED.error();
    }
    writing = object;
    writesObjects = true;
    PendingResponse answer = null;
    int at = 0;
    while (answer == null || at < part.length) {
      int end = Math.min(part.length, at + Frames.WRITTEN_PIECE_BYTES);
      answer =
          conversation.post(
              new Request.WriteLargeObject(
                  text,
                  first && at == 0,
                  last && end == part.length,
                  Arrays.copyOfRange(part, at, end)),
              at > 0 || conversation.hasPendingRequests(),
              null);
      at = end;
    }
    flush();
    return last
        ? Objects.requireNonNull(answer).as(Response.LargeObjectCreated.class).object()
        : null;
  }

  byte[] readLargeObject(LargeObject object, int from, int count) {
    int wanted = Math.min(count, object.byteLength() - from);
    List<PendingResponse> answers = new ArrayList<>();
    for (int at = 0; at < wanted; at += Frames.READ_PIECE_BYTES) {
      answers.add(
          conversation.post(
              new Request.ReadLargeObject(
                  object, from + at, Math.min(wanted - at, Frames.READ_PIECE_BYTES)),
              at > 0 || conversation.hasPendingRequests(),
              null));
    }
    flush();
    byte[] bytes = new byte[wanted];
    int at = 0;
    for (PendingResponse answer : answers) {
      byte[] piece = answer.as(Response.Piece.class).bytes();
      System.arraycopy(piece, 0, bytes, at, piece.length);
      at += piece.length;
    }
    return at == wanted ? bytes : Arrays.copyOf(bytes, at);
  }

  TransactionStatus transactionStatus() {
    return state().transactionStatus();
  }

  TransactionToken token() {
    TransactionToken token = state().token();
    if (token == null) {
      throw DriverErrorMessage.TRANSACTION_NAME_MISSING.error();
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

  /**
   * The time zone reported by the server; null for an older server, and for a zone unknown to the
   * JVM.
   */
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
   * Checks that the server responds.
   *
   * @param millis limit for the response, 0 for none; the session is lost when it is over
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

  /**
   * Closes the connection like {@link #close}, but without a message to the server, which may be
   * unreachable. Any thread.
   */
  void abandon() {
    conversation.abandon();
  }
}
