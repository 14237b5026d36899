package io.mosql.samples;

import static com.zaxxer.hikari.SQLExceptionOverride.Override.CONTINUE_EVICT;
import static com.zaxxer.hikari.SQLExceptionOverride.Override.DO_NOT_EVICT;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.SQLExceptionOverride;
import io.mosql.integrations.testkit.SampleDatabase;
import io.mosql.integrations.testkit.Tool;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** An application with HikariCP. */
@Tool(name = "HikariCP", versionOf = HikariDataSource.class)
final class HikariTest extends PoolChecks {
  private @Nullable SQLExceptionOverride override;
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
    config.setExceptionOverride(override);
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

  @Test
  void overrideForUnsupportedStatements() throws SQLException {
    override =
        new SQLExceptionOverride() {
          @java.lang.Override
          public Override adjudicate(SQLException e) {
            return "0A000".equals(e.getSQLState()) ? DO_NOT_EVICT : CONTINUE_EVICT;
          }
        };
    connectionSurvivesUnsupportedStatement();
  }
}
