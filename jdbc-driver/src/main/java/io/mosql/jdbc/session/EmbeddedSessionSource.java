package io.mosql.jdbc.session;

import io.mosql.core.session.EmbeddedEngine;
import io.mosql.core.session.Session;
import io.mosql.jdbc.base.DriverErrorMessage;
import io.mosql.jdbc.base.SqlErrors;
import java.sql.SQLException;
import java.util.Iterator;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;

/**
 * A source of sessions of the engine in this process. The engine is looked up with the first
 * connection and kept, since it manages the open databases; a failed look-up is retried.
 * Thread-safe.
 */
public final class EmbeddedSessionSource implements SessionSource {
  public static final SessionSource INSTANCE = new EmbeddedSessionSource();

  private volatile @Nullable EmbeddedEngine engine;

  private EmbeddedSessionSource() {}

  @Override
  public Session open(JdbcUrl url, int limitSeconds) throws SQLException {
    try {
      return engine().connect(url.location(), url.properties());
    } catch (RuntimeException | Error e) {
      throw SqlErrors.of(e);
    }
  }

  private EmbeddedEngine engine() throws SQLException {
    EmbeddedEngine found = engine;
    return found != null ? found : load();
  }

  private synchronized EmbeddedEngine load() throws SQLException {
    EmbeddedEngine found = engine;
    if (found == null) {
      found = find(EmbeddedSessionSource.class.getClassLoader());
      if (found == null) {
        found = find(Thread.currentThread().getContextClassLoader());
      }
      if (found == null) {
        throw DriverErrorMessage.ENGINE_NOT_FOUND.sqlException();
      }
      engine = found;
    }
    return found;
  }

  private static @Nullable EmbeddedEngine find(@Nullable ClassLoader loader) throws SQLException {
    try {
      Iterator<EmbeddedEngine> engines =
          ServiceLoader.load(EmbeddedEngine.class, loader).iterator();
      return engines.hasNext() ? engines.next() : null;
    } catch (ServiceConfigurationError e) {
      throw DriverErrorMessage.ENGINE_NOT_LOADABLE.sqlExceptionCausedBy(e);
    }
  }
}
