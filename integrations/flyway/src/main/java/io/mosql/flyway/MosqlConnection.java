package io.mosql.flyway;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.Callable;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.internal.database.base.Schema;
import org.flywaydb.core.internal.database.base.Table;
import org.flywaydb.core.internal.exception.FlywaySqlException;
import org.jspecify.annotations.Nullable;

/**
 * A connection, with the lock by which one process migrates at a time.
 *
 * <p>The lock is a row lock: the history has a row of rank {@value #LOCK_RANK}, which Flyway does
 * not read. Its lock is held by a transaction of another connection, which reads nothing else and
 * is rolled back, so it conflicts with no migration, and is released when the process dies. In a
 * cluster the lock is lost when the leader changes; a second process then fails at the primary key
 * of the history.
 */
final class MosqlConnection
    extends org.flywaydb.core.internal.database.base.Connection<MosqlDatabase> {
  private static final int LOCK_RANK = -100;
  private static final String LOCK_NOT_AVAILABLE = "55P03";

  MosqlConnection(MosqlDatabase database, Connection connection) {
    super(database, connection);
  }

  @Override
  protected @Nullable String getCurrentSchemaNameOrSearchPath() throws SQLException {
    return getJdbcConnection().getSchema();
  }

  @Override
  protected void doChangeCurrentSchemaOrSearchPathTo(String schema) throws SQLException {
    getJdbcConnection().setSchema(schema);
  }

  @Override
  public Schema<?, ?> getSchema(String name) {
    return new MosqlSchema(jdbcTemplate, database, name);
  }

  /**
   * Runs the action with the lock. There is none before the table exists: Flyway repeats the
   * creation when another process was faster.
   */
  @Override
  public <T> T lock(Table table, Callable<T> action) {
    if (!table.exists()) {
      return call(action);
    }
    try (Connection holder = database.openConnection()) {
      boolean autoCommit = holder.getAutoCommit();
      acquire(holder, table);
      try {
        return call(action);
      } finally {
        holder.rollback();
        holder.setAutoCommit(autoCommit);
      }
    } catch (SQLException e) {
      throw new FlywaySqlException("Unable to lock table " + table, e);
    }
  }

  private void acquire(Connection holder, Table table) throws SQLException {
    String rank = database.quote("installed_rank");
    int seconds = database.getConfiguration().getLockRetryCount();
    try (Statement statement = holder.createStatement()) {
      holder.setAutoCommit(true);
      statement.executeUpdate(
          "INSERT INTO %s VALUES (%d, NULL, '<< lock >>', 'LOCK', '', NULL, '', localtimestamp, 0, TRUE) ON CONFLICT DO NOTHING"
              .formatted(table, LOCK_RANK));
      holder.setAutoCommit(false);
      String select =
          "SELECT 1 FROM %s WHERE %s = %d FOR UPDATE WAIT %d"
              .formatted(table, rank, LOCK_RANK, seconds < 0 ? 60 : seconds);
      while (true) {
        try (ResultSet locked = statement.executeQuery(select)) {
          locked.next();
          return;
        } catch (SQLException e) {
          if (seconds >= 0 || !LOCK_NOT_AVAILABLE.equals(e.getSQLState())) {
            throw e;
          }
          holder.rollback();
        }
      }
    }
  }

  private static <T> T call(Callable<T> action) {
    try {
      return action.call();
    } catch (RuntimeException e) {
      throw e;
    } catch (SQLException e) {
      throw new FlywaySqlException("Unable to use the schema history", e);
    } catch (Exception e) {
      throw new FlywayException(e);
    }
  }
}
