package io.mosql.benchmarks.report;

/** Number of errors of one SQLSTATE, with the message of the first one. */
public record ErrorCount(long count, String firstMessage) {
  public ErrorCount plus(ErrorCount other) {
    return new ErrorCount(count + other.count, firstMessage);
  }
}
