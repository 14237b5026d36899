package io.mosql.core.wire;

import io.mosql.core.session.ExecutionOptions;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The codec of the frames of {@link Request}s. Stateless and pure. */
public final class RequestCodec {
  private static final int MAX_ROWS = 1;
  private static final int TIMEOUT = 1 << 1;
  private static final int KEY_COLUMNS = 1 << 2;
  private static final int EXPECTATION_SHIFT = 3;
  private static final int TEXT = 1;
  private static final int FIRST = 1 << 1;
  private static final int LAST = 1 << 2;

  private RequestCodec() {}

  /**
   * Writes a frame. When a value cannot be sent the exception leaves the frame unfinished: {@link
   * WireWriter#discardFrame}.
   *
   * @param skippable whether it is to be skipped if the preceding request failed or was skipped
   * @param minor version of the reader
   * @throws io.mosql.core.error.MosqlException 22003, 22023 or 54000 for a value that cannot be
   *     sent
   */
  public static void write(WireWriter out, Request request, boolean skippable, int minor) {
    if (request instanceof Request.Execute execute) {
      execute(out, execute, minor);
    } else if (request instanceof Request.Fetch fetch) {
      out.beginFrame(Frames.FETCH);
      out.i32(fetch.cursor());
      out.i32(fetch.fetchRows());
    } else if (request instanceof Request.ExecuteBatch batch) {
      batch(out, batch, minor);
    } else if (request instanceof Request.Prepare prepare) {
      out.beginFrame(Frames.PREPARE);
      out.i32(prepare.statement());
      out.text(prepare.sql());
      MetadataCodec.types(out, prepare.parameterTypes());
    } else if (request instanceof Request.CloseCursor close) {
      out.beginFrame(Frames.CLOSE_CURSOR);
      out.i32(close.cursor());
    } else if (request instanceof Request.CloseStatement close) {
      out.beginFrame(Frames.CLOSE_STATEMENT);
      out.i32(close.statement());
    } else {
      control(out, request);
    }
    out.endFrame(skippable ? Frames.FLAG_SKIPPABLE : 0);
  }

  private static void control(WireWriter out, Request request) {
    if (request instanceof Request.Commit) {
      out.beginFrame(Frames.COMMIT);
    } else if (request instanceof Request.Rollback) {
      out.beginFrame(Frames.ROLLBACK);
    } else if (request instanceof Request.Ping) {
      out.beginFrame(Frames.PING);
    } else if (request instanceof Request.Terminate) {
      out.beginFrame(Frames.TERMINATE);
    } else if (request instanceof Request.SetAutoCommit set) {
      out.beginFrame(Frames.SET_AUTO_COMMIT);
      out.bool(set.on());
    } else if (request instanceof Request.SetReadOnly set) {
      out.beginFrame(Frames.SET_READ_ONLY);
      out.bool(set.readOnly());
    } else if (request instanceof Request.SetIsolation set) {
      out.beginFrame(Frames.SET_ISOLATION);
      out.u8(SessionStateCodec.code(set.isolation()));
    } else if (request instanceof Request.QueryOutcome ask) {
      out.beginFrame(Frames.ASK_FATE);
      SessionStateCodec.token(out, ask.token());
    } else if (request instanceof Request.SetSchema set) {
      named(out, Frames.SET_SCHEMA, set.schema());
    } else if (request instanceof Request.Savepoint savepoint) {
      named(out, Frames.SAVEPOINT, savepoint.name());
    } else if (request instanceof Request.RollbackTo savepoint) {
      named(out, Frames.ROLLBACK_TO, savepoint.savepoint());
    } else if (request instanceof Request.Release savepoint) {
      named(out, Frames.RELEASE, savepoint.savepoint());
    } else if (request instanceof Request.WriteLargeObject write) {
      out.beginFrame(Frames.WRITE_LARGE_OBJECT);
      out.u8((write.text() ? TEXT : 0) | (write.first() ? FIRST : 0) | (write.last() ? LAST : 0));
      out.bytes(write.piece());
    } else if (request instanceof Request.ReadLargeObject read) {
      out.beginFrame(Frames.READ_LARGE_OBJECT);
      LargeObjectCodec.write(out, read.object());
      out.i32(read.from());
      out.i32(read.count());
    }
  }

  private static void named(WireWriter out, int type, String name) {
    out.beginFrame(type);
    out.text(name);
  }

  private static void execute(WireWriter out, Request.Execute execute, int minor) {
    out.beginFrame(Frames.EXECUTE);
    out.i32(execute.statement());
    out.i32(execute.cursor());
    options(out, execute.options(), execute.expectation());
    out.i32(execute.fetchRows());
    ParameterCodec.write(out, execute.parameters(), minor);
  }

  private static void batch(WireWriter out, Request.ExecuteBatch batch, int minor) {
    List<@Nullable Object[]> tuples = batch.tuples();
    if (tuples.size() > Frames.TUPLES_MAX) {
      throw new IllegalArgumentException(tuples.size() + " tuples");
    }
    out.beginFrame(Frames.EXECUTE_BATCH);
    out.i32(batch.statement());
    options(out, batch.options(), Request.Expectation.COUNT);
    out.var(tuples.size());
    for (@Nullable Object[] tuple : tuples) {
      ParameterCodec.write(out, tuple, minor);
    }
  }

