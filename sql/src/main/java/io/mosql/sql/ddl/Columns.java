package io.mosql.sql.ddl;

import io.mosql.core.codec.RowFormat;
import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.core.type.SqlType;
import io.mosql.sql.catalog.Catalog;
import io.mosql.sql.catalog.ColumnDef;
import io.mosql.sql.catalog.SequenceDef;
import io.mosql.sql.parser.MosqlParser;
import io.mosql.sql.parser.ast.ColumnDefinition;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.jspecify.annotations.Nullable;

/** Makes columns, with the sequences that fill them. */
final class Columns {
  /** Most columns of a table. */
  private static final int MAX_COLUMNS = 2_000;

  static final String ROW_ID = "$rowid";

  private final SchemaChange change;

  Columns(SchemaChange change) {
    this.change = change;
  }

  /**
   * Adds a column to the draft; a draft's table must have its id.
   *
   * @param filled whether the table may hold rows, so that these need a value for the column
   */
  void add(TableDraft draft, ColumnDefinition definition, boolean filled) {
    String name = definition.name().getSimple();
    if (draft.columns.stream().anyMatch(c -> c.name().equals(name))) {
      throw new MosqlException(
          SqlState.DUPLICATE_COLUMN, "column \"" + name + "\" specified more than once");
    }
    if (draft.columns.size() >= MAX_COLUMNS) {
      throw new MosqlException(
          SqlState.PROGRAM_LIMIT_EXCEEDED, "a table has at most " + MAX_COLUMNS + " columns");
    }
    SqlType type = definition.type();
    long sequence = 0;
    if (definition.autoIncrement()) {
      if (!type.kind().isInteger()) {
        throw new MosqlException(
            SqlState.INVALID_TABLE_DEFINITION,
            "column \"" + name + "\": only integers count up by themselves");
      }
      if (filled) {
        throw new MosqlException(
            SqlState.FEATURE_NOT_SUPPORTED,
            "an auto-increment column cannot be added to a table with rows");
      }
      sequence = sequence(draft, draft.name + "_" + name + "_seq", 1);
    }
    String defaultSql = defaultSql(definition.defaultValue());
    Object value =
        defaultSql == null
            ? null
            : change
                .expressions()
                .constantDefault(defaultSql, type, change.catalog(), change.transaction());
    boolean nullable = !definition.notNull() && sequence == 0;
    if (filled && !nullable && value == null) {
      throw new MosqlException(
          SqlState.NOT_NULL_VIOLATION,
          "column \""
              + name
              + "\" contains null values: a NOT NULL column of a table with rows needs a constant default");
    }
    byte[] missing = filled ? RowFormat.encodeField(type, value) : null;
    draft.addColumn(
        new ColumnDef(
            draft.nextOrdinal, name, type, nullable, defaultSql, sequence, false, missing));
  }

  /**
   * Adds the hidden row id of a table without a primary key.
   *
   * @param next what the next inserted row gets
   */
  void addRowId(TableDraft draft, long next) {
    long sequence = sequence(draft, draft.name + "_rowid_seq", next);
    draft.columns.add(
        new ColumnDef(
            draft.nextOrdinal++, ROW_ID, SqlType.BIGINT, false, null, sequence, true, null));
  }

  static @Nullable String defaultSql(@Nullable SqlNode value) {
    return value == null || value instanceof SqlLiteral literal && literal.getValue() == null
        ? null
        : MosqlParser.toSql(value);
  }

  private long sequence(TableDraft draft, String base, long start) {
    Catalog catalog = change.catalog();
    String name = base;
    for (int i = 1; catalog.hasRelation(draft.schema, name); i++) {
      name = base + i;
    }
    long id = change.newId();
    change.write(new SequenceDef(id, draft.schema, name, start, 1, draft.id));
    return id;
  }
}
