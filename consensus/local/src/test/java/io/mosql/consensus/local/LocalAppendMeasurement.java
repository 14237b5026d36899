package io.mosql.consensus.local;

import io.mosql.core.files.DiskDirectory;
import io.mosql.core.port.Clock;
import io.mosql.core.port.RandomSource;
import io.mosql.core.port.StorageFile;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;

/**
 * Measures an append of 1 KB against the bare write and sync of as many bytes into an allocated
 * file, in turns, so that variations of the machine affect both. A program, not a test: its
 * arguments are an empty directory on the disk to measure and the number of appends per turn.
 */
final class LocalAppendMeasurement {
  private static final int TURNS = 5;
  private static final int RECORD_BYTES = 1024;
  private static final int FILE_BYTES = 64 << 20;

  private LocalAppendMeasurement() {}

  private interface Operation {
    void run(int number) throws Exception;
  }

  public static void main(String[] args) throws Exception {
    Path directory = Path.of(args[0]);
    int count = args.length > 1 ? Integer.parseInt(args[1]) : 3000;
    byte[] record = new byte[RECORD_BYTES];
    new Random(1).nextBytes(record);
    long start = System.nanoTime();
    try (LocalLog log =
            new LocalLog(
                DiskDirectory.open(directory.resolve("log")),
                Clock.SYSTEM,
                RandomSource.SECURE,
                LogOptions.defaults());
        StorageFile bare = DiskDirectory.open(directory.resolve("bare")).open("bare", true)) {
      log.open(0, (index, delivered) -> {});
      System.out.printf("opening            %8.1f ms%n", (System.nanoTime() - start) / 1e6);
      bare.resize(FILE_BYTES);
      bare.sync();
      for (int turn = 0; turn < TURNS; turn++) {
        measure(
            "write + fdatasync",
            count,
            i -> {
              bare.write((long) i * RECORD_BYTES % FILE_BYTES, record, 0, RECORD_BYTES);
              bare.sync();
            });
        measure("append", count, i -> log.append(record).join());
      }
      System.out.println(log.statistics());
    }
  }

  private static void measure(String what, int count, Operation operation) throws Exception {
    long[] times = new long[count];
    for (int i = 0; i < count; i++) {
      long start = System.nanoTime();
      operation.run(i);
      times[i] = System.nanoTime() - start;
    }
    Arrays.sort(times);
    System.out.printf(
        "%-18s median %6.1f us   p90 %6.1f   p99 %6.1f   max %8.1f%n",
        what,
        times[count / 2] / 1e3,
        times[count * 9 / 10] / 1e3,
        times[count * 99 / 100] / 1e3,
        times[count - 1] / 1e3);
  }
}
