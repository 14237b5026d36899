package io.mosql.sql.sort;

import io.mosql.core.error.InvariantViolation;
import io.mosql.core.port.StorageFile;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A temporary file of records that do not fit into memory: records are appended, then read in the
 * same order, once (which deletes the file) or repeatedly, or by blocks. Not thread-safe. Closing
 * it deletes the file; it must be closed also after a failure.
 */
public final class SpillFile implements AutoCloseable {
  /** Default number of bytes that are written and read at once. */
  public static final int BLOCK_BYTES = RunWriter.BLOCK_BYTES;

  private final TemporaryFiles space;
  private final String name;
  private final StorageFile file;
  private @Nullable RunWriter writer;
  private @Nullable SortedRun reader;
  private boolean closed;

  private SpillFile(TemporaryFiles space, String name, StorageFile file, RunWriter writer) {
    this.space = space;
    this.name = name;
    this.file = file;
    this.writer = writer;
  }

  /**
   * Creates an empty file.
   *
   * @param blockBytes number of bytes that are written and read at once
   */
  public static SpillFile in(TemporaryFiles space, int blockBytes) {
    String name = space.newName();
    try {
      StorageFile file = space.create(name);
      return new SpillFile(space, name, file, new RunWriter(file, blockBytes));
    } catch (IOException e) {
      throw TemporaryFiles.failure(e);
    }
  }

  /**
   * Appends a record.
   *
   * @return the position of the block that contains it, for {@link #block}
   */
  public long add(byte[] record) {
    RunWriter open = writer;
    if (open == null) {
      throw new InvariantViolation("records are added to a file before they are read");
    }
    byte[] entry = new byte[EntryArena.HEAD_BYTES + record.length];
    EntryArena.putInt(entry, 4, record.length);
    System.arraycopy(record, 0, entry, EntryArena.HEAD_BYTES, record.length);
    try {
      open.add(entry, 0);
      return open.blockStart();
    } catch (IOException e) {
      throw TemporaryFiles.failure(e);
    }
  }

  /**
   * Returns the next record, starting with the first; null at the end, when the file is deleted.
   */
  public byte @Nullable [] next() {
    if (closed) {
      return null;
    }
    byte[] record = nextAgain();
    if (record == null) {
      close();
    }
    return record;
  }

  /** Positions the file before the first record. */
  public void rewind() {
    try {
      reader().seek(0);
    } catch (IOException e) {
      throw TemporaryFiles.failure(e);
    }
  }

  /** Returns the next record since {@link #rewind}; null at the end, when the file still exists. */
  public byte @Nullable [] nextAgain() {
    if (closed) {
      return null;
    }
    try {
      SortedRun records = reader();
      return records.next() ? EntryArena.value(records.block(), records.start()) : null;
    } catch (IOException e) {
      throw TemporaryFiles.failure(e);
    }
  }

  /**
   * The records of a block, in the order in which they were added; blocks may be read in any order.
   */
  public List<byte[]> block(long place) {
    try {
      SortedRun records = reader();
      records.seek(place);
      List<byte[]> block = new ArrayList<>();
      while ((block.isEmpty() || !records.isBetweenBlocks()) && records.next()) {
        block.add(EntryArena.value(records.block(), records.start()));
      }
      return block;
    } catch (IOException e) {
      throw TemporaryFiles.failure(e);
    }
  }

  /** Ends the writing before the first read. */
  public void written() {
    try {
      reader();
    } catch (IOException e) {
      throw TemporaryFiles.failure(e);
    }
  }

  private SortedRun reader() throws IOException {
    SortedRun known = reader;
    if (known == null) {
      known = new SortedRun(space, name, file, length());
      reader = known;
    }
    return known;
  }

  /** Ends the writing and returns the length of the file. */
  private long length() throws IOException {
    RunWriter open = writer;
    if (open == null) {
      throw new InvariantViolation("a file of records is finished once");
    }
    writer = null;
    return open.finish();
  }

  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    writer = null;
    reader = null;
    try {
      try {
        file.close();
      } finally {
        space.delete(name);
      }
    } catch (IOException e) {
      throw TemporaryFiles.failure(e);
    }
  }
}
