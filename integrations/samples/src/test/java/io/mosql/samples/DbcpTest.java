package io.mosql.samples;

import io.mosql.integrations.testkit.SampleDatabase;
import io.mosql.integrations.testkit.Tool;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.apache.commons.dbcp2.BasicDataSource;
import org.junit.jupiter.api.Test;

/** An application with Commons DBCP. */
@Tool(name = "Commons DBCP", versionOf = BasicDataSource.class)
final class DbcpTest extends PoolChecks {
  private final BasicDataSource pool = new BasicDataSource();

  DbcpTest(SampleDatabase.Place place) {
    super(place);
  }

  @Override
  DataSource open(SampleDatabase database, int size) {
    pool.setUrl(database.url());
    pool.setUsername(database.user());
    pool.setPassword(database.password());
    pool.setMaxTotal(size);
    pool.setPoolPreparedStatements(true);
    pool.setAccessToUnderlyingConnectionAllowed(true);
    pool.setDefaultAutoCommit(true);
    pool.setDefaultReadOnly(false);
    pool.setDefaultTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE);
    return pool;
  }

  @Override
  void close() throws SQLException {
    pool.close();
  }

  @Test
  void forgottenTransactionIsRolledBack() throws SQLException {
    checkForgottenTransaction();
  }

  @Test
  void brokenConnectionIsReplaced() throws SQLException {
    checkBrokenConnection();
  }
}
