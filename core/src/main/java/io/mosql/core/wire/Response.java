package io.mosql.core.wire;

import io.mosql.core.session.ColumnInfo;
import io.mosql.core.session.CommitOutcome;
import io.mosql.core.session.ParameterInfo;
import io.mosql.core.session.PreparedStatementHandle;
import io.mosql.core.session.Session;
import io.mosql.core.session.StatementKind;
import io.mosql.core.type.LargeObject;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An answer to a {@link Request}. Each is followed by the {@link SessionState} after it. */
public sealed interface Response {
  /**
   * To Prepare.
   *
   * @param columns of its rows; empty when it returns none, or they are not known
   * @param unresolved the error of requesting the columns, because the statement names a missing
   *     object; executing it fails with the same error as long as the object is missing; else null
   * @param kind only for clients of version 1.5 or later; {@link StatementKind#UNKNOWN} for others
   * @param setting as {@link PreparedStatementHandle#setting}; likewise
   */
  record Prepared(
      boolean returnsRows,
      List<ColumnInfo> columns,
      List<ParameterInfo> parameters,
      @Nullable Failed unresolved,
      StatementKind kind,
      String setting)
      implements Response {
    public Prepared(boolean returnsRows, List<ColumnInfo> columns, List<ParameterInfo> parameters) {
      this(returnsRows, columns, parameters, null, StatementKind.UNKNOWN, "");
    }
  }

  /**
   * To Execute of a query, and to Fetch. Values follow the columns' types.
   *
   * @param columns with the first rows of an execution, when they differ from those that the client
   *     got last for this statement, by Prepared or by Rows: it may have been planned again; else
   *     null
   * @param last whether the cursor ended with these rows; it is closed then
   */
  record Rows(@Nullable List<ColumnInfo> columns, List<@Nullable Object[]> rows, boolean last)
      implements Response {}

  /** To Execute of all other statements. */
  record Updated(
      long updateCount, List<ColumnInfo> keyColumns, List<@Nullable Object[]> generatedKeys)
      implements Response {}

  /** To ExecuteBatch. */
  record BatchDone(long[] updateCounts) implements Response {}

  /** To requests without a result. */
  record Done() implements Response {}

  /**
   * To AskFate.
   *
   * @param updateCount of a committed transaction, only for clients of version 1.1 or later; {@link
   *     Session.Settled#NO_COUNT} when it is not known
   */
  record OutcomeReport(CommitOutcome outcome, long updateCount) implements Response {
    public OutcomeReport(CommitOutcome fate) {
      this(fate, Session.CommitStatus.NO_COUNT);
    }
  }

  /**
   * The request failed. A fatal error may also come without a request, when the server shuts down
   * or ends the session.
   *
   * @param sqlState five characters
   * @param message text of the error
   * @param position one-based character offset in the statement's text, 0 where not known
   * @param updateCounts of the tuples before the failed one, for a batch; else null
   * @param fatal whether the server closes the connection after it
   */
  record Failed(
      String sqlState, String message, int position, long @Nullable [] updateCounts, boolean fatal)
      implements Response {}

  /** To the last WriteLargeObject of an object. */
  record LargeObjectCreated(LargeObject object) implements Response {}

  /** To ReadLargeObject: at least one byte before the end of the object. */
  record Piece(byte[] bytes) implements Response {}

  /** The request was skipped after a failed one, as its flag requires. */
  record Skipped() implements Response {}
}
