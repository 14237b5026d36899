package io.mosql.sql.session;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;

/**
 * What became of statements, by their text and database, since the server, or the database in a
 * program, began. When there are too many texts, those that were run least often are forgotten: a
 * tenth of them. Thread-safe.
 */
final class StatementFigures {
  /** A text that is longer is counted with others that begin alike. */
  private static final int TEXT_MAX = 4_000;

  private final int max;
  private final Map<Key, StatementCounts> byText = new ConcurrentHashMap<>();
  private final ReentrantLock forgetting = new ReentrantLock();

  /**
   * @param max texts that are kept
   */
  StatementFigures(int max) {
    this.max = max;
  }

  private record Key(String database, String text) {}

  /**
   * Sums.
   *
   * @param errors calls that failed, with the conflicts among them
   * @param conflicts calls that failed with 40001 or 40P01
   */
  record Figures(
      String database,
      String text,
      long calls,
      long errors,
      long conflicts,
      long rows,
      long nanos,
      long maxNanos,
      long waits,
      long waitNanos) {}

  /** What is counted of a text, until it is {@linkplain StatementCounts#isForgotten forgotten}. */
  StatementCounts of(String database, String text) {
    Key key = new Key(database, text.length() <= TEXT_MAX ? text : text.substring(0, TEXT_MAX));
    StatementCounts counts = byText.get(key);
    if (counts == null) {
      counts = byText.computeIfAbsent(key, unused -> new StatementCounts());
      forget();
    }
    return counts;
  }

  /** Forgets a tenth of the texts when there are too many. */
  private void forget() {
    if (byText.size() <= max || !forgetting.tryLock()) {
      return;
    }
    try {
      // Counted once: the calls go on being counted while they are sorted.
      byText.entrySet().stream()
          .map(entry -> new Candidate(entry.getKey(), entry.getValue(), entry.getValue().calls()))
          .sorted(Comparator.comparingLong(Candidate::calls))
          .limit(byText.size() - max + max / 10)
          .toList()
          .forEach(this::forget);
    } finally {
      forgetting.unlock();
    }
  }

  private record Candidate(Key key, StatementCounts counts, long calls) {}

  private void forget(Candidate candidate) {
    if (byText.remove(candidate.key, candidate.counts)) {
      candidate.counts.forget();
    }
  }

  /** Those that took most time first. */
  List<Figures> all() {
    return byText.entrySet().stream()
        .map(entry -> entry.getValue().figures(entry.getKey().database, entry.getKey().text))
        .sorted(Comparator.comparingLong(Figures::nanos).reversed().thenComparing(Figures::text))
        .toList();
  }
}
