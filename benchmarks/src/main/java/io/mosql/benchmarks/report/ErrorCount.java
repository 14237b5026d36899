package io.mosql.benchmarks.report;

/** Errors of one SQLSTATE, and what the first one said. */
public record ErrorCount(long count, String firstMessage) {
  public ErrorCount plus(ErrorCount other) {
    return new ErrorCount(count + other.count, firstMessage);
  }
}
