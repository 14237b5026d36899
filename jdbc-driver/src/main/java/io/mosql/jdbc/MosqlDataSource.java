package io.mosql.jdbc;

import io.mosql.jdbc.base.Wrappers;
import java.sql.Connection;
import java.sql.ConnectionBuilder;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * A source of unpooled connections, configured as a bean: {@code url}, and optionally {@code user},
 * {@code password} and further {@code properties}. Thread-safe once configured.
 */
public final class MosqlDataSource extends DataSourceProperties implements DataSource {
  /** Creates a data source without a URL, which must be set. */
  public MosqlDataSource() {}

  /**
   * @param url {@code jdbc:mosql:..}
   */
  public MosqlDataSource(String url) {
    setUrl(url);
  }

  @Override
  public Connection getConnection() throws SQLException {
    return connect(null, null);
  }

  @Override
  public Connection getConnection(@Nullable String user, @Nullable String password)
      throws SQLException {
    return connect(user, password);
  }

  @Override
  public ConnectionBuilder createConnectionBuilder() {
    return MosqlConnectionBuilder.of(this::getConnection);
  }

  @Override
  public <T> T unwrap(Class<T> type) throws SQLException {
    return Wrappers.unwrap(this, type);
  }

  @Override
  public boolean isWrapperFor(Class<?> type) {
    return type.isInstance(this);
  }
}
