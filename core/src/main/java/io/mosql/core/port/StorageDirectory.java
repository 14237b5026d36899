package io.mosql.core.port;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One database directory: its files by plain names without separators. All I/O of log and pages
 * passes here, so that tests can lose, reorder and tear what was not synced.
 *
 * <p>Names become durable with {@link #syncDirectory()}, contents with {@link StorageFile#sync()}.
 * Thread-safe.
 */
public interface StorageDirectory extends AutoCloseable {
  /** Opens a file for reading and writing. */
  StorageFile open(String name, boolean create) throws IOException;

  boolean exists(String name) throws IOException;

  /** All names, sorted. */
  List<String> list() throws IOException;

  /** Renames atomically, replacing what stands there. */
  void rename(String from, String to) throws IOException;

  void delete(String name) throws IOException;

  /** Makes creations, renames and deletions durable. */
  void syncDirectory() throws IOException;

  /**
   * Takes the lock that keeps other processes out, until closed.
   *
   * @return null when another holder has it
   */
  @Nullable AutoCloseable tryLock(String name) throws IOException;

  /** What a person would call this place: a path, or the name of a memory database. */
  String describe();

  /** Where other programs find the files by their names; null when they do not. */
  default @Nullable Path directory() {
    return null;
  }

  @Override
  void close();
}
