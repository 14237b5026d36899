package io.mosql.sql.session.result;

import io.mosql.core.session.ColumnInfo;
import io.mosql.core.session.StatementResult;
import io.mosql.sql.error.SqlErrorMessage;
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
      throw SqlErrorMessage.CURSOR_NOT_ON_ROW.error();
    }
    return row;
  }

  @Override
  public void close() {
    current = null;
  }
}
