package io.mosql.jdbc;

import java.sql.SQLException;
import javax.sql.XAConnection;
import javax.sql.XAConnectionBuilder;
import javax.sql.XADataSource;
import org.jspecify.annotations.Nullable;

/**
 * A source of connections for transaction managers (JTA), configured as {@link MosqlDataSource} is.
 * A branch of a transaction is prepared by PREPARE TRANSACTION, and ends by COMMIT PREPARED or
 * ROLLBACK PREPARED in any session. Thread-safe once configured.
 */
public final class MosqlXADataSource extends DataSourceProperties implements XADataSource {
  /** Creates a data source without a URL, which must be set. */
  public MosqlXADataSource() {}

  @Override
  public XAConnection getXAConnection() throws SQLException {
    return new MosqlXAConnection(connect(null, null));
  }

  @Override
  public XAConnection getXAConnection(@Nullable String user, @Nullable String password)
      throws SQLException {
    return new MosqlXAConnection(connect(user, password));
  }

  @Override
  public XAConnectionBuilder createXAConnectionBuilder() {
    return MosqlConnectionBuilder.ofXA(this::getXAConnection);
  }
}
