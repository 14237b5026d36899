package io.mosql.engine.database;

import io.mosql.core.error.MosqlException;
import io.mosql.core.port.RandomSource;
import io.mosql.engine.error.EngineErrorMessage;
import io.mosql.sql.copy.CopyFiles;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The only directory whose files COPY may read and write.
 *
 * <p>A name is relative and has no {@code ..}; no part of it may be a symbolic link, and the file
 * must be a regular one. Another user with write permission in the directory could replace a
 * directory by a link between the check and the use, so only the database's user should have it.
 * Files are written under a hidden name, with permissions for their owner only, and renamed when
 * they are complete.
 */
public final class CopyDirectory implements CopyFiles {
  private static final int BUFFER = 64 << 10;

  private final Path root;
  private final RandomSource random;

  private CopyDirectory(Path root, RandomSource random) {
    this.root = root;
    this.random = random;
  }

  /**
   * The directory of this name.
   *
   * @param database directory of the database, if it has one: neither may contain the other
   * @param random source of the names of temporary files
   * @throws MosqlException 08001 when it cannot be used
   */
  public static CopyDirectory of(String name, @Nullable Path database, RandomSource random) {
    try {
      Path root = Path.of(name).toRealPath();
      if (!Files.isDirectory(root)) {
        throw EngineErrorMessage.COPY_DIRECTORY_NOT_DIRECTORY.error();
      }
      if (database != null && (database.startsWith(root) || root.startsWith(database))) {
        throw EngineErrorMessage.COPY_DIRECTORY_OVERLAPS_DATABASE.error();
      }
      return new CopyDirectory(root, random);
    } catch (IOException | InvalidPathException e) {
      throw EngineErrorMessage.COPY_DIRECTORY_NOT_READABLE.causedBy(e);
    }
  }

  @Override
  public Source read(String name) throws IOException {
    Path file = resolved(name);
    if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
      throw EngineErrorMessage.UNDEFINED_COPY_FILE.error(name);
    }
    requireRegular(name, file);
    Set<OpenOption> options = Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);
    FileChannel channel = FileChannel.open(file, options);
    try {
      return new Source(Channels.newInputStream(channel), channel.size());
    } catch (IOException e) {
      channel.close();
      throw e;
    }
  }

  @Override
  public Target write(String name, boolean overwrite) throws IOException {
    Path file = resolved(name);
    if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
      requireRegular(name, file);
      requireAbsent(name, file, overwrite);
    }
    Path hidden =
        file.resolveSibling(
            "." + file.getFileName() + "." + new UUID(random.nextLong(), random.nextLong()));
    return new PendingFile(name, file, hidden, overwrite);
  }

  private static void requireAbsent(String name, Path file, boolean overwrite) {
    if (!overwrite && Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
      throw EngineErrorMessage.DUPLICATE_COPY_FILE.error(name);
    }
  }

  private static void requireRegular(String name, Path file) {
    if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
      throw EngineErrorMessage.COPY_FILE_NOT_REGULAR.error(name);
    }
  }

  /** Resolves a name to a file inside the root. */
  private Path resolved(String name) {
    Path relative;
    try {
      relative = Path.of(name);
    } catch (InvalidPathException e) {
      throw EngineErrorMessage.COPY_PATH_INVALID.error(name.replace('\0', ' '));
    }
    if (relative.isAbsolute() || relative.getRoot() != null) {
      throw EngineErrorMessage.COPY_PATH_NOT_RELATIVE.error(name);
    }
    Path file = root;
    for (Path part : relative) {
      String text = part.toString();
      if (text.isEmpty() || text.equals(".") || text.equals("..")) {
        throw EngineErrorMessage.COPY_PATH_OUTSIDE.error(name);
      }
      if (!file.equals(root) && !Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS)) {
        throw EngineErrorMessage.COPY_PATH_THROUGH_FILE.error(name);
      }
      if (Files.exists(file.resolve(DatabaseDirectory.MARKER), LinkOption.NOFOLLOW_LINKS)) {
        throw EngineErrorMessage.COPY_PATH_INTO_DATABASE.error(name);
      }
      file = file.resolve(part);
      if (Files.isSymbolicLink(file)) {
        throw EngineErrorMessage.COPY_PATH_SYMBOLIC_LINK.error(name);
      }
    }
    return file;
  }

  /** A file under its hidden name. Not thread-safe. */
  private static final class PendingFile implements Target {
    private final String name;
    private final Path file;
    private final Path hidden;
    private final boolean overwrite;
    private final OutputStream out;

    PendingFile(String name, Path file, Path hidden, boolean overwrite) throws IOException {
      this.name = name;
      this.file = file;
      this.hidden = hidden;
      this.overwrite = overwrite;
      Set<OpenOption> options =
          Set.of(
              StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW, LinkOption.NOFOLLOW_LINKS);
      boolean posix = file.getFileSystem().supportedFileAttributeViews().contains("posix");
      FileAttribute<?>[] attributes =
          posix
              ? new FileAttribute<?>[] {
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
              }
              : new FileAttribute<?>[0];
      FileChannel channel = FileChannel.open(hidden, options, attributes);
      this.out = new BufferedOutputStream(Channels.newOutputStream(channel), BUFFER);
    }

    @Override
    public OutputStream out() {
      return out;
    }

    @Override
    public void commit() throws IOException {
      try (FileChannel channel = FileChannel.open(hidden, StandardOpenOption.WRITE)) {
        channel.force(true);
      }
      requireAbsent(name, file, overwrite);
      try {
        if (overwrite) {
          Files.move(hidden, file, StandardCopyOption.REPLACE_EXISTING);
        } else {
          Files.move(hidden, file);
        }
      } catch (FileAlreadyExistsException e) {
        throw EngineErrorMessage.DUPLICATE_COPY_FILE.causedBy(e, name);
      }
    }

    @Override
    public void close() throws IOException {
      try (out) {
        Files.deleteIfExists(hidden);
      }
    }
  }
}
