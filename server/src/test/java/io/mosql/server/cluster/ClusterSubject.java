package io.mosql.server.cluster;

import io.mosql.core.files.DiskDirectory;
import io.mosql.core.files.ReadOnlyDirectory;
import io.mosql.core.port.StorageDirectory;
import io.mosql.engine.replay.Subject;
import io.mosql.engine.tool.DatabaseVerification;
import io.mosql.engine.tool.ToolReport;
import io.mosql.storage.CommitOrder;
import io.mosql.storage.Inspection;
import io.mosql.storage.page.PageOptions;
import io.mosql.storage.page.PageStore;
import io.mosql.storage.tree.TreeShape;
import io.mosql.storage.version.TransactionId;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Database of a cluster's clients. The commit order, and the consistency of redundant data, are
 * read from a backup created after the clients have ended. Thread-safe.
 */
final class ClusterSubject implements Subject, AutoCloseable {
  private static final int CACHE_BYTES = 8 << 20;

  private final ProcessCluster cluster;
  private final Path backups;
  private final String name;
  private final Map<Thread, Connection> watchers = new ConcurrentHashMap<>();
  private boolean backedUp;

  /**
   * @param backups directory of the servers' backups
   * @param name name of a backup that does not exist yet
   */
  ClusterSubject(ProcessCluster cluster, Path backups, String name) {
    this.cluster = cluster;
    this.backups = backups;
    this.name = name;
  }

  @Override
  public Connection connect() throws SQLException {
    return cluster.connect(Map.of("lockTimeout", "3000"));
  }

  /**
   * Queries the leader on a separate connection of the calling thread, since the client's
   * connection is in use.
   */
  @Override
  public long position(Connection connection) throws SQLException {
    Connection watcher = watchers.get(Thread.currentThread());
    if (watcher == null) {
      watcher = cluster.connect(Map.of());
      watchers.put(Thread.currentThread(), watcher);
    }
    try (Statement statement = watcher.createStatement();
        ResultSet rows =
            statement.executeQuery("select position from mosql.cluster where leader")) {
      if (rows.next()) {
        return rows.getLong(1);
      }
      throw new SQLException("the cluster has no leader", "57P05");
    } catch (SQLException e) {
      watchers.remove(Thread.currentThread());
      watcher.close();
      throw e;
    }
  }

  private Path backup() throws SQLException {
    if (!backedUp) {
      cluster.run("backup to '" + name + "'");
      backedUp = true;
    }
    return backups.resolve(name);
  }

  @Override
  public Map<TransactionId, Long> order() throws SQLException, IOException {
    try (StorageDirectory files = DiskDirectory.open(backup());
        PageStore pages =
            PageStore.openToRead(
                new ReadOnlyDirectory(files), PageOptions.withCache(CACHE_BYTES))) {
      return CommitOrder.of(new Inspection(pages, TreeShape.DEFAULT));
    }
  }

  @Override
  public void verify(Consumer<String> problems) throws SQLException {
    DatabaseVerification.verify(
        backup(),
        new ToolReport() {
          @Override
          public void done(String what, String figures) {}

          @Override
          public void problem(String text) {
            problems.accept(text);
          }

          @Override
          public void progress(String what, long done, long total) {}
        });
  }

  @Override
  public boolean losesConnections() {
    return true;
  }

  @Override
  public boolean rerunsStatements() {
    return true;
  }

  @Override
  public void close() throws SQLException {
    @Nullable SQLException failure = null;
    for (Connection watcher : watchers.values()) {
      try {
        watcher.close();
      } catch (SQLException e) {
        failure = e;
      }
    }
    watchers.clear();
    if (failure != null) {
      throw failure;
    }
  }
}
