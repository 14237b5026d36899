package io.mosql.consensus.ratis;

import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How a node takes part in groups.
 *
 * @param node its name
 * @param host address that its Raft server listens on; nodes that others reach from outside of this
 *     machine need {@code tls}
 * @param port 0 for any that is free
 * @param directory where the logs lie, one directory in it for each group
 * @param tls null for loopback alone
 * @param electionMin shortest time without a word from the leader after which a node stands for
 *     election
 * @param electionMax the longest
 * @param firstElectionMin the same for a node's first election after its start
 * @param firstElectionMax the longest
 * @param maxRecordBytes largest record
 * @param segmentBytes size of the files of a log
 * @param retainedLogBytes how much of a log is kept for members that are behind; beyond that they
 *     get a checkpoint
 * @param historyBytes how much of a log is kept although nobody needs it any more, to go back to
 *     moments after a backup
 * @param freeBytesMin room on the disk below which nothing is appended
 * @param closeWithin how long closing may take before it is given up
 * @param stagingWithin how long a member that is to be added may say nothing before it is given up
 */
public record RatisSettings(
    String node,
    String host,
    int port,
    Path directory,
    @Nullable PeerTls tls,
    Duration electionMin,
    Duration electionMax,
    Duration firstElectionMin,
    Duration firstElectionMax,
    int maxRecordBytes,
    int segmentBytes,
    long retainedLogBytes,
    long historyBytes,
    long freeBytesMin,
    Duration closeWithin,
    Duration stagingWithin) {

  /** What a node has unless told otherwise. */
  public static RatisSettings of(String node, String host, int port, Path directory) {
    return new RatisSettings(
        node,
        host,
        port,
        directory,
        null,
        Duration.ofMillis(500),
        Duration.ofMillis(1000),
        Duration.ofMillis(100),
        Duration.ofMillis(200),
        4 << 20,
        32 << 20,
        1L << 30,
        0,
        64 << 20,
        Duration.ofSeconds(10),
        Duration.ofSeconds(30));
  }

  /** The same with certificates. */
  public RatisSettings withTls(PeerTls value) {
    return new RatisSettings(
        node,
        host,
        port,
        directory,
        value,
        electionMin,
        electionMax,
        firstElectionMin,
        firstElectionMax,
        maxRecordBytes,
        segmentBytes,
        retainedLogBytes,
        historyBytes,
        freeBytesMin,
        closeWithin,
        stagingWithin);
  }

  /** The same with other times between elections. */
  public RatisSettings withElectionTimeouts(Duration min, Duration max) {
    return new RatisSettings(
        node,
        host,
        port,
        directory,
        tls,
        min,
        max,
        firstElectionMin,
        firstElectionMax,
        maxRecordBytes,
        segmentBytes,
        retainedLogBytes,
        historyBytes,
        freeBytesMin,
        closeWithin,
        stagingWithin);
  }

  /** The same with other sizes of the log. */
  public RatisSettings withLogSizes(int segment, long retained) {
    return new RatisSettings(
        node,
        host,
        port,
        directory,
        tls,
        electionMin,
        electionMax,
        firstElectionMin,
        firstElectionMax,
        maxRecordBytes,
        segment,
        retained,
        historyBytes,
        freeBytesMin,
        closeWithin,
        stagingWithin);
  }

  /** The same with another amount of log that is kept although nobody needs it. */
  public RatisSettings withHistoryBytes(long value) {
    return new RatisSettings(
        node,
        host,
        port,
        directory,
        tls,
        electionMin,
        electionMax,
        firstElectionMin,
        firstElectionMax,
        maxRecordBytes,
        segmentBytes,
        retainedLogBytes,
        value,
        freeBytesMin,
        closeWithin,
        stagingWithin);
  }

  /** The same with another amount of room that must be left on the disk. */
  public RatisSettings withFreeBytesMin(long value) {
    return new RatisSettings(
        node,
        host,
        port,
        directory,
        tls,
        electionMin,
        electionMax,
        firstElectionMin,
        firstElectionMax,
        maxRecordBytes,
        segmentBytes,
        retainedLogBytes,
        historyBytes,
        value,
        closeWithin,
        stagingWithin);
  }

  /** The same with another time for members that are to be added. */
  public RatisSettings withStagingWithin(Duration value) {
    return new RatisSettings(
        node,
        host,
        port,
        directory,
        tls,
        electionMin,
        electionMax,
        firstElectionMin,
        firstElectionMax,
        maxRecordBytes,
        segmentBytes,
        retainedLogBytes,
        historyBytes,
        freeBytesMin,
        closeWithin,
        value);
  }
}
