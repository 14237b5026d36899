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
 * Blocks have about {@link #BLOCK_BYTES}, or the size given for the file; a larger entry has a
 * block of its own. Not thread-safe.
 */
final class RunWriter {
  static final int BLOCK_BYTES = 64 << 10;
  static final int HEAD_BYTES = 8;

  /** Initial buffer size: small files, of which there may be many, take little memory. */
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
   * Creates a writer of an empty file.
   *
   * @param blockBytes approximate size of blocks
   */
  RunWriter(StorageFile file, int blockBytes) {
    this.file = file;
    this.blockBytes = blockBytes;
  }

  /** Start of the block that contains the last entry added. */
  long blockStart() {
    return written;
  }

  /** Appends an entry in the encoding of an arena or another run. */
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

  /** Writes the last block; returns the length of the run. */
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
      block = new byte[FIRST_BYTES]; // the buffer of one large entry is not retained
    }
  }
}
