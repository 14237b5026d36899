package io.mosql.engine;

import io.mosql.core.session.ExecutionOptions;
import io.mosql.core.session.PreparedStatementHandle;
import io.mosql.core.session.Session;
import io.mosql.core.session.StatementResult;
import io.mosql.engine.database.OpenDatabase;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A test client for a session. Not thread-safe. */
public final class SessionClient implements AutoCloseable {
  private final Session session;

  public SessionClient(OpenDatabase database) {
    this.session = database.connect(Map.of(), () -> {});
  }

  public Session session() {
    return session;
  }

  /** Executes a modification and returns the number of rows. */
  public long change(String sql, @Nullable Object... parameters) {
    try (PreparedStatementHandle statement = session.prepare(sql, List.of())) {
      return ((StatementResult.Update)
              session.execute(statement, parameters, ExecutionOptions.DEFAULT))
          .updateCount();
    }
  }

  /** All rows of a query. */
  public List<List<@Nullable Object>> query(String sql, @Nullable Object... parameters) {
    List<List<@Nullable Object>> all = new ArrayList<>();
    try (PreparedStatementHandle statement = session.prepare(sql, List.of());
        StatementResult.Rows rows =
            (StatementResult.Rows)
                session.execute(statement, parameters, ExecutionOptions.DEFAULT)) {
      while (rows.next()) {
        List<@Nullable Object> row = new ArrayList<>();
        for (Object value : rows.row()) {
          row.add(value);
        }
        all.add(row);
      }
    }
    return all;
  }

  @Override
  public void close() {
    session.close();
  }
}
