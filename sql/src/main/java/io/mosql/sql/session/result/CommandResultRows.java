package io.mosql.sql.session.result;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.core.session.ColumnInfo;
import io.mosql.core.session.StatementResult;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A result with all rows in memory, such as that of SHOW. */
public final class CommandResultRows implements StatementResult.Rows {
  private final List<ColumnInfo> columns;
  private final Iterator<@Nullable Object[]> rows;
  private final int size;
  private @Nullable Object @Nullable [] current;

  public CommandResultRows(List<ColumnInfo> columns, List<@Nullable Object[]> rows) {
    this.columns = columns;
    this.rows = rows.iterator();
    this.size = rows.size();
  }

  public int size() {
    return size;
  }

  @Override
  public List<ColumnInfo> columns() {
    return columns;
  }

  @Override
  public boolean next() {
    current = rows.hasNext() ? rows.next() : null;
    return current != null;
  }

  @Override
  public @Nullable Object[] row() {
    Object[] row = current;
    if (row == null) {
      throw new MosqlException(SqlState.INVALID_CURSOR_STATE, "the cursor is not on a row");
    }
    return row;
  }

  @Override
  public void close() {
    current = null;
  }
}
