package io.mosql.sql.exec;

import io.mosql.core.codec.KeyWriter;
import io.mosql.core.type.SqlType;
import io.mosql.sql.catalog.IndexDef;
import io.mosql.sql.catalog.KeyColumn;
import io.mosql.sql.catalog.TableDef;
import org.jspecify.annotations.Nullable;

/** Encodes keys of one index from rows of its table's width. Immutable. */
public final class KeyEncoder {
  private final IndexDef index;
  private final int[] columns;
  private final SqlType[] types;
  private final boolean[] descending;
  private final @Nullable KeyEncoder primary;

  public KeyEncoder(TableDef table, IndexDef index) {
    this.index = index;
    int count = index.columns().size();
    columns = new int[count];
    types = new SqlType[count];
    descending = new boolean[count];
    for (int i = 0; i < count; i++) {
      KeyColumn column = index.columns().get(i);
      columns[i] = column.column();
      types[i] = table.columns().get(column.column()).type();
      descending[i] = column.descending();
    }
    primary = index.primary() ? null : new KeyEncoder(table, table.primary());
  }

  IndexDef index() {
    return index;
  }

  /** Number of key columns. */
  int size() {
    return columns.length;
  }

  SqlType type(int i) {
    return types[i];
  }

  boolean descending(int i) {
    return descending[i];
  }

  /** The tree's key for the row: a primary key, or an entry of a secondary index. */
  public byte[] key(@Nullable Object[] row) {
    return key(row, new KeyWriter());
  }

  /**
   * As above.
   *
   * @param writer empty
   */
  byte[] key(@Nullable Object[] row, KeyWriter writer) {
    boolean hasNull = false;
    for (int i = 0; i < columns.length; i++) {
      Object value = row[columns[i]];
      hasNull |= value == null;
      writer.column(types[i], value, descending[i]);
    }
    if (primary != null && (!index.unique() || hasNull)) {
      for (int i = 0; i < primary.columns.length; i++) {
        writer.column(primary.types[i], row[primary.columns[i]], primary.descending[i]);
      }
    }
    return writer.toKey();
  }

  /** Whether a key column of the row is NULL, so that a unique index lets it pass. */
  public boolean hasNull(@Nullable Object[] row) {
    for (int column : columns) {
      if (row[column] == null) {
        return true;
      }
    }
    return false;
  }

  /** The key made of values, one for each of the first key columns. */
  byte[] prefix(@Nullable Object[] values) {
    KeyWriter writer = new KeyWriter();
    for (int i = 0; i < values.length; i++) {
      writer.column(types[i], values[i], descending[i]);
    }
    return writer.toKey();
  }

  /** Whether both rows have the same key columns, as far as the key tells them apart. */
  boolean sameColumns(@Nullable Object[] a, @Nullable Object[] b) {
    for (int i = 0; i < columns.length; i++) {
      Object x = a[columns[i]];
      Object y = b[columns[i]];
      boolean same =
          x == null || y == null ? x == y : Comparisons.compare(types[i].collation(), x, y) == 0;
      if (!same) {
        return false;
      }
    }
    return true;
  }

  /** Whether any of the columns is in this key. */
  boolean touches(java.util.BitSet changed) {
    for (int column : columns) {
      if (changed.get(column)) {
        return true;
      }
    }
    return false;
  }
}
