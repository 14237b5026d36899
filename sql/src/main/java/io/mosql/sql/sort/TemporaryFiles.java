package io.mosql.sql.sort;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.core.files.MemoryDirectory;
import io.mosql.core.port.DiskFullException;
import io.mosql.core.port.StorageDirectory;
import io.mosql.core.port.StorageFile;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Creates the temporary files of sorts and statements, named {@code sort-NUMBER.run}; only the
 * sorter that wrote a file reads it, and it is never synced: files named {@code sort-NUMBER.run},
 * which nothing but their own sorter reads and which are never synced. Each sorter deletes its own;
 * {@link #deleteLeftovers()}, when the database opens, those of a process that died. Thread-safe;
 * the files are their owner's to close.
 */
public final class TemporaryFiles {
  /** Bytes that a sort keeps in memory, unless told otherwise. */
  public static final int MEMORY_BYTES_DEFAULT = 64 << 20;

  private static final String PREFIX = "sort-";
  private static final String SUFFIX = ".run";

  private final StorageDirectory files;
  private final int memoryBytes;
  private final boolean outsideMemory;
  private final AtomicLong numbers = new AtomicLong();

  /**
   * @param memoryBytes that one sort may keep in memory
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

  /** Spills to the heap: for databases that live there themselves. */
  public static TemporaryFiles inMemory() {
    return new TemporaryFiles(new MemoryDirectory("sorts"), MEMORY_BYTES_DEFAULT, false);
  }

  /** Deletes what sorts of an earlier process left. Not while any sorter is open. */
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

  /** Whether what is put here takes no memory; else statements had better fail. */
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
        ? new MosqlException(SqlState.DISK_FULL, "no space left to sort in", cause)
        : new MosqlException(SqlState.IO_ERROR, "a file of a sort failed", cause);
  }
}
