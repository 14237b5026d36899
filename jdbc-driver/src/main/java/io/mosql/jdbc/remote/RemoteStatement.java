package io.mosql.jdbc.remote;

import io.mosql.core.session.ColumnInfo;
import io.mosql.core.session.ParameterInfo;
import io.mosql.core.session.PreparedStatementHandle;
import io.mosql.core.type.SqlType;
import io.mosql.core.wire.Request.Expectation;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A handle on a statement. The server is asked about it when somebody wants to know something of
 * it; who only executes it asks and executes in one flight. Not thread-safe.
 */
public final class RemoteStatement implements PreparedStatementHandle {
  private final RemoteSession session;
  private final String sql;
  private final List<@Nullable SqlType> parameterTypes;
  private Expectation expectation = Expectation.ANYTHING;
  private @Nullable ServerStatement server;
  private boolean closed;

  RemoteStatement(RemoteSession session, String sql, List<@Nullable SqlType> parameterTypes) {
    this.session = session;
    this.sql = sql;
    this.parameterTypes = parameterTypes;
  }

  /** What the caller says the statement is; the server refuses to execute another one. */
  public void expect(Expectation expected) {
    expectation = expected;
  }

  Expectation expectation() {
    return expectation;
  }

  List<@Nullable SqlType> parameterTypes() {
    return parameterTypes;
  }

  boolean isClosed() {
    return closed;
  }

  /** Null as long as nobody has asked. */
  @Nullable ServerStatement server() {
    return server;
  }

  /** Asks the server if need be. */
  ServerStatement known() {
    ServerStatement known = server;
    if (known == null) {
      known = session.describe(this);
      server = known;
    }
    return known;
  }

  @Override
  public String sql() {
    return sql;
  }

  @Override
  public boolean returnsRows() {
    return known().returnsRows();
  }

  @Override
  public List<ColumnInfo> columns() {
    return known().columnsOrFailure();
  }

  @Override
  public List<ParameterInfo> parameters() {
    return known().parameters();
  }

  @Override
  public void close() {
    if (!closed) {
      closed = true;
      ServerStatement known = server;
      if (known != null) {
        session.leave(known);
      }
    }
  }
}
