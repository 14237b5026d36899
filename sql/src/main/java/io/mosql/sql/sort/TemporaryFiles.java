package io.mosql.sql.sort;

import io.mosql.core.error.MosqlException;
import io.mosql.core.files.MemoryDirectory;
import io.mosql.core.port.DiskFullException;
import io.mosql.core.port.StorageDirectory;
import io.mosql.core.port.StorageFile;
import io.mosql.sql.error.SqlErrorMessage;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Creates the temporary files of sorts and statements, named {@code sort-NUMBER.run}. Only the
 * sorter or statement that wrote a file reads it; files are never synced. The owner of a file
 * closes and deletes it; {@link #deleteLeftovers()} deletes the files of a crashed process when the
 * database opens. Thread-safe.
 */
public final class TemporaryFiles {
  /** Default number of bytes that a sort uses in memory. */
  public static final int MEMORY_BYTES_DEFAULT = 64 << 20;

  private static final String PREFIX = "sort-";
  private static final String SUFFIX = ".run";

  private final StorageDirectory files;
  private final int memoryBytes;
  private final boolean outsideMemory;
  private final AtomicLong numbers = new AtomicLong();

  /**
   * Creates temporary files in a directory.
   *
   * @param memoryBytes that one sort may use in memory
   */
  public TemporaryFiles(StorageDirectory files, int memoryBytes) {
    this(files, memoryBytes, true);
  }

  private TemporaryFiles(StorageDirectory files, int memoryBytes, boolean outsideMemory) {
    if (memoryBytes < 1 || memoryBytes > 1 << 30) {
      throw new IllegalArgumentException("memory of a sort: " + memoryBytes + " bytes");
    }
    this.files = files;
    this.memoryBytes = memoryBytes;
    this.outsideMemory = outsideMemory;
  }

  /** Creates temporary files on the heap, for in-memory databases. */
  public static TemporaryFiles inMemory() {
    return new TemporaryFiles(new MemoryDirectory("sorts"), MEMORY_BYTES_DEFAULT, false);
  }

  /** Deletes the files left by an earlier process. Must not be called while a sorter is open. */
  public void deleteLeftovers() {
    try {
      for (String name : files.list()) {
        if (name.startsWith(PREFIX) && name.endsWith(SUFFIX)) {
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
    return PREFIX + numbers.incrementAndGet() + SUFFIX;
  }

  StorageFile create(String name) throws IOException {
    return files.open(name, true);
  }

  void delete(String name) throws IOException {
    files.delete(name);
  }

  static MosqlException failure(IOException cause) {
    return cause instanceof DiskFullException
        ? SqlErrorMessage.SORT_DISK_FULL.causedBy(cause)
        : SqlErrorMessage.SORT_FILE_FAILED.causedBy(cause);
  }
}
