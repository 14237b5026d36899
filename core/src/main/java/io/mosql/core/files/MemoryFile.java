package io.mosql.core.files;

import io.mosql.core.port.StorageFile;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A file of a {@link MemoryDirectory}, in blocks that are allocated when written; unallocated ones
 * read as zeros. Thread-safe.
 */
final class MemoryFile implements StorageFile {
  private static final int BLOCK_BITS = 16;
  private static final int BLOCK_BYTES = 1 << BLOCK_BITS;

  private final List<byte @Nullable []> blocks = new ArrayList<>();
  private long size;

  @Override
  public synchronized int read(long position, byte[] target, int offset, int length)
      throws IOException {
    Objects.checkFromIndexSize(offset, length, target.length);
    requireNotNegative(position);
    int available = (int) Math.max(0, Math.min(length, size - position));
    for (int done = 0; done < available; ) {
      long at = position + done;
      int within = (int) (at & (BLOCK_BYTES - 1));
      int step = Math.min(BLOCK_BYTES - within, available - done);
      byte[] block = block(at);
      if (block == null) {
        Arrays.fill(target, offset + done, offset + done + step, (byte) 0);
      } else {
        System.arraycopy(block, within, target, offset + done, step);
      }
      done += step;
    }
    return available;
  }

  @Override
  public synchronized void write(long position, byte[] source, int offset, int length)
      throws IOException {
    Objects.checkFromIndexSize(offset, length, source.length);
    requireNotNegative(position);
    for (int done = 0; done < length; ) {
      long at = position + done;
      int within = (int) (at & (BLOCK_BYTES - 1));
      int step = Math.min(BLOCK_BYTES - within, length - done);
      System.arraycopy(source, offset + done, blockForWrite(at), within, step);
      done += step;
    }
    size = Math.max(size, position + length);
  }

  @Override
  public void sync() {}

  @Override
  public synchronized long size() {
    return size;
  }

  @Override
  public synchronized void resize(long newSize) throws IOException {
    requireNotNegative(newSize);
    if (newSize < size) {
      int whole = (int) ((newSize + BLOCK_BYTES - 1) >> BLOCK_BITS);
      if (whole < blocks.size()) {
        blocks.subList(whole, blocks.size()).clear();
      }
      byte[] last = block(newSize);
      if (last != null) {
        Arrays.fill(last, (int) (newSize & (BLOCK_BYTES - 1)), BLOCK_BYTES, (byte) 0);
      }
    }
    size = newSize;
  }

  @Override
  public void close() {}

  private byte @Nullable [] block(long position) {
    long number = position >> BLOCK_BITS;
    return number < blocks.size() ? blocks.get((int) number) : null;
  }

  private byte[] blockForWrite(long position) {
    int number = Math.toIntExact(position >> BLOCK_BITS);
    while (blocks.size() <= number) {
      blocks.add(null);
    }
    byte[] block = blocks.get(number);
    if (block == null) {
      block = new byte[BLOCK_BYTES];
      blocks.set(number, block);
    }
    return block;
  }

  private static void requireNotNegative(long position) throws IOException {
    if (position < 0) {
      throw new IOException("negative position " + position);
    }
  }
}
