package io.mosql.sql.sort;

import io.mosql.core.port.StorageFile;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Records that do not fit into memory: written one after the other into a file of a {@link
 * SortSpace}, then read in the same order: once, after which the file is gone, or again and again.
 * Not thread-safe. Closing it deletes the file; it must be closed also when it failed.
 */
public final class SpillFile implements AutoCloseable {
  private final SortSpace space;
  private final String name;
  private final StorageFile file;
  private @Nullable RunWriter writer;
  private @Nullable SortedRun reader;
  private long length = -1;
  private boolean closed;

  private SpillFile(SortSpace space, String name, StorageFile file) {
    this.space = space;
    this.name = name;
    this.file = file;
    this.writer = new RunWriter(file);
  }

  /** Creates an empty file. */
  public static SpillFile in(SortSpace space) {
    String name = space.newName();
    try {
      return new SpillFile(space, name, space.create(name));
    } catch (IOException e) {
      throw SortSpace.failure(e);
    }
  }

  /** Appends a record. */
  public void add(byte[] record) {
    RunWriter open = writer;
    if (open == null) {
      throw new IllegalStateException("records are being read already");
    }
    byte[] entry = new byte[EntryArena.HEAD_BYTES + record.length];
    EntryArena.putInt(entry, 4, record.length);
    System.arraycopy(record, 0, entry, EntryArena.HEAD_BYTES, record.length);
    try {
      open.add(entry, 0);
    } catch (IOException e) {
      throw SortSpace.failure(e);
    }
  }

  /** The next record, the first one at first; null at the end, when the file is gone. */
  public byte @Nullable [] next() {
    if (closed) {
      return null;
    }
    if (reader == null) {
      rewind();
    }
    byte[] record = nextAgain();
    if (record == null) {
      close();
    }
    return record;
  }

  /** The first record comes next. */
  public void rewind() {
    try {
      reader = new SortedRun(space, name, file, length());
    } catch (IOException e) {
      throw SortSpace.failure(e);
    }
  }

  /** The next record since {@link #rewind}; null at the end, when the file is still there. */
  public byte @Nullable [] nextAgain() {
    SortedRun records = reader;
    if (records == null) {
      throw new IllegalStateException("the file is not being read");
    }
    if (closed) {
      return null;
    }
    try {
      return records.next() ? EntryArena.value(records.block(), records.start()) : null;
    } catch (IOException e) {
      throw SortSpace.failure(e);
    }
  }

  private long length() throws IOException {
    RunWriter open = writer;
    if (open != null) {
      length = open.finish();
      writer = null;
    }
    return length;
  }

  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    try {
      try {
        file.close();
      } finally {
        space.delete(name);
      }
    } catch (IOException e) {
      throw SortSpace.failure(e);
    }
  }
}
