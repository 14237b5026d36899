package io.mosql.jdbc.remote;

import io.mosql.core.session.ColumnInfo;
import io.mosql.core.session.Session.TransactionStatus;
import io.mosql.core.session.StatementKind;
import io.mosql.core.session.StatementResult;
import io.mosql.core.session.TransactionToken;
import io.mosql.core.type.LargeObject;
import io.mosql.core.wire.Response;
import io.mosql.core.wire.SessionState;
import io.mosql.jdbc.base.DriverErrorMessage;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The rows of an open cursor. The first rows are buffered; further rows are fetched on demand. Not
 * thread-safe.
 */
final class RemoteRows implements StatementResult.Rows {
  private final RemoteSession session;
  private final Origin origin;
  private final int cursor;
  private final int fetchRows;
  private final List<ColumnInfo> columns;

  private List<@Nullable Object[]> rows;
  private int next;
  private boolean last;
  private boolean closed;
  private @Nullable Object @Nullable [] current;

  /**
   * The origin of the rows.
   *
   * @param node session with the cursor
   * @param kind of the statement
   * @param transaction token of the transaction that was open after the execution; null without one
   * @param open whether a transaction was open
   */
  record Origin(
      NodeSession node, StatementKind kind, @Nullable TransactionToken transaction, boolean open) {
    /**
     * Whether the statement was committed, as a transaction of its own, before the first rows
     * arrived.
     */
    boolean isCommitted() {
      return !open
          && switch (kind) {
            case READ, SESSION, COMMIT, ROLLBACK -> false;
            case WRITE, SCHEMA, SEVERAL_TRANSACTIONS, NOT_TRANSACTIONAL, UNKNOWN -> true;
          };
    }

    /** Whether its transaction was open in the last reported state of the node. */
    boolean isStillOpen() {
      SessionState last = node.lastState();
      TransactionToken now = last.token();
      return open
          && last.transactionStatus() == TransactionStatus.ACTIVE
          && (transaction == null
              || now != null
                  && now.boot() == transaction.boot()
                  && now.number() == transaction.number());
    }
  }

  /**
   * @param first rows in the response to the execution
   * @param fetchRows rows to fetch at a time, 0 for the server's choice
   */
  RemoteRows(
      RemoteSession session,
      Origin origin,
      int cursor,
      int fetchRows,
      List<ColumnInfo> columns,
      Response.Rows first) {
    this.session = session;
    this.origin = origin;
    this.cursor = cursor;
    this.fetchRows = fetchRows;
    this.columns = columns;
    this.rows = readable(first.rows(), columns, session);
    this.last = first.last();
  }

  @Override
  public List<ColumnInfo> columns() {
    return columns;
  }

  @Override
  public boolean next() {
    if (closed) {
      return false;
    }
    current = null;
    while (next == rows.size()) {
      if (last) {
        closed = true;
        rows = List.of();
        return false;
      }
      fetch();
    }
    current = rows.get(next++);
    return true;
  }

  /** The rows, whose large objects can be read. */
  static List<@Nullable Object[]> readable(
      List<@Nullable Object[]> received, List<ColumnInfo> columns, RemoteSession session) {
    boolean large = columns.stream().anyMatch(column -> column.type().kind().isLarge());
    for (@Nullable Object[] row : large ? received : List.<@Nullable Object[]>of()) {
      for (int i = 0; i < row.length; i++) {
        if (row[i] instanceof LargeObject object) {
          row[i] = object.from(session::readLargeObject);
        }
      }
    }
    return received;
  }

  private void fetch() {
    rows = List.of();
    next = 0;
    boolean fetched = false;
    try {
      Response.Rows more = session.fetch(origin, cursor, fetchRows, columns);
      rows = readable(more.rows(), columns, session);
      last = more.last();
      fetched = true;
    } finally {
      // A cursor that failed has ended.
      closed = !fetched;
    }
  }

  @Override
  public @Nullable Object[] row() {
    @Nullable Object[] row = current;
    if (row == null) {
      throw DriverErrorMessage.RESULT_SET_NOT_ON_ROW.error();
    }
    return row;
  }

  @Override
  public void close() {
    if (!closed) {
      closed = true;
      current = null;
      rows = List.of();
      if (!last) {
        origin.node().closeCursor(cursor);
      }
    }
  }
}
