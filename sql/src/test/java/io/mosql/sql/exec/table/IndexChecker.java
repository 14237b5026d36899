package io.mosql.sql.exec.table;

import io.mosql.core.codec.Keys;
import io.mosql.sql.catalog.Catalog;
import io.mosql.sql.catalog.ForeignKeyDef;
import io.mosql.sql.catalog.IndexDef;
import io.mosql.sql.catalog.SequenceDef;
import io.mosql.sql.catalog.TableDef;
import io.mosql.sql.exec.scan.CompiledKeyBounds;
import io.mosql.sql.session.prepare.PlannedTableExpressions;
import io.mosql.storage.Store;
import io.mosql.storage.TreeInfo;
import io.mosql.storage.transaction.RowCursor;
import io.mosql.storage.transaction.Transaction;
import io.mosql.storage.version.ColumnSet;
import io.mosql.storage.version.SystemTrees;
import java.util.Arrays;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Compares redundant data of a database: index entries with rows, keys with the columns in them,
 * foreign keys with their parents, trees with the catalog.
 */
public final class IndexChecker {
  private final Catalog catalog;
  private final Transaction transaction;

  private IndexChecker(Catalog catalog, Transaction transaction) {
    this.catalog = catalog;
    this.transaction = transaction;
  }

  /**
   * Checks the committed state.
   *
   * @throws AssertionError naming the table and index that are inconsistent
   */
  public static void check(Store store, Catalog catalog) {
    Transaction transaction = store.begin(true);
    try {
      IndexChecker checker = new IndexChecker(catalog, transaction);
      catalog.tables().forEach(checker::checkTable);
      new OverflowVerifier(
              transaction,
              finding -> {
                throw new AssertionError(finding);
              })
          .check(catalog);
      checkTrees(store, catalog);
    } finally {
      transaction.rollback();
    }
  }

  private static void checkTrees(Store store, Catalog catalog) {
    Set<Long> known = new HashSet<>();
    for (TableDef table : catalog.tables()) {
      known.add(table.rowTree());
      known.add(table.overflowTree());
      table.indexes().forEach(index -> known.add(index.id()));
    }
    catalog.sequences().stream().map(SequenceDef::id).forEach(known::add);
    Set<Long> stored = new HashSet<>();
    for (TreeInfo tree : store.trees()) {
      stored.add(tree.id());
      if (tree.id() >= SystemTrees.FIRST_USER_ID && !known.contains(tree.id())) {
        throw new AssertionError("tree " + tree.id() + " belongs to nothing");
      }
    }
    for (TableDef table : catalog.tables()) {
      if (!stored.contains(table.rowTree())) {
        throw new AssertionError(table.name() + " has no tree");
      }
    }
  }

  private void checkTable(TableDef table) {
    KeyEncoder primary = new KeyEncoder(table, table.primary());
    RowDecoder decoder =
        new RowDecoder(table, ColumnSet.of(IntStream.range(0, table.columns().size()).toArray()));
    TreeMap<byte[], @Nullable Object[]> rows = new TreeMap<>(Keys.ORDER);
    RowCursor cursor = transaction.scan(table.rowTree(), null, null, false, ColumnSet.ALL);
    while (cursor.next()) {
      Object[] row = decoder.decode(cursor.row(), transaction);
      rows.put(cursor.key(), row);
      if (!Arrays.equals(cursor.key(), primary.key(row))) {
        throw new AssertionError(table.name() + ": key of " + Arrays.toString(row));
      }
      for (int i = 0; i < row.length; i++) {
        if (row[i] == null && !table.columns().get(i).nullable()) {
          throw new AssertionError(table.name() + ": NULL in " + table.columns().get(i).name());
        }
      }
    }
    for (IndexDef index : table.indexes()) {
      checkIndex(table, index, rows);
    }
    for (ForeignKeyDef key : table.foreignKeys()) {
      rows.values().forEach(row -> checkParent(table, key, row));
    }
  }

  private void checkIndex(TableDef table, IndexDef index, Map<byte[], @Nullable Object[]> rows) {
    KeyEncoder encoder =
        new KeyEncoder(
            table,
            index,
            CompiledIndexExpressions.of(
                table, index, catalog, PlannedTableExpressions.standalone()));
    TreeMap<byte[], byte[]> expected = new TreeMap<>(Keys.ORDER);
    rows.forEach(
        (key, row) -> {
          for (byte[] entry : encoder.storedEntries(row)) {
            if (expected.put(entry, key) != null) {
              throw new AssertionError(
                  table.name() + "." + index.name() + ": twice " + Arrays.toString(row));
            }
          }
        });
    RowCursor entries = transaction.scan(index.id(), null, null, false, ColumnSet.ALL);
    while (entries.next()) {
      byte[] row = expected.remove(entries.key());
      if (!Arrays.equals(row, entries.row())) {
        throw new AssertionError(
            table.name()
                + "."
                + index.name()
                + ": stray entry "
                + HexFormat.of().formatHex(entries.key()));
      }
    }
    if (!expected.isEmpty()) {
      throw new AssertionError(
          table.name() + "." + index.name() + " lacks " + expected.size() + " entries");
    }
  }

  private void checkParent(TableDef table, ForeignKeyDef key, @Nullable Object[] row) {
    TableDef parent = Objects.requireNonNull(catalog.table(key.parentId()));
    IndexDef index = Objects.requireNonNull(parent.index(key.parentIndexId()), key.name());
    Object[] values = key.columns().stream().map(column -> row[column]).toArray();
    if (Arrays.asList(values).contains(null)) {
      return;
    }
    KeyEncoder encoder = new KeyEncoder(parent, index);
    for (int i = 0; i < values.length; i++) {
      values[i] = CompiledKeyBounds.floorInType(Objects.requireNonNull(values[i]), encoder.type(i));
    }
    if (transaction.get(index.id(), encoder.prefix(values), ColumnSet.ALL) == null) {
      throw new AssertionError(
          table.name() + "." + key.name() + ": no parent of " + Arrays.toString(row));
    }
  }
}
