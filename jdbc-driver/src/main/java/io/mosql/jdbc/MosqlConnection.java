package io.mosql.jdbc;

import io.mosql.core.error.MosqlException;
import io.mosql.core.lexer.StatementSplitter;
import io.mosql.core.lexer.StatementSplitter.Piece;
import io.mosql.core.session.PreparedStatementHandle;
import io.mosql.core.session.Session;
import io.mosql.core.session.Session.DatabaseInfo;
import io.mosql.core.session.SessionProperty;
import io.mosql.core.type.SqlArray;
import io.mosql.core.type.SqlType;
import io.mosql.jdbc.base.DriverErrorMessage;
import io.mosql.jdbc.base.SqlErrors;
import io.mosql.jdbc.base.WarningChain;
import io.mosql.jdbc.base.Wrappers;
import io.mosql.jdbc.conversion.JdbcEscapes;
import io.mosql.jdbc.session.JdbcUrl;
import java.sql.Array;
import java.sql.Blob;
import java.sql.CallableStatement;
import java.sql.ClientInfoStatus;
import java.sql.Clob;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.NClob;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLClientInfoException;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.SQLXML;
import java.sql.Savepoint;
import java.sql.ShardingKey;
import java.sql.Statement;
import java.sql.Struct;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A connection with one session. Threads that share a connection are serialized by its {@link
 * SessionLock}; close, abort and cancel do not wait for the lock.
 *
 * <p>Statements and result sets are not notified of the close: they check the lock.
 */
final class MosqlConnection implements Connection {
  /** SQLSTATE of the warning that another option was applied than the requested one. */
  static final String OPTION_CHANGED = "01S02";

  /** Names of client info properties, with their descriptions. */
  static final Map<String, String> CLIENT_INFO =
      Map.of(
          "ApplicationName", "name of the application",
          "ClientUser", "user on whose behalf the application works",
          "ClientHostname", "machine that the application runs on");

  private final SessionLock sessionLock;
  private final JdbcUrl url;
  private final WarningChain warnings = new WarningChain();
  private final AtomicInteger savepoints = new AtomicInteger();
  private final Properties clientInfo = new Properties();
  private volatile @Nullable DatabaseInfo info;
  private volatile int holdability = ResultSet.HOLD_CURSORS_OVER_COMMIT;

  /** Open result sets that a commit closes. Guarded by itself. */
  private final Set<MosqlResultSet> closedAtCommit = new LinkedHashSet<>();

  /** Creates a connection that owns the session. */
  MosqlConnection(Session session, JdbcUrl url) {
    this.sessionLock = new SessionLock(session);
    this.url = url;
    String application = url.get(SessionProperty.APPLICATION_NAME);
    if (application != null) {
      clientInfo.setProperty("ApplicationName", application);
    }
    for (String name : url.ignored()) {
      addWarning(
          new SQLWarning("unrecognized connection property \"" + name + "\"", OPTION_CHANGED));
    }
  }

  SessionLock sessionLock() {
    return sessionLock;
  }

  JdbcUrl url() {
    return url;
  }

  void checkOpen() throws SQLException {
    if (sessionLock.isClosed()) {
      throw sessionLock.connectionClosed();
    }
  }

  private void addWarning(SQLWarning warning) {
    synchronized (warnings) {
      warnings.add(warning);
    }
  }

  /** An operation on a session with a result. */
  @FunctionalInterface
  private interface Call<T> {
    T on(Session session);
  }

  /** An operation on a session without a result. */
  @FunctionalInterface
  private interface Command {
    void on(Session session);
  }

  private <T> T query(Call<T> call) throws SQLException {
    Session session = sessionLock.acquire(null);
    try {
      return call.on(session);
    } catch (RuntimeException | Error e) {
      throw SqlErrors.of(e);
    } finally {
      sessionLock.release();
    }
  }

  private void run(Command command) throws SQLException {
    Session session = sessionLock.acquire(null);
    try {
      command.on(session);
    } catch (RuntimeException | Error e) {
      throw SqlErrors.of(e);
    } finally {
      sessionLock.release();
    }
  }

  @Override
  public Statement createStatement() throws SQLException {
    checkOpen();
    return new MosqlStatement(this, defaultMode());
  }

  @Override
  public Statement createStatement(int type, int concurrency, int holdability) throws SQLException {
    checkOpen();
    return new MosqlStatement(this, mode(type, concurrency, holdability));
  }

