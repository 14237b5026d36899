package io.mosql.testcontainers;

import io.mosql.junit.TestDatabase;
import java.sql.SQLException;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.testcontainers.containers.JdbcDatabaseContainer;
import org.testcontainers.utility.DockerImageName;

/**
 * A database of MoSQL that looks like a container: an embedded database in memory. Starting it
 * neither needs Docker nor an image; a test that must have a server of its own starts one itself.
 */
public final class MosqlContainer extends JdbcDatabaseContainer<MosqlContainer> {
  private static final String IMAGE = "mosql";

  private final String id = IMAGE + '-' + UUID.randomUUID();
  private @Nullable TestDatabase database;

  /** Creates a container whose database does not exist yet. */
  public MosqlContainer() {
    super(DockerImageName.parse(IMAGE));
  }

  @Override
  public void start() {
    if (database == null) {
      database = TestDatabase.create();
    }
  }

  @Override
  public void stop() {
    TestDatabase running = database;
    database = null;
    if (running != null) {
      try {
        running.close();
      } catch (SQLException e) {
        throw new IllegalStateException("cannot shut down " + running.url(), e);
      }
    }
  }

  @Override
  public boolean isRunning() {
    return database != null;
  }

  /** The image is not looked for: there is none. */
  @Override
  public String getDockerImageName() {
    return IMAGE;
  }

  @Override
  public String getContainerId() {
    return id;
  }

  @Override
  public String getDriverClassName() {
    return "io.mosql.jdbc.MosqlDriver";
  }

  @Override
  public String getJdbcUrl() {
    TestDatabase running = database;
    if (running == null) {
      throw new IllegalStateException("the container is not started");
    }
    return running.url();
  }

  @Override
  public String getUsername() {
    return "";
  }

  @Override
  public String getPassword() {
    return "";
  }

  @Override
  protected String getTestQueryString() {
    return "SELECT 1";
  }
}
