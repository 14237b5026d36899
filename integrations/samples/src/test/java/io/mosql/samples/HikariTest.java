package io.mosql.samples;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.mosql.integrations.testkit.SampleDatabase;
import io.mosql.integrations.testkit.Tool;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;

/** An application with HikariCP. */
@Tool(name = "HikariCP", versionOf = HikariDataSource.class)
final class HikariTest extends PoolChecks {
  private HikariDataSource pool;

  HikariTest(SampleDatabase.Place place) {
    super(place);
  }

  @Override
  DataSource open(SampleDatabase database, int size) {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(database.url());
    config.setUsername(database.user());
    config.setPassword(database.password());
    config.setMaximumPoolSize(size);
    pool = new HikariDataSource(config);
    return pool;
  }

  @Override
  void close() {
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
