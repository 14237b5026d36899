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

  @Override
  void close();
}
