package io.mosql.benchmarks.report;

/**
 * Machine of a run.
 *
 * @param directory directory in which durable writes were measured: the database's own directory,
 *     or the temporary directory when the database is a server
 * @param embedded whether it is the database's own directory
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
