package io.mosql.sql.exec.table;

import io.mosql.core.codec.OverflowField;
import io.mosql.core.codec.RowFormat;
import io.mosql.core.codec.RowWriter;
import io.mosql.core.error.MosqlException;
import io.mosql.core.type.Coercion;
import io.mosql.core.type.SqlType;
import io.mosql.sql.catalog.Catalog;
import io.mosql.sql.catalog.ColumnDef;
import io.mosql.sql.catalog.IndexDef;
import io.mosql.sql.catalog.TableDef;
import io.mosql.sql.error.SqlErrorMessage;
import io.mosql.sql.exec.expression.ExpressionCompiler;
import io.mosql.sql.exec.expression.TableExpressionProvider;
import io.mosql.sql.exec.runtime.EncodingBuffers;
import io.mosql.sql.exec.runtime.ExecutionContext;
import io.mosql.storage.transaction.Transaction;
import io.mosql.storage.version.ColumnSet;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes whole rows of one table with their index entries and enforces its constraints. Rows are
 * arrays of the table's width with coerced values. Immutable.
 */
public final class TableWriter {
  /**
   * Maximum number of bytes of a key: keys are compared and copied as a whole, and are also stored
   * in inner pages.
   */
  static final int KEY_BYTES_MAX = 16_384;

  private final TableDef table;
  private final ColumnDef[] columns;

  /** The index of the column at an ordinal, -1 where there is none or the column was dropped. */
  private final int[] columnAt;

  private final KeyEncoder primary;
  private final List<KeyEncoder> indexes;
  private final ForeignKeyChecker foreignKeys;
  private final OverflowStorage overflow;
  private final List<ExpressionCompiler.@Nullable Predicate> checks;

  /** Lockers of the entries of unique indexes, parallel to the indexes; null for other indexes. */
  private final @Nullable RowLocker[] entryHolds;

  /** Checkers of the deferrable keys, parallel to the indexes; null for other indexes. */
  private final @Nullable UniqueKeyChecker[] uniqueKeys;

  /**
   * Locker of row keys; null for a table whose keys are numbers that no other transaction draws.
   */
  private final @Nullable RowLocker rowHold;

  /**
   * Creates a writer.
   *
   * @param checks conditions that fail a row, parallel to the table's checks; null where there is
   *     nothing to check
   */
  public TableWriter(
      TableDef table,
      Catalog catalog,
      List<ExpressionCompiler.@Nullable Predicate> checks,
      TableExpressionProvider formulas) {
    this.table = table;
    this.columns = table.columns().toArray(ColumnDef[]::new);
    int fields = 0;
    for (ColumnDef column : columns) {
      fields = column.virtual() ? fields : Math.max(fields, column.ordinal() + 1);
    }
    this.columnAt = new int[fields];
    Arrays.fill(columnAt, -1);
    for (int i = 0; i < columns.length; i++) {
      if (!columns[i].virtual()) {
        columnAt[columns[i].ordinal()] = i;
      }
    }
    this.primary = new KeyEncoder(table, table.primary());
    this.indexes =
        table.indexes().stream()
            .map(
                i ->
                    new KeyEncoder(
                        table, i, CompiledIndexExpressions.of(table, i, catalog, formulas)))
            .toList();
    this.foreignKeys = new ForeignKeyChecker(table, catalog);
    this.overflow = new OverflowStorage(table);
    this.checks = checks;
    this.rowHold = table.keyless() ? null : RowLocker.forWholeRow(table, table.rowTree());
    this.entryHolds = new RowLocker[indexes.size()];
    this.uniqueKeys = new UniqueKeyChecker[indexes.size()];
    for (int i = 0; i < entryHolds.length; i++) {
      IndexDef index = indexes.get(i).index();
      entryHolds[i] = index.unique() ? RowLocker.forWholeRow(table, index.id()) : null;
      uniqueKeys[i] = index.deferrable() == null ? null : new UniqueKeyChecker(table, index);
    }
  }

  public TableDef table() {
    return table;
  }

  public KeyEncoder primary() {
    return primary;
  }

  public List<KeyEncoder> indexes() {
    return indexes;
  }

  public ForeignKeyChecker foreignKeys() {
    return foreignKeys;
  }

  public OverflowStorage overflow() {
    return overflow;
  }

  /**
   * Converts the value to the form that the column stores.
   *
   * @throws MosqlException 23502 for a NULL in a NOT NULL column, 22xxx for a value out of range
   */
  public @Nullable Object stored(int column, @Nullable Object value) {
    ColumnDef definition = columns[column];
    if (value == null) {
      if (!definition.nullable()) {
        throw SqlErrorMessage.NULL_IN_NEW_ROW.error(definition.name(), table.name());
      }
      return null;
    }
    try {
      return Coercion.assign(value, definition.type());
    } catch (MosqlException e) {
      throw e.withMessage("column \"" + definition.name() + "\": " + e.getMessage());
    }
  }

  public SqlType type(int column) {
    return columns[column].type();
  }

  public int ordinal(int column) {
    return columns[column].ordinal();
  }

