package io.mosql.testkit.history;

import io.mosql.testkit.history.Dependency.Kind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Attempts of a history, by number, and what makes one come before another. Not thread-safe. */
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

  /** Adds a dependency; one on itself says nothing and is left out. */
  void add(int from, int to, Kind kind, long key) {
    Dependency dependency = new Dependency(from, to, kind, key);
    if (from != to && known.add(dependency)) {
      outgoing.get(from).add(dependency);
    }
  }

  /** Adds that what had ended comes before what began later, for some of the attempts. */
  void addRealTime(List<Integer> numbers) {
    realTime(numbers, attempts, (from, to) -> add(from, to, Kind.REAL_TIME, 0));
  }

  /** What takes pairs of numbers. */
  interface Pairs {
    void add(int from, int to);
  }

  /**
   * Hands out enough pairs of attempts, of which one had ended before the other began, that all
   * others follow from them.
   *
   * @param numbers of attempts, in any order
   */
  static void realTime(List<Integer> numbers, List<Attempt> attempts, Pairs pairs) {
    List<Integer> byStart = new ArrayList<>(numbers);
    byStart.sort(Comparator.comparingLong(number -> attempts.get(number).invoked()));
    List<Integer> byEnd = new ArrayList<>(numbers);
    byEnd.sort(Comparator.comparingLong(number -> attempts.get(number).settled()));
    // Ended, and nobody who ended has begun after that.
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
