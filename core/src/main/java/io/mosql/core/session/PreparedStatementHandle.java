package io.mosql.core.session;

import java.util.List;

/** A planned statement of one session. */
public interface PreparedStatementHandle extends AutoCloseable {
  String sql();

  /** Whether executing it yields a {@link StatementResult.Rows}. */
  boolean returnsRows();

  /** Result columns; empty when it returns no rows. */
  List<ColumnInfo> columns();

  List<ParameterInfo> parameters();

  /** What an execution leaves behind. */
  default StatementKind kind() {
    return StatementKind.UNKNOWN;
  }

  /**
   * The setting of the session that an execution sets, where a client that goes on in another
   * session has to set it again; {@code transaction} for the modes of the next transaction. Empty
   * for none, and for settings that {@link Session} tells.
   */
  default String setting() {
    return "";
  }

  @Override
  void close();
}
