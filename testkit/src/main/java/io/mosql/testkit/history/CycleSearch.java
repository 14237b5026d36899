package io.mosql.testkit.history;

import io.mosql.testkit.history.Dependency.Kind;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A search for cycles of dependencies that a consistency model forbids, the simplest kinds first,
 * each cycle as short as possible.
 *
 * <p>It walks on states: an attempt, and whether an rw may follow the dependency that led there.
 * State 2 n is attempt n where it may not, state 2 n + 1 where it may. Used by one thread.
 */
final class CycleSearch {
  private static final Set<Kind> WRITES = EnumSet.of(Kind.WRITE_WRITE, Kind.BLIND_WRITE);
  private static final int STARTS_MAX = 200;
  private static final int OF_A_KIND_MAX = 3;

  private final DependencyGraph graph;
  private final ConsistencyModel promise;
  private final Map<Anomaly.Kind, Integer> found = new EnumMap<>(Anomaly.Kind.class);

  /** Kinds that an earlier round has found: later rounds would find the same cycles again. */
  private final Set<Anomaly.Kind> known = EnumSet.noneOf(Anomaly.Kind.class);

  private final List<Anomaly> anomalies = new ArrayList<>();

  /** Of the current round. */
  private Set<Kind> kinds = EnumSet.noneOf(Kind.class);

  private Set<Kind> beforeReadWrite = EnumSet.noneOf(Kind.class);

  private CycleSearch(DependencyGraph graph, ConsistencyModel promise) {
    this.graph = graph;
    this.promise = promise;
  }

  static List<Anomaly> find(DependencyGraph graph, ConsistencyModel promise) {
    CycleSearch search = new CycleSearch(graph, promise);
    EnumSet<Kind> seen = EnumSet.copyOf(WRITES);
    search.round(seen, EnumSet.noneOf(Kind.class), false);
    seen.add(Kind.WRITE_READ);
    search.round(seen, EnumSet.noneOf(Kind.class), false);
    search.withReadWrite(seen);
    seen.add(Kind.REAL_TIME);
    search.round(seen, EnumSet.noneOf(Kind.class), false);
    search.withReadWrite(seen);
    return search.anomalies;
  }

  private void withReadWrite(Set<Kind> others) {
    EnumSet<Kind> all = EnumSet.copyOf(others);
    all.add(Kind.READ_WRITE);
    round(all, others, true);
    round(all, others, false);
    round(all, all, false);
  }

  /**
   * @param single whether to search only for cycles with one rw
   */
  private void round(Set<Kind> of, Set<Kind> before, boolean single) {
    known.addAll(found.keySet());
    kinds = of;
    beforeReadWrite = EnumSet.copyOf(promise.beforeReadWrite());
    beforeReadWrite.retainAll(before);
    int[] component = StronglyConnectedComponents.components(2 * graph.size(), this::successors);
    int[] members = new int[component.length];
    for (int number : component) {
      members[number]++;
    }
    Map<Integer, List<Integer>> starts = new HashMap<>();
    for (int state = 0; state < component.length; state++) {
      if (members[component[state]] > 1) {
        starts.computeIfAbsent(component[state], c -> new ArrayList<>()).add(state);
      }
    }
    for (List<Integer> states : starts.values()) {
      List<Dependency> best = List.of();
      for (int start : states.subList(0, Math.min(states.size(), STARTS_MAX))) {
        List<Dependency> cycle =
            single ? singles(start, component) : way(start, start, component, true);
        if (!cycle.isEmpty() && (best.isEmpty() || cycle.size() < best.size())) {
          best = cycle;
        }
      }
      report(best);
    }
  }

  private int after(Dependency dependency) {
    return 2 * dependency.to() + (beforeReadWrite.contains(dependency.kind()) ? 1 : 0);
  }

  private boolean leads(int state, Dependency dependency) {
    return kinds.contains(dependency.kind())
        && (dependency.kind() != Kind.READ_WRITE || state % 2 == 1);
  }

  private int[] successors(int state) {
    return graph.from(state / 2).stream()
        .filter(dependency -> leads(state, dependency))
        .mapToInt(this::after)
        .toArray();
  }

