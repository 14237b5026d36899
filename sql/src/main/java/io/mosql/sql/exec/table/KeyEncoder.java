package io.mosql.sql.exec.table;

import io.mosql.core.codec.KeyWriter;
import io.mosql.core.codec.Keys;
import io.mosql.core.error.MosqlException;
import io.mosql.core.port.Interrupts;
import io.mosql.core.type.Jsonb;
import io.mosql.core.type.LargeObject;
import io.mosql.core.type.SqlArray;
import io.mosql.core.type.SqlType;
import io.mosql.sql.catalog.IndexDef;
import io.mosql.sql.catalog.KeyColumn;
import io.mosql.sql.catalog.OperatorClass;
import io.mosql.sql.catalog.TableDef;
import io.mosql.sql.error.SqlErrorMessage;
import io.mosql.sql.exec.expression.ValueComparisons;
import io.mosql.sql.inverted.DocumentItems;
import io.mosql.storage.version.ColumnSet;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Encodes keys of one index from rows of the full width of its table. An encoder without compiled
 * expressions makes bounds of any index, and entries of indexes over columns only. An ordered index
 * has one entry for a row, an inverted index one for each item of the value. Immutable.
 */
public final class KeyEncoder {
  /** SQLSTATE classes of errors that are not caused by the row: resources, operators, files. */
  private static final Set<String> OF_OTHERS = Set.of("53", "57", "58", "XX");

  private final IndexDef index;
  private final String tableName;
  private final int[] columns;
  private final SqlType[] types;
  private final boolean[] descending;
  private final @Nullable KeyEncoder primary;
  private final CompiledIndexExpressions formulas;
  private final BitSet inputs;

  public KeyEncoder(TableDef table, IndexDef index) {
    this(table, index, CompiledIndexExpressions.NONE);
  }

