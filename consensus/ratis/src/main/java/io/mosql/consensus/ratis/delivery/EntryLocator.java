package io.mosql.consensus.ratis.delivery;

import io.mosql.core.port.LogStamp;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A map from record indexes to entries of the Raft log. The two numberings differ only by the
 * entries that Ratis writes for itself, which are rare, so a few runs suffice: a run begins where
 * the difference of the two numbers, or the term, changes.
 *
 * <p>Thread-safe.
 */
public final class EntryLocator {
  private record Run(long firstEntry, long term) {}

  private final TreeMap<Long, Run> runs = new TreeMap<>();
  private long last;

  EntryLocator(LogStamp after) {
    last = after.index();
  }

  /** Adds the position of the next record. */
  synchronized void add(LogStamp stamp) {
    Map.Entry<Long, Run> run = runs.lastEntry();
    boolean goesOn =
        run != null
            && run.getValue().term == stamp.term()
            && entryOf(run, stamp.index()) == stamp.entry();
    if (!goesOn) {
      runs.put(stamp.index(), new Run(stamp.entry(), stamp.term()));
    }
    last = stamp.index();
  }

  /** The position of a record; null when it is unknown or purged. */
  public synchronized @Nullable LogStamp find(long index) {
    Map.Entry<Long, Run> run = runs.floorEntry(index);
    return run == null || index > last
        ? null
        : new LogStamp(index, run.getValue().term, entryOf(run, index));
  }

  /** Removes the positions of records before one. */
  public synchronized void forget(long before) {
    Long run = runs.floorKey(before);
    if (run != null) {
      runs.headMap(run).clear();
    }
  }

  synchronized int size() {
    return runs.size();
  }

  private static long entryOf(Map.Entry<Long, Run> run, long index) {
    return run.getValue().firstEntry + (index - run.getKey());
  }
}
