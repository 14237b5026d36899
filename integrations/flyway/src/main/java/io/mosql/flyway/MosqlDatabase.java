package io.mosql.flyway;

import java.sql.Connection;
import org.flywaydb.core.api.configuration.Configuration;
import org.flywaydb.core.internal.database.base.Database;
import org.flywaydb.core.internal.database.base.Table;
import org.flywaydb.core.internal.jdbc.JdbcConnectionFactory;
import org.flywaydb.core.internal.jdbc.StatementInterceptor;

/**
 * A database. A migration and its row in the history are one transaction: both use the one
 * connection.
 */
final class MosqlDatabase extends Database<MosqlConnection> {
  private final JdbcConnectionFactory connections;

  MosqlDatabase(
      Configuration configuration,
      JdbcConnectionFactory connections,
      StatementInterceptor interceptor) {
    super(configuration, connections, interceptor);
    this.connections = connections;
  }

  /** Opens a connection beside that of the migrations. */
  Connection openConnection() {
    return connections.openConnection();
  }

  @Override
  protected MosqlConnection doGetConnection(Connection connection) {
    return new MosqlConnection(this, connection);
  }

  /** Every release is supported. */
  @Override
  public void ensureSupported(Configuration configuration) {}

  @Override
  public boolean supportsDdlTransactions() {
    return true;
  }

  @Override
  public boolean useSingleConnection() {
    return true;
  }

  @Override
  public String getBooleanTrue() {
    return "TRUE";
  }

  @Override
  public String getBooleanFalse() {
    return "FALSE";
  }

  @Override
  public boolean catalogIsSchema() {
    return false;
  }

  @Override
  public String doQuote(String identifier) {
    return '"' + identifier.replace("\"", "\"\"") + '"';
  }

  @Override
  public String getRawCreateScript(Table table, boolean baseline) {
    return """
        CREATE TABLE %s (
            "installed_rank" INT NOT NULL,
            "version" VARCHAR(50),
            "description" VARCHAR(200) NOT NULL,
            "type" VARCHAR(20) NOT NULL,
            "script" VARCHAR(1000) NOT NULL,
            "checksum" INT,
            "installed_by" VARCHAR(100) NOT NULL,
            "installed_on" TIMESTAMP NOT NULL DEFAULT localtimestamp,
            "execution_time" INT NOT NULL,
            "success" BOOLEAN NOT NULL,
            CONSTRAINT %s PRIMARY KEY ("installed_rank")
        );
        %sCREATE INDEX %s ON %s ("success");
        """
        .formatted(
            table,
            quote(table.getName() + "_pk"),
            baseline ? getBaselineStatement(table) + ";\n" : "",
            quote(table.getName() + "_s_idx"),
            table);
  }
}
