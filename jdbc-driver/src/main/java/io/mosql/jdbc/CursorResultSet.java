package io.mosql.jdbc;

import io.mosql.core.error.SqlState;
import io.mosql.core.session.StatementResult.Rows;
import io.mosql.jdbc.base.SqlErrors;
import io.mosql.jdbc.base.Wrappers;
import io.mosql.jdbc.result.ColumnValueResultSet;
import io.mosql.jdbc.result.MosqlResultSetMetaData;
import io.mosql.jdbc.result.ResultShape;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;

/**
 * A forward-only result set over a cursor of the engine. Rows are fetched on demand only: unread
 * rows cannot conflict.
 */
class CursorResultSet extends ColumnValueResultSet {
  /** Null for results of {@link java.sql.DatabaseMetaData}. */
  private final @Nullable MosqlStatement statement;

  private final MosqlConnection connection;
  private final Rows rows;
  private final ZoneId zone;
  private boolean exhausted;
  private boolean closed;
  private int position;

  /** The row after the current one, fetched early to determine whether it exists. */
  private @Nullable Object @Nullable [] ahead;

  CursorResultSet(
      MosqlConnection connection,
      @Nullable MosqlStatement statement,
      Rows rows,
      ResultShape shape) {
    super(shape);
    this.connection = connection;
    this.statement = statement;
    this.rows = rows;
    ZoneId told = shape.isZoned() ? connection.sessionLock().timeZone() : null;
    this.zone = told == null ? ZoneId.systemDefault() : told;
  }

  /** The session's time zone at the execution; the JVM's if the server does not report one. */
  @Override
  public final ZoneId zone() {
    return zone;
  }

  @Override
  public boolean next() throws SQLException {
    checkOpen();
    if (ahead != null) {
      row = ahead;
      ahead = null;
    } else {
      row = fetch();
    }
    if (row == null) {
      return false;
    }
    position++;
    return true;
  }

  /** The next row of the engine, valid until the next call, or null at the end. */
  final @Nullable Object @Nullable [] fetch() throws SQLException {
    if (exhausted) {
      return null;
    }
    SessionLock gate = connection.sessionLock();
    gate.acquire(statement);
    try {
      if (rows.next()) {
        return rows.row();
      }
      exhausted = true;
      return null;
    } catch (RuntimeException | Error e) {
      throw failure(e);
    } finally {
      gate.release();
    }
  }

  private SQLException failure(Throwable e) {
    row = null;
    return statement == null ? SqlErrors.of(e) : statement.failure(e);
  }

  final void checkOpen() throws SQLException {
    if (closed) {
      throw closedError();
    }
  }

  private static SQLException closedError() {
    return SqlErrors.of(SqlState.INVALID_CURSOR_STATE, "The result set is closed");
  }

  @Override
  public final SQLException noRow() {
    return closed
        ? closedError()
        : SqlErrors.of(SqlState.INVALID_CURSOR_STATE, "The result set is not on a row");
  }

  @Override
  public final void close() throws SQLException {
    if (closed) {
      return;
    }
    closed = true;
    row = null;
    ahead = null;
    try {
      closeCursor();
    } finally {
      if (statement != null) {
        statement.resultClosed(this);
      }
    }
  }

  private void closeCursor() throws SQLException {
    SessionLock gate = connection.sessionLock();
    // A cursor that was read to its end, or whose session is closed, is closed already.
    if (exhausted || gate.isClosed()) {
      return;
    }
    exhausted = true;
    gate.acquire(statement);
    try {
      rows.close();
    } catch (RuntimeException | Error e) {
      throw failure(e);
    } finally {
      gate.release();
    }
  }

  @Override
  public final boolean isClosed() {
    return closed || connection.isClosed();
  }

  @Override
  public final ResultSetMetaData getMetaData() throws SQLException {
    checkOpen();
    return new MosqlResultSetMetaData(shape().columns(), connection.getCatalog());
  }

  @Override
  public final @Nullable Statement getStatement() throws SQLException {
    checkOpen();
    return statement;
  }

  @Override
  public int getType() throws SQLException {
    return TYPE_FORWARD_ONLY;
  }

  @Override
  public int getRow() throws SQLException {
    checkOpen();
    return row == null ? 0 : position;
  }

  @Override
  public boolean isBeforeFirst() throws SQLException {
    checkOpen();
    if (position > 0) {
      return false;
    }
    if (ahead == null) {
      ahead = fetch();
    }
    return ahead != null;
  }

  @Override
  public boolean isFirst() throws SQLException {
    checkOpen();
    return row != null && position == 1;
  }

  @Override
  public boolean isAfterLast() throws SQLException {
    checkOpen();
    return row == null && exhausted && position > 0;
  }

  @Override
  public boolean isLast() throws SQLException {
    checkOpen();
    @Nullable Object[] current = row;
    if (current == null) {
      return false;
    }
    if (ahead == null) {
      row = current.clone();
      ahead = fetch();
    }
    return ahead == null;
  }

  @Override
  public void beforeFirst() throws SQLException {
    throw forwardOnly();
  }

  @Override
  public void afterLast() throws SQLException {
    throw forwardOnly();
  }

  @Override
  public boolean first() throws SQLException {
    throw forwardOnly();
  }

  @Override
  public boolean last() throws SQLException {
    throw forwardOnly();
  }

  @Override
  public boolean absolute(int target) throws SQLException {
    throw forwardOnly();
  }

  @Override
  public boolean relative(int offset) throws SQLException {
    throw forwardOnly();
  }

  @Override
  public boolean previous() throws SQLException {
    throw forwardOnly();
  }

  private SQLException forwardOnly() throws SQLException {
    checkOpen();
    return SqlErrors.of(
        SqlState.INVALID_CURSOR_STATE,
        "The result set goes forward only: ask for TYPE_SCROLL_INSENSITIVE");
  }

  @Override
  public final @Nullable SQLWarning getWarnings() throws SQLException {
    checkOpen();
    return null;
  }

  @Override
  public final void clearWarnings() throws SQLException {
    checkOpen();
  }

  @Override
  public final String getCursorName() throws SQLException {
    throw SqlErrors.unsupported("Naming cursors");
  }

  @Override
  public final void setFetchDirection(int direction) throws SQLException {
    checkOpen();
    if (direction != FETCH_FORWARD && direction != FETCH_REVERSE && direction != FETCH_UNKNOWN) {
      throw SqlErrors.of(SqlState.INVALID_PARAMETER, "Unknown fetch direction");
    }
    if (direction != FETCH_FORWARD && getType() == TYPE_FORWARD_ONLY) {
      throw forwardOnly();
    }
  }

  @Override
  public final int getFetchDirection() throws SQLException {
    checkOpen();
    return FETCH_FORWARD;
  }

  @Override
  public final void setFetchSize(int size) throws SQLException {
    checkOpen();
    if (size < 0) {
      throw SqlErrors.of(SqlState.INVALID_PARAMETER, "A fetch size is not negative");
    }
  }

  @Override
  public final int getFetchSize() throws SQLException {
    checkOpen();
    return statement == null ? 0 : statement.getFetchSize();
  }

  @Override
  public final int getHoldability() throws SQLException {
    checkOpen();
    return ResultSet.CLOSE_CURSORS_AT_COMMIT;
  }

  @Override
  public final <T> T unwrap(Class<T> type) throws SQLException {
    return Wrappers.unwrap(this, type);
  }

  @Override
  public final boolean isWrapperFor(Class<?> type) {
    return type.isInstance(this);
  }
}
