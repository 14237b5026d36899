package io.mosql.sql.session.result;

import io.mosql.core.error.MosqlException;
import io.mosql.core.port.Interrupts;
import io.mosql.core.session.ColumnInfo;
import io.mosql.core.session.StatementResult;
import io.mosql.sql.error.SqlErrorMessage;
import io.mosql.sql.exec.runtime.ExecutionContext;
import io.mosql.sql.exec.runtime.RowStream;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An open cursor of a session. Rows are read on demand, except rows that had to be read ahead:
 * these are buffered, as is an error that occurred while reading them. Not thread-safe.
 */
public final class QueryCursor implements StatementResult.Rows {
  private final List<ColumnInfo> columns;
  private final RowStream rows;
  private final Owner owner;
  private final ExecutionContext context;
  private final Interrupts interrupts;
  private final long maxRows;
  private final ArrayDeque<@Nullable Object[]> ahead = new ArrayDeque<>();
  private boolean complete;
  private @Nullable Throwable failure;
  private long count;
  private @Nullable Object @Nullable [] current;
  private boolean done;
  private @Nullable MosqlException invalid;
  private @Nullable Ending ending;

  /** The transaction that the cursor belongs to; it is notified when the cursor ends. */
  public interface Owner {
    /**
     * Prevents the idle timeout from ending the transaction; returns false when that is not needed,
     * and {@link #leave} must not be called.
     */
    boolean enter();

    void leave();

    /** Called once, when the cursor is exhausted or closed. */
    void ended(QueryCursor rows);

    /** Called when reading failed; the cursor has ended. */
    MosqlException failed(QueryCursor rows, Throwable thrown);
  }

  /** A listener for the end of the query. */
  @FunctionalInterface
  public interface Ending {
    /**
     * Called once, when the cursor was exhausted or closed, or has failed.
     *
     * @param rows number of rows that were returned
     * @param sqlState that it failed with, or null
     */
    void ended(long rows, @Nullable String sqlState);
  }

  /**
   * @param context execution context that buffered rows are charged to; ends with the cursor
   * @param interrupts interrupts of the session, for rows that are read after the statement was
   *     executed
   */
  public QueryCursor(
      List<ColumnInfo> columns,
      RowStream rows,
      long maxRows,
      ExecutionContext context,
      Owner owner,
      Interrupts interrupts) {
    this.columns = columns;
    this.rows = rows;
    this.maxRows = maxRows == 0 ? Long.MAX_VALUE : maxRows;
    this.context = context;
    this.owner = owner;
    this.interrupts = interrupts;
  }

  @Override
  public List<ColumnInfo> columns() {
    return columns;
  }

  /**
   * Reads some rows ahead into the buffer.
   *
   * @throws RuntimeException an error of the query; the cursor is unusable then
   */
  public void readAhead(long rowsMax) {
    long wanted = Math.min(rowsMax, maxRows);
    while (ahead.size() < wanted) {
      Object[] row = rows.next();
      if (row == null) {
        complete = true;
        return;
      }
      context.charge(row);
      ahead.add(row.clone());
    }
  }

  /** Sets the listener; the cursor has become the statement's result. */
  public void onEnd(Ending listener) {
    ending = listener;
  }

  /** Detaches the cursor from its statement: buffered rows stay charged until the cursor ends. */
  public QueryCursor detachFromStatement() {
    context.becomeCursor();
    return this;
  }

  /** The rows that were read ahead. */
  public List<@Nullable Object[]> bufferedRows() {
    return new ArrayList<>(ahead);
  }

  /**
   * Reads all remaining rows into the buffer; an error is reported when the client reaches its
   * position.
   */
  void readAll() {
    if (!done && !complete && failure == null) {
      try {
        readAhead(maxRows - count);
        complete = true;
      } catch (RuntimeException | Error e) {
        failure = e;
      }
    }
  }

  @Override
  public boolean next() {
    boolean entered = owner.enter();
    try {
      return step();
    } finally {
      if (entered) {
        owner.leave();
      }
    }
  }

  private boolean step() {
    if (invalid != null) {
      throw invalid;
    }
    if (done) {
      return false;
    }
    if (count == maxRows) {
      end();
      return false;
    }
    try {
      current = fetch();
    } catch (Throwable thrown) {
      done = true;
      current = null;
      MosqlException failed = owner.failed(this, thrown);
      finish(failed);
      throw failed;
    }
    if (current == null) {
      end();
      return false;
    }
    count++;
    return true;
  }

  private @Nullable Object @Nullable [] fetch() throws Throwable {
    Object[] kept = ahead.poll();
    if (kept != null || complete) {
      return kept;
    }
    if (failure != null) {
      throw failure;
    }
    Interrupts before = interrupts.begin();
    try {
      return rows.next();
    } finally {
      Interrupts.end(before);
    }
  }

  @Override
  public @Nullable Object[] row() {
    Object[] row = current;
    if (row == null) {
      if (invalid != null) {
        throw invalid;
      }
      throw SqlErrorMessage.CURSOR_NOT_ON_ROW.error();
    }
    return row;
  }

  boolean isDone() {
    return done;
  }

  /**
   * Whether rows that are still to be returned must be read from the snapshot. A cursor that does
   * not need it can be read on when its transaction has ended.
   */
  boolean needsSnapshot() {
    return !done
        && !complete
        && failure == null
        && count + ahead.size() < maxRows
        && !rows.isKnownEmpty();
  }

  /** Ends the cursor with its transaction: rows that are not buffered cannot be read any more. */
  void invalidate(MosqlException why) {
    if (!done) {
      done = true;
      current = null;
      ahead.clear();
      invalid = why;
      finish(count == maxRows || complete ? null : why);
    }
  }

  @Override
  public void close() {
    boolean entered = owner.enter();
    try {
      end();
    } finally {
      if (entered) {
        owner.leave();
      }
    }
  }

  private void end() {
    if (!done) {
      done = true;
      current = null;
      ahead.clear();
      finish(null);
      owner.ended(this);
    }
  }

  private void finish(@Nullable MosqlException why) {
    context.end();
    Ending listener = ending;
    if (listener != null) {
      ending = null;
      listener.ended(count, why == null ? null : why.sqlState());
    }
  }
}
