package io.mosql.sql.catalog;

import io.mosql.core.type.SqlType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The definition of a table column.
 *
 * @param ordinal of its field in stored rows; never reused within the table
 * @param name folded as the user's identifier was
 * @param defaultSql SQL text of the DEFAULT expression, or null
 * @param sequenceId sequence that fills an auto-increment column, or 0
 * @param hidden true for the row id of a table without a primary key, and for {@link #virtual()}
 *     columns: not in {@code *}, not an INSERT target
 * @param missingField bytes of the field in rows written before the column was added (RowFormat),
 *     or null when the column came with the table
 * @param always whether all values come from the sequence, so that no statement may set one
 *     (GENERATED ALWAYS)
 * @param generatedSql SQL text of the expression that computes the column from others of its row,
 *     or null
 * @param inputs ordinals of the columns that a virtual one is computed from; empty for others
 */
public record ColumnDef(
    int ordinal,
    String name,
    SqlType type,
    boolean nullable,
    @Nullable String defaultSql,
    long sequenceId,
    boolean hidden,
    byte @Nullable [] missingField,
    boolean always,
    @Nullable String generatedSql,
    List<Integer> inputs) {
  public ColumnDef {
    inputs = List.copyOf(inputs);
  }

  /** Longer texts and byte strings are stored outside the row. */
  public static final int INLINE_BYTES_MAX = 2_048;

  private static final int UTF8_BYTES_MAX = 4;

  /** Creates a column that statements may write. */
  public ColumnDef(
      int ordinal,
      String name,
      SqlType type,
      boolean nullable,
      @Nullable String defaultSql,
      long sequenceId,
      boolean hidden,
      byte @Nullable [] missingField) {
    this(
        ordinal,
        name,
        type,
        nullable,
        defaultSql,
        sequenceId,
        hidden,
        missingField,
        false,
        null,
        List.of());
  }

  /**
   * Creates a column for an indexed expression: its value is stored in index entries only, not in
   * rows.
   *
   * @param sql also its name
   */
  public static ColumnDef virtual(int ordinal, SqlType type, String sql, List<Integer> inputs) {
    return new ColumnDef(ordinal, sql, type, true, null, 0, true, null, false, sql, inputs);
  }

  public ColumnDef withName(String other) {
    return copy(other, type, nullable, defaultSql, sequenceId, always, generatedSql);
  }

  public ColumnDef withType(SqlType other) {
    return copy(name, other, nullable, defaultSql, sequenceId, always, generatedSql);
  }

  public ColumnDef withNullable(boolean other) {
    return copy(name, type, other, defaultSql, sequenceId, always, generatedSql);
  }

  public ColumnDef withDefault(@Nullable String other) {
    return copy(name, type, nullable, other, sequenceId, always, generatedSql);
  }

  public ColumnDef withAlways(boolean other) {
    return copy(name, type, nullable, defaultSql, sequenceId, other, generatedSql);
  }

  public ColumnDef withSequence(long other) {
    return copy(name, type, nullable, defaultSql, other, always, generatedSql);
  }

  public ColumnDef withGenerated(@Nullable String other) {
    return copy(name, type, nullable, defaultSql, sequenceId, always, other);
  }

  /** A copy for use once all rows have been written with the column. */
  public ColumnDef withoutMissingField() {
    return new ColumnDef(
        ordinal,
        name,
        type,
        nullable,
        defaultSql,
        sequenceId,
        hidden,
        null,
        always,
        generatedSql,
        inputs);
  }

  private ColumnDef copy(
      String newName,
      SqlType newType,
      boolean newNullable,
      @Nullable String newDefault,
      long newSequence,
      boolean newAlways,
      @Nullable String newGenerated) {
    return new ColumnDef(
        ordinal,
        newName,
        newType,
        newNullable,
        newDefault,
        newSequence,
        hidden,
        missingField,
        newAlways,
        newGenerated,
        inputs);
  }

  /** Whether it is an indexed expression, which is not stored in rows. */
  public boolean virtual() {
    return hidden && generatedSql != null;
  }

  /** Whether its values are computed from other columns of the row. */
  public boolean generated() {
    return generatedSql != null;
  }

  /** Whether statements may assign only DEFAULT to it. */
  public boolean valueIsGenerated() {
    return generated() || always;
  }

  /** Whether values of the column may be too large for the row. */
  public boolean canOverflow() {
    if (virtual()) {
      return false;
    }
    int precision = type.precision();
    return switch (type.kind()) {
      case CHAR, VARCHAR, TEXT ->
          precision == SqlType.UNBOUNDED || precision > INLINE_BYTES_MAX / UTF8_BYTES_MAX;
      case VARBINARY -> precision == SqlType.UNBOUNDED || precision > INLINE_BYTES_MAX;
      case JSONB, ARRAY, BLOB, CLOB -> true;
      default -> false;
    };
  }

  public boolean autoIncrement() {
    return sequenceId != 0 && !hidden;
  }
}
