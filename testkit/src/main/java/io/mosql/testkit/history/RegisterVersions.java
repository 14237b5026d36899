package io.mosql.testkit.history;

import io.mosql.testkit.history.Dependency.Kind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The evidence of a history about one register. Not thread-safe. */
final class RegisterVersions {
  /** The version before all writes. */
  private static final int INITIAL = 0;

  /**
   * The write of a value.
   *
   * @param read whether its attempt had read the register before
   * @param last whether the attempt wrote no other value afterwards
   */
  private record Origin(int attempt, boolean read, boolean last) {}

  /** First and last version in an attempt; for a failed one, without its own. */
  private record Meeting(int attempt, int first, int last) {}

  private record Seen(int attempt, int version) {}

  private final long key;
  private final List<Attempt> attempts;
  private final AnomalyCollector findings;
  private final Map<@Nullable Long, Integer> versions = new HashMap<>();
  private final List<@Nullable Long> values = new ArrayList<>();
  private final Map<Integer, Origin> origins = new LinkedHashMap<>();
  private final List<Seen> reads = new ArrayList<>();
  private final Map<Integer, List<TransactionStep>> steps = new LinkedHashMap<>();
  private final Map<Integer, Meeting> meetings = new LinkedHashMap<>();
  private final Set<Integer> happened = new TreeSet<>();

  /** By version: the later versions, as far as known. */
  private final List<Set<Integer>> later = new ArrayList<>();

  RegisterVersions(long key, List<Attempt> attempts, AnomalyCollector findings) {
    this.key = key;
    this.attempts = attempts;
    this.findings = findings;
    version(null);
  }

  private int version(@Nullable Long value) {
    Integer known = versions.get(value);
    if (known != null) {
      return known;
    }
    int version = values.size();
    versions.put(value, version);
    values.add(value);
    later.add(new LinkedHashSet<>());
    return version;
  }

  /** Adds the steps of an attempt. */
  void take(int number, List<TransactionStep> did) {
    steps.put(number, did);
    boolean read = did.get(0) instanceof TransactionStep.ReadValue;
    for (int i = 0; i < did.size(); i++) {
      if (did.get(i) instanceof TransactionStep.Write write) {
        boolean last =
            did.subList(i + 1, did.size()).stream()
                .noneMatch(TransactionStep.Write.class::isInstance);
        Origin origin = new Origin(number, read, last);
        if (origins.put(version(write.value()), origin) != null) {
          throw new IllegalArgumentException("written twice to " + key + ": " + write.value());
        }
      }
    }
  }

  /** Checks each attempt by itself; all of them must have been added. */
  void judge(boolean oneSnapshot) {
    findHappened();
    steps.forEach(
        (number, did) -> {
          judge(number, did, oneSnapshot);
          meet(number, did, happened.contains(number));
        });
    for (int version = 1; version < values.size(); version++) {
      later.get(INITIAL).add(version);
    }
  }

  /**
   * Collects the attempts that happened: acknowledged ones, and those with a write that others
   * read.
   */
  private void findHappened() {
    steps.forEach(
        (number, did) -> {
          if (attempts.get(number).outcome() == AttemptOutcome.OK) {
            happened.add(number);
          }
          for (TransactionStep step : did) {
            Origin origin =
                step instanceof TransactionStep.ReadValue read
                    ? origins.get(version(read.value()))
                    : null;
            if (origin != null
                && origin.attempt() != number
                && attempts.get(origin.attempt()).outcome() == AttemptOutcome.UNKNOWN) {
              happened.add(origin.attempt());
            }
          }
        });
  }

  private void judge(int number, List<TransactionStep> did, boolean oneSnapshot) {
    Integer own = null;
    Integer before = null;
    for (TransactionStep step : did) {
      if (step instanceof TransactionStep.Write write) {
        own = version(write.value());
      } else if (step instanceof TransactionStep.ReadValue read) {
        int version = version(read.value());
        if (own != null) {
          if (version != own) {
            say(Anomaly.Kind.INTERNAL, "does not read as the attempt wrote it", number);
          }
          continue;
        }
        if (oneSnapshot && before != null && before != version) {
          say(Anomaly.Kind.INTERNAL, "changes while an attempt looks at it", number);
        }
        before = version;
        reads.add(new Seen(number, version));
        judge(number, version);
      }
    }
  }