  KeyEncoder(TableDef table, IndexDef index, CompiledIndexExpressions formulas) {
    this.index = index;
    this.tableName = table.name();
    this.formulas = formulas;
    this.inputs = CompiledIndexExpressions.inputs(table, index);
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

  public IndexDef index() {
    return index;
  }

  /** Number of key columns. */
  public int size() {
    return columns.length;
  }

  /** The type of a column of the keys in the tree ({@link TableDef#entryColumns}). */
  public SqlType type(int i) {
    return i < types.length || primary == null ? types[i] : primary.types[i - types.length];
  }

  /** Whether a column of the keys in the tree is descending. */
  public boolean descending(int i) {
    return i < types.length || primary == null
        ? descending[i]
        : primary.descending[i - types.length];
  }

  /** The key of the row in the tree: a primary key, or an entry of a secondary index. */
  public byte[] key(@Nullable Object[] row) {
    return key(row, new KeyWriter());
  }

  /**
   * The columns of stored rows that determine the entry of a row, except those of its primary key.
   */
  public ColumnSet inputs() {
    return ColumnSet.of(inputs.stream().toArray());
  }

  /**
   * The entries of a row to be written, ascending; none when the index does not cover the row.
   *
   * @param writer empty
   * @throws io.mosql.core.error.MosqlException 22xxx where an expression fails
   */
  List<byte[]> entries(@Nullable Object[] row, KeyWriter writer) {
    if (!includes(row)) {
      return List.of();
    }
    OperatorClass items = index.extent().items();
    return items == null ? List.of(key(row, writer)) : items(row, items, writer);
  }

  /** The entries of a row to be written, ascending. */
  public List<byte[]> entries(@Nullable Object[] row) {
    return entries(row, new KeyWriter());
  }

  private List<byte[]> items(@Nullable Object[] row, OperatorClass kind, KeyWriter writer) {
    Object value = value(columns[0], row);
    if (value == null) {
      return List.of();
    }
    byte[] key = Objects.requireNonNull(primary).key(row, writer);
    long[] items =
        value instanceof SqlArray array
            ? DocumentItems.of(array)
            : DocumentItems.of((Jsonb) value, kind);
    List<byte[]> entries = new ArrayList<>(items.length);
    for (long item : items) {
      Interrupts.chargeMemory(DocumentItems.BYTES + key.length);
      entries.add(writer.reset().raw(DocumentItems.prefix(item)).raw(key).toKey());
    }
    return entries;
  }

  /** The entries of a stored row. */
  public List<byte[]> storedEntries(@Nullable Object[] row) {
    try {
      return entries(row);
    } catch (MosqlException e) {
      if (index.writeOnly() && !OF_OTHERS.contains(e.state().code().substring(0, 2))) {
        return List.of(); // Rows older than an index under construction may violate it.
      }
      throw e;
    }
  }

  /** The entries to remove when a row changes and keeps its primary key. */
  public List<byte[]> removedEntries(@Nullable Object[] before, @Nullable Object[] after) {
    if (formulas.isEmpty() && !index.inverted()) {
      return hasSameKey(before, after) ? List.of() : storedEntries(before);
    }
    return difference(storedEntries(before), entries(after));
  }

  /** The entries to add when a row changes and keeps its primary key. */
  public List<byte[]> addedEntries(@Nullable Object[] before, @Nullable Object[] after) {
    if (formulas.isEmpty() && !index.inverted()) {
      return hasSameKey(before, after) ? List.of() : entries(after);
    }
    return difference(entries(after), storedEntries(before));
  }

  /** The entries that are not in the other list; both lists ascend. */
  private static List<byte[]> difference(List<byte[]> entries, List<byte[]> others) {
    List<byte[]> rest = new ArrayList<>();
    int at = 0;
    for (byte[] entry : entries) {
      while (at < others.size() && Keys.compare(others.get(at), entry) < 0) {
        at++;
      }
      if (at == others.size() || Keys.compare(others.get(at), entry) != 0) {
        rest.add(entry);
      }
    }
    return rest;
  }

  /** Whether the index covers the row. */
  public boolean includes(@Nullable Object[] row) {
    return !index.partial() || Boolean.TRUE.equals(formulas.value(index.extent().filter(), row));
  }

  /**
   * The key of the row in the tree.
   *
   * @param writer empty
   */
  public byte[] key(@Nullable Object[] row, KeyWriter writer) {
    boolean hasNull = false;
    for (int i = 0; i < columns.length; i++) {
      Object value = value(columns[i], row);
      hasNull |= value == null;
      writer.column(types[i], storable(value), descending[i]);
    }
    if (primary != null && (!index.unique() || hasNull)) {
      for (int i = 0; i < primary.columns.length; i++) {
        writer.column(primary.types[i], storable(row[primary.columns[i]]), primary.descending[i]);
      }
    }
    return writer.toKey();
  }

  /**
   * A value that keys can have.
   *
   * @throws MosqlException 54000 for a large object
   */
  private @Nullable Object storable(@Nullable Object value) {
    if (value instanceof LargeObject object) {
      throw SqlErrorMessage.INDEX_KEY_TOO_LONG.error(
          object.byteLength(), TableWriter.KEY_BYTES_MAX, index.name(), tableName);
    }
    return value;
  }

  /** Whether a key column of the row is NULL, so that a unique index allows duplicates of it. */
  public boolean hasNull(@Nullable Object[] row) {
    for (int column : columns) {
      if (value(column, row) == null) {
        return true;
      }
    }
    return false;
  }

  private @Nullable Object value(int column, @Nullable Object[] row) {
    return formulas.isEmpty() ? row[column] : formulas.value(column, row);
  }

  /** The key prefix of values, one for each of the first key columns. */
  public byte[] prefix(@Nullable Object[] values) {
    KeyWriter writer = new KeyWriter();
    for (int i = 0; i < values.length; i++) {
      writer.column(types[i], storable(values[i]), descending[i]);
    }
    return writer.toKey();
  }

  /** Whether both rows have equal key columns, in the encoding of the key. */
  boolean hasSameKey(@Nullable Object[] a, @Nullable Object[] b) {
    for (int i = 0; i < columns.length; i++) {
      Object x = a[columns[i]];
      Object y = b[columns[i]];
      boolean same =
          x == null || y == null
              ? x == y
              : ValueComparisons.compare(types[i].collation(), x, y) == 0;
      if (!same) {
        return false;
      }
    }
    return true;
  }

  /** Whether the entries depend on any of the columns. */
  public boolean touches(BitSet changed) {
    return inputs.intersects(changed);
  }
}
