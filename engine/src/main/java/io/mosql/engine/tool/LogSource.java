package io.mosql.engine.tool;

import io.mosql.consensus.local.LocalLog;
import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.core.files.ReadOnlyDirectory;
import io.mosql.core.port.StateMachine;
import io.mosql.core.port.StorageDirectory;
import io.mosql.engine.database.DatabaseDirectory;
import io.mosql.engine.database.ExistingDirectories;
import io.mosql.engine.options.NodeDirectory;
import io.mosql.storage.Restoration;
import io.mosql.storage.page.Manifest;
import java.io.IOException;
import java.nio.file.Path;

/**
 * The source of the log that continues a backup: the directory of a database, or the replicated
 * logs of a node. It may be open meanwhile; it is only read.
 */
interface LogSource extends AutoCloseable {
  /**
   * The log of the database that a backup is of.
   *
   * @throws MosqlException 22023 when it is not there, or does not go back far enough
   */
  Restoration.ReplaySource after(Manifest backup) throws IOException;

  @Override
  void close();

  /**
   * The log of a directory: of a node of a cluster, or of a database, which may be a node's copy.
   *
   * @throws MosqlException 58P01 when it is absent, 08001 when it is something else
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
   * The log beside a database.
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
        throw new MosqlException(
            SqlState.INVALID_PARAMETER,
            String.format(
                "the log of %s begins with record %d: records %d to %d, by which it would go on"
                    + " from the backup, are not there any more; logRetentionBytes keeps more",
                log.describe(), first, afterIndex + 1, first - 1));
      }
      LocalLog.inspect(log, afterIndex, machine);
    }

    @Override
    public void close() {
      files.close();
    }
  }
}
