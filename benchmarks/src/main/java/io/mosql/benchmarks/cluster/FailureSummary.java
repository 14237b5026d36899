package io.mosql.benchmarks.cluster;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Failures of a run by cause: leader loss, conflict, unexpected.
 *
 * @param byState failures by leader loss per SQLSTATE
 * @param conflicts number of conflicts
 * @param unexpected descriptions of unexpected failures
 */
record FailureSummary(Map<String, Integer> byState, int conflicts, List<String> unexpected) {
  private static final String SERIALIZATION = "40001";
  private static final String DEADLOCK = "40P01";
  private static final String CONNECTION = "08006";

  static FailureSummary of(List<RunRecorder.Failure> failures, List<LeaderOutage> outages) {
    Map<String, Integer> byState = new TreeMap<>();
    List<String> unexpected = new ArrayList<>();
    int conflicts = 0;
    for (RunRecorder.Failure failure : failures) {
      String state = failure.state();
      boolean open =
          outages.stream()
              .anyMatch(outage -> outage.overlaps(failure.startNanos(), failure.endNanos()));
      if (open && (state.equals(SERIALIZATION) || state.equals(CONNECTION))) {
        byState.merge(state, 1, Integer::sum);
      } else if (failure.again() && (state.equals(SERIALIZATION) || state.equals(DEADLOCK))) {
        conflicts++;
      } else {
        unexpected.add(failure.label() + ": " + state + " " + failure.message());
      }
    }
    return new FailureSummary(byState, conflicts, unexpected);
  }

  int count() {
    return byState.values().stream().mapToInt(Integer::intValue).sum();
  }

  /** Describes the failures by leader loss, such as {@code 3 (40001: 2, 08006: 1)}. */
  String describe() {
    StringBuilder text = new StringBuilder().append(count());
    String separator = " (";
    for (Map.Entry<String, Integer> entry : byState.entrySet()) {
      text.append(separator).append(entry.getKey()).append(": ").append(entry.getValue());
      separator = ", ";
    }
    return byState.isEmpty() ? text.toString() : text.append(")").toString();
  }
}
