package io.mosql.engine.database;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
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

  private CopyDirectory(Path root) {
    this.root = root;
  }

  /**
   * The directory of this name.
   *
   * @param database directory of the database, if it has one: neither may contain the other
   * @throws MosqlException 08001 when it cannot be used
   */
  public static CopyDirectory of(String name, @Nullable Path database) {
    try {
      Path root = Path.of(name).toRealPath();
      if (!Files.isDirectory(root)) {
        throw unusable("is not a directory", null);
      }
      if (database != null && (database.startsWith(root) || root.startsWith(database))) {
        throw unusable("must neither hold the database nor lie in it", null);
      }
      return new CopyDirectory(root);
    } catch (IOException | InvalidPathException e) {
      throw unusable("does not exist or cannot be read", e);
    }
  }

  private static MosqlException unusable(String why, @Nullable Throwable cause) {
    return new MosqlException(
        SqlState.CONNECTION_FAILED, "the directory that copyDirectory names " + why, cause);
  }

  @Override
  public Source read(String name) throws IOException {
    Path file = resolved(name);
    if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
      throw new MosqlException(
          SqlState.UNDEFINED_FILE, "there is no file \"" + name + "\" in the copy directory");
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
    Path hidden = file.resolveSibling("." + file.getFileName() + "." + UUID.randomUUID());
    return new PendingFile(name, file, hidden, overwrite);
  }

  private static void requireAbsent(String name, Path file, boolean overwrite) {
    if (!overwrite && Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
      throw exists(name, null);
    }
  }

  private static MosqlException exists(String name, @Nullable Throwable cause) {
    return new MosqlException(
        SqlState.DUPLICATE_FILE,
        "file \"" + name + "\" exists; COPY .. WITH (OVERWRITE) replaces it",
        cause);
  }

  private static void requireRegular(String name, Path file) {
    if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
      throw refused(name, "is not a regular file");
    }
  }

  private static MosqlException refused(String name, String why) {
    return new MosqlException(SqlState.PRIVILEGE, "COPY may not use \"" + name + "\": it " + why);
  }

  /** Resolves a name to a file inside the root. */
  private Path resolved(String name) {
    Path relative;
    try {
      relative = Path.of(name);
    } catch (InvalidPathException e) {
      throw refused(name.replace('\0', ' '), "is not a file's name");
    }
    if (relative.isAbsolute() || relative.getRoot() != null) {
      throw refused(name, "must be relative to the copy directory");
    }
    Path file = root;
    for (Path part : relative) {
      String text = part.toString();
      if (text.isEmpty() || text.equals(".") || text.equals("..")) {
        throw refused(name, "leads out of the copy directory or to a directory");
      }
      if (!file.equals(root) && !Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS)) {
        throw refused(name, "leads through what is not a directory");
      }
      if (Files.exists(file.resolve(DatabaseDirectory.MARKER), LinkOption.NOFOLLOW_LINKS)) {
        throw refused(name, "leads into a database");
      }
      file = file.resolve(part);
      if (Files.isSymbolicLink(file)) {
        throw refused(name, "is or leads through a symbolic link");
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
        throw exists(name, e);
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
