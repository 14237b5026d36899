package io.mosql.sql.exec.join;

import io.mosql.sql.exec.runtime.ExecutionContext;
import io.mosql.sql.exec.runtime.RowStream;
import io.mosql.sql.exec.spill.HashKey;
import io.mosql.sql.exec.spill.HashPartitions;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The hash table of a hash join over the right side or one partition of it. Not thread-safe. */
final class JoinHashTable {
  private static final int MATCHED_BYTES = 40;

  private final int[] keys;
  private final boolean[] padded;
  private final boolean keepsAll;
  private final ExecutionContext context;
  private final Map<HashKey, List<@Nullable Object[]>> byKey = new HashMap<>();

  /** All rows, if unmatched rows are needed. */
  private final List<@Nullable Object[]> all = new ArrayList<>();

  private final Set<Object[]> matched = Collections.newSetFromMap(new IdentityHashMap<>());
  private long kept;

  /** The first row that did not fit into memory. */
  private @Nullable Object @Nullable [] ahead;

  /**
   * Creates an empty table.
   *
   * @param keys fields of the rows
   * @param padded which of them ignore trailing blanks
   * @param keepsAll whether {@link #unmatched} is needed
   */
  JoinHashTable(int[] keys, boolean[] padded, boolean keepsAll, ExecutionContext context) {
    this.keys = keys;
    this.padded = padded;
    this.keepsAll = keepsAll;
    this.context = context;
  }

  /**
   * Builds the table.
   *
   * @param depth number of times that the rows were partitioned
   * @return null, or the partitions into which all rows were spilled; the table is empty then. Rows
   *     that partitioning cannot split are reported by {@link #hasUnbuiltRows}
   */
  @Nullable HashPartitions build(RowStream rows, int depth) {
    HashPartitions parts = null;
    for (Object[] row = rows.next(); row != null; row = rows.next()) {
      context.step();
      HashKey key = HashKey.of(row, keys, padded);
      if (key.hasNull() && !keepsAll) {
        continue;
      }
      if (parts == null && context.shouldSpill(kept)) {
        if (depth == HashPartitions.DEPTH_MAX || depth > 0 && byKey.size() <= 1) {
          ahead = row;
          return null;
        }
        parts = new HashPartitions(context, depth);
        spillTo(parts);
      }
      if (parts != null) {
        parts.add(row, key);
      } else {
        insert(row, key);
      }
    }
    return parts;
  }

  /**
   * Builds the table until the statement ends.
   *
   * @return whether enough memory remains for other operators; otherwise the table is empty
   */
  boolean buildForStatement(RowStream rows) {
    for (Object[] row = rows.next(); row != null; row = rows.next()) {
      context.step();
      HashKey key = HashKey.of(row, keys, padded);
      if (!key.hasNull()) {
        insert(row, key);
        if (!context.fitsForStatement(kept)) {
          release();
          return false;
        }
      }
    }
    return true;
  }

  /** Whether rows remain in the input because of insufficient memory. */
  boolean hasUnbuiltRows() {
    return ahead != null;
  }

  /** Replaces the rows of the table by as many of the remaining rows as fit into memory. */
  void buildNextChunk(RowStream rows) {
    release();
    Object[] row = ahead;
    ahead = null;
    while (row != null) {
      context.step();
      HashKey key = HashKey.of(row, keys, padded);
      if (!key.hasNull() || keepsAll) {
        if (context.shouldSpill(kept)) {
          ahead = row;
          return;
        }
        insert(row, key);
      }
      row = rows.next();
    }
  }

  private void insert(@Nullable Object[] row, HashKey key) {
    long before = context.charged();
    context.charge(row, HashKey.HASHED_BYTES);
    kept += context.charged() - before;
    if (keepsAll) {
      all.add(row);
    }
    if (!key.hasNull()) {
      byKey.computeIfAbsent(key, unused -> new ArrayList<>(1)).add(row);
    }
  }

  private void spillTo(HashPartitions parts) {
    if (keepsAll) {
      all.forEach(row -> parts.add(row, HashKey.of(row, keys, padded)));
    } else {
      byKey.forEach((key, rows) -> rows.forEach(row -> parts.add(row, key)));
    }
    release();
  }

  Iterator<@Nullable Object[]> candidates(HashKey key) {
    List<@Nullable Object[]> bucket = byKey.get(key);
    return bucket == null ? Collections.emptyIterator() : bucket.iterator();
  }

  /** Marks a right row as matched. */
  void markMatched(@Nullable Object[] row) {
    if (keepsAll && matched.add(row)) {
      context.chargeBytes(MATCHED_BYTES);
      kept += MATCHED_BYTES;
    }
  }

  /** Right rows without a match. */
  RowStream unmatched() {
    Iterator<@Nullable Object[]> rest = all.iterator();
    return () -> {
      while (rest.hasNext()) {
        Object[] row = rest.next();
        if (!matched.contains(row)) {
          return row;
        }
      }
      return null;
    };
  }

  void release() {
    byKey.clear();
    all.clear();
    matched.clear();
    context.release(kept);
    kept = 0;
  }
}
