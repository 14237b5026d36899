package io.mosql.sql.exec.table;

import io.mosql.core.error.MosqlException;
import io.mosql.sql.catalog.Catalog;
import io.mosql.sql.catalog.IndexDef;
import io.mosql.sql.catalog.KeyColumn;
import io.mosql.sql.catalog.TableDef;
import io.mosql.sql.exec.expression.TableExpressionProvider;
import io.mosql.sql.sort.EntrySorter;
import io.mosql.storage.transaction.RowCursor;
import io.mosql.storage.transaction.Transaction;
import io.mosql.storage.transaction.TransactionReader;
import io.mosql.storage.version.ColumnSet;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The entries that the rows of a table have in one of its secondary indexes, for building it.
 * Immutable.
 */
public final class IndexEntries {
  private final TableDef table;
  private final IndexDef index;
  private final KeyEncoder encoder;
  private final RowDecoder decoder;
  private final TableWriter writer;

  public IndexEntries(
      TableDef table, IndexDef index, Catalog catalog, TableExpressionProvider formulas) {
    this.table = table;
    this.index = index;
    this.encoder =
        new KeyEncoder(table, index, CompiledIndexExpressions.of(table, index, catalog, formulas));
    this.decoder = new RowDecoder(table, encoder.inputs().union(columns(table.primary())));
    this.writer = new TableWriter(table, catalog, List.of(), formulas);
  }

  /** Columns of a key. */
  static ColumnSet columns(IndexDef index) {
    return ColumnSet.of(index.columns().stream().mapToInt(KeyColumn::column).toArray());
  }

  /**
   * Adds the entries of all rows to a sorter: entry as the key, primary key as the value.
   *
   * @param step called for each row; may throw
   */
  public void collect(TransactionReader transaction, EntrySorter sorter, Runnable step) {
    RowCursor rows =
        transaction.certified().scan(table.rowTree(), null, null, false, decoder.readSet());
    while (rows.next()) {
      step.run();
      for (byte[] entry : encoder.entries(decoder.decode(rows.row(), transaction))) {
        sorter.add(writer.checked(entry, index), rows.key());
      }
    }
  }

  /** Whether the row with the primary key exists and has this entry; this counts as read. */
  public boolean isOfRow(byte[] entry, byte[] primaryKey, TransactionReader transaction) {
    byte[] row = transaction.certified().get(table.rowTree(), primaryKey, decoder.readSet());
    return row != null
        && encoder.entries(decoder.decode(row, transaction)).stream()
            .anyMatch(own -> Arrays.equals(own, entry));
  }

  /**
   * Writes an entry of an existing row. In a unique index this reads whether the entry exists.
   *
   * @throws MosqlException 23505 when another row has the entry
   */
  public void put(byte[] entry, byte[] primaryKey, Transaction transaction) {
    if (index.unique()) {
      byte[] owner = transaction.certified().get(index.id(), entry, ColumnSet.ALL);
      if (owner != null && !Arrays.equals(owner, primaryKey)) {
        throw writer.duplicate(index);
      }
    }
    transaction.put(index.id(), writer.checked(entry, index), primaryKey);
  }

  /**
   * As {@link #put}, for entries in ascending order without other writes in between.
   *
   * @param previous entry, null for none
   */
  public void putNext(
      byte[] entry, byte[] primaryKey, byte @Nullable [] previous, Transaction transaction) {
    // Entries of an index that is not unique also contain the primary key.
    boolean repeated =
        index.deferrable() == null
            ? Arrays.equals(entry, previous)
            : previous != null && repeats(entry, primaryKey, previous, transaction);
    if (repeated) {
      throw writer.duplicate(index);
    }
    transaction.put(index.id(), writer.checked(entry, index), primaryKey);
  }

  /** Whether an entry of a deferrable key has the values of the one before, and none is NULL. */
  private boolean repeats(
      byte[] entry, byte[] primaryKey, byte[] previous, Transaction transaction) {
    int length = entry.length - primaryKey.length;
    if (previous.length < length || !Arrays.equals(entry, 0, length, previous, 0, length)) {
      return false;
    }
    byte[] row = transaction.certified().get(table.rowTree(), primaryKey, decoder.readSet());
    return row == null || !encoder.hasNull(decoder.decode(row, transaction));
  }
}
