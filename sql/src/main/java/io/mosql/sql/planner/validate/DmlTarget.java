package io.mosql.sql.planner.validate;

import io.mosql.core.session.ColumnInfo;
import io.mosql.sql.catalog.RequiredPrivilege;
import io.mosql.sql.catalog.TableDef;
import io.mosql.sql.catalog.ViewDef;
import io.mosql.sql.error.SqlErrorMessage;
import io.mosql.sql.parser.ast.dml.OnConflict;
import io.mosql.sql.planner.error.PlanErrors;
import io.mosql.sql.planner.schema.CatalogSchema;
import io.mosql.sql.view.UpdatableView;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlShuttle;
import org.jspecify.annotations.Nullable;

/**
 * The target of a DML statement: a table, or an updatable view of one. Columns are found by their
 * names in the statement and returned as indexes in the table. Immutable.
 *
 * @param table the table whose rows change
 * @param view the view that the statement names, or null when it names the table
 * @param verb for messages: {@code insert into}, {@code update}, {@code delete from}
 */
public record DmlTarget(TableDef table, @Nullable UpdatableView view, String verb) {
  /** Prefix of the names of columns that the planner adds; it cannot occur in a statement. */
  public static final String INTERNAL_PREFIX = "\u0000";

  /** Prefix of the names of key columns in the relation that a target view is read as. */
  static final String KEY = INTERNAL_PREFIX + "key";

  /** Whether the planner added the column, which is not visible to users. */
  public static boolean isInternal(ColumnInfo column) {
    return column.label().startsWith(INTERNAL_PREFIX);
  }

  public static DmlTarget of(TableDef table) {
    return new DmlTarget(table, null, "");
  }

  /** Returns the id of the named relation. */
  public long id() {
    return view == null ? table.id() : view.view().id();
  }

  /** Returns the name of the target within the statement when there is no alias. */
  public String name() {
    return view == null ? table.name() : view.view().name();
  }

  /** Returns the relation to read the rows from, which has the key columns. */
  public SqlIdentifier relation() {
    return new SqlIdentifier(List.of(CatalogSchema.TARGETS, name()), SqlParserPos.ZERO);
  }

  /** Returns the name of a key column in that relation. */
  public String keyName(int part) {
    return view == null
        ? table.columns().get(table.primary().columns().get(part).column()).name()
        : KEY + part;
  }

  /**
   * Returns the columns of an INSERT without a column list; -1 for a view column that is not a
   * table column.
   */
  public List<Integer> columns() {
    if (view != null) {
      return view.columns();
    }
    List<Integer> columns = new ArrayList<>();
    for (int i = 0; i < table.columns().size(); i++) {
      if (!table.columns().get(i).hidden()) {
        columns.add(i);
      }
    }
    return columns;
  }

  /** Whether there is a column with this name. */
  public boolean hasColumn(String column) {
    if (view != null) {
      return view.index(column) >= 0;
    }
    int index = table.columnIndex(column);
    return index >= 0 && !table.columns().get(index).hidden();
  }

  /**
   * Returns the column that a SET clause or a column list names.
   *
   * @param target name of the table within the statement, for {@code SET target.column}
   */
  public static int column(TableDef table, String target, SqlNode node, Set<Integer> used) {
    SqlIdentifier id = (SqlIdentifier) node;
    int last = id.names.size() - 1;
    boolean ofTarget = last == 0 || (last == 1 && id.names.get(0).equals(target));
    int column = ofTarget ? table.columnIndex(id.names.get(last)) : -1;
    if (column < 0 || table.columns().get(column).hidden()) {
      throw PlanErrors.at(
          SqlErrorMessage.UNDEFINED_COLUMN_OF_TABLE, id.getParserPosition(), id, table.name());
    }
    if (!used.add(column)) {
      throw PlanErrors.at(SqlErrorMessage.COLUMN_SPECIFIED_TWICE, id.getParserPosition(), id);
    }
    return column;
  }

  /**
   * Returns the column that a SET clause or a column list names.
   *
   * @param name name of the target within the statement, for {@code SET target.column}
   * @param used receives the column
   */
  public int column(String name, SqlNode node, Set<Integer> used) {
    if (view == null) {
      return column(table, name, node, used);
    }
    SqlIdentifier id = (SqlIdentifier) node;
    int last = id.names.size() - 1;
    boolean ofTarget = last == 0 || (last == 1 && id.names.get(0).equals(name));
    int index = ofTarget ? view.index(id.names.get(last)) : -1;
    if (index < 0) {
      throw PlanErrors.at(
          SqlErrorMessage.UNDEFINED_COLUMN_OF_VIEW, id.getParserPosition(), id, view.view().name());
    }
    int column = view.columns().get(index);
    requireColumn(column, index, id.getParserPosition());
    if (!used.add(column)) {
      throw PlanErrors.at(SqlErrorMessage.COLUMN_SPECIFIED_TWICE, id.getParserPosition(), id);
    }
    return column;
  }

  /**
   * Checks that columns of a view are columns of its table, without duplicates.
   *
   * @param places indexes of the table's columns, parallel to the first columns of the view
   */
  public void requireColumns(List<Integer> places, SqlParserPos pos) {
    for (int i = 0; view != null && i < places.size(); i++) {
      requireColumn(places.get(i), i, pos);
      if (places.indexOf(places.get(i)) < i) {
        throw PlanErrors.at(
            SqlErrorMessage.MULTIPLE_ASSIGNMENTS, pos, table.columns().get(places.get(i)).name());
      }
    }
  }

  private void requireColumn(int place, int index, SqlParserPos pos) {
    if (place < 0 && view != null) {
      ViewDef definition = view.view();
      throw PlanErrors.at(
          SqlErrorMessage.VIEW_COLUMN_NOT_UPDATABLE,
          pos,
          verb,
          definition.columns().get(index).name(),
          definition.name());
    }
  }

  /** Returns the ON CONFLICT clause with the key columns' names in the table. */
  public OnConflict inTable(OnConflict conflict) {
    if (view == null) {
      return conflict;
    }
    SqlNode subset = conflict.subset();
    return new OnConflict(
        conflict.kind(),
        conflict.parts().stream().map(this::inTable).toList(),
        subset == null ? null : inTable(subset),
        conflict.constraint(),
        conflict.values(),
        conflict.condition());
  }

  private SqlNode inTable(SqlNode node) {
    SqlNode renamed =
        node.accept(
            new SqlShuttle() {
              @Override
              public SqlNode visit(SqlIdentifier id) {
                int index = view == null || !id.isSimple() ? -1 : view.index(id.getSimple());
                int column = view == null || index < 0 ? -1 : view.columns().get(index);
                return column < 0
                    ? id
                    : new SqlIdentifier(table.columns().get(column).name(), id.getParserPosition());
              }
            });
    return renamed == null ? node : renamed;
  }

  /** Adds the named relation and, for a view, the relations below it down to the table. */
  public void addRelations(Set<Long> relations) {
    relations.add(table.id());
    for (UpdatableView level = view; level != null; level = level.inner()) {
      relations.add(level.view().id());
    }
  }

  /**
   * Returns the privileges that owners of views need when the statement needs these on the first
   * view.
   */
  public List<RequiredPrivilege> ownerPrivileges(int rights) {
    List<RequiredPrivilege> required = new ArrayList<>();
    for (UpdatableView level = view; level != null; level = level.inner()) {
      UpdatableView inner = level.inner();
      long below = inner == null ? table.id() : inner.view().id();
      required.add(new RequiredPrivilege(below, rights, level.view().id()));
    }
    return required;
  }
}
