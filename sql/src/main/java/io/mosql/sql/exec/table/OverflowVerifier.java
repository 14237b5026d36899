package io.mosql.sql.exec.table;

import io.mosql.core.codec.KeyReader;
import io.mosql.core.codec.OverflowField;
import io.mosql.core.codec.RowFormat;
import io.mosql.core.codec.SipHash128;
import io.mosql.core.error.MosqlException;
import io.mosql.core.type.SqlType;
import io.mosql.sql.catalog.Catalog;
import io.mosql.sql.catalog.ColumnDef;
import io.mosql.sql.catalog.TableDef;
import io.mosql.storage.transaction.RowCursor;
import io.mosql.storage.transaction.TransactionReader;
import io.mosql.storage.version.ColumnSet;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Verifies values stored out of line: an overflow tree contains exactly the chunks of the
 * descriptors in rows, complete and with the digest that the descriptor states, and no two rows
 * share a value. The descriptors of one table at a time are in memory. Not thread-safe.
 */
public final class OverflowVerifier {
  private final TransactionReader reader;
  private final Consumer<String> findings;

  /**
   * Creates a verifier.
   *
   * @param reader preferably a read-only one: all rows are read
   * @param findings receives each inconsistency
   */
  public OverflowVerifier(TransactionReader reader, Consumer<String> findings) {
    this.reader = reader;
    this.findings = findings;
  }

  /** Verifies all tables; returns the number of large values. */
  public long check(Catalog catalog) {
    long values = 0;
    for (TableDef table : catalog.tables()) {
      values += check(table);
    }
    return values;
  }

  /** Verifies one table; returns the number of its large values. */
  public long check(TableDef table) {
    Map<Long, OverflowField> descriptors = descriptors(table);
    long count = descriptors.size();
    if (table.overflowTree() != 0) {
      if (!reader.hasTree(table.overflowTree())) {
        report(table, "the tree of its large values is missing");
      }
      checkChunks(table, descriptors);
    }
    descriptors.values().forEach(field -> report(table, describe(field) + " has no chunks"));
    return count;
  }

  private Map<Long, OverflowField> descriptors(TableDef table) {
    Map<Long, OverflowField> descriptors = new HashMap<>();
    RowCursor rows = reader.scan(table.rowTree(), null, null, false, ColumnSet.ALL);
    while (rows.next()) {
      byte[] row = rows.row();
      for (ColumnDef column : table.columns()) {
        try {
          OverflowField field = RowFormat.overflow(row, column.ordinal());
          if (field != null && descriptors.put(field.id(), field) != null) {
            report(table, describe(field) + " is in two places");
          }
        } catch (MosqlException e) {
          report(table, "column " + column.name() + ": " + e.getMessage());
        }
      }
    }
    return descriptors;
  }

  /** Checks the chunks and removes the descriptors that have them. */
  private void checkChunks(TableDef table, Map<Long, OverflowField> descriptors) {
    RowCursor chunks = reader.scan(table.overflowTree(), null, null, false, ColumnSet.ALL);
    Value current = null;
    while (chunks.next()) {
      KeyReader key = new KeyReader(chunks.key());
      Long id = (Long) key.column(SqlType.BIGINT, false);
      Integer number = (Integer) key.column(SqlType.INTEGER, false);
      if (id == null || number == null) {
        report(table, "a chunk has NULL in its key");
        continue;
      }
      if (current == null || current.id != id) {
        finish(table, current);
        current = new Value(id, descriptors.remove(id));
      }
      current.add(number, chunks.row());
    }
    finish(table, current);
  }

  private void finish(TableDef table, @Nullable Value value) {
    String wrong = value == null ? null : value.wrong();
    if (wrong != null) {
      report(table, wrong);
    }
  }

  private void report(TableDef table, String finding) {
    findings.accept("table " + table.qualifiedName() + ": " + finding);
  }

  private static String describe(OverflowField field) {
    return "large value " + field.id() + " of " + field.length() + " bytes";
  }

  /** The chunks of one id, in the order of the tree. */
  private static final class Value {
    private final long id;
    private final @Nullable OverflowField field;
    private final SipHash128 digest = OverflowField.newDigest();
    private int chunks;
    private boolean fits = true;

    Value(long id, @Nullable OverflowField field) {
      this.id = id;
      this.field = field;
    }

    void add(int number, byte[] chunk) {
      fits &=
          field != null
              && number == chunks
              && number < OverflowStorage.chunks(field)
              && chunk.length == OverflowStorage.chunkLength(field, number);
      chunks++;
      digest.update(chunk, 0, chunk.length);
    }

    @Nullable String wrong() {
      if (field == null) {
        return chunks + " chunks of value " + id + " belong to no row";
      }
      if (!fits || chunks != OverflowStorage.chunks(field)) {
        return describe(field) + " lacks chunks or has others";
      }
      return field.hasDigest(digest) ? null : describe(field) + " has other bytes";
    }
  }
}
