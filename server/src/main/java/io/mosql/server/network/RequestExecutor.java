package io.mosql.server.network;

import io.mosql.core.error.CoreErrorMessage;
import io.mosql.core.error.InvariantViolation;
import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.core.port.Clock;
import io.mosql.core.port.WouldBlock;
import io.mosql.core.session.BatchFailure;
import io.mosql.core.session.ColumnInfo;
import io.mosql.core.session.LargeObjectSink;
import io.mosql.core.session.PreparedStatementHandle;
import io.mosql.core.session.Session;
import io.mosql.core.session.StatementKind;
import io.mosql.core.session.StatementResult;
import io.mosql.core.type.LargeObject;
import io.mosql.core.wire.FrameMemory;
import io.mosql.core.wire.Frames;
import io.mosql.core.wire.Request;
import io.mosql.core.wire.RequestCodec;
import io.mosql.core.wire.Response;
import io.mosql.core.wire.ResponseWriter;
import io.mosql.core.wire.SessionState;
import io.mosql.core.wire.WireException;
import io.mosql.core.wire.WireReader;
import io.mosql.core.wire.WireWriter;
import io.mosql.server.error.ServerErrorMessage;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Executor of the requests of one session, which writes the responses. Used by one thread at a
 * time.
 */
final class RequestExecutor {
  private static final Logger LOG = LoggerFactory.getLogger(RequestExecutor.class);

  /** Limit of prepared statements, so that unclosed ones cannot exhaust the server's memory. */
  private static final int STATEMENTS_MAX = 10_000;

  private static final int CURSORS_MAX = 1_000;

  /** Bytes of rows after which a response ends, whatever number of rows was requested. */
  private static final int ROWS_BYTES = 128 * 1024;

  /** Rows of a response when the client does not set a number. */
  private static final int ROWS_USUAL = 1_000;

  /** Maximum number of rows of a response. */
  private static final int ROWS_MAX = 100_000;

  private static final long[] NOTHING = {};

  /** Maximum number of characters of an error message. */
  private static final int MESSAGE_MAX = 4_000;

  private final Session session;
  private final SessionStateView stateView;
  private final ResponseWriter answers;
  private final int frameBytesMax;
  private final Clock clock;
  private final Map<Integer, Statement> statements = new HashMap<>();
  private final Map<Integer, Cursor> cursors = new HashMap<>();
  private boolean failed;

  /** The large object that the client is writing; null for none. */
  private @Nullable LargeObjectSink sink;

  /** Update counts of the executed tuples of a batch that continues on a worker. */
  private long[] begun = NOTHING;

  /** Result of processing a request. */
  enum Completion {
    ANSWERED,
    /** The connection is to be closed after the written response. */
    ENDS,
    /**
     * The request may block, which is not allowed on this thread: the same request must be executed
     * again where blocking is allowed. It had no effect, except for the first tuples of a batch,
     * which are recorded.
     */
    MAY_WAIT
  }

  private static final class Statement {
    final PreparedStatementHandle handle;
    final FastPathPolicy fastPath = new FastPathPolicy();
    List<ColumnInfo> sentColumns;

    Statement(PreparedStatementHandle handle, List<ColumnInfo> sentColumns) {
      this.handle = handle;
      this.sentColumns = sentColumns;
    }
  }

  private static final class Cursor {
    final StatementResult.Rows rows;
    final List<ColumnInfo> columns;

    /** Whether the cursor is positioned on a row that was not sent yet. */
    boolean onRow;

    Cursor(StatementResult.Rows rows) {
      this.rows = rows;
      this.columns = rows.columns();
    }
  }

  /**
   * @param sentState session state last reported to the client
   * @param minor protocol minor version of the client
   */
  RequestExecutor(
      Session session,
      SessionStateView sight,
      SessionState sentState,
      int minor,
      int frameBytesMax,
      Clock clock) {
    this.session = session;
    this.stateView = sight;
    this.answers = new ResponseWriter(sentState, minor);
    this.frameBytesMax = frameBytesMax;
    this.clock = clock;
  }

