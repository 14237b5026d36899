package io.mosql.engine.options;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.core.files.DiskDirectory;
import io.mosql.core.port.StorageDirectory;
import io.mosql.core.port.StorageFile;
import io.mosql.engine.database.DatabaseDirectory;
import io.mosql.engine.database.DatabaseLocation;
import io.mosql.engine.database.ExistingDirectories;
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
 * A directory that holds other things and no marker is not touched, and so is a database directory
 * whose id the system database does not know.
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

  /** Whether a directory belongs to a node of a cluster, or to a server, already. */
  public static boolean isMarked(Path path) {
    return java.nio.file.Files.exists(path.resolve(MARKER));
  }

  /**
   * Locks the directory of a node, made when there is none. That of a server on its own may be
   * opened by a node that is alone among its peers, whose directory it then becomes: its marker is
   * that of the server until {@link #replaceMarker}.
   *
   * @param cluster that the node takes part in; null for a server on its own
   * @throws MosqlException 55006 when another process has it, 08001 when it is something else,
   *     22023 when it is another node's
   */
  public static NodeDirectory open(Path path, @Nullable ClusterOptions cluster) {
    boolean grows = cluster != null && cluster.peers().size() == 1 && cluster.join() == null;
    return open(path, NodeMarker.of(cluster), found -> grows && found.member() == null);
  }

  /**
   * Locks the directory of a node, whoever it belongs to.
   *
   * @throws MosqlException 08001 when it is none, 55006 when another process has it
   */
  public static NodeDirectory openExisting(Path path) {
    if (!isMarked(path)) {
      throw refused(path, "is not the data directory of a server");
    }
    return open(path, NodeMarker.of(null), found -> true);
  }

  private static NodeDirectory open(
      Path path, NodeMarker wanted, Predicate<NodeMarker> whoeverOwns) {
    try (StorageDirectory files = DiskDirectory.open(path)) {
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
      NodeMarker marker;
      try {
        marker = mark(path, files, wanted, whoeverOwns);
      } catch (IOException | RuntimeException | Error e) {
        DatabaseDirectory.release(lock);
        throw e;
      }
      return new NodeDirectory(path.toRealPath(), lock, marker);
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

  private static NodeMarker mark(
      Path path, StorageDirectory files, NodeMarker wanted, Predicate<NodeMarker> whoeverOwns)
      throws IOException {
    if (files.exists(MARKER)) {
      String text = java.nio.file.Files.readString(path.resolve(MARKER), StandardCharsets.US_ASCII);
      NodeMarker found = NodeMarker.parse(text);
      if (found == null) {
        throw refused(
            path,
            NodeMarker.isOfAnotherRelease(text)
                ? "has a format that this release does not know"
                : "has a damaged file " + MARKER);
      }
      if (!whoeverOwns.test(found)) {
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

  /** Makes it another one's directory, durably: before this returns it is the old one's or his. */
  public void replaceMarker(NodeMarker other) {
    try (StorageDirectory files = DiskDirectory.open(path)) {
      write(files, other);
      marker = other;
    } catch (IOException e) {
      throw ExistingDirectories.failed("cannot write " + path.resolve(MARKER), e);
    }
  }

  /** Which node it belongs to. */
  public NodeMarker marker() {
    return marker;
  }

  /** Where the replicated logs are. */
  public Path raft() {
    return path.resolve("raft");
  }

  /** Deletes the replicated log of a database that is no more. */
  public void deleteLog(UUID group) {
    deleteTree(raft().resolve(group.toString()));
    deleteTree(raft().resolve("checkpoints-" + group));
  }

  /** Deletes all replicated logs: the node is in no cluster. */
  public void deleteLogs() {
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
   * The message with names in the place of paths into this directory.
   *
   * @param name of a database by its number; null when there is none
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

  /** The directories of all databases that are there, the system database's among them. */
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

  /** Deletes the directory of a database, durably; one that is not there is nothing. */
  public void delete(long id) {
    Path directory = database(id).path();
    if (!java.nio.file.Files.isDirectory(directory)) {
      return;
    }
    try {
      // A database has no directories in it; whatever else there is, is not ours.
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