  @Override
  public PreparedStatement prepareStatement(String sql) throws SQLException {
    return prepare(sql, defaultMode(), null);
  }

  @Override
  public PreparedStatement prepareStatement(String sql, int type, int concurrency, int holdability)
      throws SQLException {
    return prepare(sql, mode(type, concurrency, holdability), null);
  }

  private PreparedStatement prepare(
      String sql, ResultSetMode mode, @Nullable List<String> keyColumns) throws SQLException {
    List<Piece> texts = statements(JdbcEscapes.translate(sql));
    return new MosqlPreparedStatement(this, texts, handles(texts), mode, keyColumns);
  }

  /** The statements of a text; a text without any is one. */
  private static List<Piece> statements(String text) {
    List<Piece> several =
        StatementSplitter.mayBeSeveral(text) ? StatementSplitter.split(text) : List.of();
    return several.size() > 1 ? several : List.of(new Piece(text, 0));
  }

  private List<PreparedStatementHandle> handles(List<Piece> texts) throws SQLException {
    return query(
        session -> {
          List<PreparedStatementHandle> prepared = new ArrayList<>(texts.size());
          for (Piece text : texts) {
            try {
              PreparedStatementHandle handle = session.prepare(text.sql(), List.of());
              prepared.add(handle);
              // On a server this sends a request, which may report that the statement does not
              // exist.
              handle.parameters();
            } catch (MosqlException e) {
              prepared.forEach(PreparedStatementHandle::close);
              throw e.inTextAt(text.start());
            }
          }
          return prepared;
        });
  }

  @Override
  public boolean getAutoCommit() throws SQLException {
    return query(Session::autoCommit);
  }

  /** Whether the next statement is a transaction of its own: BEGIN suspends autocommit mode. */
  static boolean commitsEachStatement(Session session) {
    return session.autoCommit() && session.transactionStatus() == Session.TransactionStatus.IDLE;
  }

  boolean commitsEachStatement() throws SQLException {
    return query(MosqlConnection::commitsEachStatement);
  }

  boolean isInTransaction() throws SQLException {
    return query(session -> session.transactionStatus() == Session.TransactionStatus.ACTIVE);
  }

  @Override
  public void setAutoCommit(boolean autoCommit) throws SQLException {
    Session session = sessionLock.acquire(null);
    try {
      boolean commits = autoCommit && !session.autoCommit();
      session.setAutoCommit(autoCommit);
      if (commits) {
        closeAfterCommit();
      }
    } catch (RuntimeException | Error e) {
      throw SqlErrors.of(e);
    } finally {
      sessionLock.release();
    }
  }

  @Override
  public void commit() throws SQLException {
    Session session = sessionLock.acquire(null);
    try {
      checkManual(session);
      session.commit();
      closeAfterCommit();
    } catch (RuntimeException | Error e) {
      throw SqlErrors.of(e);
    } finally {
      sessionLock.release();
    }
  }

  /** Registers a result set that a commit closes. */
  void closeAtCommit(MosqlResultSet rows) {
    synchronized (closedAtCommit) {
      closedAtCommit.add(rows);
    }
  }

  /** Called when a result set was closed. */
  void resultClosed(MosqlResultSet rows) {
    synchronized (closedAtCommit) {
      closedAtCommit.remove(rows);
    }
  }

  private void closeAfterCommit() throws SQLException {
    List<MosqlResultSet> open;
    synchronized (closedAtCommit) {
      open = List.copyOf(closedAtCommit);
      closedAtCommit.clear();
    }
    for (MosqlResultSet rows : open) {
      rows.close();
    }
  }

  @Override
  public void rollback() throws SQLException {
    Session session = sessionLock.acquire(null);
    try {
      checkManual(session);
      session.rollback();
    } catch (RuntimeException | Error e) {
      throw SqlErrors.of(e);
    } finally {
      sessionLock.release();
    }
  }

  private static void checkManual(Session session) throws SQLException {
    if (session.autoCommit()) {
      throw DriverErrorMessage.AUTOCOMMIT_ENABLED.sqlException();
    }
  }

  @Override
  public Savepoint setSavepoint() throws SQLException {
    return mark(MosqlSavepoint.unnamed(this, savepoints.incrementAndGet()));
  }