  /** Whether ending the session now would lose nothing: no open cursor and no transaction. */
  boolean isIdle() {
    return cursors.isEmpty() && session.transactionStatus() == Session.TransactionStatus.IDLE;
  }

  /**
   * Executes a request.
   *
   * @param mayWait whether the thread may block, for example on disk I/O and row locks
   * @throws WireException when the frame is not a valid request
   */
  Completion process(WireReader frame, WireWriter out, boolean mayWait) {
    boolean skip = failed && RequestCodec.isSkippable(frame);
    Request request;
    try {
      request = RequestCodec.read(frame);
    } catch (MosqlException e) {
      return rejectTooLong(out, skip, e);
    }
    if (request instanceof Request.Terminate) {
      return Completion.ENDS;
    }
    if (request instanceof Request.CloseCursor close) {
      closeCursor(close.cursor());
      return Completion.ANSWERED;
    }
    if (request instanceof Request.CloseStatement close) {
      closeStatement(close.statement());
      return Completion.ANSWERED;
    }
    if (skip) {
      write(out, new Response.Skipped());
      return Completion.ANSWERED;
    }
    int before = out.length();
    try {
      if (!mayWait && !runQuickly(request, out)) {
        return Completion.MAY_WAIT;
      }
      if (mayWait) {
        run(request, out);
      }
      failed = false;
      return Completion.ANSWERED;
    } catch (WouldBlock signal) {
      if (out.length() > before) {
        out.discardFrame();
      }
      return Completion.MAY_WAIT;
    } catch (BatchFailure failure) {
      return fail(out, failure.failure(), failure.updateCounts());
    } catch (Throwable thrown) {
      if (out.length() > before) {
        out.discardFrame();
      }
      return fail(out, toMosqlException(thrown), null);
    }
  }

  /**
   * Answers a request that exceeded the frame memory.
   *
   * @param skippable whether the request is skipped after a failed predecessor
   */
  void rejectTooLong(WireWriter out, boolean skippable) {
    rejectTooLong(out, failed && skippable, FrameMemory.refusal());
  }

  private Completion rejectTooLong(WireWriter out, boolean skip, MosqlException why) {
    if (skip) {
      write(out, new Response.Skipped());
      return Completion.ANSWERED;
    }
    return fail(out, why, null);
  }

  private Completion fail(WireWriter out, MosqlException error, long @Nullable [] counts) {
    failed = true;
    boolean fatal =
        switch (error.state()) {
          case CONNECTION_CLOSED, CONNECTION_LOST, SHUTTING_DOWN -> true;
          default -> false;
        };
    write(out, failure(error, counts, fatal));
    return fatal ? Completion.ENDS : Completion.ANSWERED;
  }

  private Response.Failed failure(MosqlException error, long @Nullable [] counts, boolean fatal) {
    String said = String.valueOf(error.getMessage());
    String message = stateView.message(said);
    if (!message.equals(said) || isSystemError(error)) {
      LOG.warn("statement failed with {}: {}", error.sqlState(), said, error);
    }
    return new Response.Failed(
        error.sqlState(),
        message.length() <= MESSAGE_MAX ? message : message.substring(0, MESSAGE_MAX) + " ..",
        error.position(),
        counts,
        fatal);
  }

  /** Whether the causes, for example a file error, concern the operator of the server. */
  private static boolean isSystemError(MosqlException error) {
    return error.sqlState().startsWith("58") || error.state() == SqlState.DATA_CORRUPTED;
  }

  private static MosqlException toMosqlException(Throwable thrown) {
    if (thrown instanceof MosqlException known) {
      if (InvariantViolation.in(known) != null) {
        LOG.error("a request met a violated invariant", known);
      }
      return known;
    }
    if (thrown instanceof OutOfMemoryError) {
      return CoreErrorMessage.OUT_OF_MEMORY.causedBy(thrown);
    }
    LOG.error("request failed with an internal error", thrown);
    return CoreErrorMessage.INTERNAL_ERROR.causedBy(thrown, thrown.getClass().getSimpleName());
  }

