package io.mosql.testkit.history;

import java.util.List;
import java.util.stream.Collectors;

/**
 * A transaction as its client observed it. Immutable.
 *
 * @param client number of a thread with one connection
 * @param invoked moment before its first statement
 * @param ended moment after its answer was received
 * @param steps in their order; changes that were sent, reads that were answered
 */
public record Attempt(
    int client, long invoked, long ended, AttemptOutcome outcome, List<TransactionStep> steps) {
  public Attempt {
    if (ended <= invoked) {
      throw new IllegalArgumentException("it ended before it began");
    }
    steps = List.copyOf(steps);
  }

  /** The moment from which on it certainly took effect, if it ever does. */
  long settled() {
    return outcome == AttemptOutcome.UNKNOWN ? Long.MAX_VALUE : ended;
  }

  /** A line of a history. */
  @Override
  public String toString() {
    return client
        + " "
        + invoked
        + " "
        + ended
        + " "
        + outcome.text()
        + steps.stream().map(step -> " " + step.text()).collect(Collectors.joining());
  }
}
