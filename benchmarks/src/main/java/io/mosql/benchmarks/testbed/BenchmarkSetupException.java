package io.mosql.benchmarks.testbed;

/** Error that prevents the start of a run; the message is shown to the user. */
public final class BenchmarkSetupException extends Exception {
  private static final long serialVersionUID = 1;

  public BenchmarkSetupException(String message) {
    super(message);
  }
}
