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

  /** The kind of effect of an execution. */
  default StatementKind kind() {
    return StatementKind.UNKNOWN;
  }

  /** The {@link #setting} of a statement that creates a temporary table or sequence. */
  String TEMPORARY_OBJECTS = "temporary objects";

  /**
   * The session setting that an execution changes, which a client must set again when it continues
   * in another session; {@code transaction} for the modes of the next transaction, and {@link
   * #TEMPORARY_OBJECTS} for what no other session can have. Empty for none, and for settings that
   * {@link Session} reports.
   */
  default String setting() {
    return "";
  }

  @Override
  void close();
}
