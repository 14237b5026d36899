package io.mosql.sql.parser.ast;

import io.mosql.core.type.SqlType;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.jspecify.annotations.Nullable;

/**
 * A column as CREATE TABLE or ADD COLUMN declares it. Keys, CHECK and REFERENCES written at the
 * column are found among the {@link TableConstraint}s beside it.
 *
 * @param type resolved; SERIAL is INTEGER with auto-increment and NOT NULL
 * @param notNull whether NOT NULL was written (or follows from SERIAL)
 * @param defaultValue the DEFAULT expression, or null
 * @param autoIncrement AUTO_INCREMENT, SERIAL or GENERATED .. AS IDENTITY
 * @param comment or null
 */
public record ColumnDefinition(
    SqlIdentifier name,
    SqlType type,
    boolean notNull,
    @Nullable SqlNode defaultValue,
    boolean autoIncrement,
    @Nullable String comment) {
  void write(SqlText out) {
    out.node(name).text(type.toString());
    out.wordsIf(notNull, "NOT NULL");
    if (defaultValue != null) {
      out.words("DEFAULT").node(defaultValue);
    }
    out.wordsIf(autoIncrement, "AUTO_INCREMENT");
    if (comment != null) {
      out.words("COMMENT").quoted(comment);
    }
  }
}
