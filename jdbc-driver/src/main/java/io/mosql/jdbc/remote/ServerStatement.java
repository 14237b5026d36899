package io.mosql.jdbc.remote;

import io.mosql.core.session.ColumnInfo;
import io.mosql.core.session.ParameterInfo;
import io.mosql.core.session.PreparedStatementHandle;
import io.mosql.core.session.StatementKind;
import io.mosql.core.wire.Response;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A statement prepared on the server, shared by all handles with its text. */
final class ServerStatement {
  private final int id;
  private final boolean returnsRows;
  private final StatementKind kind;
  private final String setting;
  private final List<ParameterInfo> parameters;
  private final Response.@Nullable Failed unresolved;

  /** The columns for metadata: from the statement alone, not from the types of bound values. */
  private List<ColumnInfo> described;

  /** The columns that the server sent last. */
  private List<ColumnInfo> columns;

  private int users;

  ServerStatement(int id, Response.Prepared prepared) {
    this.id = id;
    this.returnsRows = prepared.returnsRows();
    this.kind = prepared.kind();
    this.setting = prepared.setting();
    this.parameters = prepared.parameters();
    this.unresolved = prepared.unresolved();
    this.described = prepared.columns();
    this.columns = described;
  }

  int id() {
    return id;
  }

  boolean returnsRows() {
    return returnsRows;
  }

  StatementKind kind() {
    return kind;
  }

  /** See {@link PreparedStatementHandle#setting}. */
  String setting() {
    return setting;
  }

  List<ParameterInfo> parameters() {
    return parameters;
  }

  /** Whether it contains names that did not exist when it was prepared. */
  boolean isUnresolved() {
    return unresolved != null;
  }

  /** The columns; fails for an unresolved statement. */
  List<ColumnInfo> columnsOrFailure() {
    if (unresolved != null && described.isEmpty()) {
      throw ServerErrors.of(unresolved);
    }
    return described;
  }

  /** The columns reported last; the server may have replanned the statement. */
  List<ColumnInfo> columns() {
    return columns;
  }

  void updateColumns(List<ColumnInfo> news) {
    columns = news;
    if (parameters.isEmpty() || described.isEmpty()) {
      described = news;
    }
  }

  void retain() {
    users++;
  }

  /** Releases one use; returns whether it was the last one. */
  boolean release() {
    users--;
    return users == 0;
  }

  boolean isUsed() {
    return users > 0;
  }
}
