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
  public boolean autoIncrement() {
    return sequenceId != 0 && !hidden;
  }
}