  private static void options(
      WireWriter out, ExecutionOptions options, Request.Expectation expectation) {
    List<String> keyColumns = options.keyColumns();
    out.u8(
        (options.maxRows() != 0 ? MAX_ROWS : 0)
            | (options.timeoutMillis() != 0 ? TIMEOUT : 0)
            | (keyColumns != null ? KEY_COLUMNS : 0)
            | code(expectation) << EXPECTATION_SHIFT);
    if (options.maxRows() != 0) {
      out.var(options.maxRows());
    }
    if (options.timeoutMillis() != 0) {
      out.var(options.timeoutMillis());
    }
    if (keyColumns != null) {
      MetadataCodec.texts(out, keyColumns);
    }
  }

  /** Whether the request is to be skipped if the preceding one failed or was skipped. */
  public static boolean isSkippable(WireReader frame) {
    return (frame.flags() & Frames.FLAG_SKIPPABLE) != 0;
  }

  public static Request read(WireReader frame) {
    Request request =
        switch (frame.type()) {
          case Frames.PREPARE ->
              new Request.Prepare(frame.i32(), frame.text(), MetadataCodec.types(frame));
          case Frames.EXECUTE -> readExecute(frame);
          case Frames.FETCH -> new Request.Fetch(frame.i32(), frame.u31());
          case Frames.CLOSE_CURSOR -> new Request.CloseCursor(frame.i32());
          case Frames.CLOSE_STATEMENT -> new Request.CloseStatement(frame.i32());
          case Frames.EXECUTE_BATCH -> readBatch(frame);
          case Frames.SET_AUTO_COMMIT -> new Request.SetAutoCommit(frame.bool());
          case Frames.COMMIT -> new Request.Commit();
          case Frames.ROLLBACK -> new Request.Rollback();
          case Frames.SAVEPOINT -> new Request.Savepoint(frame.text());
          case Frames.ROLLBACK_TO -> new Request.RollbackTo(frame.text());
          case Frames.RELEASE -> new Request.Release(frame.text());
          case Frames.SET_ISOLATION ->
              new Request.SetIsolation(SessionStateCodec.isolation(frame.u8()));
          case Frames.SET_READ_ONLY -> new Request.SetReadOnly(frame.bool());
          case Frames.SET_SCHEMA -> new Request.SetSchema(frame.text());
          case Frames.PING -> new Request.Ping();
          case Frames.ASK_FATE -> new Request.QueryOutcome(SessionStateCodec.token(frame));
          case Frames.WRITE_LARGE_OBJECT -> readPiece(frame);
          case Frames.READ_LARGE_OBJECT ->
              new Request.ReadLargeObject(LargeObjectCodec.read(frame), frame.u31(), frame.u31());
          case Frames.TERMINATE -> new Request.Terminate();
          default -> throw new WireException("unknown request");
        };
    frame.end();
    return request;
  }

  private static Request readPiece(WireReader frame) {
    int form = frame.u8();
    if (form > (TEXT | FIRST | LAST)) {
      throw new WireException("piece in an unknown format");
    }
    return new Request.WriteLargeObject(
        (form & TEXT) != 0, (form & FIRST) != 0, (form & LAST) != 0, frame.bytes());
  }

  private static Request readExecute(WireReader frame) {
    int statement = frame.i32();
    int cursor = frame.i32();
    int flags = frame.u8();
    ExecutionOptions options = readOptions(frame, flags);
    int fetchRows = frame.u31();
    return new Request.Execute(
        statement,
        cursor,
        ParameterCodec.read(frame),
        options,
        expectation(flags >> EXPECTATION_SHIFT),
        fetchRows);
  }

  private static Request readBatch(WireReader frame) {
    int statement = frame.i32();
    int flags = frame.u8();
    if (expectation(flags >> EXPECTATION_SHIFT) != Request.Expectation.COUNT) {
      throw new WireException("batch of statements other than updates");
    }
    ExecutionOptions options = readOptions(frame, flags);
    int count = frame.count(1);
    if (count > Frames.TUPLES_MAX) {
      throw new WireException("too many tuples");
    }
    List<@Nullable Object[]> tuples = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      tuples.add(ParameterCodec.read(frame));
    }
    return new Request.ExecuteBatch(statement, tuples, options);
  }

  private static ExecutionOptions readOptions(WireReader frame, int flags) {
    if ((flags & (MAX_ROWS | TIMEOUT | KEY_COLUMNS)) == 0) {
      return ExecutionOptions.DEFAULT;
    }
    long maxRows = (flags & MAX_ROWS) != 0 ? notNegative(frame.var64()) : 0;
    long timeoutMillis = (flags & TIMEOUT) != 0 ? notNegative(frame.var64()) : 0;
    List<String> keyColumns = (flags & KEY_COLUMNS) != 0 ? MetadataCodec.texts(frame) : null;
    return new ExecutionOptions(maxRows, timeoutMillis, keyColumns);
  }

  private static int code(Request.Expectation expectation) {
    return switch (expectation) {
      case ANYTHING -> 0;
      case ROWS -> 1;
      case COUNT -> 2;
      case READ -> 3;
    };
  }

  private static Request.Expectation expectation(int code) {
    return switch (code) {
      case 0 -> Request.Expectation.ANYTHING;
      case 1 -> Request.Expectation.ROWS;
      case 2 -> Request.Expectation.COUNT;
      case 3 -> Request.Expectation.READ;
      default -> throw new WireException("unknown options");
    };
  }

  private static long notNegative(long value) {
    if (value < 0) {
      throw new WireException("negative number");
    }
    return value;
  }
}
