package io.mosql.core.wire;

import io.mosql.core.session.ExecutionOptions;
import io.mosql.core.session.Session;
import io.mosql.core.session.TransactionToken;
import io.mosql.core.type.SqlType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A request of a client after login. Requests are answered in their order; a client may send many
 * before it reads the first answer. All but {@link CloseCursor}, {@link CloseStatement} and {@link
 * Terminate} are answered by exactly one {@link Response}.
 *
 * <p>Ids of statements and cursors are the client's choice, so that a request can name what an
 * earlier one of the same flight makes.
 */
public sealed interface Request {
  /** Makes a statement ready; an id that is taken is replaced. */
  record Prepare(int statement, String sql, List<@Nullable SqlType> parameterTypes)
      implements Request {}

  /**
   * Executes a statement.
   *
   * @param cursor under which its rows can be fetched later, if the first ones are not all; an id
   *     that is taken is replaced
   * @param parameters values of the carrier classes or what they can be coerced from
   * @param expectation of the caller; where it is not met nothing is executed, and the answer is
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

  /** What the caller says the statement is. */
  enum Expectation {
    ANYTHING,
    ROWS,
    COUNT,
    /** A query that leaves nothing behind; only to servers of version 1.5 or later. */
    READ
  }

  /** More rows of a cursor, 0 for the server's choice of how many. */
  record Fetch(int cursor, int fetchRows) implements Request {}

  /** Not answered; an unknown id is nothing. */
  record CloseCursor(int cursor) implements Request {}

  /** Not answered; an unknown id is nothing. Open cursors of the statement go on. */
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

  /** Whether the session still works, asked of the engine itself. */
  record Ping() implements Request {}

  /** What became of a transaction of this database. */
  record QueryOutcome(TransactionToken token) implements Request {}

  /** The client goes; not answered. */
  record Terminate() implements Request {}
}
