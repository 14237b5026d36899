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
 * A handle on a statement. The server is asked about it when somebody wants to know something of
 * it; who only executes it asks and executes in one flight. Not thread-safe.
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

  RemoteSession owner() {
    return session;
  }

  /** A server has told what it is. */
  void recordKind(StatementKind told, String settingTold) {
    if (told != StatementKind.UNKNOWN) {
      kind = told;
      setting = settingTold;
    }
  }

  /** What servers have told so far. */
  StatementKind knownKind() {
    return kind;
  }

  String knownSetting() {
    return setting;
  }

  /** Whether a server has described it, be it one that is gone. */
  boolean isDescribed() {
    return server != null;
  }

  /** Null as long as this node was not asked. */
  @Nullable ServerStatement server(NodeSession asked) {
    return asked == node ? server : null;
  }

  /** Asks the node if need be. */
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

  /** Asks a server if none was asked yet. */
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
