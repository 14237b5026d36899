package io.mosql.engine;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.core.files.DiskFiles;
import io.mosql.core.port.Files;
import io.mosql.core.port.StorageFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

/**
 * The directory of a node, and its lock.
 *
 * <pre>
 * mosql.node      text: "mosql node 1" and a line feed; written first, synced before anything else is
 * mosql.lock      locked while the node is open
 * system/         the system database
 * databases/7/    the user database whose id is 7
 * </pre>
 *
 * A directory that holds other things and no marker is not touched, and so is a database directory
 * whose id the system database does not know.
 */
final class NodeDirectory implements AutoCloseable {
  static final String MARKER = "mosql.node";

  private static final String TEXT = "mosql node 1\n";
  private static final String NEW_MARKER = "mosql.node.new";
  private static final List<String> OWN = List.of(DatabaseDirectory.LOCK, NEW_MARKER);

  private final Path path;
  private final AutoCloseable lock;

  private NodeDirectory(Path path, AutoCloseable lock) {
    this.path = path;
    this.lock = lock;
  }

  /**
   * Locks the directory of a node, made when there is none.
   *
   * @throws MosqlException 55006 when another process has it, 08001 when it is something else
   */
  static NodeDirectory open(Path path) {
    try (Files files = DiskFiles.open(path)) {
      List<String> names = files.list();
      if (names.contains(DatabaseDirectory.MARKER)) {
        throw refused(path, "is a single database, which is opened by jdbc:mosql:file:");
      }
      if (!names.contains(MARKER) && names.stream().anyMatch(name -> !OWN.contains(name))) {
        throw refused(path, "is not a MoSQL data directory and not empty");
      }
      AutoCloseable lock = files.tryLock(DatabaseDirectory.LOCK);
      if (lock == null) {
        throw new MosqlException(
            SqlState.OBJECT_IN_USE, "data directory " + path + " is open in another process");
      }
      try {
        mark(path, files);
      } catch (IOException | RuntimeException | Error e) {
        DatabaseDirectory.release(lock);
        throw e;
      }
      return new NodeDirectory(path.toRealPath(), lock);
    } catch (IOException e) {
      throw new MosqlException(
          SqlState.CONNECTION_FAILED,
          "cannot open data directory " + path + ": " + e.getMessage(),
          e);
    }
  }

  private static MosqlException refused(Path path, String why) {
    return new MosqlException(
        SqlState.CONNECTION_FAILED, path + " " + why + ": choose another data directory");
  }

  private static void mark(Path path, Files files) throws IOException {
    if (files.exists(MARKER)) {
      String text = java.nio.file.Files.readString(path.resolve(MARKER), StandardCharsets.US_ASCII);
      if (text.equals(TEXT)) {
        return;
      }
      throw refused(
          path,
          text.matches("mosql node [0-9]+\n")
              ? "has a format that this release does not know"
              : "has a damaged file " + MARKER);
    }
    try (StorageFile marker = files.open(NEW_MARKER, true)) {
      byte[] bytes = TEXT.getBytes(StandardCharsets.US_ASCII);
      marker.resize(0);
      marker.write(0, bytes, 0, bytes.length);
      marker.sync();
    }
    files.rename(NEW_MARKER, MARKER);
    files.syncDirectory();
  }

  Path path() {
    return path;
  }

  Location.Directory system() {
    return new Location.Directory(path.resolve("system"));
  }

  Location.Directory database(long id) {
    return new Location.Directory(path.resolve("databases").resolve(Long.toString(id)));
  }

  /** Deletes the directory of a database, durably; one that is not there is nothing. */
  void delete(long id) {
    Path directory = database(id).path();
    if (!java.nio.file.Files.isDirectory(directory)) {
      return;
    }
    try {
      // A database has no directories in it; whatever else there is, is not ours.
      try (Files files = DiskFiles.open(directory)) {
        for (String name : files.list()) {
          files.delete(name);
        }
      }
      try (Files parent = DiskFiles.open(Objects.requireNonNull(directory.getParent()))) {
        parent.delete(Long.toString(id));
        parent.syncDirectory();
      }
    } catch (IOException e) {
      throw Directories.failed("cannot delete " + directory, e);
    }
  }

  @Override
  public void close() {
    DatabaseDirectory.release(lock);
  }
}
