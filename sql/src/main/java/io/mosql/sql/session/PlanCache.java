package io.mosql.sql.session;

import io.mosql.core.type.SqlType;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Plans by text, schema, catalog version and known parameter types; the least recently used go first. Thread-safe. */
final class PlanCache {
  private final int capacity;
  private final Map<Key, Prepared> plans;

  /** What a plan depends on. */
  record Key(String sql, String schema, long catalogVersion, List<@Nullable SqlType> parameterTypes) {}

  PlanCache(int capacity) {
    this.capacity = capacity;
    this.plans =
        new LinkedHashMap<>(64, 0.75f, true) {
          private static final long serialVersionUID = 1L;

          @Override
          protected boolean removeEldestEntry(Map.Entry<Key, Prepared> eldest) {
            return size() > PlanCache.this.capacity;
          }
        };
  }

  synchronized @Nullable Prepared get(Key key) {
    return plans.get(key);
  }

  synchronized void put(Key key, Prepared prepared) {
    plans.put(key, prepared);
  }

  synchronized int size() {
    return plans.size();
  }
}
