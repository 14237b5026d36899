package io.mosql.core.port;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A database directory: its files by plain names without separators. All I/O of log and pages uses
 * this port, so that tests can lose, reorder and tear unsynced changes.
 *
 * <p>Names become durable with {@link #syncDirectory()}, contents with {@link StorageFile#sync()}.
 * Thread-safe.
 */
public interface StorageDirectory extends AutoCloseable {
  /** Opens a file for reading and writing. */
  StorageFile open(String name, boolean create) throws IOException;

  /**
   * Creates a file for this process alone. If the file system can do so, it is deleted when it is
   * closed, and when the process ends in any way; otherwise the caller deletes it.
   */
  default StorageFile createTemporary(String name) throws IOException {
    return open(name, true);
  }

  boolean exists(String name) throws IOException;

  /** All names, sorted. */
  List<String> list() throws IOException;

  /** Renames atomically, replacing an existing file. */
  void rename(String from, String to) throws IOException;

  void delete(String name) throws IOException;

  /** Makes creations, renames and deletions durable. */
  void syncDirectory() throws IOException;

  /**
   * Acquires the lock that excludes other processes, until closed.
   *
   * @return null when another owner has it
   */
  @Nullable AutoCloseable tryLock(String name) throws IOException;

  /** A name of this directory for display: a path, or the name of a memory database. */
  String describe();

  /** The path under which other programs find the files; null when there is none. */
  default @Nullable Path directory() {
    return null;
  }

  @Override
  void close();
}