  /** Writes the last response of the connection, requested or not. */
  void writeFatalError(WireWriter out, MosqlException why) {
    write(out, failure(why, null, true));
  }

  private void write(WireWriter out, Response response) {
    answers.write(out, response, List.of(), stateView.state());
    if (out.frameBytes() > frameBytesMax) {
      out.discardFrame();
      throw tooLong();
    }
  }

  private static MosqlException tooLong() {
    return ServerErrorMessage.RESPONSE_TOO_LARGE.error();
  }

  private void run(Request request, WireWriter out) {
    if (request instanceof Request.Execute execute) {
      execute(execute, out);
    } else if (request instanceof Request.Fetch fetch) {
      fetch(fetch, out);
    } else if (request instanceof Request.ExecuteBatch batch) {
      write(out, new Response.BatchDone(runBatch(batch)));
    } else if (request instanceof Request.Prepare prepare) {
      prepare(prepare, out);
    } else if (request instanceof Request.QueryOutcome ask) {
      write(out, stateView.fate(ask.token()));
    } else if (request instanceof Request.WriteLargeObject piece) {
      write(out, writePiece(piece));
    } else if (request instanceof Request.ReadLargeObject read) {
      int count = Math.min(read.count(), Frames.READ_PIECE_BYTES);
      write(out, new Response.Piece(session.readLargeObject(read.object(), read.from(), count)));
    } else {
      control(request);
      write(out, new Response.Done());
    }
  }

  /**
   * Executes a request if it does not block.
   *
   * @return false when it may block; then it had no effect
   */
  private boolean runQuickly(Request request, WireWriter out) {
    if (request instanceof Request.Execute execute) {
      return executeQuickly(execute, out);
    }
    if (request instanceof Request.ExecuteBatch batch) {
      return executeQuickly(batch, out);
    }
    boolean quick =
        request instanceof Request.Rollback
            || request instanceof Request.Ping
            || request instanceof Request.SetIsolation
            || request instanceof Request.SetReadOnly
            || request instanceof Request.Commit && session.commitsQuickly()
            || request instanceof Request.SetAutoCommit set
                && (!set.on() || session.commitsQuickly());
    if (quick) {
      run(request, out);
    }
    return quick;
  }

  private boolean executeQuickly(Request.Execute execute, WireWriter out) {
    Statement statement = statements.get(execute.statement());
    if (statement == null
        || !statement.fastPath.isFastPathAllowed()
        || cursors.size() >= CURSORS_MAX) {
      return false;
    }
    require(execute.expectation(), statement.handle);
    closeCursor(execute.cursor());
    int rowsAhead = execute.fetchRows() == 0 ? ROWS_USUAL : Math.min(execute.fetchRows(), ROWS_MAX);
    long start = clock.nanoTime();
    StatementResult result =
        session.executeQuickly(
            statement.handle, execute.parameters(), execute.options(), rowsAhead + 1);
    if (result == null) {
      statement.fastPath.backOff();
      return false;
    }
    answer(execute, statement, result, out);
    statement.fastPath.executedOnEventLoop(clock.nanoTime() - start);
    return true;
  }

  private boolean executeQuickly(Request.ExecuteBatch batch, WireWriter out) {
    Statement statement = statements.get(batch.statement());
    if (statement == null || !statement.fastPath.isFastPathAllowed()) {
      return false;
    }
    long start = clock.nanoTime();
    long[] counts = session.executeBatchQuickly(statement.handle, batch.tuples(), batch.options());
    if (counts.length < batch.tuples().size()) {
      statement.fastPath.backOff();
      begun = counts;
      return false;
    }
    write(out, new Response.BatchDone(counts));
    statement.fastPath.executedOnEventLoop(clock.nanoTime() - start);
    return true;
  }

