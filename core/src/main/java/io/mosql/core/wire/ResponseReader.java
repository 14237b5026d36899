package io.mosql.core.wire;

import io.mosql.core.session.ColumnInfo;
import io.mosql.core.session.CommitOutcome;
import io.mosql.core.session.StatementKind;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A reader of the answers of one session, which tracks its state. Not thread-safe.
 *
 * <p>It does not know the request of an answer: the caller does, and passes the columns of rows.
 */
public final class ResponseReader {
  /** Two bits. */
  private static final int FORMS = 4;

  /** Three bits. */
  private static final int PREPARED_FORMS = 8;

  private SessionState state;

  /**
   * @param welcome the state from {@link LoginResponse.Welcome}
   */
  public ResponseReader(SessionState welcome) {
    this.state = welcome;
  }

  /** The state after the last answer that was read; its notices are those of that answer. */
  public SessionState state() {
    return state;
  }

  /**
   * @param columns of rows unless the answer contains others: those sent last for the executed
   *     statement, or for the cursor; null where no rows may come
   */
  public Response read(WireReader frame, @Nullable List<ColumnInfo> columns) {
    Response response =
        switch (frame.type()) {
          case Frames.ROWS -> rows(frame, columns);
          case Frames.UPDATED -> updated(frame);
          case Frames.DONE -> new Response.Done();
          case Frames.PREPARED -> prepared(frame);
          case Frames.BATCH_DONE -> new Response.BatchDone(counts(frame));
          case Frames.FATE -> fate(frame);
          case Frames.FAILED -> failed(frame);
          case Frames.PIECE -> new Response.Piece(frame.bytes());
          case Frames.LARGE_OBJECT_CREATED ->
              new Response.LargeObjectCreated(LargeObjectCodec.read(frame));
          case Frames.SKIPPED -> new Response.Skipped();
          default -> throw new WireException("unknown response");
        };
    SessionState news = SessionStateCodec.read(frame, state);
    frame.end();
    state = news;
    return response;
  }

  private static Response rows(WireReader frame, @Nullable List<ColumnInfo> known) {
    int form = frame.u8();
    if (form >= FORMS) {
      throw new WireException("rows in an unknown format");
    }
    List<ColumnInfo> news = (form & 1) != 0 ? MetadataCodec.columns(frame) : null;
    List<ColumnInfo> columns = news != null ? news : known;
    if (columns == null) {
      throw new WireException("unrequested rows");
    }
    return new Response.Rows(news, RowCodec.read(frame, columns, frame.u31()), (form & 2) != 0);
  }

  private static Response prepared(WireReader frame) {
    int form = frame.u8();
    if (form >= PREPARED_FORMS) {
      throw new WireException("prepared statement in an unknown format");
    }
    return new Response.Prepared(
        (form & 1) != 0,
        MetadataCodec.columns(frame),
        MetadataCodec.parameters(frame),
        (form & 2) != 0 ? failed(frame) : null,
        (form & 4) != 0 ? MetadataCodec.kind(frame.u8()) : StatementKind.UNKNOWN,
        (form & 4) != 0 ? frame.text() : "");
  }

  private static Response updated(WireReader frame) {
    long count = frame.var64();
    List<ColumnInfo> columns = MetadataCodec.columns(frame);
    List<@Nullable Object[]> keys =
        columns.isEmpty() ? List.of() : RowCodec.read(frame, columns, frame.u31());
    return new Response.Updated(count, columns, keys);
  }

  private static Response.Failed failed(WireReader frame) {
    int form = frame.u8();
    if (form >= FORMS) {
      throw new WireException("failure in an unknown format");
    }
    return new Response.Failed(
        SessionStateCodec.sqlState(frame),
        frame.text(),
        frame.var(),
        (form & 2) != 0 ? counts(frame) : null,
        (form & 1) != 0);
  }

  private static long[] counts(WireReader frame) {
    long[] counts = new long[frame.count(1)];
    for (int i = 0; i < counts.length; i++) {
      counts[i] = frame.var64();
    }
    return counts;
  }

  private static Response.OutcomeReport fate(WireReader frame) {
    return switch (frame.u8()) {
      case 0 -> new Response.OutcomeReport(CommitOutcome.COMMITTED);
      case 1 -> new Response.OutcomeReport(CommitOutcome.ABORTED);
      case 2 -> new Response.OutcomeReport(CommitOutcome.UNKNOWN);
      case ResponseWriter.COMMITTED_WITH_COUNT ->
          new Response.OutcomeReport(CommitOutcome.COMMITTED, frame.var64());
      default -> throw new WireException("unknown transaction outcome");
    };
  }
}
