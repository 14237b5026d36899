package io.mosql.core.files;

import io.mosql.core.port.StorageDirectory;
import io.mosql.core.port.StorageFile;
import java.io.File;
import java.io.IOException;
import java.nio.channels.AsynchronousFileChannel;
import java.nio.file.FileSystems;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A directory of the file system. Directories that it creates have mode 0700, files 0600, where the
 * file system has modes. Thread-safe; interrupts do no harm.
 */
public final class DiskDirectory implements StorageDirectory {
  private static final boolean POSIX =
      FileSystems.getDefault().supportedFileAttributeViews().contains("posix");
  private static final FileAttribute<?>[] DIRECTORY_MODE = mode("rwx------");
  private static final FileAttribute<?>[] FILE_MODE = mode("rw-------");
  private static final Set<? extends OpenOption> EXISTING =
      EnumSet.of(StandardOpenOption.READ, StandardOpenOption.WRITE);
  private static final Set<? extends OpenOption> CREATED =
      EnumSet.of(StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.CREATE);
  private static final Set<? extends OpenOption> TEMPORARY =
      EnumSet.of(
          StandardOpenOption.READ,
          StandardOpenOption.WRITE,
          StandardOpenOption.CREATE_NEW,
          StandardOpenOption.DELETE_ON_CLOSE);
  private static final DirectExecutorService CALLING_THREAD = new DirectExecutorService();

  private final Path directory;

  private DiskDirectory(Path directory) {
    this.directory = directory;
  }

  /** Opens a directory; creates it, and its missing parents, when absent. */
  public static DiskDirectory open(Path directory) throws IOException {
    Path absolute = directory.toAbsolutePath();
    if (!java.nio.file.Files.isDirectory(absolute)) {
      create(absolute);
    }
    return new DiskDirectory(directory);
  }

  @Override
  public StorageFile open(String name, boolean create) throws IOException {
    return open(name, create ? CREATED : EXISTING);
  }

  /** The file has no name from the start where the file system can do so; Windows deletes it. */
  @Override
  public StorageFile createTemporary(String name) throws IOException {
    return open(name, TEMPORARY);
  }

  private StorageFile open(String name, Set<? extends OpenOption> options) throws IOException {
    Path path = resolve(name);
    return new DiskFile(
        path, AsynchronousFileChannel.open(path, options, CALLING_THREAD, FILE_MODE));
  }

  @Override
  public boolean exists(String name) {
    return java.nio.file.Files.exists(resolve(name));
  }

  @Override
  public List<String> list() throws IOException {
    try (Stream<Path> paths = java.nio.file.Files.list(directory)) {
      return paths.map(p -> String.valueOf(p.getFileName())).sorted().toList();
    }
  }

  @Override
  public void rename(String from, String to) throws IOException {
    java.nio.file.Files.move(
        resolve(from),
        resolve(to),
        StandardCopyOption.ATOMIC_MOVE,
        StandardCopyOption.REPLACE_EXISTING);
  }

  @Override
  public void delete(String name) throws IOException {
    java.nio.file.Files.delete(resolve(name));
  }

  @Override
  public void syncDirectory() throws IOException {
    syncDirectory(directory);
  }

  @Override
  public @Nullable AutoCloseable tryLock(String name) throws IOException {
    Path path = directory.toRealPath().resolve(FileNameCheck.checked(name));
    return ProcessLock.tryLock(
        path, () -> AsynchronousFileChannel.open(path, CREATED, CALLING_THREAD, FILE_MODE));
  }

  @Override
  public Path directory() {
    return directory;
  }

  @Override
  public String describe() {
    return directory.toString();
  }

  @Override
  public void close() {}

  /** Creates the missing directories of the path, each name durable before the next one. */
  private static void create(Path absolute) throws IOException {
    Path parent = absolute.getParent();
    if (parent != null) {
      if (!java.nio.file.Files.isDirectory(parent)) {
        create(parent);
      }
      java.nio.file.Files.createDirectory(absolute, DIRECTORY_MODE);
      syncDirectory(parent);
    }
  }

  private Path resolve(String name) {
    return directory.resolve(FileNameCheck.checked(name));
  }

  private static void syncDirectory(Path path) throws IOException {
    // Windows cannot open a directory, and needs no sync for its names.
    if (File.separatorChar == '\\') {
      return;
    }
    try (AsynchronousFileChannel channel =
        AsynchronousFileChannel.open(path, Set.of(StandardOpenOption.READ), CALLING_THREAD)) {
      channel.force(true);
    }
  }

  private static FileAttribute<?>[] mode(String mode) {
    return POSIX
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(mode))
        }
        : new FileAttribute<?>[0];
  }
}
