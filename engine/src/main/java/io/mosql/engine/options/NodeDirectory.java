package io.mosql.engine.options;

import io.mosql.core.error.InvariantViolation;
import io.mosql.core.error.MosqlException;
import io.mosql.core.files.DiskDirectory;
import io.mosql.core.port.StorageDirectory;
import io.mosql.core.port.StorageFile;
import io.mosql.engine.database.DatabaseDirectory;
import io.mosql.engine.database.DatabaseLocation;
import io.mosql.engine.database.ExistingDirectories;
import io.mosql.engine.error.EngineErrorMessage;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.LongFunction;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The directory of a node, and its lock.
 *
 * <pre>
 * mosql.node      text, written first, synced before anything else is; see {@link NodeMarker}
 * mosql.lock      locked while the node is open
 * system/         the system database
 * databases/7/    the user database whose id is 7
 * raft/           in a cluster: the replicated logs
 * </pre>
 *
 * A directory with other contents and no marker is not changed, and neither is a database directory
 * whose id is not in the system database.
 */
public final class NodeDirectory implements AutoCloseable {
  private static final String SEPARATOR = File.separator;

  public static final String MARKER = "mosql.node";

  private static final String NEW_MARKER = "mosql.node.new";
  private static final List<String> OWN = List.of(DatabaseDirectory.LOCK, NEW_MARKER);

  private final Path path;
  private final AutoCloseable lock;
  private volatile NodeMarker marker;

  private NodeDirectory(Path path, AutoCloseable lock, NodeMarker marker) {
    this.path = path;
    this.lock = lock;
    this.marker = marker;
  }

  /** Whether a directory already belongs to a node of a cluster or to a single server. */
  public static boolean isMarked(Path path) {
    return java.nio.file.Files.exists(path.resolve(MARKER));
  }

  /**
   * Locks the directory of a node, which is created when absent. The directory of a single server
   * may be opened by a node that is its only peer, for conversion: it has the marker of the server
   * until {@link #replaceMarker}.
   *
   * @param cluster of the node; null for a single server
   * @throws MosqlException 55006 when another process has locked it, 08001 when it is no data
   *     directory, 22023 when it belongs to another node
   */
  public static NodeDirectory open(Path path, @Nullable ClusterOptions cluster) {
    boolean grows = cluster != null && cluster.peers().size() == 1 && cluster.join() == null;
    return open(path, NodeMarker.of(cluster), found -> grows && found.member() == null);
  }

  /**
   * Locks an existing directory of any node or server.
   *
   * @throws MosqlException 08001 when it is no data directory, 55006 when another process has
   *     locked it
   */
  public static NodeDirectory openExisting(Path path) {
    if (!isMarked(path)) {
      throw EngineErrorMessage.NOT_A_SERVER_DIRECTORY.error(path);
    }
    return open(path, NodeMarker.of(null), found -> true);
  }

  private static NodeDirectory open(Path path, NodeMarker wanted, Predicate<NodeMarker> exempt) {
    try (StorageDirectory files = DiskDirectory.open(path)) {
      List<String> names = files.list();
      if (names.contains(DatabaseDirectory.MARKER)) {
        throw EngineErrorMessage.DATA_DIRECTORY_OF_SINGLE_DATABASE.error(path);
      }
      if (!names.contains(MARKER) && names.stream().anyMatch(name -> !OWN.contains(name))) {
        throw EngineErrorMessage.NOT_A_DATA_DIRECTORY.error(path);
      }
      AutoCloseable lock = files.tryLock(DatabaseDirectory.LOCK);
      if (lock == null) {
        throw EngineErrorMessage.DATA_DIRECTORY_OPEN_ELSEWHERE.error(path);
      }
      NodeMarker marker;
      try {
        marker = mark(path, files, wanted, exempt);
      } catch (IOException | RuntimeException | Error e) {
        DatabaseDirectory.release(lock);
        throw e;
      }
      return new NodeDirectory(path.toRealPath(), lock, marker);
    } catch (IOException e) {
      throw EngineErrorMessage.DATA_DIRECTORY_NOT_OPENED.causedBy(
          e, path, String.valueOf(e.getMessage()));
    }
  }

  private static NodeMarker mark(
      Path path, StorageDirectory files, NodeMarker wanted, Predicate<NodeMarker> exempt)
      throws IOException {
    if (files.exists(MARKER)) {
      String text = java.nio.file.Files.readString(path.resolve(MARKER), StandardCharsets.US_ASCII);
      NodeMarker found = NodeMarker.parse(text);
      if (found == null) {
        throw NodeMarker.isOfAnotherRelease(text)
            ? EngineErrorMessage.DATA_DIRECTORY_FORMAT_UNKNOWN.error(path)
            : EngineErrorMessage.DATA_DIRECTORY_MARKER_DAMAGED.error(path, MARKER);
      }
      if (!exempt.test(found)) {
        found.requireFits(wanted, path);
      }
      return found;
    }
    write(files, wanted);
    return wanted;
  }

