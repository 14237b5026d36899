package io.mosql.sql.exec.table;

import io.mosql.core.codec.ArrayCodec;
import io.mosql.core.codec.KeyReader;
import io.mosql.core.codec.OverflowField;
import io.mosql.core.codec.RowFormat;
import io.mosql.core.codec.RowSlice;
import io.mosql.core.error.MosqlException;
import io.mosql.core.type.Jsonb;
import io.mosql.core.type.SqlType;
import io.mosql.sql.catalog.ColumnDef;
import io.mosql.sql.catalog.IndexDef;
import io.mosql.sql.catalog.KeyColumn;
import io.mosql.sql.catalog.TableDef;
import io.mosql.sql.error.SqlErrorMessage;
import io.mosql.sql.exec.runtime.UnreadColumn;
import io.mosql.storage.transaction.TransactionReader;
import io.mosql.storage.version.ColumnSet;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Decodes chosen columns of a table's rows into arrays of the table's width. Immutable.
 *
 * <p>A column added after a row was written has the default value that the catalog recorded for it.
 * A large value is loaded only where it is needed.
 */
public final class RowDecoder {
  private final TableDef table;
  private final int width;
  private final int[] columns;
  private final int[] ordinals;
  private final SqlType[] types;
  private final @Nullable Object[] missing;
  private final ColumnSet readSet;
  private final OverflowStorage overflow;

  /** The columns that may contain a descriptor. */
  private final int[] large;

  /**
   * Creates a decoder.
   *
   * @param wanted indexes into the table's columns
   */
  public RowDecoder(TableDef table, ColumnSet wanted) {
    this.table = table;
    this.width = table.columns().size();
    int count = 0;
    for (int c = 0; c < width; c++) {
      count += wanted.contains(c) ? 1 : 0;
    }
    columns = new int[count];
    ordinals = new int[count];
    types = new SqlType[count];
    missing = new Object[count];
    int n = 0;
    for (int c = 0; c < width; c++) {
      if (wanted.contains(c)) {
        ColumnDef column = table.columns().get(c);
        columns[n] = c;
        ordinals[n] = column.ordinal();
        types[n] = column.type();
        byte[] field = column.missingField();
        missing[n] = field == null ? null : RowFormat.decodeField(field, column.type());
        n++;
      }
    }
    readSet =
        ColumnSet.of(
            Arrays.stream(columns)
                .filter(c -> !table.isFixedByKey(c))
                .map(c -> table.columns().get(c).ordinal())
                .toArray());
    overflow = new OverflowStorage(table);
    large = Arrays.stream(columns).filter(c -> table.columns().get(c).canOverflow()).toArray();
  }

  /**
   * Ordinals that the decoding reads, to be certified with a read of the row; without those that
   * are the same in every row under a key.
   */
  public ColumnSet readSet() {
    return readSet;
  }

  /** The columns of the row, with large values loaded. */
  public @Nullable Object[] decode(byte[] row, TransactionReader reads) {
    Object[] values = decodeInline(row);
    load(values, ColumnSet.ALL, reads);
    return values;
  }

  /** As {@link #decode}, but with descriptors in place of large values. */
  public @Nullable Object[] decodeInline(byte[] row) {
    return decodeInline(new RowSlice().set(row));
  }

  /** As {@link #decodeInline}, of a slice of a page. */
  @Nullable Object[] decodeInline(RowSlice row) {
    Object[] values = UnreadColumn.row(width);
    decodeInto(values, row);
    return values;
  }

  /** As {@link #decodeInline}, into an array that may contain other decoded columns. */
  public void decodeInto(@Nullable Object[] values, RowSlice row) {
    for (int i = 0; i < ordinals.length; i++) {
      values[columns[i]] = row.find(ordinals[i]) ? row.decode(types[i]) : absent(i);
    }
  }

  /**
   * Loads the large values of some columns that are not loaded yet.
   *
   * @throws MosqlException XX001 when one is incomplete
   */
  public void load(@Nullable Object[] values, ColumnSet wanted, TransactionReader reads) {
    for (int column : large) {
      if (values[column] instanceof OverflowField field && wanted.contains(column)) {
        Object value = overflow.load(field, reads);
        SqlType type = table.columns().get(column).type();
        values[column] =
            switch (type.kind()) {
              case JSONB -> Jsonb.ofBytes((byte[]) value);
              case ARRAY -> {
                byte[] bytes = (byte[]) value;
                yield ArrayCodec.decode(type.elementType(), bytes, 0, bytes.length);
              }
              default -> value;
            };
      }
    }
  }

  private @Nullable Object absent(int i) {
    if (missing[i] == null && !table.columns().get(columns[i]).nullable()) {
      throw SqlErrorMessage.ROW_WITHOUT_REQUIRED_COLUMN.error(table.qualifiedName());
    }
    return missing[i];
  }

  /**
   * Decodes the columns contained in a key of the index and in the primary key; of a text with a
   * collation the key contains only its sort key.
   */
  public @Nullable Object[] decodeEntry(IndexDef index, byte[] key, byte[] primaryKey) {
    Object[] values = UnreadColumn.row(width);
    fill(values, index, new KeyReader(key));
    fill(values, table.primary(), new KeyReader(primaryKey));
    return values;
  }

  private void fill(@Nullable Object[] values, IndexDef index, KeyReader reader) {
    for (KeyColumn column : index.columns()) {
      SqlType type = table.columns().get(column.column()).type();
      Object value = reader.column(type, column.descending());
      if (type.isPlain()) {
        values[column.column()] = value;
      }
    }
  }
}
