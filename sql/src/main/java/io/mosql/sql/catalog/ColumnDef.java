package io.mosql.sql.catalog;

import io.mosql.core.type.SqlType;
import org.jspecify.annotations.Nullable;

/**
 * A column.
 *
 * @param ordinal of its field in stored rows; never reused within the table
 * @param name folded as the user's identifier was
 * @param defaultSql SQL text of the DEFAULT expression, or null
 * @param sequenceId sequence that fills an auto-increment column, or 0
 * @param hidden true for the row id of a table without a primary key: not in {@code *}, not an
 *     INSERT target
 * @param missingField bytes of the field in rows written before the column was added (RowFormat),
 *     or null when the column came with the table
 */
public record ColumnDef(
    int ordinal,
    String name,
    SqlType type,
    boolean nullable,
    @Nullable String defaultSql,
    long sequenceId,
    boolean hidden,
    byte @Nullable [] missingField) {
  /** Texts and byte strings that take more bytes are kept outside of the row. */
  public static final int INLINE_BYTES_MAX = 2_048;

  private static final int UTF8_BYTES_MAX = 4;

  /** Whether values of the column may be too large for the row. */
  public boolean canOverflow() {
    int precision = type.precision();
    return switch (type.kind()) {
      case CHAR, VARCHAR, TEXT ->
          precision == SqlType.UNBOUNDED || precision > INLINE_BYTES_MAX / UTF8_BYTES_MAX;
      case VARBINARY -> precision == SqlType.UNBOUNDED || precision > INLINE_BYTES_MAX;
      default -> false;
    };
  }

  public boolean autoIncrement() {
    return sequenceId != 0 && !hidden;
  }
}