  /** Executes a batch, or the remaining part of it. */
  private long[] runBatch(Request.ExecuteBatch batch) {
    Statement statement = statement(batch.statement());
    long[] first = begun;
    begun = NOTHING;
    List<@Nullable Object[]> tuples = batch.tuples();
    try {
      long[] rest =
          session.executeBatch(
              statement.handle, tuples.subList(first.length, tuples.size()), batch.options());
      statement.fastPath.executedOnWorker();
      return joined(first, rest);
    } catch (BatchFailure failure) {
      throw new BatchFailure(joined(first, failure.updateCounts()), failure.failure());
    }
  }

  private static long[] joined(long[] first, long[] rest) {
    if (first.length == 0) {
      return rest;
    }
    long[] all = Arrays.copyOf(first, first.length + rest.length);
    System.arraycopy(rest, 0, all, first.length, rest.length);
    return all;
  }

  private Response writePiece(Request.WriteLargeObject piece) {
    if (piece.first()) {
      discardUnfinished();
      sink = session.createLargeObject(piece.text());
    }
    LargeObjectSink open = sink;
    if (open == null) {
      throw ServerErrorMessage.NO_LARGE_OBJECT_BEGUN.error();
    }
    boolean good = false;
    try {
      open.write(piece.piece(), 0, piece.piece().length);
      if (!piece.last()) {
        good = true;
        return new Response.Done();
      }
      LargeObject made = open.finish();
      sink = null;
      good = true;
      return new Response.LargeObjectCreated(made);
    } finally {
      if (!good) {
        discardUnfinished();
      }
    }
  }

  private void discardUnfinished() {
    if (sink != null) {
      closeQuietly(sink);
      sink = null;
    }
  }

  private void control(Request request) {
    if (request instanceof Request.Commit) {
      session.commit();
    } else if (request instanceof Request.Rollback) {
      session.rollback();
    } else if (request instanceof Request.SetAutoCommit set) {
      session.setAutoCommit(set.on());
    } else if (request instanceof Request.SetReadOnly set) {
      session.setReadOnly(set.readOnly());
    } else if (request instanceof Request.SetIsolation set) {
      session.setIsolation(set.isolation());
    } else if (request instanceof Request.SetSchema set) {
      session.setSchema(set.schema());
    } else if (request instanceof Request.Savepoint savepoint) {
      session.savepoint(savepoint.name());
    } else if (request instanceof Request.RollbackTo savepoint) {
      session.rollbackTo(savepoint.savepoint());
    } else if (request instanceof Request.Release savepoint) {
      session.release(savepoint.savepoint());
    } else if (request instanceof Request.Ping && !session.isValid()) {
      throw ServerErrorMessage.SESSION_ENDED.error();
    }
  }

  private void prepare(Request.Prepare prepare, WireWriter out) {
    closeStatement(prepare.statement());
    if (statements.size() >= STATEMENTS_MAX) {
      throw ServerErrorMessage.TOO_MANY_STATEMENTS.error(STATEMENTS_MAX);
    }
    PreparedStatementHandle handle = session.prepare(prepare.sql(), prepare.parameterTypes());
    List<ColumnInfo> columns;
    Response.Failed unresolved = null;
    try {
      columns = handle.columns();
    } catch (MosqlException e) {
      // Names or types are missing; they may exist when the statement is executed.
      columns = List.of();
      unresolved = failure(e, null, false);
    }
    statements.put(prepare.statement(), new Statement(handle, columns));
    write(
        out,
        new Response.Prepared(
            handle.returnsRows(),
            columns,
            handle.parameters(),
            unresolved,
            handle.kind(),
            handle.setting()));
  }

  private Statement statement(int id) {
    Statement statement = statements.get(id);
    if (statement == null) {
      throw ServerErrorMessage.UNKNOWN_STATEMENT.error();
    }
    return statement;
  }

