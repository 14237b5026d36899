package io.mosql.sql.session;

import io.mosql.core.port.StatementObserver.Statement;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReentrantLock;

/**
 * What became of statements, by their text and database, since the server began. When there are too
 * many texts, those that were run least often are forgotten. Thread-safe; numbers of one text may
 * be read while a statement of it is half counted.
 */
final class StatementFigures {
  /** A text that is longer is counted with others that begin alike. */
  private static final int TEXT_MAX = 4_000;

  private final int max;
  private final Map<Key, Counts> byText = new ConcurrentHashMap<>();
  private final ReentrantLock forgetting = new ReentrantLock();

  /**
   * @param max texts that are kept
   */
  StatementFigures(int max) {
    this.max = max;
  }

  private record Key(String database, String text) {}

  /** Of one text. */
  private static final class Counts {
    final LongAdder calls = new LongAdder();
    final LongAdder errors = new LongAdder();
    final LongAdder conflicts = new LongAdder();
    final LongAdder rows = new LongAdder();
    final LongAdder nanos = new LongAdder();
    final LongAccumulator maxNanos = new LongAccumulator(Math::max, 0);
    final LongAdder waits = new LongAdder();
    final LongAdder waitNanos = new LongAdder();
  }

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

  void add(Statement statement) {
    String text = statement.text();
    Key key =
        new Key(
            statement.database(), text.length() <= TEXT_MAX ? text : text.substring(0, TEXT_MAX));
    Counts counts = byText.get(key);
    if (counts == null) {
      counts = byText.computeIfAbsent(key, unused -> new Counts());
      forget();
    }
    counts.calls.increment();
    counts.rows.add(statement.rows());
    counts.nanos.add(statement.nanos());
    counts.maxNanos.accumulate(statement.nanos());
    counts.waits.add(statement.waits());
    counts.waitNanos.add(statement.waitNanos());
    String state = statement.sqlState();
    if (state != null) {
      counts.errors.increment();
      if (state.equals("40001") || state.equals("40P01")) {
        counts.conflicts.increment();
      }
    }
  }

  /** Forgets a tenth of the texts when there are too many. */
  private void forget() {
    if (byText.size() <= max || !forgetting.tryLock()) {
      return;
    }
    try {
      byText.entrySet().stream()
          .sorted(Comparator.comparingLong(entry -> entry.getValue().calls.sum()))
          .limit(byText.size() - max + max / 10)
          .map(Map.Entry::getKey)
          .toList()
          .forEach(byText::remove);
    } finally {
      forgetting.unlock();
    }
  }

  /** Those that took most time first. */
  List<Figures> all() {
    return byText.entrySet().stream()
        .map(entry -> figures(entry.getKey(), entry.getValue()))
        .sorted(Comparator.comparingLong(Figures::nanos).reversed().thenComparing(Figures::text))
        .toList();
  }

  private static Figures figures(Key key, Counts counts) {
    return new Figures(
        key.database,
        key.text,
        counts.calls.sum(),
        counts.errors.sum(),
        counts.conflicts.sum(),
        counts.rows.sum(),
        counts.nanos.sum(),
        counts.maxNanos.get(),
        counts.waits.sum(),
        counts.waitNanos.sum());
  }
}
