package io.mosql.jdbc;

import io.mosql.core.error.SqlState;
import io.mosql.core.session.BatchFailure;
import io.mosql.core.session.ColumnInfo;
import io.mosql.core.session.PreparedStatementHandle;
import io.mosql.core.session.Session;
import io.mosql.core.session.StatementResult;
import io.mosql.core.session.StatementResult.Rows;
import io.mosql.core.session.StatementResult.Update;
import io.mosql.jdbc.base.BatchErrors;
import io.mosql.jdbc.base.SqlErrors;
import io.mosql.jdbc.metadata.MosqlParameterMetaData;
import io.mosql.jdbc.result.MosqlResultSetMetaData;
import io.mosql.jdbc.result.ResultShape;
import java.sql.ParameterMetaData;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A statement planned once and executed many times. One execution costs one acquisition of the
 * session lock and a result set, without look-ups by name.
 */
final class MosqlPreparedStatement extends ValueParameterStatement {
  private final PreparedStatementHandle handle;
  private final boolean returnsRows;
  private final @Nullable List<String> keyColumns;
  private ResultShape shape;

  /** Columns of the last execution, for which the cached shape is valid. */
  private List<ColumnInfo> lastColumns;

  private @Nullable List<@Nullable Object[]> tuples;

  MosqlPreparedStatement(
      MosqlConnection connection,
      PreparedStatementHandle handle,
      boolean scrollable,
      @Nullable List<String> keyColumns) {
    super(connection, scrollable, handle.parameters());
    this.handle = handle;
    this.returnsRows = handle.returnsRows();
    this.keyColumns = keyColumns;
    this.lastColumns = List.of();
    this.shape = new ResultShape(lastColumns);
  }

  @Override
  public ResultSet executeQuery() throws SQLException {
    run(ExpectedResult.ROWS);
    return currentResult();
  }

  @Override
  public long executeLargeUpdate() throws SQLException {
    run(ExpectedResult.COUNT);
    return getLargeUpdateCount();
  }

  @Override
  public int executeUpdate() throws SQLException {
    return BatchErrors.narrow(executeLargeUpdate());
  }

  @Override
  public boolean execute() throws SQLException {
    return run(ExpectedResult.ANYTHING);
  }

  private boolean run(ExpectedResult expect) throws SQLException {
    begin();
    check(expect, returnsRows);
    return run(bound());
  }

  private boolean run(@Nullable Object[] parameters) throws SQLException {
    SessionLock gate = sessionLock();
    Session session = gate.acquire(this);
    try {
      StatementResult outcome = session.execute(handle, parameters, options(keyColumns));
      addWarnings(session);
      if (outcome instanceof Rows rows) {
        show(rows, shapeOf(rows.columns()));
        return true;
      }
      show((Update) outcome);
      return false;
    } catch (RuntimeException | Error e) {
      throw failure(e);
    } finally {
      gate.release();
    }
  }

  private ResultShape shapeOf(List<ColumnInfo> columns) {
    if (columns != lastColumns) {
      lastColumns = columns;
      if (!shape.describes(columns)) {
        shape = new ResultShape(columns);
      }
    }
    return shape;
  }

  @Override
  public void addBatch() throws SQLException {
    checkOpen();
    if (tuples == null) {
      tuples = new ArrayList<>();
    }
    tuples.add(bound().clone());
  }

  @Override
  public void clearBatch() throws SQLException {
    checkOpen();
    tuples = null;
  }

  @Override
  public long[] executeLargeBatch() throws SQLException {
    begin();
    List<@Nullable Object[]> batch = tuples;
    tuples = null;
    if (batch == null) {
      return new long[0];
    }
    check(ExpectedResult.COUNT, returnsRows);
    return keyColumns == null ? runBatch(batch) : runForKeys(batch);
  }

  private long[] runBatch(List<@Nullable Object[]> batch) throws SQLException {
    SessionLock gate = sessionLock();
    Session session = gate.acquire(this);
    boolean single = false;
    try {
      single = MosqlConnection.commitsEachStatement(session);
      long[] counts = session.executeBatch(handle, batch, options(null));
      addWarnings(session);
      return counts;
    } catch (BatchFailure e) {
      long[] counts = new long[batch.size()];
      long[] done = e.updateCounts();
      System.arraycopy(done, 0, counts, 0, done.length);
      throw BatchErrors.of(failure(e.failure()), counts, done.length, single);
    } catch (RuntimeException | Error e) {
      throw BatchErrors.of(failure(e), new long[batch.size()], 0, single);
    } finally {
      gate.release();
    }
  }

  /**
   * Executes the batch one by one, since a batch of the engine returns counts but no generated
   * keys.
   */
  private long[] runForKeys(List<@Nullable Object[]> batch) throws SQLException {
    List<@Nullable Object[]> keys = new ArrayList<>();
    List<List<ColumnInfo>> columns = new ArrayList<>(1);
    long[] counts =
        runAtOnce(
            batch.size(),
            i -> {
              run(batch.get(i));
              Update update = shownUpdate();
              keys.addAll(update.generatedKeys());
              if (columns.isEmpty()) {
                columns.add(update.keyColumns());
              }
              return update.updateCount();
            });
    showKeys(columns.isEmpty() ? List.of() : columns.get(0), keys);
    return counts;
  }

  @Override
  public @Nullable ResultSetMetaData getMetaData() throws SQLException {
    checkOpen();
    if (!returnsRows) {
      return null;
    }
    List<ColumnInfo> columns;
    try {
      columns = handle.columns();
    } catch (RuntimeException e) {
      throw SqlErrors.of(e);
    }
    return new MosqlResultSetMetaData(columns, connection().getCatalog());
  }

  @Override
  public ParameterMetaData getParameterMetaData() throws SQLException {
    checkOpen();
    return new MosqlParameterMetaData(handle.parameters());
  }

  @Override
  void checkTextAllowed() throws SQLException {
    throw SqlErrors.of(
        SqlState.OBJECT_NOT_IN_PREREQUISITE_STATE,
        "A prepared statement has its text already: use the methods without one");
  }

  @Override
  void release() throws SQLException {
    if (!sessionLock().isClosed()) {
      closeHandle(handle);
    }
  }
}
