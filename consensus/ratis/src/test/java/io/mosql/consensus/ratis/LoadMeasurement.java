package io.mosql.consensus.ratis;

import io.mosql.consensus.ratis.Cluster.TestNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Measures whether a group sustains a rate of log bytes, and whether its memory grows: three
 * members in this process, with a checkpoint on each after a number of bytes. A program, not a
 * test: {@code DIR [seconds [MB/s [KB per record]]]}.
 */
final class LoadMeasurement {
  private static final long CHECKPOINT_BYTES = 64L << 20;
  private static final long RETAINED_BYTES = 128L << 20;
  private static final int IN_FLIGHT = 4;
  private static final long REPORT_SECONDS = 5;
  private static final double MB = 1 << 20;

  private LoadMeasurement() {}

  public static void main(String[] args) throws Exception {
    Path directory = Path.of(args[0]);
    int seconds = args.length > 1 ? Integer.parseInt(args[1]) : 60;
    double rate = args.length > 2 ? Double.parseDouble(args[2]) : 20;
    int bytes = (args.length > 3 ? Integer.parseInt(args[3]) : 256) << 10;
    try (Cluster cluster =
        new Cluster(directory, settings -> settings.withLogSizes(32 << 20, RETAINED_BYTES))
            .forgetful()
            .found(3)) {
      run(cluster, seconds, rate * MB, bytes);
    }
    System.exit(0);
  }

  private static void run(Cluster cluster, int seconds, double bytesPerSecond, int bytes) {
    TestNode leader = cluster.leader();
    byte[] record = new byte[bytes];
    java.util.Arrays.fill(record, (byte) 'x');
    List<CompletableFuture<Long>> inFlight = new ArrayList<>();
    long start = System.nanoTime();
    long end = start + TimeUnit.SECONDS.toNanos(seconds);
    long nextReport = start + TimeUnit.SECONDS.toNanos(REPORT_SECONDS);
    long sent = 0;
    long checkpointed = 0;
    while (System.nanoTime() < end) {
      long due = start + (long) (sent / bytesPerSecond * 1e9);
      while (System.nanoTime() < due) {
        LockSupport.parkNanos(due - System.nanoTime());
      }
      if (inFlight.size() == IN_FLIGHT) {
        inFlight.remove(0).join();
      }
      inFlight.add(leader.log().append(record));
      sent += bytes;
      if (sent - checkpointed > CHECKPOINT_BYTES) {
        checkpointed = sent;
        cluster.running().forEach(TestNode::checkpointAndPurge);
      }
      if (System.nanoTime() > nextReport) {
        nextReport += TimeUnit.SECONDS.toNanos(REPORT_SECONDS);
        report(cluster, start, sent);
      }
    }
    inFlight.forEach(CompletableFuture::join);
    report(cluster, start, sent);
  }

  private static void report(Cluster cluster, long start, long sent) {
    double seconds = (System.nanoTime() - start) / 1e9;
    System.gc();
    Runtime runtime = Runtime.getRuntime();
    StringBuilder logs = new StringBuilder();
    for (TestNode node : cluster.running()) {
      logs.append(String.format(" %4.0f", node.log().status().logBytes() / MB));
    }
    System.out.printf(
        "%5.1f s   %5.1f MB/s   heap after gc %6.1f MB   logs%s MB   role %s%n",
        seconds,
        sent / MB / seconds,
        (runtime.totalMemory() - runtime.freeMemory()) / MB,
        logs,
        cluster.leader().self.node());
  }
}
