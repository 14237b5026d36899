package io.mosql.sql.sort;

import io.mosql.core.port.StorageFile;
import java.io.IOException;
import java.util.Arrays;
import java.util.zip.CRC32C;

/**
 * Writes one sorted run.
 *
 * <pre>
 * run   := block*
 * block := length, CRC32C of the payload (4 bytes each, big-endian), payload: whole entries
 * </pre>
 *
 * Blocks aim at {@link #BLOCK_BYTES}, or what their file asks for; a larger entry has one of its
 * own. Not thread-safe.
 */
final class RunWriter {
  static final int BLOCK_BYTES = 64 << 10;
  static final int HEAD_BYTES = 8;

  /** Files that stay small, of which there may be many, take little. */
  private static final int FIRST_BYTES = 4 << 10;

  private final StorageFile file;
  private final int blockBytes;
  private byte[] block = new byte[FIRST_BYTES];
  private int length = HEAD_BYTES;
  private long written;

  RunWriter(StorageFile file) {
    this(file, BLOCK_BYTES);
  }

  /**
   * @param blockBytes that blocks aim at
   */
  RunWriter(StorageFile file, int blockBytes) {
    this.file = file;
    this.blockBytes = blockBytes;
  }

  /** Where the block begins that the entry which was added last is in. */
  long blockStart() {
    return written;
  }

  /** Appends an entry as it stands in an arena or another run. */
  void add(byte[] source, int start) throws IOException {
    int size = EntryArena.size(source, start);
    if (length > HEAD_BYTES && size > blockBytes - length) {
      flush();
    }
    if (size > block.length - length) {
      int doubled = Math.min(blockBytes, 2 * block.length);
      block = Arrays.copyOf(block, Math.max(doubled, Math.addExact(length, size)));
    }
    System.arraycopy(source, start, block, length, size);
    length += size;
  }

  /** Writes what is left; returns the length of the run. */
  long finish() throws IOException {
    if (length > HEAD_BYTES) {
      flush();
    }
    return written;
  }

  private void flush() throws IOException {
    CRC32C sum = new CRC32C();
    sum.update(block, HEAD_BYTES, length - HEAD_BYTES);
    EntryArena.putInt(block, 0, length - HEAD_BYTES);
    EntryArena.putInt(block, 4, (int) sum.getValue());
    file.write(written, block, 0, length);
    written += length;
    length = HEAD_BYTES;
    if (block.length > blockBytes) {
      block = new byte[FIRST_BYTES]; // not what one large entry took
    }
  }
}
