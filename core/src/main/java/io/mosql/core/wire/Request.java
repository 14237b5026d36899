package io.mosql.core.wire;

import io.mosql.core.session.ExecutionOptions;
import io.mosql.core.session.Session;
import io.mosql.core.session.TransactionToken;
import io.mosql.core.type.LargeObject;
import io.mosql.core.type.SqlType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A request of a client after login. Requests are answered in their order; a client may send many
 * before it reads the first answer. All but {@link CloseCursor}, {@link CloseStatement} and {@link
 * Terminate} are answered by exactly one {@link Response}.
 *
 * <p>The client chooses the ids of statements and cursors, so that a request can use the result of
 * an earlier one before its answer has come.
 */
public sealed interface Request {
  /** Prepares a statement; an id in use is replaced. */
  record Prepare(int statement, String sql, List<@Nullable SqlType> parameterTypes)
      implements Request {}

  /**
   * Executes a statement.
   *
   * @param cursor id under which the remaining rows can be fetched; an id in use is replaced
   * @param parameters values of the carrier classes or values that can be coerced to them
   * @param expectation of the caller; when it is not met nothing is executed, and the answer is
   *     07005
   * @param fetchRows rows wanted with the answer, 0 for the server's choice
   */
  record Execute(
      int statement,
      int cursor,
      @Nullable Object[] parameters,
      ExecutionOptions options,
      Expectation expectation,
      int fetchRows)
      implements Request {}

  /** The caller's expectation of the kind of statement. */
  enum Expectation {
    ANYTHING,
    ROWS,
    COUNT,
    /** A query without side effects; only for servers of version 1.5 or later. */
    READ
  }

  /** Fetches further rows of a cursor, 0 to leave the number to the server. */
  record Fetch(int cursor, int fetchRows) implements Request {}

  /** Not answered; an unknown id is ignored. */
  record CloseCursor(int cursor) implements Request {}

  /** Not answered; an unknown id is ignored. Open cursors of the statement continue. */
  record CloseStatement(int statement) implements Request {}

  /** At most {@link Frames#TUPLES_MAX} tuples. In autocommit mode a transaction of its own. */
  record ExecuteBatch(int statement, List<@Nullable Object[]> tuples, ExecutionOptions options)
      implements Request {}

  record SetAutoCommit(boolean on) implements Request {}

  record Commit() implements Request {}

  record Rollback() implements Request {}

  record Savepoint(String name) implements Request {}

  record RollbackTo(String savepoint) implements Request {}

  record Release(String savepoint) implements Request {}

  record SetIsolation(Session.Isolation isolation) implements Request {}

  record SetReadOnly(boolean readOnly) implements Request {}

  record SetSchema(String schema) implements Request {}

  /** Whether the session is usable, checked by the engine itself. */
  record Ping() implements Request {}

  /** Queries the outcome of a transaction of this database. */
  record QueryOutcome(TransactionToken token) implements Request {}

  /**
   * Writes a piece of a new large object. One object is written at a time; the first piece of
   * another one discards it.
   *
   * @param text whether it is a CLOB; the pieces are UTF-8
   * @param first whether the object begins with the piece
   * @param last whether the object ends with the piece; only then it is answered by {@link
   *     Response.LargeObjectCreated}, else by {@link Response.Done}
   */
  record WriteLargeObject(boolean text, boolean first, boolean last, byte[] piece)
      implements Request {}

  /** Reads a piece of a large object; at most {@link Frames#READ_PIECE_BYTES} bytes. */
  record ReadLargeObject(LargeObject object, int from, int count) implements Request {}

  /** Ends the session; not answered. */
  record Terminate() implements Request {}
}
