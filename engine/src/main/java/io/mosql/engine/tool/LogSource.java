package io.mosql.engine.tool;

import io.mosql.consensus.local.LocalLog;
import io.mosql.core.error.MosqlException;
import io.mosql.core.files.ReadOnlyDirectory;
import io.mosql.core.port.StateMachine;
import io.mosql.core.port.StorageDirectory;
import io.mosql.engine.database.DatabaseDirectory;
import io.mosql.engine.database.ExistingDirectories;
import io.mosql.engine.error.EngineErrorMessage;
import io.mosql.engine.options.NodeDirectory;
import io.mosql.storage.Restoration;
import io.mosql.storage.page.Manifest;
import java.io.IOException;
import java.nio.file.Path;

/**
 * The source of the log that continues a backup: the directory of a database, or the replicated
 * logs of a node. The directory may be in use; it is only read.
 */
interface LogSource extends AutoCloseable {
  /**
   * Returns the log that continues a backup.
   *
   * @throws MosqlException 22023 when it is absent, or begins after the backup
   */
  Restoration.ReplaySource after(Manifest backup) throws IOException;

  @Override
  void close();

  /**
   * Opens the log of a directory: of a cluster node, or of a database, which may be a replica.
   *
   * @throws MosqlException 58P01 when it is absent, 08001 when it is of another kind
   */
  static LogSource of(Path directory) throws IOException {
    for (Path place = directory.toAbsolutePath(); place != null; place = place.getParent()) {
      Path raft = place.resolve("raft");
      if (java.nio.file.Files.exists(place.resolve(NodeDirectory.MARKER))
          && java.nio.file.Files.isDirectory(raft)) {
        return new NodeLogSource(raft);
      }
    }
    StorageDirectory files = ExistingDirectories.existing(directory);
    try {
      DatabaseDirectory.requireDatabase(files);
      return new OfDatabase(files);
    } catch (IOException | RuntimeException | Error e) {
      files.close();
      throw e;
    }
  }

  /**
   * The log in the directory of a database.
   *
   * @param files closed with it
   */
  record OfDatabase(StorageDirectory files) implements LogSource {
    @Override
    public Restoration.ReplaySource after(Manifest backup) {
      return (after, machine) -> read(new ReadOnlyDirectory(files), after.index(), machine);
    }

    private static void read(ReadOnlyDirectory log, long afterIndex, StateMachine machine) {
      long first = LocalLog.firstIndex(log);
      if (first > afterIndex + 1) {
        throw EngineErrorMessage.LOG_RECORDS_NOT_RETAINED.error(log.describe(), first, afterIndex);
      }
      LocalLog.inspect(log, afterIndex, machine);
    }

    @Override
    public void close() {
      files.close();
    }
  }
}
