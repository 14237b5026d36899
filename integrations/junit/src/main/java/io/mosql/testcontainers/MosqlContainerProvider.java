package io.mosql.testcontainers;

import org.testcontainers.containers.JdbcDatabaseContainer;
import org.testcontainers.containers.JdbcDatabaseContainerProvider;
import org.testcontainers.jdbc.ConnectionUrl;

/**
 * Makes {@code jdbc:tc:mosql:///name} a database in the process of the test. {@link
 * java.util.ServiceLoader} finds this class.
 */
public final class MosqlContainerProvider extends JdbcDatabaseContainerProvider {
  private static final String NAME = "mosql";

  /** Called by {@link java.util.ServiceLoader}. */
  public MosqlContainerProvider() {}

  @Override
  public boolean supports(String databaseType) {
    return databaseType.equals(NAME);
  }

  @Override
  public JdbcDatabaseContainer<?> newInstance() {
    return new MosqlContainer();
  }

  @Override
  public JdbcDatabaseContainer<?> newInstance(String tag) {
    return newInstance();
  }

  @Override
  public JdbcDatabaseContainer<?> newInstance(ConnectionUrl url) {
    return newInstance();
  }
}
