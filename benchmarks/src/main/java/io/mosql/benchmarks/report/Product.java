package io.mosql.benchmarks.report;

/** The database of a run, as it describes itself. */
public record Product(
    String dialect,
    String name,
    String version,
    String driver,
    String url,
    String isolation,
    String durability) {}
