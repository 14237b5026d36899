package io.mosql.engine;

import io.mosql.core.error.MosqlException;
import io.mosql.core.session.ExecutionOptions;
import io.mosql.core.session.Login;
import io.mosql.core.session.PreparedStatementHandle;
import io.mosql.core.session.Session;
import io.mosql.core.session.StatementResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A test client for a session on a node. Not thread-safe. */
public final class NodeClient implements AutoCloseable {
  private final Session session;

  public NodeClient(Session session) {
    this.session = session;
  }

  public NodeClient(Node node, String user, String database) {
    this.session = node.connect(new Login(user, database, Map.of(), "10.0.0.1:1"));
  }

  /** Runs a statement; its rows as text, none for a change. */
  public List<String> run(String sql) {
    try (PreparedStatementHandle handle = session.prepare(sql, List.of())) {
      StatementResult result = session.execute(handle, new Object[0], ExecutionOptions.DEFAULT);
      List<String> rows = new ArrayList<>();
      if (result instanceof StatementResult.Rows cursor) {
        try (cursor) {
          while (cursor.next()) {
            List<String> values = new ArrayList<>();
            for (Object value : cursor.row()) {
              values.add(String.valueOf(value));
            }
            rows.add(String.join(" ", values));
          }
        }
      }
      return rows;
    }
  }

  /** The SQLSTATE that a statement fails with, or ok. */
  String outcome(String sql) {
    try {
      run(sql);
      return "ok";
    } catch (MosqlException e) {
      return e.sqlState();
    }
  }

  @Override
  public void close() {
    session.close();
  }
}
