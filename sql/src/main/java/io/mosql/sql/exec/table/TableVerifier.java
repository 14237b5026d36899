package io.mosql.sql.exec.table;

import io.mosql.core.error.InvariantViolation;
import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.sql.catalog.Catalog;
import io.mosql.sql.catalog.ColumnDef;
import io.mosql.sql.catalog.ForeignKeyDef;
import io.mosql.sql.catalog.IndexDef;
import io.mosql.sql.catalog.KeyColumn;
import io.mosql.sql.catalog.TableDef;
import io.mosql.sql.exec.expression.TableExpressionProvider;
import io.mosql.storage.transaction.RowCursor;
import io.mosql.storage.transaction.TransactionReader;
import io.mosql.storage.version.ColumnSet;
import io.mosql.storage.version.SystemTrees;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Verifies the consistency of tables, indexes and constraints: each row can be decoded, is stored
 * under its own key and has no NULL in a NOT NULL column; each index, unique ones included, has
 * exactly the entries of the rows that it covers (one entry per row, in an inverted index one per
 * item; an index under construction may lack some); rows referenced by foreign keys exist; values
 * stored out of line are complete and belong to a row (see {@link OverflowVerifier}); catalog and
 * trees agree.
 *
 * <p>Rows are not buffered; for a table with large values their descriptors are in memory. Not
 * thread-safe.
 */
public final class TableVerifier {
  private final TransactionReader reader;
  private final Catalog catalog;
  private final TableExpressionProvider formulas;
  private final Consumer<String> problems;
  private long rows;
  private long entries;
  private long references;
  private long largeValues;

  /**
   * Creates a verifier.
   *
   * @param reader a read-only one: all rows are read
   * @param problems receives each inconsistency
   */
  public TableVerifier(
      TransactionReader reader,
      Catalog catalog,
      TableExpressionProvider formulas,
      Consumer<String> problems) {
    this.reader = reader;
    this.catalog = catalog;
    this.formulas = formulas;
    this.problems = problems;
  }

  /** Rows checked so far. */
  public long rows() {
    return rows;
  }

  /** Entries of secondary indexes checked so far. */
  public long entries() {
    return entries;
  }

  /** Foreign key references checked so far. */
  public long references() {
    return references;
  }

  /** Values stored out of line that were checked so far. */
  public long largeValues() {
    return largeValues;
  }

  /** Checks that catalog and trees refer to each other. */
  public void checkTrees(Collection<Long> trees) {
    Set<Long> known = new HashSet<>();
    for (TableDef table : catalog.tables()) {
      known.add(table.rowTree());
      known.add(table.overflowTree());
      table.indexes().forEach(index -> known.add(index.id()));
    }
    for (long tree : trees) {
      if (tree >= SystemTrees.FIRST_USER_ID && !known.contains(tree)) {
        problems.accept("tree " + tree + " belongs to no table");
      }
    }
  }

  /** Checks a table with its indexes. */
  public void check(TableDef table) {
    new SingleTableCheck(table).check();
  }

  /** The check of one table. */
  private final class SingleTableCheck {
    private final TableDef table;
    private final RowDecoder decoder;

    /** Columns in keys, indexes and foreign keys. */
    private final ColumnSet compared;

    private final KeyEncoder primary;
    private final List<KeyEncoder> indexes = new ArrayList<>();
    private final long[] found;
    private @Nullable ForeignKeyChecker foreignKeys;

    SingleTableCheck(TableDef table) {
      this.table = table;
      int[] all = IntStream.range(0, table.columns().size()).toArray();
      this.decoder = new RowDecoder(table, ColumnSet.of(all));
      this.primary = new KeyEncoder(table, table.primary());
      for (IndexDef index : table.indexes()) {
        if (reader.hasTree(index.id())) {
          indexes.add(
              new KeyEncoder(
                  table, index, CompiledIndexExpressions.of(table, index, catalog, formulas)));
        } else {
          report("the tree of index " + index.name() + " is missing");
        }
      }
      this.found = new long[indexes.size()];
      this.compared = compared();
    }

    private ColumnSet compared() {
      ColumnSet columns = IndexEntries.columns(table.primary());
      for (KeyEncoder index : indexes) {
        columns = columns.union(index.inputs());
      }
      for (ForeignKeyDef key : table.foreignKeys()) {
        int[] own = key.columns().stream().mapToInt(Integer::intValue).toArray();
        columns = columns.union(ColumnSet.of(own));
      }
      return columns;
    }

