package io.mosql.testkit.history;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A checker of each client's reads of growing sets, on any node: {@link TransactionStep.Append}
 * adds a value, {@link TransactionStep.ReadList} reads all. A read may be stale, but has all values
 * that its client read before (monotonic reads) and all that were acknowledged to its client (read
 * your writes); and each value was added once, in an attempt that has begun and did not fail.
 *
 * <p>A client is a session: it keeps its number when its connection moves to another node.
 */
public final class SessionChecker {
  private final AnomalyCollector findings = new AnomalyCollector();

  /** By set and value. */
  private final Map<Long, Map<Long, Attempt>> origins = new HashMap<>();

  /** The values that a client must see from now on, with the attempts that are the reason. */
  private final Map<Integer, Map<Long, Map<Long, Attempt>>> known = new HashMap<>();

  private SessionChecker() {}

  /**
   * Finds the anomalies.
   *
   * @throws IllegalArgumentException when a value was added to a set twice
   */
  public static List<Anomaly> check(History history) {
    SessionChecker checker = new SessionChecker();
    history.attempts().forEach(checker::takeOrigins);
    history.attempts().forEach(checker::judge);
    return checker.findings.all();
  }

  private void takeOrigins(Attempt attempt) {
    for (TransactionStep step : attempt.steps()) {
      if (step instanceof TransactionStep.Append append
          && origins
                  .computeIfAbsent(append.key(), key -> new HashMap<>())
                  .put(append.value(), attempt)
              != null) {
        throw new IllegalArgumentException("put in twice: " + append.text());
      }
    }
  }

  /** A client's attempts are sequential, in the order of their begin. */
  private void judge(Attempt attempt) {
    Map<Long, Map<Long, Attempt>> sets =
        known.computeIfAbsent(attempt.client(), client -> new HashMap<>());
    Map<Long, Set<Long>> own = new HashMap<>();
    for (TransactionStep step : attempt.steps()) {
      if (step instanceof TransactionStep.Append append) {
        own.computeIfAbsent(append.key(), key -> new HashSet<>()).add(append.value());
      } else if (step instanceof TransactionStep.ReadList read) {
        Map<Long, Attempt> shown = sets.computeIfAbsent(read.key(), key -> new HashMap<>());
        judge(attempt, read, own.getOrDefault(read.key(), Set.of()), shown);
      }
    }
    if (attempt.outcome() == AttemptOutcome.OK) {
      own.forEach(
          (key, values) -> {
            Map<Long, Attempt> shown = sets.computeIfAbsent(key, k -> new HashMap<>());
            values.forEach(value -> shown.put(value, attempt));
          });
    }
  }

  private void judge(
      Attempt reader, TransactionStep.ReadList read, Set<Long> own, Map<Long, Attempt> shown) {
    Set<Long> met = new HashSet<>();
    for (long value : read.values()) {
      if (!met.add(value)) {
        findings.add(Anomaly.Kind.DUPLICATE, value + " is there twice", reader);
      } else if (!own.contains(value)) {
        judgeOrigin(reader, read.key(), value);
      }
    }
    for (long value : own) {
      if (!met.contains(value)) {
        findings.add(Anomaly.Kind.INTERNAL, value + " is its own and not there", reader);
      }
    }
    shown.forEach(
        (value, why) -> {
          if (!met.contains(value)) {
            boolean wrote = why.equals(origins.getOrDefault(read.key(), Map.of()).get(value));
            findings.add(
                wrote ? Anomaly.Kind.OWN_WRITE_UNSEEN : Anomaly.Kind.BACKWARD_READ,
                value + " is not there, which this client " + (wrote ? "wrote" : "saw") + " before",
                why,
                reader);
          }
        });
    for (long value : met) {
      if (!own.contains(value)) {
        shown.putIfAbsent(value, reader);
      }
    }
  }

  private void judgeOrigin(Attempt reader, long key, long value) {
    Attempt origin = origins.getOrDefault(key, Map.of()).get(value);
    if (origin == null) {
      findings.add(Anomaly.Kind.GARBAGE, value + " was put in by nobody", reader);
    } else if (origin.equals(reader) || origin.invoked() > reader.ended()) {
      findings.add(Anomaly.Kind.GARBAGE, value + " is there too early", reader, origin);
    } else if (origin.outcome() == AttemptOutcome.FAILED) {
      findings.add(
          Anomaly.Kind.ABORTED_READ, value + " is of an attempt that failed", reader, origin);
    }
  }
}