  @Override
  public Savepoint setSavepoint(String name) throws SQLException {
    return mark(new MosqlSavepoint(this, 0, name));
  }

  private Savepoint mark(MosqlSavepoint savepoint) throws SQLException {
    Session session = sessionLock.acquire(null);
    try {
      checkManual(session);
      session.savepoint(savepoint.name());
      return savepoint;
    } catch (RuntimeException | Error e) {
      throw SqlErrors.of(e);
    } finally {
      sessionLock.release();
    }
  }

  @Override
  public void rollback(Savepoint savepoint) throws SQLException {
    String name = nameOf(savepoint);
    run(session -> session.rollbackTo(name));
  }

  @Override
  public void releaseSavepoint(Savepoint savepoint) throws SQLException {
    String name = nameOf(savepoint);
    run(session -> session.release(name));
  }

  private String nameOf(Savepoint savepoint) throws SQLException {
    if (savepoint instanceof MosqlSavepoint ours && ours.owner() == this) {
      return ours.name();
    }
    throw DriverErrorMessage.SAVEPOINT_OF_OTHER_CONNECTION.sqlException();
  }

  @Override
  public int getTransactionIsolation() throws SQLException {
    return switch (query(Session::isolation)) {
      case READ_COMMITTED -> TRANSACTION_READ_COMMITTED;
      case REPEATABLE_READ -> TRANSACTION_REPEATABLE_READ;
      case SERIALIZABLE -> TRANSACTION_SERIALIZABLE;
    };
  }

  @Override
  public void setTransactionIsolation(int level) throws SQLException {
    Session.Isolation isolation =
        switch (level) {
          // Uncommitted data is never visible, so the next stricter level is used.
          case TRANSACTION_READ_UNCOMMITTED, TRANSACTION_READ_COMMITTED ->
              Session.Isolation.READ_COMMITTED;
          case TRANSACTION_REPEATABLE_READ -> Session.Isolation.REPEATABLE_READ;
          case TRANSACTION_SERIALIZABLE -> Session.Isolation.SERIALIZABLE;
          default -> throw DriverErrorMessage.INVALID_ISOLATION_LEVEL.sqlException();
        };
    run(session -> session.setIsolation(isolation));
  }

  @Override
  public boolean isReadOnly() throws SQLException {
    return query(Session::readOnly);
  }

  @Override
  public void setReadOnly(boolean readOnly) throws SQLException {
    run(session -> session.setReadOnly(readOnly));
  }

  @Override
  public String getSchema() throws SQLException {
    return query(Session::schema);
  }

  @Override
  public void setSchema(String schema) throws SQLException {
    run(session -> session.setSchema(schema));
  }

  /** The database; a connection cannot change it. */
  @Override
  public String getCatalog() throws SQLException {
    return databaseInfo().databaseName();
  }

  DatabaseInfo databaseInfo() throws SQLException {
    checkOpen();
    DatabaseInfo known = info;
    if (known == null) {
      known = query(Session::databaseInfo);
      info = known;
    }
    return known;
  }

  @Override
  public DatabaseMetaData getMetaData() throws SQLException {
    checkOpen();
    return new MosqlDatabaseMetaData(this);
  }

  @Override
  public boolean isValid(int timeout) throws SQLException {
    if (timeout < 0) {
      throw DriverErrorMessage.NEGATIVE_VALUE.sqlException();
    }
    return sessionLock.isValid(timeout);
  }

  @Override
  public int getNetworkTimeout() throws SQLException {
    checkOpen();
    return sessionLock.networkTimeout();
  }

  /** Without a server there is no network: the value is only stored and returned. */
  @Override
  public void setNetworkTimeout(@Nullable Executor executor, int milliseconds) throws SQLException {
    checkOpen();
    if (milliseconds < 0) {
      throw DriverErrorMessage.NEGATIVE_VALUE.sqlException();
    }
    sessionLock.setNetworkTimeout(milliseconds);
  }

  /** Accepted without effect: a database is not sharded. */
  @Override
  public void setShardingKey(ShardingKey key) throws SQLException {
    checkOpen();
  }

  @Override
  public void setShardingKey(ShardingKey key, ShardingKey superKey) throws SQLException {
    checkOpen();
  }

  @Override
  public boolean setShardingKeyIfValid(ShardingKey key, int timeout) throws SQLException {
    return isValid(timeout);
  }

