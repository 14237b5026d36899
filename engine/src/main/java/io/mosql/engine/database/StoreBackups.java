package io.mosql.engine.database;

import io.mosql.core.error.MosqlException;
import io.mosql.core.files.DiskDirectory;
import io.mosql.core.port.Clock;
import io.mosql.core.port.StorageDirectory;
import io.mosql.engine.error.EngineErrorMessage;
import io.mosql.sql.session.command.BackupDestination;
import io.mosql.storage.Store;
import io.mosql.storage.backup.Backup;
import io.mosql.storage.checkpoint.PinnedCheckpoint;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Backs up an open database into directories below the configured one, and nowhere else.
 *
 * <p>A name is relative and has no {@code ..}; no part of it may be a symbolic link. An existing
 * target must be a backup or empty, which {@link Backup#write} checks. Another user with write
 * permission below the configured directory could replace a directory by a link between the check
 * and the use, so only the database's user should have it.
 *
 * @param files null for a database in memory
 * @param root null when no directory is configured
 */
public record StoreBackups(
    Store store, @Nullable StorageDirectory files, Clock clock, @Nullable Path root)
    implements BackupDestination {

  /**
   * The directory of this name, for writing.
   *
   * @param database directory of the database, if it has one: neither may contain the other
   * @throws MosqlException 08001 when it cannot be used
   */
  public static Path root(String name, @Nullable Path database) {
    try {
      Path root = Path.of(name).toRealPath();
      if (!java.nio.file.Files.isDirectory(root)) {
        throw EngineErrorMessage.BACKUP_DIRECTORY_NOT_DIRECTORY.error();
      }
      if (database != null && (database.startsWith(root) || root.startsWith(database))) {
        throw EngineErrorMessage.BACKUP_DIRECTORY_OVERLAPS_DATABASE.error();
      }
      return root;
    } catch (IOException | InvalidPathException e) {
      throw EngineErrorMessage.BACKUP_DIRECTORY_NOT_READABLE.causedBy(e);
    }
  }

  @Override
  public Backup.Figures write(String directory, boolean verify, Backup.Progress progress) {
    Path chosen = root;
    if (chosen == null) {
      return NONE.write(directory, verify, progress);
    }
    Path path = resolved(chosen, directory);
    try (StorageDirectory target = DiskDirectory.open(path)) {
      return write(store, files, target, verify, clock, progress);
    } catch (IOException e) {
      throw ExistingDirectories.failed("cannot write to \"" + directory + "\"", e);
    }
  }

  private static Path resolved(Path root, String name) {
    Path relative;
    try {
      relative = Path.of(name);
    } catch (InvalidPathException e) {
      throw EngineErrorMessage.BACKUP_PATH_INVALID.error(name.replace('\0', ' '));
    }
    if (relative.isAbsolute() || relative.getRoot() != null) {
      throw EngineErrorMessage.BACKUP_PATH_NOT_RELATIVE.error(name);
    }
    Path path = root;
    for (Path part : relative) {
      String text = part.toString();
      if (text.isEmpty() || text.equals(".") || text.equals("..")) {
        throw EngineErrorMessage.BACKUP_PATH_OUTSIDE.error(name);
      }
      path = path.resolve(part);
      if (java.nio.file.Files.exists(path, LinkOption.NOFOLLOW_LINKS)
          && !java.nio.file.Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
        throw EngineErrorMessage.BACKUP_PATH_NOT_DIRECTORY.error(name);
      }
    }
    return path;
  }

  /**
   * Backs up a database into any directory.
   *
   * @param files null for a database in memory
   * @throws MosqlException 0A000 for a database in memory, else as {@link Backup#write}
   */
  static Backup.Figures write(
      Store store,
      @Nullable StorageDirectory files,
      StorageDirectory target,
      boolean verify,
      Clock clock,
      Backup.Progress progress) {
    try (PinnedCheckpoint checkpoint = store.pinCheckpoint()) {
      return Backup.write(
          Objects.requireNonNull(files), checkpoint, target, verify, clock, progress);
    }
  }
}
