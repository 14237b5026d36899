package io.mosql.sql.exec.table;

import io.mosql.core.codec.ArrayCodec;
import io.mosql.core.codec.KeyWriter;
import io.mosql.core.codec.OverflowField;
import io.mosql.core.codec.RowFormat;
import io.mosql.core.error.MosqlException;
import io.mosql.core.port.Interrupts;
import io.mosql.core.type.Jsonb;
import io.mosql.core.type.LargeObject;
import io.mosql.core.type.SqlArray;
import io.mosql.core.type.SqlType;
import io.mosql.sql.catalog.ColumnDef;
import io.mosql.sql.catalog.SequenceDef;
import io.mosql.sql.catalog.TableDef;
import io.mosql.sql.error.SqlErrorMessage;
import io.mosql.sql.exec.runtime.ExecutionContext;
import io.mosql.storage.transaction.Transaction;
import io.mosql.storage.transaction.TransactionReader;
import io.mosql.storage.version.ColumnSet;
import io.mosql.storage.version.SystemTrees;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Out-of-line storage of the large values of one table: a value is divided into chunks in its
 * overflow tree, while the row contains a descriptor. Immutable.
 *
 * <pre>
 * key   := BIGINT id, INTEGER number of the chunk from 0 (KeyWriter)
 * value := bytes of the value, {@link #CHUNK_BYTES} of them, the rest in the last chunk
 * </pre>
 *
 * <p>The values of BLOB and CLOB columns above {@link LargeObject#INLINE_BYTES_MAX} are large
 * objects: the tree then has only a reference (io.mosql.storage.object).
 *
 * <p>Ids are never reused, so a descriptor determines the content of its chunks: a transaction with
 * a certified read of the descriptor need not certify the chunks. A transaction that replaces or
 * deletes a value reads its descriptor first and expects each chunk to exist, so that of two
 * concurrent ones one has a conflict, and no chunk is orphaned.
 */
public final class OverflowStorage {
  /** Maximum number of bytes of a value. */
  static final int VALUE_BYTES_MAX = 64 << 20;

  /** Bytes of a chunk; together with its key a chunk fills a page of 8 KB. */
  static final int CHUNK_BYTES = 8_000;

  /** Maximum number of bytes of a char in UTF-8; the two chars of a surrogate pair take four. */
  private static final int UTF8_BYTES_PER_CHAR = 3;

  private final TableDef table;
  private final long tree;
  private final SequenceDef ids;
  private final ColumnSet ordinals;

  /** Whether long values of BLOB and CLOB columns are large objects; not of a temporary table. */
  private final boolean holdsObjects;

  OverflowStorage(TableDef table) {
    this.table = table;
    this.tree = table.overflowTree();
    this.ids = SequenceDef.plain(tree, table.schema(), table.name(), 1, 1, table.id());
    this.holdsObjects =
        tree != 0
            && !SystemTrees.isTemporary(tree)
            && table.columns().stream().anyMatch(c -> c.type().kind().isLarge());
    this.ordinals = ordinals(table, IntStream.range(0, table.columns().size()));
  }

  private static ColumnSet ordinals(TableDef table, IntStream columns) {
    if (table.overflowTree() == 0) {
      return ColumnSet.NONE;
    }
    return ColumnSet.of(
        columns
            .mapToObj(table.columns()::get)
            .filter(ColumnDef::canOverflow)
            .mapToInt(ColumnDef::ordinal)
            .sorted()
            .toArray());
  }

  /** Ordinals of the fields that may be descriptors. */
  public ColumnSet ordinals() {
    return ordinals;
  }

  /** Ordinals of the fields of some columns that may be descriptors. */
  public ColumnSet ordinals(IntStream columns) {
    return ordinals(table, columns);
  }

  /**
   * Writes the large values of a new row; returns the row to be encoded, with descriptors in their
   * place.
   */
  @Nullable Object[] moveOutOfLine(@Nullable Object[] row, ExecutionContext context) {
    Object[] outlined = row;
    for (int i = 0; i < row.length; i++) {
      Object field = moveOutOfLine(i, row[i], context);
      if (field != row[i]) {
        outlined = outlined == row ? row.clone() : outlined;
        outlined[i] = field;
      }
    }
    return outlined;
  }

  /**
   * Writes a new value of a column if it is large; returns its descriptor, or else the value
   * itself.
   *
   * @throws MosqlException 54000 for a value of more than {@link #VALUE_BYTES_MAX}
   */
  public @Nullable Object moveOutOfLine(
      int index, @Nullable Object value, ExecutionContext context) {
    if (holdsObjects && table.columns().get(index).type().kind().isLarge()) {
      LargeObject object = LargeObjectStorage.stored(value, tree, context);
      if (object != null) {
        return OverflowField.of(object);
      }
    }
    Object loaded = LargeObject.loaded(value);
    byte[] bytes = largeBytes(loaded);
    if (bytes == null) {
      return loaded;
    }
    ColumnDef column = table.columns().get(index);
    if (bytes.length > VALUE_BYTES_MAX) {
      throw SqlErrorMessage.COLUMN_VALUE_TOO_LONG.error(
          column.name(), bytes.length, VALUE_BYTES_MAX >> 20);
    }
    if (tree == 0) {
      return value;
    }
    long id = context.sequences().nextInternal(ids);
    OverflowField field = OverflowField.of(loaded instanceof String, bytes, id);
    write(field, bytes, context.transaction());
    return field;
  }

  /** The bytes of the value when it is too large for the row, else null. */
  private static byte @Nullable [] largeBytes(@Nullable Object value) {
    byte[] bytes = null;
    if (value instanceof byte[] array) {
      bytes = array;
    } else if (value instanceof Jsonb json) {
      bytes = json.bytes();
    } else if (value instanceof SqlArray elements && elements.size() > 0) {
      bytes = ArrayCodec.encode(elements.element(), elements);
    } else if (value instanceof String text
        && text.length() > ColumnDef.INLINE_BYTES_MAX / UTF8_BYTES_PER_CHAR) {
      Interrupts.chargeMemory(text.length());
      bytes = text.getBytes(StandardCharsets.UTF_8);
    }
    return bytes == null || bytes.length <= ColumnDef.INLINE_BYTES_MAX ? null : bytes;
  }

  private void write(OverflowField field, byte[] bytes, Transaction transaction) {
    int chunks = chunks(field);
    for (int i = 0; i < chunks; i++) {
      int from = i * CHUNK_BYTES;
      byte[] chunk = Arrays.copyOfRange(bytes, from, from + chunkLength(field, i));
      if (!transaction.insert(tree, key(field.id(), i), chunk)) {
        throw SqlErrorMessage.LARGE_VALUE_ID_REUSED.error(table.qualifiedName());
      }
    }
  }

  /**
   * Loads the value of a descriptor; of a large object it is the object.
   *
   * @throws MosqlException XX001 when chunks are missing or of another length
   */
  Object load(OverflowField field, TransactionReader reads) {
    if (field.isLargeObject()) {
      return field.object(reads.largeObjects());
    }
    if (tree == 0 || field.length() > VALUE_BYTES_MAX) {
      throw damaged();
    }
    byte[] bytes = new byte[field.length()];
    int chunks = chunks(field);
    for (int i = 0; i < chunks; i++) {
      byte[] chunk = reads.getUnrecorded(tree, key(field.id(), i));
      if (chunk == null || chunk.length != chunkLength(field, i)) {
        throw damaged();
      }
      System.arraycopy(chunk, 0, bytes, i * CHUNK_BYTES, chunk.length);
    }
    return field.text() ? new String(bytes, StandardCharsets.UTF_8) : bytes;
  }

  /** Deletes the large values of a row that is replaced or deleted. */
  public void delete(byte[] row, ColumnSet of, Transaction transaction) {
    for (int i = of.next(0); i >= 0; i = of.next(i + 1)) {
      OverflowField field = RowFormat.overflow(row, i);
      if (field != null) {
        delete(field, transaction);
      }
    }
  }

  private void delete(OverflowField field, Transaction transaction) {
    if (field.isLargeObject()) {
      if (!transaction.releaseLargeObject(field.id(), tree)) {
        throw damaged();
      }
      return;
    }
    int chunks = chunks(field);
    for (int i = 0; i < chunks; i++) {
      if (!transaction.delete(tree, key(field.id(), i))) {
        throw damaged();
      }
    }
  }

  static int chunks(OverflowField field) {
    return (int) ((field.length() + CHUNK_BYTES - 1L) / CHUNK_BYTES);
  }

  static int chunkLength(OverflowField field, int chunk) {
    return Math.min(CHUNK_BYTES, field.length() - chunk * CHUNK_BYTES);
  }

  static byte[] key(long id, int chunk) {
    return new KeyWriter().column(SqlType.BIGINT, id).column(SqlType.INTEGER, chunk).toKey();
  }

  private MosqlException damaged() {
    return SqlErrorMessage.LARGE_VALUE_INCOMPLETE.error(table.qualifiedName());
  }
}
