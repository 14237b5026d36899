package io.mosql.benchmarks.testbed;

/** What stands in the way of a run before it has begun; told to the user as it is. */
public final class Refusal extends Exception {
  private static final long serialVersionUID = 1;

  public Refusal(String message) {
    super(message);
  }
}
