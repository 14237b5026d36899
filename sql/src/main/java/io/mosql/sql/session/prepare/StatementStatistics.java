package io.mosql.sql.session.prepare;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Execution statistics of statements by text and database since the start of the server, or of the
 * embedded database. When there are too many texts, the tenth with the fewest calls is evicted.
 * Thread-safe.
 */
public final class StatementStatistics {
  /** Longer texts are cut to this length and counted together with texts of the same beginning. */
  private static final int TEXT_MAX = 4_000;

  private final int max;
  private final Map<Key, StatementCounters> byText = new ConcurrentHashMap<>();
  private final ReentrantLock forgetting = new ReentrantLock();

  /**
   * @param max maximum number of texts
   */
  public StatementStatistics(int max) {
    this.max = max;
  }

  private record Key(String database, String text) {
    /**
     * Written out: the first call of a record's own method makes classes, at the start of the
     * process.
     */
    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Key key && key.text.equals(text) && key.database.equals(database);
    }

    @Override
    public int hashCode() {
      return 31 * text.hashCode() + database.hashCode();
    }
  }

  /**
   * The counters of one text, summed over its calls.
   *
   * @param errors calls that failed, with the conflicts among them
   * @param conflicts calls that failed with 40001 or 40P01
   */
  public record StatementEntry(
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

  /**
   * The counters of a text, valid until they are {@linkplain StatementCounters#isEvicted evicted}.
   */
  StatementCounters of(String database, String text) {
    Key key = new Key(database, text.length() <= TEXT_MAX ? text : text.substring(0, TEXT_MAX));
    StatementCounters counts = byText.get(key);
    if (counts == null) {
      counts = byText.computeIfAbsent(key, unused -> new StatementCounters());
      evict();
    }
    return counts;
  }

  /** Evicts a tenth of the texts when there are too many. */
  private void evict() {
    int size = byText.size();
    if (size <= max) {
      return;
    }
    if (!forgetting.tryLock()) {
      if (size < 2 * max) {
        return;
      }
      // The thread that evicts has fallen behind: without a wait there would be no bound.
      forgetting.lock();
    }
    try {
      int surplus = byText.size() - max;
      if (surplus <= 0) {
        return;
      }
      // Read once: the counters change while they are sorted.
      byText.entrySet().stream()
          .map(entry -> new Candidate(entry.getKey(), entry.getValue(), entry.getValue().calls()))
          .sorted(Comparator.comparingLong(Candidate::calls))
          .limit(surplus + max / 10)
          .toList()
          .forEach(this::evict);
    } finally {
      forgetting.unlock();
    }
  }

  private record Candidate(Key key, StatementCounters counts, long calls) {}

  private void evict(Candidate candidate) {
    if (byText.remove(candidate.key, candidate.counts)) {
      candidate.counts.evict();
    }
  }

  /** All entries, those with the longest total time first. */
  public List<StatementEntry> all() {
    return byText.entrySet().stream()
        .map(entry -> entry.getValue().figures(entry.getKey().database, entry.getKey().text))
        .sorted(
            Comparator.comparingLong(StatementEntry::nanos)
                .reversed()
                .thenComparing(StatementEntry::text))
        .toList();
  }
}
