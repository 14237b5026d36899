package io.mosql.liquibase;

import java.sql.SQLException;
import java.util.List;
import liquibase.Scope;
import liquibase.database.DatabaseConnection;
import liquibase.database.core.PostgresDatabase;
import liquibase.database.jvm.JdbcConnection;
import liquibase.exception.DatabaseException;
import liquibase.exception.UnexpectedLiquibaseException;
import liquibase.executor.ExecutorService;
import liquibase.statement.SqlStatement;
import org.jspecify.annotations.Nullable;

/**
 * MoSQL for Liquibase: PostgreSQL 15, whose syntax MoSQL understands. The version is that of the
 * language, not that of MoSQL. Names are in lower case.
 */
public final class MosqlDatabase extends PostgresDatabase {
  private static final String PRODUCT = "MoSQL";
  private static final String SHORT_NAME = "mosql";
  private static final int PORT = 7433;
  private static final int LANGUAGE = 15;

  /** Called by {@link java.util.ServiceLoader}. */
  public MosqlDatabase() {
    setCurrentDateTimeFunction("localtimestamp");
    // The driver reports their sizes, which their declarations do not have.
    unmodifiableDataTypes.addAll(
        List.of(
            "bigint",
            "blob",
            "boolean",
            "clob",
            "double",
            "double precision",
            "integer",
            "json",
            "jsonb",
            "real",
            "smallint",
            "uuid"));
  }

  @Override
  public String getShortName() {
    return SHORT_NAME;
  }

  @Override
  protected String getDefaultDatabaseProductName() {
    return PRODUCT;
  }

  @Override
  public Integer getDefaultPort() {
    return PORT;
  }

  @Override
  public boolean isCorrectDatabaseImplementation(DatabaseConnection connection)
      throws DatabaseException {
    return PRODUCT.equals(connection.getDatabaseProductName());
  }

  @Override
  public @Nullable String getDefaultDriver(String url) {
    return url.startsWith("jdbc:mosql:") ? "io.mosql.jdbc.MosqlDriver" : null;
  }

  @Override
  public void setConnection(DatabaseConnection connection) {
    super.setConnection(connection);
    CatalogPreconditions.register();
  }

  /** Whether a count is more than 0. */
  boolean returnsRow(SqlStatement count) {
    try {
      return Scope.getCurrentScope()
              .getSingleton(ExecutorService.class)
              .getExecutor("jdbc", this)
              .queryForLong(count)
          > 0;
    } catch (DatabaseException e) {
      throw new UnexpectedLiquibaseException(e);
    }
  }

  @Nullable String schemaOr(@Nullable String name) {
    return name == null ? getDefaultSchemaName() : name;
  }

  @Override
  protected @Nullable String getConnectionSchemaName() {
    if (!(getConnection() instanceof JdbcConnection connection)) {
      return super.getConnectionSchemaName();
    }
    try {
      return connection.getUnderlyingConnection().getSchema();
    } catch (SQLException e) {
      throw new UnexpectedLiquibaseException(e);
    }
  }

  @Override
  public int getDatabaseMajorVersion() {
    return LANGUAGE;
  }

  @Override
  public int getDatabaseMinorVersion() {
    return 0;
  }
}
