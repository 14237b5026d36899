package io.mosql.consensus.ratis;

import io.mosql.core.port.CommitLog;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * Measures an append of 1 KB with one outstanding: in a group of one, and in a group of three whose
 * members share this process. A program, not a test: its arguments are an empty directory on the
 * disk to measure and the number of appends per turn.
 */
final class AppendMeasurement {
  private static final int TURNS = 4;
  private static final int RECORD_BYTES = 1024;

  private AppendMeasurement() {}

  public static void main(String[] args) throws Exception {
    Path directory = Path.of(args[0]);
    int count = args.length > 1 ? Integer.parseInt(args[1]) : 2000;
    for (int members : new int[] {1, 3}) {
      Path own = Files.createDirectories(directory.resolve("members-" + members));
      try (Cluster cluster =
          new Cluster(own, settings -> settings.withLogSizes(32 << 20, 1 << 30)).found(members)) {
        for (int turn = 0; turn < TURNS; turn++) {
          measure(members, cluster.leader().log(), count);
        }
      }
    }
  }

  private static void measure(int members, CommitLog log, int count) {
    byte[] record = new byte[RECORD_BYTES];
    Arrays.fill(record, (byte) 'x');
    long[] times = new long[count];
    for (int i = 0; i < count; i++) {
      long start = System.nanoTime();
      log.append(record).join();
      times[i] = System.nanoTime() - start;
    }
    Arrays.sort(times);
    System.out.printf(
        "%d members   mean %6.3f ms   median %6.3f   p90 %6.3f   p99 %6.3f   max %8.3f%n",
        members,
        Arrays.stream(times).average().orElse(0) / 1e6,
        times[count / 2] / 1e6,
        times[count * 9 / 10] / 1e6,
        times[count * 99 / 100] / 1e6,
        times[count - 1] / 1e6);
  }
}
