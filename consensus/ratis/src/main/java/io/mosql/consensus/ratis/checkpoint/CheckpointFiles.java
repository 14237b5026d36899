package io.mosql.consensus.ratis.checkpoint;

import io.mosql.core.port.LogSnapshot.SnapshotFile;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * Moves, syncs and verifies files of checkpoints.
 *
 * <p>Each change of the disk is a step, announced to a {@link Step} beforehand, where tests
 * simulate crashes.
 */
public final class CheckpointFiles {
  /** Instance without announcements. */
  public static final CheckpointFiles PLAIN = new CheckpointFiles(what -> {});

  private static final int BUFFER_BYTES = 1 << 16;
  private static final boolean WINDOWS =
      System.getProperty("os.name", "").toLowerCase(Locale.ROOT).startsWith("windows");

  private final Step step;

  /** Receives the announcement of a step, and may throw instead. */
  @FunctionalInterface
  interface Step {
    void before(String what);
  }

  CheckpointFiles(Step step) {
    this.step = step;
  }

  /** Creates a hard link to a file, or a copy where links are not supported. */
  void link(Path from, Path to) throws IOException {
    step.before("link " + to.getFileName());
    Files.createDirectories(parent(to));
    try {
      Files.createLink(to, from);
    } catch (UnsupportedOperationException | IOException e) {
      Files.copy(from, to, StandardCopyOption.REPLACE_EXISTING);
    }
  }

  /**
   * Syncs a file and verifies its contents.
   *
   * @throws IOException when its size or hash differs
   */
  void syncAndVerify(Path directory, SnapshotFile file) throws IOException {
    Path path = directory.resolve(file.name());
    sync(path);
    if (Files.size(path) != file.bytes() || !md5(path).equals(file.md5())) {
      throw new IOException("file " + file.name() + " of a received checkpoint is damaged");
    }
  }

  void sync(Path file) throws IOException {
    step.before("sync " + file.getFileName());
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.force(true);
    }
  }

  /** Makes the names in a directory durable; on Windows the file system does it. */
  void syncDirectory(Path directory) throws IOException {
    step.before("sync " + directory.getFileName());
    if (!WINDOWS) {
      try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
        channel.force(true);
      }
    }
  }

  /** Syncs a directory and everything below it. */
  void syncDirectories(Path directory) throws IOException {
    try (Stream<Path> paths = Files.walk(directory)) {
      for (Path path : paths.filter(Files::isDirectory).toList()) {
        syncDirectory(path);
      }
    }
  }

  /** Moves a file over another one, atomically. The caller syncs the directory. */
  void move(Path from, Path to) throws IOException {
    step.before("move " + to.getFileName());
    Files.createDirectories(parent(to));
    try {
      Files.move(from, to, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (AtomicMoveNotSupportedException e) {
      Path beside = to.resolveSibling(to.getFileName() + ".received");
      Files.copy(from, beside, StandardCopyOption.REPLACE_EXISTING);
      sync(beside);
      step.before("rename " + to.getFileName());
      Files.move(beside, to, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }
  }

  /** Creates an empty file; no effect when it exists. */
  void create(Path file) throws IOException {
    if (!Files.exists(file)) {
      step.before("create " + file.getFileName());
      Files.createFile(file);
    }
  }

  /** Creates a directory and its parents. */
  void createDirectories(Path directory) throws IOException {
    if (!Files.isDirectory(directory)) {
      step.before("create " + directory.getFileName());
      Files.createDirectories(directory);
    }
  }

  static String md5(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      MessageDigest digest = MessageDigest.getInstance("MD5");
      byte[] buffer = new byte[BUFFER_BYTES];
      for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
        digest.update(buffer, 0, n);
      }
      return HexFormat.of().formatHex(digest.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The directories in a directory; none when it is absent. */
  static List<Path> directories(Path directory) throws IOException {
    if (!Files.isDirectory(directory)) {
      return List.of();
    }
    try (Stream<Path> paths = Files.list(directory)) {
      return paths.filter(Files::isDirectory).sorted().toList();
    }
  }

  /** Deletes a file or a directory recursively; no effect when it is absent. */
  public void delete(Path path) throws IOException {
    if (!Files.exists(path)) {
      return;
    }
    try (Stream<Path> paths = Files.walk(path)) {
      for (Path each : paths.sorted(Comparator.reverseOrder()).toList()) {
        step.before("delete " + each.getFileName());
        Files.deleteIfExists(each);
      }
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private static Path parent(Path path) {
    Path parent = path.getParent();
    if (parent == null) {
      throw new IllegalArgumentException(path + " has no directory");
    }
    return parent;
  }
}
