package io.mosql.sql.ddl;

import io.mosql.core.error.MosqlException;
import io.mosql.core.type.SqlType;
import io.mosql.sql.catalog.ColumnDef;
import io.mosql.sql.catalog.IndexDef;
import io.mosql.sql.catalog.KeyColumn;
import io.mosql.sql.catalog.OperatorClass;
import io.mosql.sql.catalog.TableDef;
import io.mosql.sql.error.SqlErrorMessage;
import io.mosql.sql.parser.MosqlParser;
import io.mosql.sql.parser.ast.ddl.IndexDefinition;
import io.mosql.sql.parser.ast.ddl.KeyPart;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.jspecify.annotations.Nullable;

/**
 * Creates indexes in table drafts. An expression, or the condition of a partial index, becomes a
 * virtual column of the table, shared by all indexes with the same text.
 */
final class IndexCreation {
  private final CatalogWriter change;

  IndexCreation(CatalogWriter change) {
    this.change = change;
  }

  /** The columns and the extent of an index. */
  record IndexLayout(List<KeyColumn> columns, IndexDef.Extent extent) {}

  /**
   * Adds the virtual columns that the draft lacks, and returns the layout of the index.
   *
   * @throws MosqlException 42P17 for an expression that is not immutable, 42703, 42701
   */
  IndexLayout shape(TableDraft draft, IndexDefinition body, boolean unique) {
    if (body.inverted()) {
      return inverted(draft, body, unique);
    }
    if (unique && !body.included().isEmpty()) {
      throw SqlErrorMessage.UNIQUE_INDEX_WITH_INCLUDE.error();
    }
    List<KeyColumn> columns = new ArrayList<>();
    for (KeyPart part : body.parts()) {
      int column =
          part.isColumn()
              ? NameResolver.column(draft.table(), part.column())
              : virtual(draft, part.value(), false);
      columns.add(new KeyColumn(column, part.descending()));
      requireOnce(columns, draft);
    }
    for (SqlIdentifier name : body.included()) {
      columns.add(new KeyColumn(NameResolver.column(draft.table(), name), false));
      requireOnce(columns, draft);
    }
    SqlNode condition = body.condition();
    return new IndexLayout(
        columns,
        condition == null && body.included().isEmpty()
            ? IndexDef.Extent.WHOLE
            : new IndexDef.Extent(
                body.included().size(),
                condition == null
                    ? IndexDef.Extent.WHOLE.filter()
                    : virtual(draft, condition, true),
                null));
  }

  /** The layout of an inverted index on a document or array (PostgreSQL's GIN). */
  private IndexLayout inverted(TableDraft draft, IndexDefinition body, boolean unique) {
    if (unique) {
      throw SqlErrorMessage.GIN_FEATURE_UNSUPPORTED.error("unique indexes");
    }
    if (!body.included().isEmpty()) {
      throw SqlErrorMessage.GIN_FEATURE_UNSUPPORTED.error("included columns");
    }
    if (body.parts().size() > 1) {
      throw SqlErrorMessage.GIN_FEATURE_UNSUPPORTED.error("multicolumn indexes");
    }
    KeyPart part = body.parts().get(0);
    int column =
        part.isColumn()
            ? NameResolver.column(draft.table(), part.column())
            : virtual(draft, part.value(), false);
    OperatorClass items = operatorClass(part.operatorClass(), draft.columns.get(column).type());
    SqlNode condition = body.condition();
    return new IndexLayout(
        List.of(new KeyColumn(column, false)),
        new IndexDef.Extent(
            0,
            condition == null ? IndexDef.Extent.WHOLE.filter() : virtual(draft, condition, true),
            items));
  }

  private static OperatorClass operatorClass(@Nullable SqlIdentifier name, SqlType type) {
    if (name == null) {
      OperatorClass usual = OperatorClass.of(type);
      if (usual == null) {
        throw SqlErrorMessage.TYPE_WITHOUT_OPERATOR_CLASS.error(shown(type));
      }
      return usual;
    }
    OperatorClass items = OperatorClass.ofName(name.getSimple().toLowerCase(Locale.ROOT));
    if (items == null) {
      throw SqlErrorMessage.UNDEFINED_OPERATOR_CLASS.error(NameResolver.last(name));
    }
    if (!items.accepts(type)) {
      throw SqlErrorMessage.OPERATOR_CLASS_OF_OTHER_TYPE.error(items.sql(), shown(type));
    }
    return items;
  }

