package io.mosql.benchmarks.report;

/**
 * Machine of a run.
 *
 * @param directory where the floor of a durable write was measured: the database's own directory,
 *     or the temporary one when the database is a server
 * @param embedded whether that is the database's own
 */
public record MachineInfo(
    int processors,
    String os,
    String jvm,
    String directory,
    boolean embedded,
    String fileSystem,
    double fdatasyncMicros,
    double loopbackEchoMicros) {}
