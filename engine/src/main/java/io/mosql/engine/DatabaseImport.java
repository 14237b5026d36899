package io.mosql.engine;

import io.mosql.core.error.MosqlException;
import io.mosql.core.files.DiskDirectory;
import io.mosql.core.port.StorageDirectory;
import io.mosql.core.port.StorageFile;
import io.mosql.engine.account.LocalDatabases;
import io.mosql.engine.account.NodeCatalog;
import io.mosql.engine.account.NodeCatalogStore;
import io.mosql.engine.account.NodeDatabaseOpener;
import io.mosql.engine.database.DatabaseDirectory;
import io.mosql.engine.database.DatabaseLocation;
import io.mosql.engine.database.OpenDatabase;
import io.mosql.engine.error.EngineErrorMessage;
import io.mosql.engine.options.InitialAdministrator;
import io.mosql.engine.options.NodeDirectory;
import io.mosql.engine.options.NodeOptions;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Imports an embedded database into a server's data directory by copying its files. The row of the
 * database is marked ready only after the files are durable; the next start deletes the remains of
 * an import that a crash interrupted.
 */
public final class DatabaseImport {
  private static final int STEP_BYTES = 1 << 20;

  private DatabaseImport() {}

  /**
   * Copies a database into the data directory of a server that is not running.
   *
   * @param name of the database on the server
   * @param server data directory, created when absent
   * @return the account that was created with a new data directory; null when the directory existed
   * @throws MosqlException 42P04 when the server has a database of that name, 22023 when the
   *     directory belongs to a node of a cluster, 08001 when one of the two directories is of
   *     another kind, 55006 when another process has locked one
   */
  public static @Nullable InitialAdministrator adopt(
      Path database, String name, Path server, NodeOptions options) {
    try (StorageDirectory source = existing(database);
        NodeDirectory directory = NodeDirectory.open(server, null)) {
      AutoCloseable lock = DatabaseDirectory.enterToRead(source);
      try {
        ClusterConversion.finish(directory);
        NodeDatabaseOpener ports = new NodeDatabaseOpener(directory, options);
        LocalDatabases databases = new LocalDatabases(ports::openUser, directory);
        try (OpenDatabase system = ports.openSystem()) {
          NodeCatalogStore store = new NodeCatalogStore(system, databases, options);
          synchronized (store.lock()) {
            InitialAdministrator made = store.recover();
            databases.close();
            long id = store.insertDatabaseRow(name);
            copy(source, directory.database(id));
            store.change(s -> s.setState(id, NodeCatalog.Database.State.READY));
            return made;
          }
        }
      } finally {
        DatabaseDirectory.release(lock);
      }
    } catch (IOException e) {
      throw EngineErrorMessage.DATABASE_NOT_COPIED.causedBy(
          e, database, String.valueOf(e.getMessage()));
    }
  }

  /**
   * The existing directory of a database. Checked first, since opening files creates the directory.
   */
  private static StorageDirectory existing(Path database) throws IOException {
    if (!java.nio.file.Files.isDirectory(database)) {
      throw EngineErrorMessage.DATABASE_IMPORT_DIRECTORY_MISSING.error(database);
    }
    return DiskDirectory.open(database);
  }

  private static void copy(StorageDirectory source, DatabaseLocation.Directory where)
      throws IOException {
    try (StorageDirectory target = OpenDatabase.files(where)) {
      for (String name : source.list()) {
        if (!name.equals(DatabaseDirectory.LOCK)) {
          try (StorageFile from = source.open(name, false);
              StorageFile to = target.open(name, true)) {
            copy(from, to);
          }
        }
      }
      target.syncDirectory();
    }
  }

  private static void copy(StorageFile from, StorageFile to) throws IOException {
    byte[] step = new byte[STEP_BYTES];
    long size = from.size();
    for (long at = 0; at < size; ) {
      int read = from.read(at, step, 0, (int) Math.min(step.length, size - at));
      if (read <= 0) {
        throw new IOException("a file ends before its end");
      }
      to.write(at, step, 0, read);
      at += read;
    }
    to.sync();
  }
}
