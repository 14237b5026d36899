package io.mosql.sql.sort;

import io.mosql.core.error.MosqlException;
import io.mosql.core.port.StorageFile;
import io.mosql.sql.error.SqlErrorMessage;
import java.io.IOException;
import java.util.zip.CRC32C;

/**
 * A sorted run in a file, read from its start or from the start of one of its blocks. Not
 * thread-safe.
 */
final class SortedRun {
  private final TemporaryFiles space;
  private final String name;
  private final StorageFile file;
  private final long length;
  private long position;
  private byte[] block = {};
  private int blockLength;
  private int start;
  private int next;

  /** Opens a run; the run owns the file. */
  SortedRun(TemporaryFiles space, String name, StorageFile file, long length) {
    this.space = space;
    this.name = name;
    this.file = file;
    this.length = length;
  }

  /** Positions the run before the first entry of a block. */
  void seek(long blockStart) {
    position = blockStart;
    next = 0;
    blockLength = 0;
  }

  /** Whether the next entry, if there is one, is the first of a block. */
  boolean isBetweenBlocks() {
    return next == blockLength;
  }

  /** Steps to the next entry; false at the end. */
  boolean next() throws IOException {
    if (next == blockLength) {
      if (position == length) {
        return false;
      }
      load();
    }
    start = next;
    next += EntryArena.size(block, start);
    return true;
  }

  private void load() throws IOException {
    byte[] head = new byte[RunWriter.HEAD_BYTES];
    read(head, head.length);
    blockLength = EntryArena.getInt(head, 0);
    if (blockLength <= 0 || blockLength > length - position) {
      throw damaged();
    }
    if (block.length < blockLength) {
      block = new byte[blockLength];
    }
    read(block, blockLength);
    CRC32C sum = new CRC32C();
    sum.update(block, 0, blockLength);
    if ((int) sum.getValue() != EntryArena.getInt(head, 4)) {
      throw damaged();
    }
    next = 0;
  }

  private void read(byte[] target, int count) throws IOException {
    if (file.read(position, target, 0, count) < count) {
      throw damaged();
    }
    position += count;
  }

  private MosqlException damaged() {
    return SqlErrorMessage.SORT_FILE_CORRUPTED.error(name, position);
  }

  byte[] block() {
    return block;
  }

  /** Start of the current entry in the block. */
  int start() {
    return start;
  }

  void delete() throws IOException {
    try {
      file.close();
    } finally {
      space.delete(name);
    }
  }
}
