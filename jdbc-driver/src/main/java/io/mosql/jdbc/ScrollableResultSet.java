package io.mosql.jdbc;

import io.mosql.core.session.StatementResult.Rows;
import io.mosql.jdbc.result.ResultShape;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A scrollable result set that caches fetched rows. Rows are fetched on demand only: {@link
 * #last()} fetches all.
 */
final class ScrollableResultSet extends MosqlResultSet {
  private final List<@Nullable Object[]> kept = new ArrayList<>();

  /** One-based; 0 before the first row, {@code kept.size() + 1} after the last. */
  private int current;

  ScrollableResultSet(
      MosqlConnection connection,
      @Nullable MosqlStatement statement,
      Rows rows,
      ResultShape shape) {
    super(connection, statement, rows, shape);
  }

  /** Whether the row with this one-based number exists. */
  private boolean has(long number) throws SQLException {
    while (kept.size() < number) {
      @Nullable Object[] next = fetch();
      if (next == null) {
        return false;
      }
      kept.add(next.clone());
    }
    return true;
  }

  private void fetchAll() throws SQLException {
    has(Integer.MAX_VALUE);
  }

  private boolean moveTo(long number) throws SQLException {
    checkOpen();
    moving();
    if (number >= 1 && has(number)) {
      current = (int) number;
      row = kept.get(current - 1);
      return true;
    }
    current = number < 1 ? 0 : kept.size() + 1;
    row = null;
    return false;
  }

  @Override
  void replaceRow(@Nullable Object[] values) {
    super.replaceRow(values);
    kept.set(current - 1, values);
  }

  @Override
  public boolean next() throws SQLException {
    return moveTo(current + 1L);
  }

  @Override
  public boolean previous() throws SQLException {
    return moveTo(current - 1L);
  }

  @Override
  public boolean first() throws SQLException {
    return moveTo(1);
  }

  @Override
  public boolean last() throws SQLException {
    checkOpen();
    fetchAll();
    return moveTo(kept.size());
  }

  @Override
  public void beforeFirst() throws SQLException {
    moveTo(0);
  }

  @Override
  public void afterLast() throws SQLException {
    moveTo(Integer.MAX_VALUE);
  }

  @Override
  public boolean absolute(int target) throws SQLException {
    if (target >= 0) {
      return moveTo(target);
    }
    checkOpen();
    fetchAll();
    return moveTo(kept.size() + 1L + target);
  }

  @Override
  public boolean relative(int offset) throws SQLException {
    return moveTo((long) current + offset);
  }

  @Override
  public int getRow() throws SQLException {
    checkOpen();
    return row == null ? 0 : current;
  }

  @Override
  public boolean isBeforeFirst() throws SQLException {
    checkOpen();
    return current == 0 && has(1);
  }

  @Override
  public boolean isAfterLast() throws SQLException {
    checkOpen();
    return current > kept.size() && !kept.isEmpty();
  }

  @Override
  public boolean isFirst() throws SQLException {
    checkOpen();
    return current == 1 && row != null;
  }

  @Override
  public boolean isLast() throws SQLException {
    checkOpen();
    return row != null && !has(current + 1L);
  }

  @Override
  public int getType() {
    return TYPE_SCROLL_INSENSITIVE;
  }
}
