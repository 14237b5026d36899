package io.mosql.engine.tool;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.core.files.DiskDirectory;
import io.mosql.core.files.ReadOnlyDirectory;
import io.mosql.core.port.Clock;
import io.mosql.core.port.StorageDirectory;
import io.mosql.engine.database.DatabaseDirectory;
import io.mosql.engine.database.DatabaseLocation;
import io.mosql.engine.database.ExistingDirectories;
import io.mosql.engine.database.OpenDatabase;
import io.mosql.engine.error.EngineErrorMessage;
import io.mosql.storage.backup.Backup;
import io.mosql.storage.checkpoint.PinnedCheckpoint;
import io.mosql.storage.page.Manifest;
import io.mosql.storage.page.ManifestFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Backs up a database that no process has open, by opening it in this process; of a replica of a
 * cluster node the last checkpoint is backed up.
 */
public final class DatabaseBackup {
  private DatabaseBackup() {}

  /**
   * Updates the backup in a directory.
   *
   * @param target a backup, or an empty or absent directory
   * @param verify whether files already in the target are read and compared by hash
   * @throws MosqlException 08001 when there is no database, 55006 when another process has locked
   *     it, and the errors of {@link Backup#write}
   */
  public static Backup.Figures write(
      Path database, Path target, boolean verify, Backup.Progress progress) {
    try (StorageDirectory files = ExistingDirectories.existing(database)) {
      DatabaseDirectory.requireDatabase(files);
      if (isCopyOfNode(ManifestFile.read(files))) {
        return writeCheckpoint(files, target, verify, progress);
      }
    } catch (IOException e) {
      throw ExistingDirectories.failed("cannot read " + database, e);
    }
    try (OpenDatabase open = open(database);
        StorageDirectory to = DiskDirectory.open(target)) {
      return open.backup(to, verify, progress);
    } catch (IOException e) {
      throw ExistingDirectories.failed("cannot write to " + target, e);
    }
  }

  private static boolean isCopyOfNode(@Nullable Manifest manifest) {
    return manifest != null && manifest.log().entry() > 0;
  }

  /** Writes the last checkpoint of a replica, which cannot be opened without its node. */
  private static Backup.Figures writeCheckpoint(
      StorageDirectory files, Path target, boolean verify, Backup.Progress progress)
      throws IOException {
    AutoCloseable lock = DatabaseDirectory.enterToRead(files);
    try (StorageDirectory to = DiskDirectory.open(target)) {
      Manifest manifest = Objects.requireNonNull(ManifestFile.read(files));
      return Backup.write(
          new ReadOnlyDirectory(files),
          new PinnedCheckpoint(manifest, () -> {}),
          to,
          verify,
          Clock.SYSTEM,
          progress);
    } finally {
      DatabaseDirectory.release(lock);
    }
  }

  private static OpenDatabase open(Path database) {
    try {
      return OpenDatabase.inDirectory(
          new DatabaseLocation.Directory(database), OpenDatabase.Ports.system(), () -> {});
    } catch (MosqlException e) {
      if (e.state() != SqlState.OBJECT_IN_USE) {
        throw e;
      }
      throw EngineErrorMessage.DATABASE_OPEN_DURING_BACKUP.causedBy(
          e, String.valueOf(e.getMessage()));
    }
  }
}
