package io.mosql.jdbc.result;

import io.mosql.core.session.ColumnInfo;
import io.mosql.core.session.StatementResult.Rows;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/** Rows in memory, such as generated keys and metadata. */
public final class LocalRows implements Rows {
  private final List<ColumnInfo> columns;
  private final Iterator<@Nullable Object[]> rest;
  private @Nullable Object @Nullable [] row;

  public LocalRows(List<ColumnInfo> columns, List<@Nullable Object[]> rows) {
    this.columns = columns;
    this.rest = rows.iterator();
  }

  @Override
  public List<ColumnInfo> columns() {
    return columns;
  }

  @Override
  public boolean next() {
    row = rest.hasNext() ? rest.next() : null;
    return row != null;
  }

  @Override
  public @Nullable Object[] row() {
    if (row == null) {
      throw new NoSuchElementException();
    }
    return row;
  }

  @Override
  public void close() {
    row = null;
  }
}
