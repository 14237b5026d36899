package io.mosql.core.files;

import java.io.IOException;
import java.nio.channels.AsynchronousFileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/**
 * An exclusive lock on a file, against other processes and against a second owner in this one.
 *
 * <p>The operating system releases a process's lock when <em>any</em> descriptor of the file is
 * closed, so owners are registered for the whole process, by real path, and checked before a file
 * is opened.
 */
final class ProcessLock implements AutoCloseable {
  private static final Set<Path> HELD = ConcurrentHashMap.newKeySet();

  /** Channels that must stay open, since another class loader owns a lock on their file. */
  private static final Queue<AsynchronousFileChannel> NEVER_CLOSED = new ConcurrentLinkedQueue<>();

  private final Path path;
  private final AsynchronousFileChannel channel;

  private ProcessLock(Path path, AsynchronousFileChannel channel) {
    this.path = path;
    this.channel = channel;
  }

  /** Opens a channel on the lock file. */
  interface Opening {
    AsynchronousFileChannel open() throws IOException;
  }

  /**
   * @param path real path, the same for every owner
   * @return null when another owner has it
   */
  static @Nullable ProcessLock tryLock(Path path, Opening opening) throws IOException {
    if (!HELD.add(path)) {
      return null;
    }
    ProcessLock lock = null;
    try {
      lock = lockFile(path, opening.open());
    } finally {
      if (lock == null) {
        HELD.remove(path);
      }
    }
    return lock;
  }

  private static @Nullable ProcessLock lockFile(Path path, AsynchronousFileChannel channel)
      throws IOException {
    FileLock lock;
    try {
      lock = channel.tryLock();
    } catch (OverlappingFileLockException e) {
      NEVER_CLOSED.add(channel);
      return null;
    } catch (IOException e) {
      channel.close();
      throw e;
    }
    if (lock == null) {
      channel.close();
      return null;
    }
    return new ProcessLock(path, channel);
  }

  /** Releases the lock; a second call does nothing. */
  @Override
  public void close() throws IOException {
    if (channel.isOpen()) {
      channel.close();
      HELD.remove(path);
    }
  }
}