  private static String shown(SqlType type) {
    return type.toString().toLowerCase(Locale.ROOT);
  }

  private static void requireOnce(List<KeyColumn> columns, TableDraft draft) {
    int last = columns.get(columns.size() - 1).column();
    if (columns.stream().filter(c -> c.column() == last).count() > 1) {
      throw SqlErrorMessage.COLUMN_TWICE_IN_KEY.error(draft.columns.get(last).name());
    }
  }

  /** Adds an index with this layout. */
  IndexDef add(
      TableDraft draft,
      @Nullable SqlIdentifier name,
      boolean unique,
      IndexDefinition body,
      IndexLayout shape) {
    List<String> names = body.parts().stream().map(IndexCreation::word).toList();
    String made = NameResolver.constraint(name, draft.table(), names, unique ? "key" : "idx");
    IndexDef index =
        new IndexDef(change.newId(), made, false, unique, shape.columns(), false, shape.extent());
    draft.indexes.add(index);
    return index;
  }

  /** The word for a key part in a generated index name. */
  private static String word(KeyPart part) {
    if (part.isColumn()) {
      return part.column().getSimple();
    }
    return part.value() instanceof SqlCall call
            && call.getOperator() instanceof SqlFunction function
        ? function.getName().toLowerCase(Locale.ROOT)
        : "expr";
  }

  private int virtual(TableDraft draft, SqlNode expression, boolean condition) {
    TableDef table = draft.table();
    SqlType type =
        change
            .expressions()
            .expressionType(MosqlParser.toSql(expression), condition, table, change.catalog());
    String sql = MosqlParser.toSql(ColumnReferences.unqualified(expression));
    for (int i = 0; i < draft.columns.size(); i++) {
      ColumnDef column = draft.columns.get(i);
      if (column.virtual() && sql.equals(column.generatedSql()) && type.equals(column.type())) {
        return i;
      }
    }
    List<Integer> inputs = new ArrayList<>();
    for (ColumnDef column : draft.columns) {
      if (!column.virtual() && ColumnReferences.mentions(sql, column.name())) {
        inputs.add(column.ordinal());
        requireVisible(column);
      }
    }
    draft.columns.add(ColumnDef.virtual(draft.nextOrdinal++, type, sql, inputs));
    return draft.columns.size() - 1;
  }

  private static void requireVisible(ColumnDef column) {
    if (column.hidden()) {
      throw SqlErrorMessage.UNDEFINED_COLUMN.error(column.name());
    }
  }

  /**
   * Updates the types of the expressions that use a column.
   *
   * @return whether entries remain valid: no expression has another type kind
   */
  boolean retype(TableDraft draft, int changed) {
    int ordinal = draft.columns.get(changed).ordinal();
    TableDef table = draft.table();
    boolean same = true;
    for (int i = 0; i < draft.columns.size(); i++) {
      ColumnDef column = draft.columns.get(i);
      if (column.virtual() && column.inputs().contains(ordinal)) {
        String sql = column.name();
        boolean condition = isCondition(draft, i);
        SqlType type = change.expressions().expressionType(sql, condition, table, change.catalog());
        same &= type.kind() == column.type().kind();
        draft.replaceColumn(i, ColumnDef.virtual(column.ordinal(), type, sql, column.inputs()));
      }
    }
    for (IndexDef index : draft.indexes) {
      OperatorClass items = index.extent().items();
      SqlType type = draft.columns.get(index.columns().get(0).column()).type();
      if (items != null && !items.accepts(type)) {
        throw SqlErrorMessage.TYPE_WITHOUT_OPERATOR_CLASS.error(shown(type));
      }
    }
    return same;
  }

  private static boolean isCondition(TableDraft draft, int column) {
    return draft.indexes.stream().anyMatch(index -> index.extent().filter() == column);
  }
}
