package io.mosql.sql.session;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.core.session.ColumnInfo;
import io.mosql.core.session.StatementResult;
import io.mosql.sql.exec.RowStream;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An open cursor of a session. Rows are read as they are asked for. Not thread-safe. */
final class QueryRows implements StatementResult.Rows {
  private final List<ColumnInfo> columns;
  private final RowStream rows;
  private final Owner owner;
  private final long maxRows;
  private long count;
  private @Nullable Object @Nullable [] current;
  private boolean done;
  private @Nullable MosqlException invalid;

  /** Who is told when the cursor ends. */
  interface Owner {
    /** Called once, when the cursor is exhausted or closed. */
    void ended(QueryRows rows);

    /** Called when reading failed; the cursor has ended. */
    MosqlException failed(QueryRows rows, Throwable thrown);
  }

  QueryRows(List<ColumnInfo> columns, RowStream rows, long maxRows, Owner owner) {
    this.columns = columns;
    this.rows = rows;
    this.maxRows = maxRows == 0 ? Long.MAX_VALUE : maxRows;
    this.owner = owner;
  }

  @Override
  public List<ColumnInfo> columns() {
    return columns;
  }

  @Override
  public boolean next() {
    if (invalid != null) {
      throw invalid;
    }
    if (done) {
      return false;
    }
    if (count == maxRows) {
      close();
      return false;
    }
    try {
      current = rows.next();
    } catch (Throwable thrown) {
      done = true;
      current = null;
      throw owner.failed(this, thrown);
    }
    if (current == null) {
      close();
      return false;
    }
    count++;
    return true;
  }

  @Override
  public @Nullable Object[] row() {
    Object[] row = current;
    if (row == null) {
      throw new MosqlException(SqlState.INVALID_CURSOR_STATE, "the cursor is not on a row");
    }
    return row;
  }

  boolean isDone() {
    return done;
  }

  /** Its transaction ended: what was not read cannot be read any more. */
  void invalidate() {
    if (!done) {
      done = true;
      current = null;
      invalid =
          new MosqlException(SqlState.INVALID_CURSOR_STATE, "the cursor's transaction has ended");
    }
  }

  @Override
  public void close() {
    if (!done) {
      done = true;
      current = null;
      owner.ended(this);
    }
  }
}