  private static void write(StorageDirectory files, NodeMarker wanted) throws IOException {
    try (StorageFile marker = files.open(NEW_MARKER, true)) {
      byte[] bytes = wanted.text().getBytes(StandardCharsets.US_ASCII);
      marker.resize(0);
      marker.write(0, bytes, 0, bytes.length);
      marker.sync();
    }
    files.rename(NEW_MARKER, MARKER);
    files.syncDirectory();
  }

  /** Replaces the marker atomically and durably. */
  public void replaceMarker(NodeMarker other) {
    try (StorageDirectory files = DiskDirectory.open(path)) {
      write(files, other);
      marker = other;
    } catch (IOException e) {
      throw ExistingDirectories.failed("cannot write " + path.resolve(MARKER), e);
    }
  }

  /** The marker of the directory. */
  public NodeMarker marker() {
    return marker;
  }

  /** The directory of the replicated logs. */
  public Path raft() {
    return path.resolve("raft");
  }

  /** Deletes the replicated log of a dropped database. */
  public void deleteLog(UUID group) {
    NodeMarker.Member member = marker.member();
    InvariantViolation.check(
        member == null || !group.equals(member.cluster()),
        "the log of the system database is not deleted while the node is in its cluster");
    deleteTree(raft().resolve(group.toString()));
    deleteTree(raft().resolve("checkpoints-" + group));
  }

  /** Deletes all replicated logs of a node that has left its cluster. */
  public void deleteLogs() {
    InvariantViolation.check(
        marker.member() == null, "replicated logs are deleted after the node has left its cluster");
    deleteTree(raft());
  }

  private static void deleteTree(Path directory) {
    if (!java.nio.file.Files.isDirectory(directory)) {
      return;
    }
    try (Stream<Path> all = java.nio.file.Files.walk(directory)) {
      for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
        java.nio.file.Files.deleteIfExists(each);
      }
    } catch (UncheckedIOException e) {
      throw ExistingDirectories.failed(
          "cannot delete " + directory, Objects.requireNonNull(e.getCause()));
    } catch (IOException e) {
      throw ExistingDirectories.failed("cannot delete " + directory, e);
    }
  }

  public Path path() {
    return path;
  }

  /**
   * Replaces paths into this directory in a message by names of databases.
   *
   * @param name returns the name of a database by its number; null when unknown
   */
  public String withDatabaseNames(String message, LongFunction<@Nullable String> name) {
    String shown = message;
    for (Path form : new TreeSet<>(List.of(path, path.toAbsolutePath()))) {
      String place = form.toString();
      if (place.isEmpty() || !shown.contains(place)) {
        continue;
      }
      shown =
          Pattern.compile(
                  "(?:database )?"
                      + Pattern.quote(place + SEPARATOR + "databases" + SEPARATOR)
                      + "([0-9]{1,18})")
              .matcher(shown)
              .replaceAll(
                  found -> {
                    String known = name.apply(Long.parseLong(found.group(1)));
                    return Matcher.quoteReplacement(
                        known == null ? "database " + found.group(1) : "database \"" + known + '"');
                  });
      shown = shown.replace(place + SEPARATOR + "system", "the system database");
      shown = shown.replace(place, "the data directory");
    }
    return shown;
  }

  public DatabaseLocation.Directory system() {
    return new DatabaseLocation.Directory(path.resolve("system"));
  }

  public DatabaseLocation.Directory database(long id) {
    return new DatabaseLocation.Directory(path.resolve("databases").resolve(Long.toString(id)));
  }

  /** The directories of all existing databases, including the system database's. */
  public List<DatabaseLocation.Directory> databases() {
    List<DatabaseLocation.Directory> all = new ArrayList<>();
    if (java.nio.file.Files.isDirectory(system().path())) {
      all.add(system());
    }
    Path parent = path.resolve("databases");
    if (java.nio.file.Files.isDirectory(parent)) {
      try (Stream<Path> each = java.nio.file.Files.list(parent)) {
        each.sorted().forEach(directory -> all.add(new DatabaseLocation.Directory(directory)));
      } catch (IOException e) {
        throw ExistingDirectories.failed("cannot list " + parent, e);
      }
    }
    return all;
  }

  /** Deletes the directory of a database durably; no effect when it is absent. */
  public void delete(long id) {
    InvariantViolation.check(id > 0, "ids of databases are positive", id, 1);
    Path directory = database(id).path();
    if (!java.nio.file.Files.isDirectory(directory)) {
      return;
    }
    try {
      // A directory of a database has no subdirectories; others do not belong to it.
      try (StorageDirectory files = DiskDirectory.open(directory)) {
        for (String name : files.list()) {
          files.delete(name);
        }
      }
      try (StorageDirectory parent =
          DiskDirectory.open(Objects.requireNonNull(directory.getParent()))) {
        parent.delete(Long.toString(id));
        parent.syncDirectory();
      }
    } catch (IOException e) {
      throw ExistingDirectories.failed("cannot delete " + directory, e);
    }
  }

  @Override
  public void close() {
    DatabaseDirectory.release(lock);
  }
}
