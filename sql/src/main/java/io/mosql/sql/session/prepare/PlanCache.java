package io.mosql.sql.session.prepare;

import io.mosql.core.type.SqlType;
import io.mosql.sql.planner.physical.PlannerMethods;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An LRU cache of plans by text, schema, catalog version, known parameter types and the methods of
 * the planner, bounded in number and in bytes. Thread-safe.
 */
final class PlanCache {
  private final int capacity;
  private final long bytesMax;
  private final Map<Key, Entry> plans = new LinkedHashMap<>(64, 0.75f, true);
  private long bytes;

  /** The inputs of planning that identify a plan. */
  record Key(
      String sql,
      String schema,
      long catalogVersion,
      List<@Nullable SqlType> parameterTypes,
      PlannerMethods methods) {
    /**
     * Written out: the first call of a record's own method makes classes, at the start of the
     * process.
     */
    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Key key
          && key.catalogVersion == catalogVersion
          && key.sql.equals(sql)
          && key.schema.equals(schema)
          && key.methods.equals(methods)
          && key.parameterTypes.equals(parameterTypes);
    }

    @Override
    public int hashCode() {
      return 31 * (31 * sql.hashCode() + schema.hashCode())
          + Long.hashCode(catalogVersion)
          + parameterTypes.hashCode();
    }
  }

  private record Entry(Prepared prepared, long bytes) {}

  /**
   * @param capacity maximum number of plans
   * @param bytesMax maximum estimated bytes of all plans
   */
  PlanCache(int capacity, long bytesMax) {
    this.capacity = capacity;
    this.bytesMax = bytesMax;
  }

  synchronized @Nullable Prepared get(Key key) {
    Entry entry = plans.get(key);
    return entry == null ? null : entry.prepared;
  }

  /**
   * @param size estimated bytes of the plan; one of more than a quarter of the maximum is not
   *     cached
   */
  synchronized void put(Key key, Prepared prepared, long size) {
    if (size > bytesMax / 4) {
      return;
    }
    Entry old = plans.put(key, new Entry(prepared, size));
    bytes += size - (old == null ? 0 : old.bytes);
    Iterator<Entry> eldest = plans.values().iterator();
    while (plans.size() > capacity || bytes > bytesMax) {
      bytes -= eldest.next().bytes;
      eldest.remove();
    }
  }

  synchronized int size() {
    return plans.size();
  }

  /** Estimated bytes of all cached plans. */
  synchronized long bytes() {
    return bytes;
  }
}