  /** The shortest cycle that begins with an rw from a state and has no other. */
  private List<Dependency> singles(int start, int[] component) {
    List<Dependency> best = List.of();
    for (Dependency first : graph.from(start / 2)) {
      if (first.kind() == Kind.READ_WRITE
          && leads(start, first)
          && component[after(first)] == component[start]) {
        List<Dependency> back = way(after(first), start, component, false);
        if (!back.isEmpty() && (best.isEmpty() || back.size() + 1 < best.size())) {
          best = new ArrayList<>(back);
          best.add(0, first);
        }
      }
    }
    return best;
  }

  /** A shortest way within a component, of at least one step; empty when there is none. */
  private List<Dependency> way(int from, int to, int[] component, boolean readWrites) {
    @Nullable Dependency[] reachedBy = new @Nullable Dependency[component.length];
    int[] before = new int[component.length];
    Arrays.fill(before, -1);
    Deque<Integer> next = new ArrayDeque<>();
    next.add(from);
    while (!next.isEmpty()) {
      int state = next.remove();
      for (Dependency dependency : graph.from(state / 2)) {
        int reached = after(dependency);
        if (leads(state, dependency)
            && (readWrites || dependency.kind() != Kind.READ_WRITE)
            && component[reached] == component[from]
            && before[reached] < 0) {
          before[reached] = state;
          reachedBy[reached] = dependency;
          if (reached == to) {
            return unwind(reachedBy, before, from, to);
          }
          next.add(reached);
        }
      }
    }
    return List.of();
  }

  private static List<Dependency> unwind(
      @Nullable Dependency[] reachedBy, int[] before, int from, int to) {
    List<Dependency> way = new ArrayList<>();
    int state = to;
    do {
      Dependency by = reachedBy[state];
      if (by == null) {
        throw new IllegalStateException("the way has a gap");
      }
      way.add(by);
      state = before[state];
    } while (state != from);
    Collections.reverse(way);
    return way;
  }

  private void report(List<Dependency> cycle) {
    if (cycle.isEmpty()) {
      return;
    }
    Anomaly.Kind kind = kind(cycle);
    if (!known.contains(kind) && found.merge(kind, 1, Integer::sum) <= OF_A_KIND_MAX) {
      anomalies.add(new Anomaly(kind, text(cycle)));
    }
  }

  private static Anomaly.Kind kind(List<Dependency> cycle) {
    Set<Kind> kinds = cycle.stream().map(Dependency::kind).collect(Collectors.toSet());
    if (kinds.contains(Kind.REAL_TIME)) {
      return Anomaly.Kind.REAL_TIME_VIOLATION;
    }
    if (!kinds.contains(Kind.READ_WRITE)) {
      return kinds.contains(Kind.WRITE_READ)
          ? Anomaly.Kind.CIRCULAR_INFORMATION
          : Anomaly.Kind.DIRTY_WRITE;
    }
    if (cycle.stream().filter(d -> d.kind() == Kind.READ_WRITE).count() == 1) {
      boolean oneKey = cycle.stream().mapToLong(Dependency::key).distinct().count() == 1;
      return oneKey && !kinds.contains(Kind.WRITE_READ)
          ? Anomaly.Kind.LOST_UPDATE
          : Anomaly.Kind.READ_SKEW;
    }
    for (int i = 0; i < cycle.size(); i++) {
      if (cycle.get(i).kind() == Kind.READ_WRITE
          && cycle.get((i + 1) % cycle.size()).kind() == Kind.READ_WRITE) {
        return Anomaly.Kind.WRITE_SKEW;
      }
    }
    return Anomaly.Kind.LONG_FORK;
  }

  private String text(List<Dependency> cycle) {
    StringBuilder text = new StringBuilder();
    for (Dependency dependency : cycle) {
      text.append("\n  T")
          .append(dependency.from())
          .append(" comes before T")
          .append(dependency.to())
          .append(" (")
          .append(dependency.text())
          .append("); T")
          .append(dependency.from())
          .append(": ")
          .append(graph.attempt(dependency.from()));
    }
    return text.toString();
  }
}
