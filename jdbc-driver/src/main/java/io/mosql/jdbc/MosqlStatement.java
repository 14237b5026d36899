package io.mosql.jdbc;

import io.mosql.core.error.CoreErrorMessage;
import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.core.lexer.StatementSplitter;
import io.mosql.core.lexer.StatementSplitter.Piece;
import io.mosql.core.session.ColumnInfo;
import io.mosql.core.session.ExecutionOptions;
import io.mosql.core.session.PreparedStatementHandle;
import io.mosql.core.session.Session;
import io.mosql.core.session.Session.Notice;
import io.mosql.core.session.SessionProperty;
import io.mosql.core.session.StatementResult;
import io.mosql.core.session.StatementResult.Rows;
import io.mosql.core.session.StatementResult.Update;
import io.mosql.core.wire.Request;
import io.mosql.jdbc.base.BatchErrors;
import io.mosql.jdbc.base.DriverErrorMessage;
import io.mosql.jdbc.base.SqlErrors;
import io.mosql.jdbc.base.WarningChain;
import io.mosql.jdbc.base.Wrappers;
import io.mosql.jdbc.conversion.JdbcEscapes;
import io.mosql.jdbc.conversion.ParameterConversions;
import io.mosql.jdbc.remote.RemoteStatement;
import io.mosql.jdbc.result.LocalRows;
import io.mosql.jdbc.result.ResultShape;
import io.mosql.jdbc.session.QueryTimeout;
import java.sql.BatchUpdateException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A statement that executes SQL texts. A text may have several statements, whose results {@link
 * #getMoreResults} shows one after the other. Another execution, or close, closes all results.
 *
 * <p>Used by one thread at a time, apart from {@link #cancel()} and {@link #isClosed()}.
 */
class MosqlStatement implements Statement {
  private static final @Nullable Object[] NO_PARAMETERS = {};
  private static final long NO_COUNT = -1;

  /** Time limit for restarting a batch that lost conflicts with other transactions. */
  private static final long RERUN_LIMIT_MILLIS = 30_000;

  private final MosqlConnection connection;
  private final SessionLock sessionLock;
  private final ResultSetMode mode;
  private final WarningChain warnings = new WarningChain();
  private long maxRows;
  private int queryTimeoutSeconds;
  private int fetchSize;
  private int fetchDirection = ResultSet.FETCH_FORWARD;
  private boolean escapeProcessing = true;
  private boolean closeOnCompletion;
  private boolean poolable;
  private @Nullable ExecutionOptions options;
  private @Nullable MosqlResultSet result;
  private @Nullable PreparedStatementHandle resultHandle;
  private long updateCount = NO_COUNT;
  private @Nullable Update keys;

  /** The results after the current one, of a text with several statements. */
  private final Deque<StatementResult> pending = new ArrayDeque<>();

  /** Results that {@code getMoreResults} left open, with their handles. */
  private final Map<MosqlResultSet, Optional<PreparedStatementHandle>> kept = new LinkedHashMap<>();

  private @Nullable List<String> texts;
  private boolean closing;
  private volatile boolean closed;
  private volatile boolean cancelled;

  MosqlStatement(MosqlConnection connection, ResultSetMode mode) {
    this.mode = mode;
    this.queryTimeoutSeconds = connection.url().getInt(SessionProperty.QUERY_TIMEOUT);
    this.fetchSize = connection.url().getInt(SessionProperty.DEFAULT_ROW_FETCH_SIZE);
    this.connection = connection;
    this.sessionLock = connection.sessionLock();
  }

  /** The kind of result that the caller expects. */
  enum ExpectedResult {
    ROWS,
    COUNT,
    ANYTHING
  }

  final SessionLock sessionLock() {
    return sessionLock;
  }

  final MosqlConnection connection() {
    return connection;
  }

  final void checkOpen() throws SQLException {
    if (closed) {
      throw DriverErrorMessage.STATEMENT_CLOSED.sqlException();
    }
    if (sessionLock.isClosed()) {
      throw sessionLock.connectionClosed();
    }
  }

  /** Discards the results of the previous execution. */
  final void begin() throws SQLException {
    checkOpen();
    if (cancelled) {
      cancelled = false;
    }
    if (warnings.first() != null) {
      warnings.clear();
    }
    keys = null;
    updateCount = NO_COUNT;
    closeResults();
  }

  /** Closes the current result, those that were kept open, and those that were not reached. */
  private void closeResults() throws SQLException {
    pending.clear();
    closeKept();
    closeResult();
  }

  private void closeKept() throws SQLException {
    for (MosqlResultSet open : List.copyOf(kept.keySet())) {
      closeInternally(open);
    }
  }

  private void closeResult() throws SQLException {
    MosqlResultSet open = result;
    if (open != null) {
      closeInternally(open);
    }
  }

  private void closeInternally(MosqlResultSet open) throws SQLException {
    closing = true;
    try {
      open.close();
    } finally {
      closing = false;
    }
  }

  /** Called by the result set after its close. */
  final void resultClosed(MosqlResultSet closedResult) throws SQLException {
    if (mode.closesAtCommit()) {
      connection.resultClosed(closedResult);
    }
    PreparedStatementHandle handle;
    if (result == closedResult) {
      result = null;
      handle = resultHandle;
      resultHandle = null;
    } else {
      Optional<PreparedStatementHandle> keptHandle = kept.remove(closedResult);
      if (keptHandle == null) {
        return;
      }
      handle = keptHandle.orElse(null);
    }
    if (handle != null && !sessionLock.isClosed()) {
      closeHandle(handle);
    }
    if (!closing && closeOnCompletion && result == null && kept.isEmpty() && pending.isEmpty()) {
      close();
    }
  }

  final void closeHandle(PreparedStatementHandle handle) throws SQLException {
    sessionLock.acquire(this);
    try {
      handle.close();
    } catch (RuntimeException | Error e) {
      throw failure(e);
    } finally {
      sessionLock.release();
    }
  }

  /**
   * Converts a failure of the engine during this statement. A cancellation without a call of cancel
   * and without a close of the connection is reported as a timeout.
   */
  final SQLException failure(Throwable e) {
    return cancelled || sessionLock.isClosed() ? SqlErrors.of(e) : SqlErrors.ofTimed(e);
  }

  /** Adds the notices of the session; called with the lock held. */
  final void addWarnings(Session session) {
    List<Notice> notices = session.takeNotices();
    if (!notices.isEmpty()) {
      warnings.addAll(notices);
    }
  }

  /**
   * Shows rows as the current result.
   *
   * @param sql the query; null when its rows cannot be changed
   */
  final MosqlResultSet show(Rows rows, ResultShape shape, @Nullable String sql)
      throws SQLException {
    MosqlResultSet shown =
        mode.scrollable()
            ? new ScrollableResultSet(connection, this, rows, shape)
            : new MosqlResultSet(connection, this, rows, shape);
    result = shown;
    if (mode.updatable()) {
      RowEditor editor = sql == null ? null : RowEditor.of(connection, shape, sql);
      if (editor == null) {
        warnings.add(
            new SQLWarning(
                "the result set is read-only: the query is not a SELECT of one table with its"
                    + " primary key",
                MosqlConnection.OPTION_CHANGED));
      } else {
        shown.makeUpdatable(editor);
      }
    }
    if (mode.closesAtCommit()) {
      connection.closeAtCommit(shown);
    }
    return shown;
  }

  final void show(Update update) {
    updateCount = update.updateCount();
    keys = update;
  }

  /** Leaves the statement without a current result. */
  final void showNothing() {
    updateCount = NO_COUNT;
    keys = null;
  }

  /** Shows the first of several results, and keeps the others for {@code getMoreResults}. */
  final boolean showAll(List<StatementResult> results) throws SQLException {
    pending.addAll(results);
    return showNext();
  }

  /** Shows the next pending result, if there is one; returns whether it has rows. */
  private boolean showNext() throws SQLException {
    StatementResult next = pending.poll();
    if (next instanceof Rows rows) {
      show(rows, new ResultShape(rows.columns()), null);
      return true;
    }
    if (next instanceof Update update) {
      show(update);
    }
    return false;
  }

  /** The update count and keys of the last execution, if it was no query. */
  final Update shownUpdate() {
    return keys == null ? Update.of(0) : keys;
  }

  /** Sets the generated keys of a whole batch, which has no update count. */
  final void showKeys(List<ColumnInfo> columns, List<@Nullable Object[]> rows) {
    updateCount = NO_COUNT;
    keys = new Update(0, columns, rows);
  }

  /** Checks the kind of the statement; a server checks it during the execution. */
  private static void check(ExpectedResult expect, PreparedStatementHandle handle)
      throws SQLException {
    if (handle instanceof RemoteStatement remote) {
      remote.expect(
          switch (expect) {
            case ROWS -> Request.Expectation.ROWS;
            case COUNT -> Request.Expectation.COUNT;
            case ANYTHING -> Request.Expectation.ANYTHING;
          });
    } else {
      check(expect, handle.returnsRows());
    }
  }

  static void check(ExpectedResult expect, boolean returnsRows) throws SQLException {
    if (expect == ExpectedResult.ROWS && !returnsRows) {
      throw SqlErrors.of(CoreErrorMessage.NO_ROWS_RETURNED);
    }
    if (expect == ExpectedResult.COUNT && returnsRows) {
      throw SqlErrors.of(CoreErrorMessage.ROWS_RETURNED);
    }
  }

  private boolean run(String sql, ExpectedResult expect, @Nullable List<String> keyColumns)
      throws SQLException {
    checkTextAllowed();
    begin();
    return runText(sql, expect, keyColumns);
  }

  private boolean runText(String sql, ExpectedResult expect, @Nullable List<String> keyColumns)
      throws SQLException {
    String text =
        escapeProcessing ? JdbcEscapes.translate(sql) : ParameterConversions.encodable(sql);
    if (StatementSplitter.mayBeSeveral(text)) {
      List<Piece> pieces = StatementSplitter.split(text);
      if (pieces.size() > 1) {
        return runTexts(pieces, expect, keyColumns);
      }
    }
    ExecutionOptions options = options(keyColumns);
    Session session = sessionLock.acquire(this);
    QueryTimeout limit = QueryTimeout.of(session, options.timeoutMillis());
    try {
      PreparedStatementHandle handle = session.prepare(text, List.of());
      boolean keep = false;
      try {
        check(expect, handle);
        StatementResult outcome = session.execute(handle, NO_PARAMETERS, options);
        addWarnings(session);
        if (outcome instanceof Rows rows) {
          show(rows, new ResultShape(rows.columns()), text);
          resultHandle = handle;
          keep = true;
        } else if (outcome instanceof Update update) {
          show(update);
        }
        return keep;
      } finally {
        if (!keep) {
          handle.close();
        }
      }
    } catch (RuntimeException | Error e) {
      throw failure(limit.explained(e));
    } finally {
      limit.close();
      sessionLock.release();
    }
  }

  private boolean runTexts(
      List<Piece> pieces, ExpectedResult expect, @Nullable List<String> keyColumns)
      throws SQLException {
    if (expect == ExpectedResult.ROWS) {
      throw DriverErrorMessage.SEVERAL_STATEMENTS.sqlException();
    }
    ExecutionOptions options = options(keyColumns);
    return showAll(
        runSequence(pieces.stream().map(piece -> new TextStep(piece, expect, options)).toList()));
  }

  /** Executes several statements as one text. */
  final List<StatementResult> runSequence(List<? extends StatementSequence.Step> steps)
      throws SQLException {
    Session session = sessionLock.acquire(this);
    QueryTimeout limit = QueryTimeout.of(session, TimeUnit.SECONDS.toMillis(queryTimeoutSeconds));
    try {
      List<StatementResult> results =
          StatementSequence.run(session, steps, () -> cancelled, RERUN_LIMIT_MILLIS);
      addWarnings(session);
      return results;
    } catch (RuntimeException | Error e) {
      throw failure(limit.explained(e));
    } finally {
      limit.close();
      sessionLock.release();
    }
  }

  /** One statement of a text. Errors report positions in the whole text. */
  private record TextStep(Piece piece, ExpectedResult expect, ExecutionOptions options)
      implements StatementSequence.Step {
    @Override
    public boolean beginsTransaction() {
      return piece.beginsTransaction();
    }

    @Override
    public StatementResult execute(Session session) throws SQLException {
      try {
        PreparedStatementHandle handle = session.prepare(piece.sql(), List.of());
        try {
          check(expect, handle);
          return StatementSequence.buffered(session.execute(handle, NO_PARAMETERS, options));
        } finally {
          handle.close();
        }
      } catch (MosqlException e) {
        throw e.inTextAt(piece.start());
      }
    }
  }

  /** Throws on prepared statements, whose text is fixed. */
  void checkTextAllowed() throws SQLException {}

  @Override
  public final ResultSet executeQuery(String sql) throws SQLException {
    run(sql, ExpectedResult.ROWS, null);
    return currentResult();
  }

  final ResultSet currentResult() throws SQLException {
    MosqlResultSet current = result;
    if (current == null) {
      throw SqlErrors.of(CoreErrorMessage.NO_ROWS_RETURNED);
    }
    return current;
  }

  private boolean execute(String sql, @Nullable List<String> keyColumns) throws SQLException {
    return run(sql, ExpectedResult.ANYTHING, keyColumns);
  }

  private long update(String sql, @Nullable List<String> keyColumns) throws SQLException {
    run(sql, ExpectedResult.COUNT, keyColumns);
    return updateCount;
  }

  @Override
  public final @Nullable ResultSet getResultSet() throws SQLException {
    checkOpen();
    return result;
  }

  @Override
  public final long getLargeUpdateCount() throws SQLException {
    checkOpen();
    return updateCount;
  }

  @Override
  public final boolean getMoreResults(int current) throws SQLException {
    checkOpen();
    MosqlResultSet open = result;
    switch (current) {
      case CLOSE_CURRENT_RESULT -> closeResult();
      case KEEP_CURRENT_RESULT -> {
        if (open != null) {
          kept.put(open, Optional.ofNullable(resultHandle));
          result = null;
          resultHandle = null;
        }
      }
      case CLOSE_ALL_RESULTS -> {
        closeKept();
        closeResult();
      }
      default -> throw DriverErrorMessage.INVALID_MORE_RESULTS.sqlException();
    }
    updateCount = NO_COUNT;
    keys = null;
    return showNext();
  }

  @Override
  public final ResultSet getGeneratedKeys() throws SQLException {
    checkOpen();
    Update update = keys;
    List<ColumnInfo> columns = update == null ? List.of() : update.keyColumns();
    // Rows of a table without keys have no columns.
    List<@Nullable Object[]> rows =
        update == null || columns.isEmpty() ? List.of() : update.generatedKeys();
    return new MosqlResultSet(
        connection, this, new LocalRows(columns, rows), new ResultShape(columns));
  }

  @Override
  public final void addBatch(String sql) throws SQLException {
    checkTextAllowed();
    checkOpen();
    if (StatementSplitter.mayBeSeveral(sql) && StatementSplitter.split(sql).size() > 1) {
      throw severalInBatch();
    }
    if (texts == null) {
      texts = new ArrayList<>();
    }
    texts.add(sql);
  }

  /** The exception for a text of a batch whose statements would need a count each. */
  static SQLException severalInBatch() {
    return DriverErrorMessage.OPTIONAL_FEATURE_NOT_SUPPORTED.sqlException(
        "batches of a text with several statements");
  }

  @Override
  public void clearBatch() throws SQLException {
    checkOpen();
    texts = null;
  }

  @Override
  public long[] executeLargeBatch() throws SQLException {
    begin();
    List<String> batch = texts;
    texts = null;
    if (batch == null) {
      return new long[0];
    }
    return runAtOnce(
        batch.size(),
        i -> {
          runText(batch.get(i), ExpectedResult.COUNT, null);
          return updateCount;
        });
  }

  /** One statement of a batch. */
  @FunctionalInterface
  interface BatchStep {
    long run(int index) throws SQLException;
  }

  /**
   * Runs the steps of a batch one by one, in autocommit mode as one transaction. The transaction is
   * restarted when it was rolled back because of a conflict or a lost connection: a single
   * statement in autocommit mode does not fail then, and neither does a batch.
   *
   * @throws BatchUpdateException with the counts of the steps that took effect
   */
  final long[] runAtOnce(int size, BatchStep step) throws SQLException {
    boolean single = size > 1 && connection.commitsEachStatement();
    if (single) {
      connection.setAutoCommit(false);
    }
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(RERUN_LIMIT_MILLIS);
    long[] counts = new long[size];
    int done = 0;
    while (true) {
      boolean whole = single;
      try {
        for (done = 0; done < size; done++) {
          counts[done] = step.run(done);
          // A step that ends the transaction has committed those before it.
          whole = whole && connection.isInTransaction();
        }
        if (single) {
          connection.commit();
          connection.setAutoCommit(true);
        }
        return counts;
      } catch (SQLException e) {
        if (whole && isRolledBack(e) && !cancelled && System.nanoTime() - end < 0) {
          connection.rollback();
          continue;
        }
        if (single) {
          undoBatch(e);
        }
        throw BatchErrors.of(e, counts, done, single);
      }
    }
  }

  private static boolean isRolledBack(SQLException e) {
    return SqlState.SERIALIZATION_FAILURE.code().equals(e.getSQLState())
        || SqlState.DEADLOCK.code().equals(e.getSQLState());
  }

  /** Rolls back a batch and restores autocommit mode; a failure of that is suppressed. */
  private void undoBatch(SQLException failure) {
    try {
      connection.rollback();
      connection.setAutoCommit(true);
    } catch (SQLException e) {
      failure.addSuppressed(e);
    }
  }

  /** A check of the sending of parameters: throws 57014 when it was cancelled or takes too long. */
  final Runnable transferCheck() {
    long start = System.nanoTime();
    long limit = TimeUnit.SECONDS.toNanos(queryTimeoutSeconds);
    return () -> {
      if (cancelled) {
        throw DriverErrorMessage.PARAMETER_CANCELLED.error();
      }
      if (limit != 0 && System.nanoTime() - start > limit) {
        throw DriverErrorMessage.PARAMETER_TIMED_OUT.error();
      }
    };
  }

  @Override
  public final void cancel() throws SQLException {
    checkOpen();
    cancelled = true;
    sessionLock.cancel(this);
  }

  @Override
  public final void close() throws SQLException {
    if (closed) {
      return;
    }
    try {
      closeResults();
    } finally {
      closed = true;
      release();
    }
  }

  /** Releases resources of the statement other than its result. */
  void release() throws SQLException {}

  @Override
  public final boolean isClosed() {
    return closed || sessionLock.isClosed();
  }

  @Override
  public final Connection getConnection() throws SQLException {
    checkOpen();
    return connection;
  }

  @Override
  public final @Nullable SQLWarning getWarnings() throws SQLException {
    checkOpen();
    return warnings.first();
  }

  @Override
  public final void clearWarnings() throws SQLException {
    checkOpen();
    warnings.clear();
  }

  /** The options of an execution; the same object while settings and columns are unchanged. */
  final ExecutionOptions options(@Nullable List<String> keyColumns) {
    ExecutionOptions known = options;
    if (known == null || known.keyColumns() != keyColumns) {
      long timeout = TimeUnit.SECONDS.toMillis(queryTimeoutSeconds);
      known =
          maxRows == 0 && timeout == 0 && keyColumns == null && fetchSize == 0
              ? ExecutionOptions.DEFAULT
              : new ExecutionOptions(maxRows, timeout, keyColumns, fetchSize);
      options = known;
    }
    return known;
  }

  /** Key columns of a call with {@code autoGeneratedKeys}. */
  static @Nullable List<String> keyColumns(int autoGeneratedKeys) throws SQLException {
    return switch (autoGeneratedKeys) {
      case RETURN_GENERATED_KEYS -> List.of();
      case NO_GENERATED_KEYS -> null;
      default -> throw DriverErrorMessage.INVALID_AUTO_GENERATED_KEYS.sqlException();
    };
  }

  static @Nullable List<String> keyColumns(String @Nullable [] names) {
    return names == null || names.length == 0 ? null : List.of(names);
  }

  /** Unsupported: columns by number would require the table of the INSERT. */
  static @Nullable List<String> keyColumns(int @Nullable [] indexes) throws SQLException {
    if (indexes == null || indexes.length == 0) {
      return null;
    }
    throw DriverErrorMessage.OPTIONAL_FEATURE_NOT_SUPPORTED.sqlException(
        "generated keys by column number");
  }

  @Override
  public final boolean execute(String sql) throws SQLException {
    return execute(sql, (List<String>) null);
  }

  @Override
  public final boolean execute(String sql, int autoGeneratedKeys) throws SQLException {
    return execute(sql, keyColumns(autoGeneratedKeys));
  }

  @Override
  public final boolean execute(String sql, int @Nullable [] columnIndexes) throws SQLException {
    return execute(sql, keyColumns(columnIndexes));
  }

  @Override
  public final boolean execute(String sql, String @Nullable [] columnNames) throws SQLException {
    return execute(sql, keyColumns(columnNames));
  }

  @Override
  public final long executeLargeUpdate(String sql) throws SQLException {
    return update(sql, null);
  }

  @Override
  public final long executeLargeUpdate(String sql, int autoGeneratedKeys) throws SQLException {
    return update(sql, keyColumns(autoGeneratedKeys));
  }

  @Override
  public final long executeLargeUpdate(String sql, int @Nullable [] columnIndexes)
      throws SQLException {
    return update(sql, keyColumns(columnIndexes));
  }

  @Override
  public final long executeLargeUpdate(String sql, String @Nullable [] columnNames)
      throws SQLException {
    return update(sql, keyColumns(columnNames));
  }

  @Override
  public final int executeUpdate(String sql) throws SQLException {
    return BatchErrors.narrow(executeLargeUpdate(sql));
  }

  @Override
  public final int executeUpdate(String sql, int autoGeneratedKeys) throws SQLException {
    return BatchErrors.narrow(executeLargeUpdate(sql, autoGeneratedKeys));
  }

  @Override
  public final int executeUpdate(String sql, int @Nullable [] columnIndexes) throws SQLException {
    return BatchErrors.narrow(executeLargeUpdate(sql, columnIndexes));
  }

  @Override
  public final int executeUpdate(String sql, String @Nullable [] columnNames) throws SQLException {
    return BatchErrors.narrow(executeLargeUpdate(sql, columnNames));
  }

  @Override
  public final int[] executeBatch() throws SQLException {
    return BatchErrors.narrow(executeLargeBatch());
  }

  @Override
  public final int getUpdateCount() throws SQLException {
    return BatchErrors.narrow(getLargeUpdateCount());
  }

  @Override
  public final boolean getMoreResults() throws SQLException {
    return getMoreResults(CLOSE_CURRENT_RESULT);
  }

  @Override
  public final long getLargeMaxRows() throws SQLException {
    checkOpen();
    return maxRows;
  }

  @Override
  public final void setLargeMaxRows(long max) throws SQLException {
    checkOpen();
    checkNotNegative(max);
    maxRows = max;
    options = null;
  }

  @Override
  public final int getMaxRows() throws SQLException {
    return BatchErrors.narrow(getLargeMaxRows());
  }

  @Override
  public final void setMaxRows(int max) throws SQLException {
    setLargeMaxRows(max);
  }

  @Override
  public final int getQueryTimeout() throws SQLException {
    checkOpen();
    return queryTimeoutSeconds;
  }

  @Override
  public final void setQueryTimeout(int seconds) throws SQLException {
    checkOpen();
    checkNotNegative(seconds);
    queryTimeoutSeconds = seconds;
    options = null;
  }

  @Override
  public final int getFetchSize() throws SQLException {
    checkOpen();
    return fetchSize;
  }

  @Override
  public final void setFetchSize(int rows) throws SQLException {
    checkOpen();
    checkNotNegative(rows);
    fetchSize = rows;
    options = null;
  }

  @Override
  public final int getFetchDirection() throws SQLException {
    checkOpen();
    return fetchDirection;
  }

  @Override
  public final void setFetchDirection(int direction) throws SQLException {
    checkOpen();
    if (direction != ResultSet.FETCH_FORWARD
        && direction != ResultSet.FETCH_REVERSE
        && direction != ResultSet.FETCH_UNKNOWN) {
      throw DriverErrorMessage.INVALID_FETCH_DIRECTION.sqlException();
    }
    fetchDirection = direction;
  }

  @Override
  public final int getMaxFieldSize() throws SQLException {
    checkOpen();
    return 0;
  }

  /** Ignored: values are never truncated, since JDBC would truncate them silently here. */
  @Override
  public final void setMaxFieldSize(int max) throws SQLException {
    checkOpen();
    checkNotNegative(max);
  }

  @Override
  public final void setEscapeProcessing(boolean enable) throws SQLException {
    checkOpen();
    escapeProcessing = enable;
  }

  @Override
  public final void setCursorName(String name) throws SQLException {
    throw DriverErrorMessage.OPTIONAL_FEATURE_NOT_SUPPORTED.sqlException("names of cursors");
  }

  @Override
  public final int getResultSetConcurrency() throws SQLException {
    checkOpen();
    return mode.concurrency();
  }

  @Override
  public final int getResultSetType() throws SQLException {
    checkOpen();
    return mode.type();
  }

  @Override
  public final int getResultSetHoldability() throws SQLException {
    checkOpen();
    return mode.holdability();
  }

  @Override
  public final void setPoolable(boolean poolable) throws SQLException {
    checkOpen();
    this.poolable = poolable;
  }

  @Override
  public final boolean isPoolable() throws SQLException {
    checkOpen();
    return poolable;
  }

  @Override
  public final void closeOnCompletion() throws SQLException {
    checkOpen();
    closeOnCompletion = true;
  }

  @Override
  public final boolean isCloseOnCompletion() {
    return closeOnCompletion;
  }

  @Override
  public final <T> T unwrap(Class<T> type) throws SQLException {
    return Wrappers.unwrap(this, type);
  }

  @Override
  public final boolean isWrapperFor(Class<?> type) {
    return type.isInstance(this);
  }

  private static void checkNotNegative(long value) throws SQLException {
    if (value < 0) {
      throw DriverErrorMessage.NEGATIVE_VALUE.sqlException();
    }
  }
}