  @Override
  public boolean setShardingKeyIfValid(ShardingKey key, ShardingKey superKey, int timeout)
      throws SQLException {
    return isValid(timeout);
  }

  @Override
  public @Nullable SQLWarning getWarnings() throws SQLException {
    List<Session.Notice> notices = query(Session::takeNotices);
    synchronized (warnings) {
      warnings.addAll(notices);
      return warnings.first();
    }
  }

  @Override
  public void clearWarnings() throws SQLException {
    run(Session::takeNotices);
    synchronized (warnings) {
      warnings.clear();
    }
  }

  @Override
  public void close() throws SQLException {
    if (sessionLock.markClosed()) {
      sessionLock.closeSession();
    }
  }

  @Override
  public void abort(@Nullable Executor executor) throws SQLException {
    if (executor == null) {
      throw DriverErrorMessage.EXECUTOR_MISSING.sqlException();
    }
    if (sessionLock.markClosed()) {
      executor.execute(this::closeQuietly);
    }
  }

  /** Failures are ignored, since no caller waits for an aborted connection. */
  private void closeQuietly() {
    try {
      sessionLock.closeSession();
    } catch (SQLException e) {
      addWarning(new SQLWarning(e));
    }
  }

  @Override
  public boolean isClosed() {
    return sessionLock.isClosed();
  }

  @Override
  public String toString() {
    return "MoSQL connection to " + url;
  }

  private ResultSetMode defaultMode() {
    return new ResultSetMode(false, false, holdability);
  }

  /** The mode of result sets; unsupported types are downgraded with a warning. */
  private ResultSetMode mode(int type, int concurrency, int holdability) throws SQLException {
    checkOpen();
    boolean known =
        (type == ResultSet.TYPE_FORWARD_ONLY
                || type == ResultSet.TYPE_SCROLL_INSENSITIVE
                || type == ResultSet.TYPE_SCROLL_SENSITIVE)
            && (concurrency == ResultSet.CONCUR_READ_ONLY
                || concurrency == ResultSet.CONCUR_UPDATABLE)
            && isHoldability(holdability);
    if (!known) {
      throw DriverErrorMessage.INVALID_RESULT_SET_TYPE.sqlException();
    }
    if (type == ResultSet.TYPE_SCROLL_SENSITIVE) {
      addWarning(new SQLWarning("scrollable result sets are insensitive", OPTION_CHANGED));
    }
    return new ResultSetMode(
        type != ResultSet.TYPE_FORWARD_ONLY,
        concurrency == ResultSet.CONCUR_UPDATABLE,
        holdability);
  }

  private static boolean isHoldability(int holdability) {
    return holdability == ResultSet.CLOSE_CURSORS_AT_COMMIT
        || holdability == ResultSet.HOLD_CURSORS_OVER_COMMIT;
  }

  @Override
  public Statement createStatement(int type, int concurrency) throws SQLException {
    return createStatement(type, concurrency, holdability);
  }

  @Override
  public PreparedStatement prepareStatement(String sql, int type, int concurrency)
      throws SQLException {
    return prepareStatement(sql, type, concurrency, holdability);
  }

  @Override
  public PreparedStatement prepareStatement(String sql, int autoGeneratedKeys) throws SQLException {
    return prepare(sql, defaultMode(), MosqlStatement.keyColumns(autoGeneratedKeys));
  }

  @Override
  public PreparedStatement prepareStatement(String sql, int @Nullable [] columnIndexes)
      throws SQLException {
    return prepare(sql, defaultMode(), MosqlStatement.keyColumns(columnIndexes));
  }

  @Override
  public PreparedStatement prepareStatement(String sql, String @Nullable [] columnNames)
      throws SQLException {
    return prepare(sql, defaultMode(), MosqlStatement.keyColumns(columnNames));
  }

  @Override
  public CallableStatement prepareCall(String sql) throws SQLException {
    return prepareCall(sql, defaultMode());
  }

  private CallableStatement prepareCall(String sql, ResultSetMode mode) throws SQLException {
    JdbcEscapes.Call call = JdbcEscapes.translateCall(sql);
    List<Piece> texts = statements(call.sql());
    return new MosqlCallableStatement(this, texts, handles(texts), mode, call.returnsValue());
  }

  @Override
  public CallableStatement prepareCall(String sql, int type, int concurrency) throws SQLException {
    return prepareCall(sql, type, concurrency, holdability);
  }

