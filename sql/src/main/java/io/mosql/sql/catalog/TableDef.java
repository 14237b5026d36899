package io.mosql.sql.catalog;

import io.mosql.core.type.SqlType;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The definition of a table. Immutable; a change creates a new definition with the same id. When
 * rows have to move, the primary index gets another tree.
 *
 * <p>The rows are in the tree of {@link #primary()}. Rows contain every column as a field at its
 * {@link ColumnDef#ordinal()}, key columns too. Every table has a primary index; a table without a
 * declared primary key, or with a deferrable one, has one over a hidden BIGINT column filled from a
 * sequence of its own.
 *
 * @param id of the table
 * @param columns in declared order, hidden ones last: the row id, then virtual ones
 * @param nextOrdinal ordinal of the next added column; ordinals are never reused
 * @param primary the clustered key
 * @param indexes secondary indexes, including those that are being built
 * @param overflowTree tree with the values that are too large for a row; 0 when there is none: no
 *     column has needed it since this feature was introduced, and every value is in its row
 * @param referencedBy foreign keys of other tables (or this one) that point here, as (child table
 *     id)
 */
public record TableDef(
    long id,
    String schema,
    String name,
    List<ColumnDef> columns,
    int nextOrdinal,
    IndexDef primary,
    List<IndexDef> indexes,
    List<ForeignKeyDef> foreignKeys,
    List<CheckDef> checks,
    long overflowTree,
    List<Long> referencedBy) {
  public TableDef {
    columns = List.copyOf(columns);
    indexes = List.copyOf(indexes);
    foreignKeys = List.copyOf(foreignKeys);
    checks = List.copyOf(checks);
    referencedBy = List.copyOf(referencedBy);
  }

  /** Index of the column with this name, or -1. */
  public int columnIndex(String column) {
    for (int i = 0; i < columns.size(); i++) {
      if (columns.get(i).name().equals(column)) {
        return i;
      }
    }
    return -1;
  }

  /** The index of the visible column with this ordinal, or -1. */
  public int columnAt(int ordinal) {
    for (int i = 0; i < columns.size(); i++) {
      if (columns.get(i).ordinal() == ordinal && !columns.get(i).hidden()) {
        return i;
      }
    }
    return -1;
  }

  /** The secondary index (or the primary one) with this id, or null. */
  public @Nullable IndexDef index(long indexId) {
    if (primary.id() == indexId) {
      return primary;
    }
    for (IndexDef index : indexes) {
      if (index.id() == indexId) {
        return index;
      }
    }
    return null;
  }

  /** The secondary indexes that queries may use. */
  public List<IndexDef> readableIndexes() {
    for (IndexDef index : indexes) {
      if (index.writeOnly()) {
        return indexes.stream().filter(i -> !i.writeOnly()).toList();
      }
    }
    return indexes;
  }

  /** The index of the declared primary key; null when there is none. */
  public @Nullable IndexDef primaryKey() {
    if (!keyless()) {
      return primary;
    }
    for (IndexDef index : indexes) {
      if (index.isPrimaryKey()) {
        return index;
      }
    }
    return null;
  }

  /** The index of the declared primary key, if any, and the secondary indexes. */
  public List<IndexDef> declaredIndexes() {
    List<IndexDef> all = new ArrayList<>();
    IndexDef key = primaryKey();
    if (key != null) {
      all.add(key);
    }
    indexes.stream().filter(index -> !index.equals(key)).forEach(all::add);
    return all;
  }

  /** Whether rows are stored under the hidden row id. */
  public boolean keyless() {
    return columns.get(primary.columns().get(0).column()).hidden();
  }

  /**
   * The columns of the keys in the tree of an ordered index: its own ones, and those of the primary
   * key where its own ones need not be unique.
   */
  public List<KeyColumn> entryColumns(IndexDef index) {
    if (index.primary() || index.unique()) {
      return index.columns();
    }
    List<KeyColumn> columns = new ArrayList<>(index.columns());
    columns.addAll(primary.columns());
    return columns;
  }

  /** The columns of stored rows that a column's value comes from: itself, unless it is virtual. */
  public List<Integer> stored(int column) {
    ColumnDef definition = columns.get(column);
    if (!definition.virtual()) {
      return List.of(column);
    }
    List<Integer> stored = new ArrayList<>();
    for (int i = 0; i < columns.size(); i++) {
      if (definition.inputs().contains(columns.get(i).ordinal())) {
        stored.add(i);
      }
    }
    return stored;
  }

  /** The name of a key column; an expression is in parentheses. */
  public String keyName(int column) {
    ColumnDef definition = columns.get(column);
    return definition.virtual() ? "(" + definition.name() + ")" : definition.name();
  }

  /** Whether a CHECK guarantees JSON values, as for a column declared with type JSON. */
  public boolean isJson(ColumnDef column) {
    if (checks.isEmpty() || !column.type().equals(SqlType.TEXT)) {
      return false;
    }
    String check = "\"json_valid\"(\"" + column.name().replace("\"", "\"\"") + "\")";
    return checks.stream().anyMatch(c -> c.sql().equals(check));
  }

  /** Whether the index is over all rows, and over columns rather than expressions. */
  public boolean isPlain(IndexDef index) {
    return !index.partial()
        && index.columns().stream().noneMatch(part -> columns.get(part.column()).virtual());
  }

  /**
   * Whether the key of a row determines the value of a column: the column is part of the primary
   * key, and different values have different keys.
   */
  public boolean isFixedByKey(int column) {
    return columns.get(column).type().isExactInKeys()
        && primary.columns().stream().anyMatch(key -> key.column() == column);
  }

  public TableDef withColumns(List<ColumnDef> others) {
    return new TableDef(
        id,
        schema,
        name,
        others,
        nextOrdinal,
        primary,
        indexes,
        foreignKeys,
        checks,
        overflowTree,
        referencedBy);
  }

  public TableDef withIndexes(List<IndexDef> others) {
    return new TableDef(
        id,
        schema,
        name,
        columns,
        nextOrdinal,
        primary,
        others,
        foreignKeys,
        checks,
        overflowTree,
        referencedBy);
  }

  public TableDef withForeignKeys(List<ForeignKeyDef> others) {
    return new TableDef(
        id,
        schema,
        name,
        columns,
        nextOrdinal,
        primary,
        indexes,
        others,
        checks,
        overflowTree,
        referencedBy);
  }

  TableDef withReferencedBy(List<Long> children) {
    return new TableDef(
        id,
        schema,
        name,
        columns,
        nextOrdinal,
        primary,
        indexes,
        foreignKeys,
        checks,
        overflowTree,
        children);
  }

  /** Id of the tree with the rows. */
  public long rowTree() {
    return primary.id();
  }

  /** {@code schema.name}, for messages. */
  public String qualifiedName() {
    return schema + "." + name;
  }
}
