package io.mosql.benchmarks.report;

/** Database product of a run, as reported by its driver. */
public record DatabaseProduct(
    String dialect,
    String name,
    String version,
    String driver,
    String url,
    String isolation,
    String durability) {}