    private @Nullable Object[] decode(byte[] stored) {
      Object[] row = decoder.decodeInline(stored);
      // A table without an overflow tree must have no descriptor: loading one reports it.
      decoder.load(row, table.overflowTree() == 0 ? ColumnSet.ALL : compared, reader);
      return row;
    }

    void check() {
      if (!reader.hasTree(table.rowTree())) {
        report("the tree of its rows is missing");
        return;
      }
      if (table.overflowTree() != 0) {
        largeValues += new OverflowVerifier(reader, problems).check(table);
      }
      openForeignKeys();
      RowCursor cursor = reader.scan(table.rowTree(), null, null, false, ColumnSet.ALL);
      while (cursor.next()) {
        rows++;
        try {
          checkRow(cursor.key(), decode(cursor.row()));
        } catch (MosqlException | IllegalArgumentException | IndexOutOfBoundsException e) {
          report("row under key " + hex(cursor.key()) + " cannot be decoded: " + e.getMessage());
        }
      }
      for (int i = 0; i < found.length; i++) {
        long stored = reader.count(indexes.get(i).index().id(), null, null);
        entries += stored;
        if (stored != found[i]) {
          checkEntries(indexes.get(i));
        }
      }
    }

    private void openForeignKeys() {
      try {
        foreignKeys = new ForeignKeyChecker(table, catalog);
      } catch (InvariantViolation | NullPointerException e) {
        report("its foreign keys do not fit the catalog: " + e.getMessage());
      }
    }

    private void checkRow(byte[] key, @Nullable Object[] row) {
      if (!Arrays.equals(key, primary.key(row))) {
        report("row " + name(row) + " is stored under another key: " + hex(key));
      }
      for (int i = 0; i < row.length; i++) {
        ColumnDef column = table.columns().get(i);
        if (row[i] == null && !column.nullable()) {
          report("row " + name(row) + " has NULL in column " + column.name());
        }
      }
      for (int i = 0; i < found.length; i++) {
        KeyEncoder index = indexes.get(i);
        for (byte[] own : index.storedEntries(row)) {
          byte[] entry = reader.get(index.index().id(), own, ColumnSet.ALL);
          if (Arrays.equals(entry, key)) {
            found[i]++;
          } else if (entry != null || !index.index().writeOnly()) {
            report(
                "index "
                    + index.index().name()
                    + (entry == null ? " has no entry for row " : " leads elsewhere for row ")
                    + name(row));
            break;
          }
        }
      }
      checkParents(row);
    }

    private void checkParents(@Nullable Object[] row) {
      ForeignKeyChecker keys = foreignKeys;
      if (keys == null || !keys.hasParents()) {
        return;
      }
      references++;
      try {
        keys.checkParents(row, reader);
      } catch (MosqlException e) {
        if (e.state() != SqlState.FOREIGN_KEY_VIOLATION) {
          throw e;
        }
        report("row " + name(row) + ": " + e.getMessage());
      }
    }

    /** Finds the entries that refer to no row, or to a row with another key. */
    private void checkEntries(KeyEncoder index) {
      RowCursor cursor = reader.scan(index.index().id(), null, null, false, ColumnSet.ALL);
      while (cursor.next()) {
        byte[] stored = reader.get(table.rowTree(), cursor.row(), ColumnSet.ALL);
        if (stored == null) {
          report(stray(index, cursor) + " leads to no row");
        } else if (!isOf(index, cursor.key(), stored)) {
          report(stray(index, cursor) + " is not that of the row it leads to");
        }
      }
    }

    private boolean isOf(KeyEncoder index, byte[] key, byte[] stored) {
      try {
        return index.storedEntries(decode(stored)).stream()
            .anyMatch(own -> Arrays.equals(own, key));
      } catch (MosqlException | IllegalArgumentException | IndexOutOfBoundsException e) {
        // Reported already, when the rows were read.
        return true;
      }
    }

    private String stray(KeyEncoder index, RowCursor cursor) {
      return "entry " + hex(cursor.key()) + " of index " + index.index().name();
    }

    private String name(@Nullable Object[] row) {
      StringBuilder text = new StringBuilder("(");
      for (KeyColumn column : table.primary().columns()) {
        Object value = row[column.column()];
        text.append(text.length() > 1 ? ", " : "")
            .append(table.columns().get(column.column()).name())
            .append(' ')
            .append(value instanceof byte[] bytes ? hex(bytes) : value);
      }
      return text.append(')').toString();
    }

    private void report(String problem) {
      problems.accept("table " + table.qualifiedName() + ": " + problem);
    }
  }

  private static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(bytes);
  }
}
