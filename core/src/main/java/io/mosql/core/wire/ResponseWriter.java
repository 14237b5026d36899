package io.mosql.core.wire;

import io.mosql.core.session.ColumnInfo;
import io.mosql.core.session.CommitOutcome;
import io.mosql.core.session.StatementKind;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A writer of the answers of one session, which tracks the state last sent to its client. Not
 * thread-safe.
 *
 * <p>Rows are either written as a {@link Response.Rows}, or one by one: {@link #beginRows}, {@link
 * #row} as often as necessary, {@link #endRows}. A caller that cannot continue in between discards
 * the frame with {@link WireWriter#discardFrame}; only finished frames change the tracked state.
 */
public final class ResponseWriter {
  private static final int COLUMNS = 1;
  private static final int LAST = 1 << 1;
  private static final int ROWS = 1;
  private static final int UNRESOLVED = 1 << 1;
  private static final int KIND = 1 << 2;
  private static final int FATAL = 1;
  private static final int COUNTS = 1 << 1;

  /** An outcome with an update count. */
  static final int COMMITTED_WITH_COUNT = 3;

  private final int minor;
  private SessionState sent;
  private List<ColumnInfo> rowColumns = List.of();
  private int rowsForm;
  private int rowsCount;
  private int rowCount;

  /**
   * @param welcome the state sent to the client with {@link LoginResponse.Welcome}
   * @param minor version of the client
   */
  public ResponseWriter(SessionState welcome, int minor) {
    this.sent = welcome;
    this.minor = minor;
  }

  /**
   * Writes an answer of any kind.
   *
   * @param columns of the rows of a {@link Response.Rows}, whether it contains them or not; empty
   *     for others
   * @param state after the request
   */
  public void write(
      WireWriter out, Response response, List<ColumnInfo> columns, SessionState state) {
    if (response instanceof Response.Rows rows) {
      beginRows(out, rows.columns(), columns);
      for (@Nullable Object[] row : rows.rows()) {
        row(out, row);
      }
      endRows(out, rows.last(), state);
    } else {
      body(out, response);
      end(out, state);
    }
  }

  private void body(WireWriter out, Response response) {
    if (response instanceof Response.Done) {
      out.beginFrame(Frames.DONE);
    } else if (response instanceof Response.Updated updated) {
      updated(out, updated);
    } else if (response instanceof Response.Prepared prepared) {
      prepared(out, prepared);
    } else if (response instanceof Response.BatchDone batch) {
      out.beginFrame(Frames.BATCH_DONE);
      counts(out, batch.updateCounts());
    } else if (response instanceof Response.OutcomeReport fate) {
      out.beginFrame(Frames.FATE);
      fate(out, fate);
    } else if (response instanceof Response.Failed failed) {
      failed(out, failed);
    } else if (response instanceof Response.Piece piece) {
      out.beginFrame(Frames.PIECE);
      out.bytes(piece.bytes());
    } else if (response instanceof Response.LargeObjectCreated created) {
      out.beginFrame(Frames.LARGE_OBJECT_CREATED);
      LargeObjectCodec.write(out, created.object());
    } else if (response instanceof Response.Skipped) {
      out.beginFrame(Frames.SKIPPED);
    }
  }

  private void prepared(WireWriter out, Response.Prepared prepared) {
    Response.Failed unresolved = prepared.unresolved();
    out.beginFrame(Frames.PREPARED);
    boolean kind =
        minor >= ClientPreface.MINOR_OF_KINDS && prepared.kind() != StatementKind.UNKNOWN;
    out.u8(
        (prepared.returnsRows() ? ROWS : 0)
            | (unresolved != null ? UNRESOLVED : 0)
            | (kind ? KIND : 0));
    columns(out, prepared.columns());
    MetadataCodec.parameters(out, MetadataCodec.olderParameters(prepared.parameters(), minor));
    if (unresolved != null) {
      failure(out, unresolved);
    }
    if (kind) {
      out.u8(MetadataCodec.code(prepared.kind()));
      out.text(prepared.setting());
    }
  }

  private void updated(WireWriter out, Response.Updated updated) {
    out.beginFrame(Frames.UPDATED);
    out.var(updated.updateCount());
    columns(out, updated.keyColumns());
    if (!updated.keyColumns().isEmpty()) {
      out.i32(updated.generatedKeys().size());
      for (@Nullable Object[] row : updated.generatedKeys()) {
        RowCodec.write(out, updated.keyColumns(), row, minor);
      }
    }
  }

  private void columns(WireWriter out, List<ColumnInfo> columns) {
    MetadataCodec.columns(out, MetadataCodec.older(columns, minor));
  }

  private static void failed(WireWriter out, Response.Failed failed) {
    out.beginFrame(Frames.FAILED);
    failure(out, failed);
  }

  private static void failure(WireWriter out, Response.Failed failed) {
    out.u8((failed.fatal() ? FATAL : 0) | (failed.updateCounts() != null ? COUNTS : 0));
    SessionStateCodec.sqlState(out, failed.sqlState());
    out.text(failed.message());
    out.var(failed.position());
    long[] counts = failed.updateCounts();
    if (counts != null) {
      counts(out, counts);
    }
  }

  private static void counts(WireWriter out, long[] counts) {
    out.var(counts.length);
    for (long count : counts) {
      out.var(count);
    }
  }

  private static void fate(WireWriter out, Response.OutcomeReport fate) {
    boolean counted = fate.outcome() == CommitOutcome.COMMITTED && fate.updateCount() >= 0;
    out.u8(counted ? COMMITTED_WITH_COUNT : code(fate.outcome()));
    if (counted) {
      out.var(fate.updateCount());
    }
  }

  private static int code(CommitOutcome fate) {
    return switch (fate) {
      case COMMITTED -> 0;
      case ABORTED -> 1;
      case UNKNOWN -> 2;
    };
  }

  /**
   * Begins a frame of rows.
   *
   * @param news the columns, when they must be sent to the client; else null
   * @param columns of the rows, always given
   */
  public void beginRows(WireWriter out, @Nullable List<ColumnInfo> news, List<ColumnInfo> columns) {
    out.beginFrame(Frames.ROWS);
    rowsForm = out.length();
    rowCount = 0;
    rowColumns = columns;
    out.u8(news == null ? 0 : COLUMNS);
    if (news != null) {
      columns(out, news);
    }
    rowsCount = out.length();
    out.i32(0);
  }

  /**
   * Adds a row to the current frame.
   *
   * @param values of the carrier classes, or null
   */
  public void row(WireWriter out, @Nullable Object[] values) {
    RowCodec.write(out, rowColumns, values, minor);
    rowCount++;
  }

  /** Number of rows in the current frame. */
  public int rowCount() {
    return rowCount;
  }

  /** Ends the current frame. */
  public void endRows(WireWriter out, boolean last, SessionState state) {
    if (last) {
      out.orAt(rowsForm, LAST);
    }
    out.i32At(rowsCount, rowCount);
    rowColumns = List.of();
    end(out, state);
  }

  private void end(WireWriter out, SessionState state) {
    int flags = SessionStateCodec.write(out, state, sent);
    out.endFrame(flags);
    sent = SessionStateCodec.sentState(state, sent);
  }
}
