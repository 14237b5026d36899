package io.mosql.jdbc;

import io.mosql.core.error.SqlState;
import io.mosql.core.session.ColumnInfo;
import io.mosql.core.session.ExecutionOptions;
import io.mosql.core.session.PreparedStatementHandle;
import io.mosql.core.session.Session;
import io.mosql.core.session.Session.Notice;
import io.mosql.core.session.StatementResult;
import io.mosql.core.session.StatementResult.Rows;
import io.mosql.core.session.StatementResult.Update;
import io.mosql.core.wire.Request;
import io.mosql.jdbc.base.BatchErrors;
import io.mosql.jdbc.base.SqlErrors;
import io.mosql.jdbc.base.WarningChain;
import io.mosql.jdbc.conversion.JdbcEscapes;
import io.mosql.jdbc.remote.RemoteStatement;
import io.mosql.jdbc.result.LocalRows;
import io.mosql.jdbc.result.ResultShape;
import io.mosql.jdbc.session.QueryTimeout;
import java.sql.BatchUpdateException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A statement that executes SQL texts, with one open result at a time: another execution, or close,
 * closes the previous result set.
 *
 * <p>Used by one thread at a time, apart from {@link #cancel()} and {@link #isClosed()}.
 */
class MosqlStatement extends BaseStatement {
  private static final @Nullable Object[] NO_PARAMETERS = {};
  private static final long NO_COUNT = -1;

  /** Time limit for restarting a batch that lost conflicts with other transactions. */
  private static final long RERUN_LIMIT_MILLIS = 30_000;

  private final MosqlConnection connection;
  private final SessionLock sessionLock;
  private final WarningChain warnings = new WarningChain();
  private @Nullable CursorResultSet result;
  private @Nullable PreparedStatementHandle resultHandle;
  private long updateCount = NO_COUNT;
  private @Nullable Update keys;
  private @Nullable List<String> texts;
  private boolean closing;
  private volatile boolean closed;
  private volatile boolean cancelled;

  MosqlStatement(MosqlConnection connection, boolean scrollable) {
    super(scrollable, connection.url());
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

  @Override
  final void checkOpen() throws SQLException {
    if (closed) {
      throw SqlErrors.of(SqlState.OBJECT_NOT_IN_PREREQUISITE_STATE, "The statement is closed");
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
    closeResult();
  }

  private void closeResult() throws SQLException {
    CursorResultSet open = result;
    if (open != null) {
      closing = true;
      try {
        open.close();
      } finally {
        closing = false;
      }
    }
  }

  /** Called by the result set after its close. */
  final void resultClosed(CursorResultSet closedResult) throws SQLException {
    if (result != closedResult) {
      return;
    }
    result = null;
    PreparedStatementHandle handle = resultHandle;
    resultHandle = null;
    if (handle != null && !sessionLock.isClosed()) {
      closeHandle(handle);
    }
    if (!closing && isCloseOnCompletion()) {
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

  final CursorResultSet show(Rows rows, ResultShape shape) {
    CursorResultSet shown =
        isScrollable()
            ? new ScrollableResultSet(connection, this, rows, shape)
            : new CursorResultSet(connection, this, rows, shape);
    result = shown;
    return shown;
  }

  final void show(Update update) {
    updateCount = update.updateCount();
    keys = update;
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
      throw SqlErrors.of(SqlErrors.NOT_A_CURSOR, "The statement returns no rows");
    }
    if (expect == ExpectedResult.COUNT && returnsRows) {
      throw SqlErrors.of(SqlErrors.NOT_A_CURSOR, "The statement returns rows, not an update count");
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
    String text = isEscapeProcessing() ? JdbcEscapes.translate(sql) : sql;
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
          show(rows, new ResultShape(rows.columns()));
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

  /** Throws on prepared statements, whose text is fixed. */
  void checkTextAllowed() throws SQLException {}

  @Override
  public final ResultSet executeQuery(String sql) throws SQLException {
    run(sql, ExpectedResult.ROWS, null);
    return currentResult();
  }

  final ResultSet currentResult() throws SQLException {
    CursorResultSet current = result;
    if (current == null) {
      throw SqlErrors.of(SqlErrors.NOT_A_CURSOR, "The statement returns no rows");
    }
    return current;
  }

  @Override
  final boolean execute(String sql, @Nullable List<String> keyColumns) throws SQLException {
    return run(sql, ExpectedResult.ANYTHING, keyColumns);
  }

  @Override
  final long update(String sql, @Nullable List<String> keyColumns) throws SQLException {
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
    if (current == KEEP_CURRENT_RESULT) {
      throw SqlErrors.unsupported("Several open results of a statement");
    }
    updateCount = NO_COUNT;
    closeResult();
    return false;
  }

  @Override
  public final ResultSet getGeneratedKeys() throws SQLException {
    checkOpen();
    Update update = keys;
    List<ColumnInfo> columns = update == null ? List.of() : update.keyColumns();
    List<@Nullable Object[]> rows = update == null ? List.of() : update.generatedKeys();
    return new CursorResultSet(
        connection, this, new LocalRows(columns, rows), new ResultShape(columns));
  }

  @Override
  public final void addBatch(String sql) throws SQLException {
    checkTextAllowed();
    checkOpen();
    if (texts == null) {
      texts = new ArrayList<>();
    }
    texts.add(sql);
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
      closeResult();
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
}
