package io.mosql.sql.ddl;

import io.mosql.core.codec.RowFormat;
import io.mosql.core.error.MosqlException;
import io.mosql.core.type.SqlType;
import io.mosql.sql.catalog.ColumnDef;
import io.mosql.sql.catalog.SequenceDef;
import io.mosql.sql.catalog.TableDef;
import io.mosql.sql.error.SqlErrorMessage;
import io.mosql.sql.parser.MosqlParser;
import io.mosql.sql.parser.ast.ddl.ColumnDefinition;
import java.util.Objects;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.jspecify.annotations.Nullable;

/** Creates columns, with the sequences that number them. */
final class ColumnCreation {
  /** Most columns of a table. */
  private static final int MAX_COLUMNS = 2_000;

  static final String ROW_ID = "$rowid";

  private final CatalogWriter change;

  ColumnCreation(CatalogWriter change) {
    this.change = change;
  }

  /**
   * Adds a column to the draft; a draft's table must have its id.
   *
   * @param filled whether the table may hold rows, so that these need a value for the column; the
   *     caller assigns the values of an auto-increment column
   */
  void add(TableDraft draft, ColumnDefinition definition, boolean filled) {
    String name = definition.name().getSimple();
    if (draft.columns.stream().anyMatch(c -> c.name().equals(name))) {
      throw SqlErrorMessage.COLUMN_SPECIFIED_TWICE.error(name);
    }
    if (draft.columns.size() >= MAX_COLUMNS) {
      throw SqlErrorMessage.TOO_MANY_COLUMNS.error(MAX_COLUMNS);
    }
    SqlType type = definition.type();
    requireOneSource(definition);
    if (definition.generated() != null) {
      addGenerated(draft, definition);
      return;
    }
    long sequence = 0;
    ColumnDefinition.Numbering numbering = definition.numbering();
    if (numbering != null) {
      if (!type.kind().isInteger()) {
        throw SqlErrorMessage.NUMBERED_COLUMN_TYPE.error(name);
      }
      sequence = number(draft, name, type, numbering);
    }
    String defaultSql = defaultSql(definition.defaultValue());
    Object value =
        defaultSql == null
            ? null
            : change
                .expressions()
                .constantDefault(defaultSql, type, change.catalog(), change.transaction());
    boolean nullable = !definition.notNull() && sequence == 0;
    if (filled && !nullable && value == null && sequence == 0) {
      throw SqlErrorMessage.NEW_COLUMN_WITHOUT_CONSTANT.error(name);
    }
    byte[] missing = filled && sequence == 0 ? RowFormat.encodeField(type, value) : null;
    draft.addColumn(
        new ColumnDef(draft.nextOrdinal, name, type, nullable, defaultSql, sequence, false, missing)
            .withAlways(numbering != null && numbering.always()));
  }

  /** Creates the sequence of an auto-increment column; returns its id. */
  long number(TableDraft draft, String column, SqlType type, ColumnDefinition.Numbering numbering) {
    return new SequenceStatements(change)
        .createNumbering(draft, draft.name + "_" + column + "_seq", type, numbering.options());
  }

  private static void requireOneSource(ColumnDefinition definition) {
    int sources =
        (definition.generated() == null ? 0 : 1)
            + (definition.numbering() == null ? 0 : 1)
            + (definition.defaultValue() == null ? 0 : 1);
    if (sources > 1) {
      throw SqlErrorMessage.CONFLICTING_COLUMN_VALUES.error(definition.name().getSimple());
    }
  }

  /**
   * Adds a column that is computed from others; the caller fills existing rows. The expression is
   * checked when all columns are known.
   */
  private static void addGenerated(TableDraft draft, ColumnDefinition definition) {
    draft.addColumn(
        new ColumnDef(
                draft.nextOrdinal,
                definition.name().getSimple(),
                definition.type(),
                !definition.notNull(),
                null,
                0,
                false,
                null)
            .withGenerated(MosqlParser.toSql(Objects.requireNonNull(definition.generated()))));
  }

  /**
   * Checks that all expressions of generated columns can be evaluated.
   *
   * @throws MosqlException 42P17 for an expression that refers to generated columns or is not
   *     immutable; 42xxx
   */
  void checkGenerated(TableDef table) {
    for (ColumnDef column : table.columns()) {
      String formula = column.generatedSql();
      if (formula == null || column.virtual()) {
        continue;
      }
      for (ColumnDef other : table.columns()) {
        if (other.generated()
            && !other.virtual()
            && ColumnReferences.mentions(formula, other.name())) {
          throw SqlErrorMessage.GENERATED_FROM_GENERATED.error(other.name(), column.name());
        }
      }
      change.expressions().requireValidExpression(column, table, change.catalog());
    }
  }

  /**
   * Adds the hidden row id of a table without a primary key.
   *
   * @param next row id of the next inserted row
   * @return its index
   */
  int addRowId(TableDraft draft, long next) {
    long sequence = change.newId();
    String base = draft.name + "_rowid_seq";
    String name = base;
    for (int i = 1; change.catalog().hasRelation(draft.schema, name); i++) {
      name = base + i;
    }
    change.write(SequenceDef.plain(sequence, draft.schema, name, next, 1, draft.id));
    int at = draft.insertionPoint();
    draft.addColumn(
        new ColumnDef(
            draft.nextOrdinal, ROW_ID, SqlType.BIGINT, false, null, sequence, true, null));
    return at;
  }

  static @Nullable String defaultSql(@Nullable SqlNode value) {
    return value == null || value instanceof SqlLiteral literal && literal.getValue() == null
        ? null
        : MosqlParser.toSql(value);
  }
}