  /** Checks the CHECK constraints over a whole row: 23514. */
  public void check(@Nullable Object[] row, ExecutionContext context) {
    check(row, checks, context);
  }

  /**
   * Checks other conditions over a whole row.
   *
   * @param conditions that fail a row, parallel to the table's checks; null where there is nothing
   *     to check
   */
  public void check(
      @Nullable Object[] row,
      List<ExpressionCompiler.@Nullable Predicate> conditions,
      ExecutionContext context) {
    for (int i = 0; i < conditions.size(); i++) {
      ExpressionCompiler.Predicate fails = conditions.get(i);
      if (fails != null && fails.test(row, context)) {
        throw SqlErrorMessage.CHECK_VIOLATED_BY_NEW_ROW.error(
            table.name(), table.checks().get(i).name());
      }
    }
  }

  /** Encodes the row. The size of its values is not checked. */
  byte[] encode(@Nullable Object[] row, EncodingBuffers scratch) {
    RowWriter writer = scratch.row();
    for (int column : columnAt) {
      if (column < 0) {
        writer.missing();
      } else if (row[column] instanceof OverflowField field) {
        writer.raw(RowFormat.encodeField(columns[column].type(), field));
      } else {
        writer.field(columns[column].type(), row[column]);
      }
    }
    return writer.toRow();
  }

  /**
   * Inserts the row, its large values and its index entries; the caller checks foreign keys.
   *
   * @throws MosqlException 23505
   */
  public void insert(@Nullable Object[] row, ExecutionContext context) {
    byte[] key = insertRow(row, null, context);
    for (KeyEncoder index : indexes) {
      for (byte[] entry : index.entries(row, context.scratch().key())) {
        putEntry(index, entry, key, row, context);
      }
    }
  }

  /**
   * The key of a row whose large values are loaded.
   *
   * @throws MosqlException 54000 when it is too long
   */
  public byte[] primaryKey(@Nullable Object[] row, EncodingBuffers scratch) {
    return checked(primary.key(row, scratch.key()), table.primary());
  }

  /**
   * Locks the key of the row and inserts the row without its index entries.
   *
   * @param outlined the row with descriptors in place of large values, which are written already;
   *     null when they are to be written
   * @return the primary key
   * @throws MosqlException 23505
   * @throws io.mosql.storage.transaction.RowChangedException when the key was inserted after the
   *     snapshot
   */
  public byte[] insertRow(
      @Nullable Object[] row, @Nullable Object @Nullable [] outlined, ExecutionContext context) {
    EncodingBuffers scratch = context.scratch();
    byte[] key = primaryKey(row, scratch);
    if (rowHold != null) {
      rowHold.lock(key, context);
    }
    Object[] stored = outlined == null ? overflow.moveOutOfLine(row, context) : outlined;
    if (!context.transaction().insert(table.rowTree(), key, encode(stored, scratch))) {
      throw duplicate(table.primary());
    }
    context.registerChange(table.rowTree(), key);
    return key;
  }

  /**
   * Adds an entry of a row; in a unique index the entry is locked first.
   *
   * @throws MosqlException 23505
   * @throws io.mosql.storage.transaction.RowChangedException when the entry was added after the
   *     snapshot
   */
  public void putEntry(
      KeyEncoder index,
      byte[] entry,
      byte[] primaryKey,
      @Nullable Object[] row,
      ExecutionContext context) {
    long tree = index.index().id();
    Transaction transaction = context.transaction();
    checked(entry, index.index());
    int at = indexes.indexOf(index);
    UniqueKeyChecker deferrable = uniqueKeys[at];
    if (deferrable != null) {
      deferrable.beforeAdding(row, context);
    }
    RowLocker hold = entryHolds[at];
    if (hold != null && !index.hasNull(row)) {
      hold.lock(entry, context);
      if (transaction.certified().get(tree, entry, ColumnSet.ALL) != null) {
        throw duplicate(index.index());
      }
    }
    transaction.put(tree, entry, primaryKey);
  }

  /**
   * Removes the entry of a row that is deleted or changed. A unique index under construction may
   * lack that entry and instead contain the entry of another row with the same values, which is not
   * removed.
   */
  public void removeEntry(
      KeyEncoder index, byte[] entry, byte[] primaryKey, Transaction transaction) {
    long tree = index.index().id();
    if (index.index().unique() && index.index().writeOnly()) {
      byte[] owner = transaction.certified().get(tree, entry, ColumnSet.ALL);
      if (!Arrays.equals(owner, primaryKey)) {
        return;
      }
    }
    transaction.remove(tree, entry);
  }

  /**
   * Checks the length of a key and returns it.
   *
   * @throws MosqlException 54000 when it is too long
   */
  public byte[] checked(byte[] key, IndexDef index) {
    if (key.length > KEY_BYTES_MAX) {
      throw SqlErrorMessage.INDEX_KEY_TOO_LONG.error(
          key.length, KEY_BYTES_MAX, index.name(), table.name());
    }
    return key;
  }

  MosqlException duplicate(IndexDef index) {
    return SqlErrorMessage.DUPLICATE_KEY.error(index.name(), table.name());
  }
}
