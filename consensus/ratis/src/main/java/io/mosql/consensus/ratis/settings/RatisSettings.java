package io.mosql.consensus.ratis.settings;

import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The settings of the Raft server.
 *
 * @param node its name
 * @param host address that its Raft server listens on; nodes that others reach from outside of this
 *     machine need {@code tls}
 * @param port 0 for any that is free
 * @param directory where the logs lie, one directory in it for each group
 * @param tls null for loopback alone
 * @param elections when it stands for election
 * @param log how large its logs may be
 * @param closeWithin how long closing may take before it is given up
 * @param stagingWithin how long a member that is to be added may say nothing before it is given up
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
   * When a node stands for election.
   *
   * @param min shortest time without a word from the leader after which it does
   * @param max the longest
   * @param firstMin the same for its first election after its start
   * @param firstMax the longest
   */
  public record Elections(Duration min, Duration max, Duration firstMin, Duration firstMax) {}

  /**
   * Sizes of logs, in bytes.
   *
   * @param recordMax largest record
   * @param segment size of the files of a log
   * @param retained how much of a log is kept for members that are behind; beyond that they get a
   *     checkpoint
   * @param history how much of a log is kept although nobody needs it any more, to go back to
   *     moments after a backup
   * @param freeMin room on the disk below which nothing is appended
   */
  public record LogBounds(int recordMax, int segment, long retained, long history, long freeMin) {}

  /** What a node has unless told otherwise. */
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

  /** The same with other times between elections. */
  public RatisSettings withElectionTimeouts(Duration min, Duration max) {
    return with(new Elections(min, max, elections.firstMin, elections.firstMax));
  }

  /** The same with other sizes of the log. */
  public RatisSettings withLogSizes(int segment, long retained) {
    return with(new LogBounds(log.recordMax, segment, retained, log.history, log.freeMin));
  }

  /** The same with another amount of log that is kept although nobody needs it. */
  public RatisSettings withHistoryBytes(long value) {
    return with(new LogBounds(log.recordMax, log.segment, log.retained, value, log.freeMin));
  }

  /** The same with another amount of room that must be left on the disk. */
  public RatisSettings withFreeBytesMin(long value) {
    return with(new LogBounds(log.recordMax, log.segment, log.retained, log.history, value));
  }

  /** The same with another time for members that are to be added. */
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
