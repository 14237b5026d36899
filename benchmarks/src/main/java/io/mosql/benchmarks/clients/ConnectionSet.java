package io.mosql.benchmarks.clients;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Set of connections of a run that are closed together. Not thread-safe. */
public final class ConnectionSet implements AutoCloseable {
  private final Source source;
  private final List<Connection> opened = new ArrayList<>();

  /** Source of connections, for example {@code database::open}. */
  public interface Source {
    Connection open() throws SQLException;
  }

  public ConnectionSet(Source source) {
    this.source = source;
  }

  public Connection open() throws SQLException {
    Connection connection = source.open();
    opened.add(connection);
    return connection;
  }

  @Override
  public void close() throws SQLException {
    @Nullable SQLException first = null;
    for (Connection connection : opened) {
      try {
        connection.close();
      } catch (SQLException e) {
        if (first == null) {
          first = e;
        }
      }
    }
    if (first != null) {
      throw first;
    }
  }
}
