package io.mosql.testkit.history;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A checker of histories of sets: {@link TransactionStep.Append} adds a value, {@link
 * TransactionStep.ReadList} reads all, in any order. A read has every value that was acknowledged
 * before its attempt began and the attempt's own, no value twice, none of a failed attempt, and
 * none of an attempt that had not begun.
 */
public final class SetChecker {
  private SetChecker() {}

  /** Finds the anomalies. */
  public static List<Anomaly> check(History history) {
    Map<Long, Map<Long, Attempt>> sets = new HashMap<>();
    for (Attempt attempt : history.attempts()) {
      for (TransactionStep step : attempt.steps()) {
        if (step instanceof TransactionStep.Append append
            && sets.computeIfAbsent(append.key(), key -> new HashMap<>())
                    .put(append.value(), attempt)
                != null) {
          throw new IllegalArgumentException("put in twice: " + append.text());
        }
      }
    }
    AnomalyCollector findings = new AnomalyCollector();
    for (Attempt attempt : history.attempts()) {
      Set<TransactionStep.Append> own = new HashSet<>();
      for (TransactionStep step : attempt.steps()) {
        if (step instanceof TransactionStep.Append append) {
          own.add(append);
        } else if (step instanceof TransactionStep.ReadList read) {
          judge(attempt, read, own, sets.getOrDefault(read.key(), Map.of()), findings);
        }
      }
    }
    return findings.all();
  }

  private static void judge(
      Attempt reader,
      TransactionStep.ReadList read,
      Set<TransactionStep.Append> own,
      Map<Long, Attempt> origins,
      AnomalyCollector findings) {
    Set<Long> met = new HashSet<>();
    for (long value : read.values()) {
      Attempt origin = origins.get(value);
      boolean mine = own.contains(new TransactionStep.Append(read.key(), value));
      if (!met.add(value)) {
        findings.add(Anomaly.Kind.DUPLICATE, value + " is there twice", reader);
      } else if (origin == null) {
        findings.add(Anomaly.Kind.GARBAGE, value + " was put in by nobody", reader);
      } else if (!mine && (origin.equals(reader) || origin.invoked() > reader.ended())) {
        findings.add(Anomaly.Kind.GARBAGE, value + " is there too early", reader, origin);
      } else if (!mine && origin.outcome() == AttemptOutcome.FAILED) {
        findings.add(
            Anomaly.Kind.ABORTED_READ, value + " is of an attempt that failed", reader, origin);
      }
    }
    origins.forEach(
        (value, origin) -> {
          boolean mine = own.contains(new TransactionStep.Append(read.key(), value));
          boolean acknowledged =
              origin.outcome() == AttemptOutcome.OK && origin.ended() < reader.invoked();
          if ((mine || acknowledged) && !met.contains(value)) {
            findings.add(Anomaly.Kind.LOST_WRITE, value + " is not there", reader, origin);
          }
        });
  }
}
