package io.mosql.sql.exec.window;

import io.mosql.sql.exec.runtime.ExecutionContext;
import io.mosql.sql.exec.spill.RowBuffer;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/**
 * The ordered rows of one partition, with the peer group of the current row: the rows that are
 * equal in all sort keys. Peers must be requested row by row, from the first one on. Not
 * thread-safe.
 */
final class WindowPartition {
  private final RowBuffer rows;
  private final Comparator<@Nullable Object[]> order;
  private final ExecutionContext context;
  private int peerStart;
  private int peerEnd;
  private int group = -1;

  WindowPartition(RowBuffer rows, Comparator<@Nullable Object[]> order, ExecutionContext context) {
    this.rows = rows;
    this.order = order;
    this.context = context;
  }

  int size() {
    return rows.size();
  }

  @Nullable Object[] row(int index) {
    return rows.row(index);
  }

  /** The first of the row's peers. */
  int peerStart(int row) {
    advanceTo(row);
    return peerStart;
  }

  /** The row after the last of the row's peers. */
  int peerEnd(int row) {
    advanceTo(row);
    return peerEnd;
  }

  /** The number of the row's peers among all groups of peers. */
  int group(int row) {
    advanceTo(row);
    return group;
  }

  private void advanceTo(int row) {
    while (row >= peerEnd) {
      peerStart = peerEnd;
      peerEnd = groupEnd(peerStart);
      group++;
    }
  }

  /** The row after the last of the group of peers that begins with a row. */
  int groupEnd(int start) {
    Object[] row = row(start);
    int end = start + 1;
    while (end < size()) {
      context.step();
      Object[] next = row(end);
      if (order.compare(row, next) != 0) {
        break;
      }
      row = next;
      end++;
    }
    return end;
  }

  /** Releases the rows; none may be read afterwards. */
  void release() {
    rows.release();
  }
}
