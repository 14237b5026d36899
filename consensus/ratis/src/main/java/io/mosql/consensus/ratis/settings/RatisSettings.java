package io.mosql.consensus.ratis.settings;

import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The settings of the Raft server.
 *
 * @param node its name
 * @param host address that its Raft server listens on; nodes that are reachable from other machines
 *     need {@code tls}
 * @param port 0 for any that is free
 * @param directory of the logs, with one subdirectory for each group
 * @param tls null for loopback only
 * @param elections election timeouts
 * @param log sizes of its logs
 * @param closeWithin timeout of closing
 * @param stagingWithin timeout without a response after which the addition of a member fails
 */
public record RatisSettings(
    String node,
    String host,
    int port,
    Path directory,
    @Nullable PeerTls tls,
    Elections elections,
    LogBounds log,
    Duration closeWithin,
    Duration stagingWithin) {

  /**
   * Election timeouts of a node.
   *
   * @param min shortest time without a heartbeat of the leader before an election
   * @param max the longest such time
   * @param firstMin shortest time before the first election after a start
   * @param firstMax the longest such time
   */
  public record Elections(Duration min, Duration max, Duration firstMin, Duration firstMax) {}

  /**
   * Sizes of logs, in bytes.
   *
   * @param recordMax largest record
   * @param segment size of the files of a log
   * @param retained size of the log retained for members that are behind; members further behind
   *     receive a checkpoint
   * @param history size of the log retained although no member needs it, for restores to moments
   *     after a backup
   * @param freeMin free disk space below which appends are refused
   */
  public record LogBounds(int recordMax, int segment, long retained, long history, long freeMin) {}

  /** The default settings of a node. */
  public static RatisSettings of(String node, String host, int port, Path directory) {
    return new RatisSettings(
        node,
        host,
        port,
        directory,
        null,
        new Elections(
            Duration.ofMillis(500),
            Duration.ofMillis(1000),
            Duration.ofMillis(100),
            Duration.ofMillis(200)),
        new LogBounds(4 << 20, 32 << 20, 1L << 30, 0, 64 << 20),
        Duration.ofSeconds(10),
        Duration.ofSeconds(30));
  }

  /** The same with certificates. */
  public RatisSettings withTls(PeerTls value) {
    return new RatisSettings(
        node, host, port, directory, value, elections, log, closeWithin, stagingWithin);
  }

  /** The same with other election timeouts. */
  public RatisSettings withElectionTimeouts(Duration min, Duration max) {
    return with(new Elections(min, max, elections.firstMin, elections.firstMax));
  }

  /** The same with other sizes of the log. */
  public RatisSettings withLogSizes(int segment, long retained) {
    return with(new LogBounds(log.recordMax, segment, retained, log.history, log.freeMin));
  }

  /** The same with another size of the log retained for restores. */
  public RatisSettings withHistoryBytes(long value) {
    return with(new LogBounds(log.recordMax, log.segment, log.retained, value, log.freeMin));
  }

  /** The same with another minimum of free disk space. */
  public RatisSettings withFreeBytesMin(long value) {
    return with(new LogBounds(log.recordMax, log.segment, log.retained, log.history, value));
  }

  /** The same with another timeout for members that are being added. */
  public RatisSettings withStagingWithin(Duration value) {
    return new RatisSettings(node, host, port, directory, tls, elections, log, closeWithin, value);
  }

  private RatisSettings with(Elections value) {
    return new RatisSettings(
        node, host, port, directory, tls, value, log, closeWithin, stagingWithin);
  }

  private RatisSettings with(LogBounds value) {
    return new RatisSettings(
        node, host, port, directory, tls, elections, value, closeWithin, stagingWithin);
  }
}
