package io.mosql.benchmarks.measure;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Locale;
import java.util.Set;

/**
 * Measurement of a durable write in a directory, which is the lower bound of every durable commit.
 * It writes like a log: 4 KB over existing bytes, then fdatasync.
 */
public final class DiskProbe {
  private static final int BLOCK_BYTES = 4096;
  private static final int BLOCKS = 1024;
  private static final int ROUNDS = 300;
  private static final Set<String> IN_MEMORY = Set.of("tmpfs", "ramfs", "rootfs");

  private DiskProbe() {}

  /**
   * Measures the median of writing 4 KB over preallocated bytes and {@code force(false)}, in
   * microseconds.
   */
  public static double fdatasyncMicros(Path directory) throws IOException {
    Path file = Files.createTempFile(directory, "fdatasync", ".probe");
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      ByteBuffer block = ByteBuffer.allocateDirect(BLOCK_BYTES);
      for (int i = 0; i < BLOCKS; i++) {
        write(channel, block, i);
      }
      channel.force(true);
      long[] nanos = new long[ROUNDS];
      for (int i = 0; i < ROUNDS; i++) {
        long start = System.nanoTime();
        write(channel, block, i % BLOCKS);
        channel.force(false);
        nanos[i] = System.nanoTime() - start;
      }
      return Median.micros(nanos);
    } finally {
      Files.deleteIfExists(file);
    }
  }

  private static void write(FileChannel channel, ByteBuffer block, int index) throws IOException {
    block.clear();
    while (block.hasRemaining()) {
      channel.write(block, (long) index * BLOCK_BYTES + block.position());
    }
  }

  /** Type of the file system as named by the operating system, such as ext4. */
  public static String fileSystem(Path directory) throws IOException {
    return Files.getFileStore(directory).type();
  }

  /**
   * Whether files of this file system type are lost in a power failure, so that fsync has no
   * effect.
   */
  public static boolean isInMemory(String fileSystem) {
    return IN_MEMORY.contains(fileSystem.toLowerCase(Locale.ROOT));
  }
}
