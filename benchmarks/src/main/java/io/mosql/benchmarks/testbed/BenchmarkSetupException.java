package io.mosql.benchmarks.testbed;

/** Error that prevents a run from starting; the message is shown to the user. */
public final class BenchmarkSetupException extends Exception {
  private static final long serialVersionUID = 1;

  public BenchmarkSetupException(String message) {
    super(message);
  }
}
