package io.mosql.testkit.history;

import io.mosql.testkit.history.Dependency.Kind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** A graph of the attempts of a history, by number, and their dependencies. Not thread-safe. */
final class DependencyGraph {
  private final List<Attempt> attempts;
  private final List<List<Dependency>> outgoing = new ArrayList<>();
  private final Set<Dependency> known = new HashSet<>();

  DependencyGraph(List<Attempt> attempts) {
    this.attempts = attempts;
    for (int i = 0; i < attempts.size(); i++) {
      outgoing.add(new ArrayList<>());
    }
  }

  int size() {
    return attempts.size();
  }

  Attempt attempt(int number) {
    return attempts.get(number);
  }

  List<Dependency> from(int number) {
    return outgoing.get(number);
  }

  /** Adds a dependency; one of an attempt on itself is ignored. */
  void add(int from, int to, Kind kind, long key) {
    Dependency dependency = new Dependency(from, to, kind, key);
    if (from != to && known.add(dependency)) {
      outgoing.get(from).add(dependency);
    }
  }

  /** Adds the real-time dependencies of some of the attempts. */
  void addRealTime(List<Integer> numbers) {
    realTime(numbers, attempts, (from, to) -> add(from, to, Kind.REAL_TIME, 0));
  }

  /** Receives pairs of numbers. */
  interface Pairs {
    void add(int from, int to);
  }

  /**
   * Passes on enough pairs of attempts, of which one had ended before the other began, that all
   * other pairs follow from them.
   *
   * @param numbers of attempts, in any order
   */
  static void realTime(List<Integer> numbers, List<Attempt> attempts, Pairs pairs) {
    List<Integer> byStart = new ArrayList<>(numbers);
    byStart.sort(Comparator.comparingLong(number -> attempts.get(number).invoked()));
    List<Integer> byEnd = new ArrayList<>(numbers);
    byEnd.sort(Comparator.comparingLong(number -> attempts.get(number).settled()));
    // It has ended, and no attempt that has ended began after that.
    List<Integer> last = new ArrayList<>();
    int ended = 0;
    for (int number : byStart) {
      long now = attempts.get(number).invoked();
      for (; attempts.get(byEnd.get(ended)).settled() < now; ended++) {
        Attempt next = attempts.get(byEnd.get(ended));
        last.removeIf(other -> attempts.get(other).settled() < next.invoked());
        last.add(byEnd.get(ended));
      }
      last.forEach(before -> pairs.add(before, number));
    }
  }
}