  private void judge(int number, int version) {
    Origin origin = origins.get(version);
    if (version == INITIAL) {
      return;
    }
    if (origin == null) {
      say(Anomaly.Kind.GARBAGE, "reads " + values.get(version) + ", which nobody wrote", number);
    } else if (origin.attempt() == number) {
      say(Anomaly.Kind.INTERNAL, "reads " + values.get(version) + " before it is written", number);
    } else if (attempts.get(origin.attempt()).outcome() == AttemptOutcome.FAILED) {
      say(
          Anomaly.Kind.ABORTED_READ,
          "reads as a failed attempt wrote it",
          number,
          origin.attempt());
    } else if (!origin.last()) {
      say(
          Anomaly.Kind.INTERMEDIATE_READ,
          "was read between two writes of one attempt",
          number,
          origin.attempt());
    }
  }

  private void meet(int number, List<TransactionStep> did, boolean happened) {
    int first = -1;
    int last = -1;
    for (TransactionStep step : did) {
      boolean write = step instanceof TransactionStep.Write;
      int version =
          version(
              step instanceof TransactionStep.Write w
                  ? (Long) w.value()
                  : ((TransactionStep.ReadValue) step).value());
      Origin origin = origins.get(version);
      if (!happened && (write || (origin != null && origin.attempt() == number))) {
        continue;
      }
      if (write && last >= 0 && last != version) {
        later.get(last).add(version);
      }
      first = first < 0 ? version : first;
      last = version;
    }
    if (first >= 0) {
      meetings.put(number, new Meeting(number, first, last));
    }
  }

  private void say(Anomaly.Kind kind, String text, int... numbers) {
    Attempt[] shown = new Attempt[numbers.length];
    for (int i = 0; i < numbers.length; i++) {
      shown[i] = attempts.get(numbers[i]);
    }
    findings.add(kind, "register " + key + " " + text, shown);
  }

  /**
   * Orders the versions, and adds the dependencies that follow; reports an anomaly when there is no
   * order.
   */
  void addTo(DependencyGraph graph, boolean oneSnapshot) {
    DependencyGraph.realTime(
        List.copyOf(meetings.keySet()),
        attempts,
        (from, to) -> {
          int before = meeting(from).last();
          int after = meeting(to).first();
          if (before != after) {
            later.get(before).add(after);
          }
        });
    addReads(graph);
    if (oneSnapshot) {
      findLostUpdates();
    }
    if (!isOrdered()) {
      return;
    }
    for (int version = 0; version < later.size(); version++) {
      Origin origin = origins.get(version);
      for (int next : later.get(version)) {
        Origin writer = origins.get(next);
        if (origin != null && writer != null) {
          graph.add(
              origin.attempt(),
              writer.attempt(),
              writer.read() ? Kind.WRITE_WRITE : Kind.BLIND_WRITE,
              key);
        }
      }
    }
    for (Seen seen : reads) {
      for (int next : later.get(seen.version())) {
        Origin writer = origins.get(next);
        if (writer != null && happened.contains(writer.attempt())) {
          graph.add(seen.attempt(), writer.attempt(), Kind.READ_WRITE, key);
        }
      }
    }
  }

  private Meeting meeting(int attempt) {
    Meeting meeting = meetings.get(attempt);
    if (meeting == null) {
      throw new IllegalStateException("no meeting");
    }
    return meeting;
  }

  private void addReads(DependencyGraph graph) {
    for (Seen seen : reads) {
      Origin origin = origins.get(seen.version());
      if (origin != null) {
        graph.add(origin.attempt(), seen.attempt(), Kind.WRITE_READ, key);
      }
    }
  }

  private void findLostUpdates() {
    Map<Integer, Integer> updaters = new HashMap<>();
    for (Seen seen : reads) {
      boolean writes =
          steps.getOrDefault(seen.attempt(), List.of()).stream()
              .anyMatch(TransactionStep.Write.class::isInstance);
      if (writes && attempts.get(seen.attempt()).outcome() == AttemptOutcome.OK) {
        Integer other = updaters.put(seen.version(), seen.attempt());
        if (other != null && other != seen.attempt()) {
          say(
              Anomaly.Kind.LOST_UPDATE,
              "was read as " + values.get(seen.version()) + " by two attempts that then wrote it",
              other,
              seen.attempt());
        }
      }
    }
  }

  private boolean isOrdered() {
    int[] component =
        StronglyConnectedComponents.components(
            values.size(), v -> later.get(v).stream().mapToInt(Integer::intValue).toArray());
    int[] members = new int[values.size()];
    for (int number : component) {
      members[number]++;
    }
    for (int version = 0; version < component.length; version++) {
      if (members[component[version]] > 1) {
        int of = component[version];
        int[] numbers =
            meetings.values().stream()
                .filter(met -> component[met.first()] == of || component[met.last()] == of)
                .mapToInt(Meeting::attempt)
                .limit(8)
                .toArray();
        say(Anomaly.Kind.REAL_TIME_VIOLATION, "has versions that no order explains", numbers);
        return false;
      }
    }
    return true;
  }
}
