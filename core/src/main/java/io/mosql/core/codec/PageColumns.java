package io.mosql.core.codec;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The columns that were decoded of the rows of one page, by ordinal. The {@link ColumnCache} adds
 * and drops them. Thread-safe: the array is replaced, never changed.
 */
final class PageColumns {
  private volatile @Nullable DecodedColumn[] columns = {};

  /** Bit of each column that was read before; a lost update costs one more decoding. */
  private long readBefore;

  /** Not volatile on purpose: a lost update costs only a little accuracy of the cache. */
  private boolean used;

  /** Bytes that the cache has charged; guarded by it. */
  private int charged;

  /** A decoded column; null when there is none. */
  @Nullable DecodedColumn get(int ordinal) {
    DecodedColumn[] known = columns;
    DecodedColumn column = ordinal < known.length ? known[ordinal] : null;
    if (column != null && !used) {
      used = true;
    }
    return column;
  }

  /** Whether the column was asked for before; columns that are read once are not kept. */
  boolean wasReadBefore(int ordinal) {
    long bit = 1L << ordinal;
    if ((readBefore & bit) != 0) {
      return true;
    }
    readBefore |= bit;
    return false;
  }

  /** Whether a column was used since the last call. */
  boolean wasUsed() {
    boolean before = used;
    used = false;
    return before;
  }

  int charged() {
    return charged;
  }

  void put(int ordinal, DecodedColumn column, int bytes) {
    DecodedColumn[] more = Arrays.copyOf(columns, Math.max(columns.length, ordinal + 1));
    more[ordinal] = column;
    columns = more;
    charged += bytes;
    used = true;
  }

  void clear() {
    columns = new DecodedColumn[0];
    charged = 0;
  }
}
