package io.mosql.server.process;

import io.mosql.core.error.MosqlException;
import io.mosql.core.session.ExecutionOptions;
import io.mosql.core.session.PreparedStatementHandle;
import io.mosql.core.session.Session;
import io.mosql.core.session.StatementResult;
import io.mosql.engine.Node;
import io.mosql.server.admin.AdminSource;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What the admin door shows of a node: the system views of its databases. Thread-safe. */
final class NodeFigures implements AdminSource {
  /** Views of one row whose numbers are figures. */
  private static final List<String> VIEWS = List.of("log", "storage");

  private final Node node;
  private final Supplier<@Nullable String> unready;

  /**
   * @param unready why clients should go elsewhere, null when they need not
   */
  NodeFigures(Node node, Supplier<@Nullable String> unready) {
    this.node = node;
    this.unready = unready;
  }

  @Override
  public @Nullable String unready() {
    return unready.get();
  }

  @Override
  public Map<String, Map<String, Long>> figures() {
    Map<String, Map<String, Long>> figures = new TreeMap<>();
    for (String database : node.openDatabases()) {
      try (Session session = node.inspect(database)) {
        Map<String, Long> numbers = new LinkedHashMap<>();
        for (String view : VIEWS) {
          try (Rows rows = new Rows(session, "select * from mosql." + view)) {
            if (rows.next()) {
              rows.addNumbers(view + ".", numbers);
            }
          }
        }
        figures.put(database, numbers);
      } catch (MosqlException e) {
        // Dropped or stopped in between.
      }
    }
    return figures;
  }

  @Override
  public Map<String, Long> sessions() {
    Map<String, Long> sessions = new HashMap<>();
    for (String database : node.openDatabases()) {
      try (Session session = node.inspect(database);
          Rows rows =
              new Rows(session, "select state, count(*) from mosql.sessions group by state")) {
        while (rows.next()) {
          Object[] row = rows.row();
          sessions.put(String.valueOf(row[0]), ((Number) row[1]).longValue());
        }
        // Every database shows the sessions of all.
        return sessions;
      } catch (MosqlException e) {
        // As above: the next one tells as well.
      }
    }
    return sessions;
  }

  /** A query's rows. */
  private static final class Rows implements AutoCloseable {
    private final PreparedStatementHandle handle;
    private final StatementResult.Rows rows;

    Rows(Session session, String sql) {
      handle = session.prepare(sql, List.of());
      rows =
          (StatementResult.Rows) session.execute(handle, new Object[0], ExecutionOptions.DEFAULT);
    }

    boolean next() {
      return rows.next();
    }

    @Nullable Object[] row() {
      return rows.row();
    }

    void addNumbers(String prefix, Map<String, Long> numbers) {
      Object[] row = rows.row();
      for (int i = 0; i < row.length; i++) {
        if (row[i] instanceof Number number) {
          numbers.put(prefix + rows.columns().get(i).label(), number.longValue());
        }
      }
    }

    @Override
    public void close() {
      rows.close();
      handle.close();
    }
  }
}