  @Override
  public CallableStatement prepareCall(String sql, int type, int concurrency, int holdability)
      throws SQLException {
    return prepareCall(sql, mode(type, concurrency, holdability));
  }

  @Override
  public String nativeSQL(String sql) throws SQLException {
    checkOpen();
    return JdbcEscapes.translate(sql);
  }

  /** Ignored, as JDBC prescribes for drivers whose connections are bound to one database. */
  @Override
  public void setCatalog(@Nullable String catalog) throws SQLException {
    checkOpen();
  }

  @Override
  public int getHoldability() throws SQLException {
    checkOpen();
    return holdability;
  }

  @Override
  public void setHoldability(int holdability) throws SQLException {
    checkOpen();
    if (!isHoldability(holdability)) {
      throw DriverErrorMessage.INVALID_RESULT_SET_TYPE.sqlException();
    }
    this.holdability = holdability;
  }

  @Override
  public void setClientInfo(String name, @Nullable String value) throws SQLClientInfoException {
    try {
      checkOpen();
    } catch (SQLException e) {
      throw new SQLClientInfoException(
          e.getMessage(), e.getSQLState(), Map.of(name, ClientInfoStatus.REASON_UNKNOWN), e);
    }
    if (!CLIENT_INFO.containsKey(name)) {
      addWarning(
          new SQLWarning("unrecognized client info property \"" + name + "\"", OPTION_CHANGED));
    } else if (value == null) {
      clientInfo.remove(name);
    } else {
      clientInfo.setProperty(name, value);
    }
  }

  @Override
  public void setClientInfo(@Nullable Properties properties) throws SQLClientInfoException {
    Properties given = properties == null ? new Properties() : properties;
    for (String name : CLIENT_INFO.keySet()) {
      setClientInfo(name, given.getProperty(name));
    }
    for (String name : given.stringPropertyNames()) {
      if (!CLIENT_INFO.containsKey(name)) {
        setClientInfo(name, given.getProperty(name));
      }
    }
  }

  @Override
  public @Nullable String getClientInfo(String name) throws SQLException {
    checkOpen();
    return name == null ? null : clientInfo.getProperty(name);
  }

  @Override
  public Properties getClientInfo() throws SQLException {
    checkOpen();
    Properties copy = new Properties();
    copy.putAll(clientInfo);
    return copy;
  }

  @Override
  public Clob createClob() throws SQLException {
    checkOpen();
    return StoredClob.empty(sessionLock);
  }

  @Override
  public NClob createNClob() throws SQLException {
    checkOpen();
    return StoredClob.empty(sessionLock);
  }

  @Override
  public Blob createBlob() throws SQLException {
    checkOpen();
    return StoredBlob.empty(sessionLock);
  }

  @Override
  public SQLXML createSQLXML() throws SQLException {
    throw DriverErrorMessage.OPTIONAL_FEATURE_NOT_SUPPORTED.sqlException("type SQLXML");
  }

  @Override
  public Array createArrayOf(String typeName, Object @Nullable [] elements) throws SQLException {
    checkOpen();
    SqlType type = MosqlArray.elementType(typeName);
    return new MosqlArray(
        this, elements == null ? SqlArray.empty(type) : MosqlArray.of(type, elements, this));
  }

  /** The session's time zone; the JVM's if the server does not report one. */
  ZoneId sessionZone() {
    ZoneId zone = sessionLock().timeZone();
    return zone == null ? ZoneId.systemDefault() : zone;
  }

  @Override
  public Struct createStruct(String typeName, Object @Nullable [] attributes) throws SQLException {
    throw DriverErrorMessage.OPTIONAL_FEATURE_NOT_SUPPORTED.sqlException("type Struct");
  }

  @Override
  public Map<String, Class<?>> getTypeMap() throws SQLException {
    checkOpen();
    return Map.of();
  }

  @Override
  public void setTypeMap(@Nullable Map<String, Class<?>> map) throws SQLException {
    checkOpen();
    if (map != null && !map.isEmpty()) {
      throw DriverErrorMessage.OPTIONAL_FEATURE_NOT_SUPPORTED.sqlException("maps of types");
    }
  }

  @Override
  public <T> T unwrap(Class<T> type) throws SQLException {
    return Wrappers.unwrap(this, type);
  }

  @Override
  public boolean isWrapperFor(Class<?> type) {
    return type.isInstance(this);
  }
}
