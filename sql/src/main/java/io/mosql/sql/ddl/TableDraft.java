package io.mosql.sql.ddl;

import io.mosql.sql.catalog.CheckDef;
import io.mosql.sql.catalog.ColumnDef;
import io.mosql.sql.catalog.ForeignKeyDef;
import io.mosql.sql.catalog.IndexDef;
import io.mosql.sql.catalog.TableDef;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** A table definition under construction. Not thread-safe. */
final class TableDraft {
  final long id;
  String schema;
  String name;
  List<ColumnDef> columns;
  int nextOrdinal;
  IndexDef primary;
  List<IndexDef> indexes;
  List<ForeignKeyDef> foreignKeys;
  List<CheckDef> checks;
  long overflowTree;
  private final List<Long> referencedBy;

  TableDraft(TableDef table) {
    this.id = table.id();
    this.schema = table.schema();
    this.name = table.name();
    this.columns = new ArrayList<>(table.columns());
    this.nextOrdinal = table.nextOrdinal();
    this.primary = table.primary();
    this.indexes = new ArrayList<>(table.indexes());
    this.foreignKeys = new ArrayList<>(table.foreignKeys());
    this.checks = new ArrayList<>(table.checks());
    this.overflowTree = table.overflowTree();
    this.referencedBy = table.referencedBy();
  }

  TableDef table() {
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
        referencedBy);
  }

  void replaceColumn(int index, ColumnDef column) {
    columns.set(index, column);
  }

  /** Renames a column, also in the expressions that refer to it. */
  void renameColumn(int index, String to) {
    ColumnDef column = columns.get(index);
    UnaryOperator<String> renamed = sql -> ColumnReferences.renamed(sql, column.name(), to);
    checks.replaceAll(c -> new CheckDef(c.id(), c.name(), renamed.apply(c.sql())));
    columns.replaceAll(
        c -> {
          String formula = c.generatedSql();
          if (formula == null) {
            return c;
          }
          return c.virtual()
              ? ColumnDef.virtual(c.ordinal(), c.type(), renamed.apply(formula), c.inputs())
              : c.withGenerated(renamed.apply(formula));
        });
    columns.set(index, columns.get(index).withName(to));
  }

  void replaceIndex(IndexDef index, IndexDef by) {
    indexes.set(indexes.indexOf(index), by);
  }

  /** The index for a new column: before the hidden columns, which stay last. */
  int insertionPoint() {
    int at = columns.size();
    while (at > 0 && columns.get(at - 1).hidden()) {
      at--;
    }
    return at;
  }

  /** Removes the virtual columns that no index uses any more. */
  void dropUnusedExpressions() {
    for (int i = columns.size() - 1; i >= 0; i--) {
      int at = i;
      boolean used =
          indexes.stream()
              .anyMatch(
                  index ->
                      index.extent().filter() == at
                          || index.columns().stream().anyMatch(c -> c.column() == at));
      if (columns.get(i).virtual() && !used) {
        removeColumn(i);
      }
    }
  }

  /** Adds a column; column indexes in keys are shifted if it comes before other columns. */
  void addColumn(ColumnDef column) {
    int at = insertionPoint();
    columns.add(at, column);
    nextOrdinal = Math.max(nextOrdinal, column.ordinal() + 1);
    shift(at, 1);
  }

  /** Moves a column that no key uses to another index. */
  void moveNewColumn(int from, int to) {
    ColumnDef column = columns.get(from);
    removeColumn(from);
    columns.add(to, column);
    shift(to, 1);
  }

  /** Removes a column that no key uses. */
  void removeColumn(int index) {
    columns.remove(index);
    shift(index + 1, -1);
  }

  private void shift(int from, int by) {
    primary = ColumnIndexShift.shift(primary, from, by);
    indexes.replaceAll(index -> ColumnIndexShift.shift(index, from, by));
    foreignKeys.replaceAll(key -> ColumnIndexShift.shift(key, from, by));
  }
}
