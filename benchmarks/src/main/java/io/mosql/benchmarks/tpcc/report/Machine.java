package io.mosql.benchmarks.tpcc.report;

import org.jspecify.annotations.Nullable;

/**
 * What a run ran on.
 *
 * @param directory where the floor of a durable write was measured: the database's own directory,
 *     or the temporary one when the database is a server
 * @param embedded whether that is the database's own
 * @param commitsPerSync commits for each fsync of the log during the run; null where unknown
 */
public record Machine(
    int processors,
    String os,
    String jvm,
    String directory,
    boolean embedded,
    String fileSystem,
    double fdatasyncMicros,
    double loopbackEchoMicros,
    @Nullable Double commitsPerSync) {

  public Machine with(@Nullable Double newCommitsPerSync) {
    return new Machine(
        processors,
        os,
        jvm,
        directory,
        embedded,
        fileSystem,
        fdatasyncMicros,
        loopbackEchoMicros,
        newCommitsPerSync);
  }
}
