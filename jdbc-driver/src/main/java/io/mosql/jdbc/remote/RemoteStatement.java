package io.mosql.jdbc.remote;

import io.mosql.core.session.ColumnInfo;
import io.mosql.core.session.ParameterInfo;
import io.mosql.core.session.PreparedStatementHandle;
import io.mosql.core.session.StatementKind;
import io.mosql.core.type.SqlType;
import io.mosql.core.wire.Request.Expectation;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A handle of a prepared statement on servers. It is described by the server when metadata is
 * requested; an execution without that prepares and executes in one flight. Not thread-safe.
 */
public final class RemoteStatement implements PreparedStatementHandle {
  private final RemoteSession session;
  private final String sql;
  private final List<@Nullable SqlType> parameterTypes;
  private Expectation expectation = Expectation.ANYTHING;
  private StatementKind kind = StatementKind.UNKNOWN;
  private String setting = "";
  private @Nullable ServerStatement server;
  private @Nullable NodeSession node;
  private boolean closed;

  RemoteStatement(RemoteSession session, String sql, List<@Nullable SqlType> parameterTypes) {
    this.session = session;
    this.sql = sql;
    this.parameterTypes = parameterTypes;
  }

  /** Sets the expected kind of the statement; the server refuses to execute another kind. */
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

  RemoteSession owner() {
    return session;
  }

  /** Records the kind reported by a server. */
  void recordKind(StatementKind reported, String reportedSetting) {
    if (reported != StatementKind.UNKNOWN) {
      kind = reported;
      setting = reportedSetting;
    }
  }

  /** The kind reported by a server, if any. */
  StatementKind knownKind() {
    return kind;
  }

  String knownSetting() {
    return setting;
  }

  /** Whether any server has described it, including lost ones. */
  boolean isDescribed() {
    return server != null;
  }

  /** The statement on a node; null when it is not prepared there. */
  @Nullable ServerStatement server(NodeSession asked) {
    return asked == node ? server : null;
  }

  /** The statement on a node, prepared there if needed. */
  ServerStatement known(NodeSession asked) {
    ServerStatement known = server(asked);
    if (known == null) {
      known = asked.describe(this);
      recordKind(known.kind(), known.setting());
      server = known;
      node = asked;
    }
    return known;
  }

  /** The statement on the current node, prepared if needed. */
  private ServerStatement known() {
    ServerStatement known = server;
    return known != null ? known : session.describe(this);
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
  public StatementKind kind() {
    return known().kind();
  }

  @Override
  public String setting() {
    return known().setting();
  }

  @Override
  public void close() {
    if (!closed) {
      closed = true;
      ServerStatement known = server;
      NodeSession asked = node;
      if (known != null && asked != null) {
        asked.releaseStatement(known);
      }
    }
  }
}
