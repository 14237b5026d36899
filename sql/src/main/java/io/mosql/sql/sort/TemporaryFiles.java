package io.mosql.sql.sort;

import io.mosql.core.error.MosqlException;
import io.mosql.core.files.MemoryDirectory;
import io.mosql.core.port.DiskFullException;
import io.mosql.core.port.StorageDirectory;
import io.mosql.core.port.StorageFile;
import io.mosql.sql.error.SqlErrorMessage;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Creates the temporary files of sorts and statements, named {@code sort-NUMBER.run}, or in a
 * directory that databases share {@code sort-DATABASE-NUMBER.run}. Only the sorter or statement
 * that wrote a file reads it; files are never synced. The owner of a file closes and deletes it.
 * Most file systems delete the files of a crashed process; {@link #deleteLeftovers()} deletes what
 * is left when the database opens. Closing deletes the files of open cursors, too. Thread-safe.
 */
public final class TemporaryFiles implements AutoCloseable {
  /** Default number of bytes that a sort uses in memory. */
  public static final int MEMORY_BYTES_DEFAULT = 64 << 20;

  private static final String PREFIX = "sort-";
  private static final String SUFFIX = ".run";

  private final StorageDirectory files;
  private final String prefix;
  private final int memoryBytes;
  private final boolean outsideMemory;
  private final AtomicLong numbers = new AtomicLong();
  private final Map<String, StorageFile> open = new ConcurrentHashMap<>();
  private volatile boolean closed;

  /**
   * Creates temporary files in a directory.
   *
   * @param memoryBytes that one sort may use in memory
   */
  public TemporaryFiles(StorageDirectory files, int memoryBytes) {
    this(files, PREFIX, memoryBytes, true);
  }

  private TemporaryFiles(
      StorageDirectory files, String prefix, int memoryBytes, boolean outsideMemory) {
    if (memoryBytes < 1 || memoryBytes > 1 << 30) {
      throw new IllegalArgumentException("memory of a sort: " + memoryBytes + " bytes");
    }
    this.files = files;
    this.prefix = prefix;
    this.memoryBytes = memoryBytes;
    this.outsideMemory = outsideMemory;
  }

  /** Creates temporary files on the heap, for in-memory databases. */
  public static TemporaryFiles inMemory() {
    return new TemporaryFiles(new MemoryDirectory("sorts"), PREFIX, MEMORY_BYTES_DEFAULT, false);
  }

  /**
   * Creates temporary files in a directory that other databases and processes use, too.
   *
   * @param database a number that no other database has
   */
  public static TemporaryFiles shared(StorageDirectory files, long database) {
    String prefix = PREFIX + Long.toHexString(database) + "-";
    return new TemporaryFiles(files, prefix, MEMORY_BYTES_DEFAULT, true);
  }

  /** Deletes the files left by an earlier process. Must not be called while a sorter is open. */
  public void deleteLeftovers() {
    try {
      for (String name : files.list()) {
        if (name.startsWith(prefix) && name.endsWith(SUFFIX)) {
          files.delete(name);
        }
      }
    } catch (IOException e) {
      throw failure(e);
    }
  }

  /** Whether spilled data takes no memory; otherwise statements should fail instead of spilling. */
  public boolean isOnDisk() {
    return outsideMemory;
  }

  public EntrySorter sorter() {
    return new EntrySorter(this);
  }

  int memoryBytes() {
    return memoryBytes;
  }

  String newName() {
    return prefix + numbers.incrementAndGet() + SUFFIX;
  }

  StorageFile create(String name) throws IOException {
    StorageFile file = files.createTemporary(name);
    open.put(name, file);
    if (closed) {
      file.close();
      delete(name);
      throw new IOException("the database is closed");
    }
    return file;
  }

  void delete(String name) throws IOException {
    if (open.remove(name) != null && files.exists(name)) {
      files.delete(name);
    }
  }

  /**
   * Deletes the files that are left. A statement that still uses one fails with 58030, which its
   * session reports as the end of the database.
   */
  @Override
  public void close() {
    closed = true;
    try {
      for (Map.Entry<String, StorageFile> left : Map.copyOf(open).entrySet()) {
        left.getValue().close();
        delete(left.getKey());
      }
    } catch (IOException e) {
      throw failure(e);
    }
  }

  static MosqlException failure(IOException cause) {
    return cause instanceof DiskFullException
        ? SqlErrorMessage.SORT_DISK_FULL.causedBy(cause)
        : SqlErrorMessage.SORT_FILE_FAILED.causedBy(cause);
  }
}
