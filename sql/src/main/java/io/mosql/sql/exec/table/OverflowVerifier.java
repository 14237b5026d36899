package io.mosql.sql.exec.table;

import io.mosql.core.codec.KeyReader;
import io.mosql.core.codec.OverflowField;
import io.mosql.core.codec.RowFormat;
import io.mosql.core.codec.SipHash128;
import io.mosql.core.error.MosqlException;
import io.mosql.core.type.LargeObject;
import io.mosql.core.type.SqlType;
import io.mosql.sql.catalog.Catalog;
import io.mosql.sql.catalog.ColumnDef;
import io.mosql.sql.catalog.TableDef;
import io.mosql.storage.object.LargeObjectRows;
import io.mosql.storage.transaction.RowCursor;
import io.mosql.storage.transaction.TransactionReader;
import io.mosql.storage.version.ColumnSet;
import io.mosql.storage.version.SystemTrees;
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
  private static final int PIECE_BYTES = 1 << 20;

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
    Map<Long, OverflowField> objects = new HashMap<>();
    Map<Long, OverflowField> descriptors = descriptors(table, objects);
    long count = descriptors.size() + objects.size();
    if (table.overflowTree() != 0) {
      if (!reader.hasTree(table.overflowTree())) {
        report(table, "the tree of its large values is missing");
      }
      checkChunks(table, descriptors, objects);
    }
    descriptors.values().forEach(field -> report(table, describe(field) + " has no chunks"));
    objects.values().forEach(field -> report(table, describe(field) + " has no reference"));
    return count;
  }

  /** The descriptors of values in the table; those of large objects are put into a map. */
  private Map<Long, OverflowField> descriptors(TableDef table, Map<Long, OverflowField> objects) {
    Map<Long, OverflowField> descriptors = new HashMap<>();
    RowCursor rows = reader.scan(table.rowTree(), null, null, false, ColumnSet.ALL);
    while (rows.next()) {
      byte[] row = rows.row();
      for (ColumnDef column : table.columns()) {
        try {
          OverflowField field = RowFormat.overflow(row, column.ordinal());
          Map<Long, OverflowField> known =
              field != null && field.isLargeObject() ? objects : descriptors;
          if (field != null && known.put(field.id(), field) != null) {
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
  private void checkChunks(
      TableDef table, Map<Long, OverflowField> descriptors, Map<Long, OverflowField> objects) {
    RowCursor chunks = reader.scan(table.overflowTree(), null, null, false, ColumnSet.ALL);
    Value current = null;
    while (chunks.next()) {
      KeyReader key = new KeyReader(chunks.key());
      if (LargeObjectRows.isReference(chunks.key())) {
        Long object = LargeObjectRows.id(chunks.key());
        OverflowField field = objects.remove(object);
        if (field == null) {
          report(table, "the reference to large object " + object + " belongs to no row");
        } else {
          checkObject(table, field);
        }
        continue;
      }
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

  /** Checks the claim and the content of a large object. */
  private void checkObject(TableDef table, OverflowField field) {
    byte[] claim =
        reader.getUnrecorded(SystemTrees.LARGE_OBJECTS, LargeObjectRows.claimKey(field.id()));
    LargeObject object = field.object(reader.largeObjects());
    try {
      if (claim == null
          || LargeObjectRows.owner(claim) != table.overflowTree()
          || !LargeObjectRows.object(field.id(), claim).isSame(object)) {
        report(table, describe(field) + " is not claimed by the table");
      }
      SipHash128 digest = OverflowField.newDigest();
      for (int at = 0; at < field.length(); ) {
        byte[] piece = object.read(at, PIECE_BYTES);
        digest.update(piece, 0, piece.length);
        at += piece.length;
      }
      if (!field.hasDigest(digest)) {
        report(table, describe(field) + " has other bytes");
      }
    } catch (MosqlException e) {
      report(table, describe(field) + ": " + e.getMessage());
    }
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
