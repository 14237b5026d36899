package io.mosql.flyway;

import java.sql.Connection;
import java.sql.Types;
import java.util.Properties;
import org.flywaydb.core.api.ResourceProvider;
import org.flywaydb.core.api.configuration.Configuration;
import org.flywaydb.core.internal.database.base.BaseDatabaseType;
import org.flywaydb.core.internal.database.base.Database;
import org.flywaydb.core.internal.jdbc.JdbcConnectionFactory;
import org.flywaydb.core.internal.jdbc.StatementInterceptor;
import org.flywaydb.core.internal.parser.Parser;
import org.flywaydb.core.internal.parser.ParsingContext;

/** The plugin: says which URLs and products are MoSQL. {@link java.util.ServiceLoader} finds it. */
public final class MosqlDatabaseType extends BaseDatabaseType {
  private static final String PRODUCT = "MoSQL";

  /** Called by {@link java.util.ServiceLoader}. */
  public MosqlDatabaseType() {}

  @Override
  public String getName() {
    return PRODUCT;
  }

  @Override
  public int getNullType() {
    return Types.NULL;
  }

  @Override
  public boolean handlesJDBCUrl(String url) {
    return url.startsWith("jdbc:mosql:") || url.startsWith("jdbc:p6spy:mosql:");
  }

  @Override
  public String getDriverClass(String url, ClassLoader loader) {
    return url.startsWith("jdbc:p6spy:")
        ? "com.p6spy.engine.spy.P6SpyDriver"
        : "io.mosql.jdbc.MosqlDriver";
  }

  /** Flyway passes the product with its version, "MoSQL 0.1". */
  @Override
  public boolean handlesDatabaseProductNameAndVersion(
      String product, String version, Connection connection) {
    return product.startsWith(PRODUCT);
  }

  @Override
  public void setDefaultConnectionProps(String url, Properties properties, ClassLoader loader) {
    properties.setProperty("ApplicationName", APPLICATION_NAME);
  }

  @Override
  public Database<?> createDatabase(
      Configuration configuration,
      JdbcConnectionFactory connections,
      StatementInterceptor interceptor) {
    return new MosqlDatabase(configuration, connections, interceptor);
  }

  @Override
  public Parser createParser(
      Configuration configuration, ResourceProvider resources, ParsingContext context) {
    return new MosqlScriptParser(configuration, context);
  }
}