  private void execute(Request.Execute execute, WireWriter out) {
    Statement statement = statement(execute.statement());
    require(execute.expectation(), statement.handle);
    closeCursor(execute.cursor());
    if (cursors.size() >= CURSORS_MAX) {
      throw ServerErrorMessage.TOO_MANY_CURSORS.error(CURSORS_MAX);
    }
    StatementResult result =
        session.execute(statement.handle, execute.parameters(), execute.options());
    statement.fastPath.executedOnWorker();
    answer(execute, statement, result, out);
  }

  private void answer(
      Request.Execute execute, Statement statement, StatementResult result, WireWriter out) {
    if (result instanceof StatementResult.Update update) {
      write(
          out,
          new Response.Updated(update.updateCount(), update.keyColumns(), update.generatedKeys()));
    } else if (result instanceof StatementResult.Rows rows) {
      Cursor cursor = new Cursor(rows);
      List<ColumnInfo> changed =
          cursor.columns.equals(statement.sentColumns) ? null : cursor.columns;
      if (!send(cursor, changed, execute.fetchRows(), out)) {
        cursors.put(execute.cursor(), cursor);
      }
      statement.sentColumns = cursor.columns;
    }
  }

  private static void require(Request.Expectation expectation, PreparedStatementHandle statement) {
    if (expectation == Request.Expectation.ANYTHING) {
      return;
    }
    boolean rows = statement.returnsRows();
    if (expectation == Request.Expectation.READ && rows && statement.kind() != StatementKind.READ) {
      throw ServerErrorMessage.NOT_READ_ONLY.error();
    }
    if (expectation != Request.Expectation.COUNT && !rows) {
      throw CoreErrorMessage.NO_ROWS_RETURNED.error();
    }
    if (expectation == Request.Expectation.COUNT && rows) {
      throw CoreErrorMessage.ROWS_RETURNED.error();
    }
  }

  private void fetch(Request.Fetch fetch, WireWriter out) {
    Cursor cursor = cursors.get(fetch.cursor());
    if (cursor == null) {
      throw ServerErrorMessage.UNKNOWN_CURSOR.error();
    }
    boolean ended = true;
    try {
      ended = send(cursor, null, fetch.fetchRows(), out);
    } finally {
      if (ended) {
        cursors.remove(fetch.cursor());
      }
    }
  }

  /**
   * Writes rows, as many as fit a response and at most the requested number; closes the cursor
   * after the last row or an error.
   *
   * @return whether the cursor is closed
   */
  private boolean send(
      Cursor cursor, @Nullable List<ColumnInfo> changed, int wanted, WireWriter out) {
    int rowsMax = wanted == 0 ? ROWS_USUAL : Math.min(wanted, ROWS_MAX);
    boolean good = false;
    boolean last = false;
    try {
      answers.beginRows(out, changed, cursor.columns);
      while (true) {
        if (!cursor.onRow && !cursor.rows.next()) {
          last = true;
          break;
        }
        cursor.onRow = true;
        if (answers.rowCount() >= rowsMax || out.frameBytes() >= ROWS_BYTES) {
          break;
        }
        answers.row(out, cursor.rows.row());
        cursor.onRow = false;
        if (out.frameBytes() > frameBytesMax) {
          throw tooLong();
        }
      }
      answers.endRows(out, last, stateView.state());
      good = true;
      return last;
    } finally {
      if (!good) {
        closeQuietly(cursor.rows);
      }
    }
  }

  private void closeCursor(int id) {
    Cursor cursor = cursors.remove(id);
    if (cursor != null) {
      closeQuietly(cursor.rows);
    }
  }

  /** Closes a resource and ignores errors. */
  private static void closeQuietly(AutoCloseable closed) {
    try {
      closed.close();
    } catch (Exception e) {
      LOG.debug("closing failed", e);
    }
  }

  private void closeStatement(int id) {
    Statement statement = statements.remove(id);
    if (statement != null) {
      closeQuietly(statement.handle);
    }
  }
}
