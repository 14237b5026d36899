package io.mosql.consensus.ratis.delivery;

import io.mosql.core.port.LogStamp;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Maps record indexes to entries of the Raft log. Records and entries count alike but for the
 * entries that Ratis writes for itself, which are rare, so a few runs say it all: a run begins
 * where the distance between the two numbers, or the term, is another one.
 *
 * <p>Any thread; one at a time.
 */
public final class EntryLocator {
  private record Run(long firstEntry, long term) {}

  private final TreeMap<Long, Run> runs = new TreeMap<>();
  private long last;

  EntryLocator(LogStamp after) {
    last = after.index();
  }

  /** The next record stands there. */
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

  /** Where a record stands; null when that is not known, or not any more. */
  public synchronized @Nullable LogStamp find(long index) {
    Map.Entry<Long, Run> run = runs.floorEntry(index);
    return run == null || index > last
        ? null
        : new LogStamp(index, run.getValue().term, entryOf(run, index));
  }

  /** Forgets what is known of records before one. */
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
