package io.mosql.sql.planner.simple;

import io.mosql.core.session.ColumnInfo;
import io.mosql.core.session.ParameterInfo;
import io.mosql.core.type.SqlType;
import io.mosql.core.type.TypeKind;
import io.mosql.sql.algebra.KeyBounds;
import io.mosql.sql.algebra.ParameterUse;
import io.mosql.sql.algebra.PlainType;
import io.mosql.sql.algebra.PlanNode;
import io.mosql.sql.algebra.PlannedStatement;
import io.mosql.sql.algebra.RexConstant;
import io.mosql.sql.catalog.Catalog;
import io.mosql.sql.catalog.ColumnDef;
import io.mosql.sql.catalog.KeyColumn;
import io.mosql.sql.catalog.Privilege;
import io.mosql.sql.catalog.RequiredPrivilege;
import io.mosql.sql.catalog.TableDef;
import io.mosql.sql.planner.dml.ForeignKeyRelations;
import io.mosql.storage.version.ColumnSet;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.calcite.rex.RexDynamicParam;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.jspecify.annotations.Nullable;

/**
 * Plans statements of the simplest forms from their text: INSERT of constant rows, and SELECT of
 * columns of one row by its whole primary key. Returns null for every other statement, for invalid
 * ones, and wherever a rule of types would apply; the planner plans those and reports their errors.
 *
 * <p>The plan of a statement is equal to the one that the planner makes, and so are its columns,
 * parameters, relations and privileges. These statements are what new databases are asked first:
 * the plan needs none of the grammar's, the validator's and the operators' classes. One per
 * statement.
 */
public final class SimplePlanner {
  private static final PlainType ROW_COUNT =
      PlainType.row(List.of("rowcount"), List.of(PlainType.of(SqlType.BIGINT, false)));

  private final Catalog catalog;
  private final String currentSchema;
  private final ParameterInfo[] parameters;
  private final ParameterUse[] uses;

  private SimplePlanner(Catalog catalog, String currentSchema, int parameters) {
    this.catalog = catalog;
    this.currentSchema = currentSchema;
    this.parameters = new ParameterInfo[parameters];
    this.uses = new ParameterUse[parameters];
  }

  /**
   * Plans a statement; returns null when it is not of these forms.
   *
   * @param boundTypes types of the values bound to parameters; a statement that has some is left to
   *     the planner
   */
  public static @Nullable PlannedStatement plan(
      String sql,
      Catalog catalog,
      String currentSchema,
      List<? extends @Nullable SqlType> boundTypes) {
    for (SqlType bound : boundTypes) {
      if (bound != null) {
        return null;
      }
    }
    SimpleStatement statement = SimpleStatement.parse(sql);
    if (statement == null) {
      return null;
    }
    SimplePlanner planner = new SimplePlanner(catalog, currentSchema, statement.parameters());
    return statement instanceof SimpleStatement.Select select
        ? planner.select(select)
        : planner.insert((SimpleStatement.Insert) statement);
  }

  private @Nullable TableDef table(SimpleStatement statement) {
    return catalog.view(currentSchema, statement.table()) == null
        ? catalog.table(currentSchema, statement.table())
        : null;
  }

  private @Nullable PlannedStatement select(SimpleStatement.Select select) {
    TableDef table = table(select);
    if (table == null || select.conditions().size() != table.primary().columns().size()) {
      return null;
    }
    RexNode[] key = new RexNode[select.conditions().size()];
    for (SimpleStatement.Condition condition : select.conditions()) {
      int place = keyPlace(table, condition.column());
      RexNode value =
          place < 0 || key[place] != null ? null : compared(table, place, condition.value());
      if (value == null) {
        return null;
      }
      key[place] = value;
    }
    List<Integer> columns = columns(table, select.columns());
    if (columns == null) {
      return null;
    }
    PlainType scanned = rowType(table, true);
    List<String> names = new ArrayList<>();
    List<PlainType> types = new ArrayList<>();
    List<RexNode> outputs = new ArrayList<>();
    List<ColumnInfo> shown = new ArrayList<>();
    boolean identity = columns.size() == scanned.getFieldCount();
    for (int i = 0; i < columns.size(); i++) {
      int place = columns.get(i);
      ColumnDef column = table.columns().get(place);
      if (!isPlain(table, column)) {
        return null;
      }
      PlainType type = type(column);
      identity &= place == i;
      outputs.add(new RexInputRef(place, type));
      names.add(column.name());
      types.add(type);
      shown.add(
          new ColumnInfo(
              column.name(),
              column.type(),
              column.nullable(),
              column.autoIncrement(),
              table.schema(),
              table.name(),
              column.name()));
    }
    ColumnSet read = ColumnSet.of(columns.stream().sorted().mapToInt(Integer::intValue).toArray());
    PlanNode scan =
        new PlanNode.TableScan(
            table,
            table.name(),
            table.primary(),
            new KeyBounds(List.of(key), null),
            false,
            false,
            read,
            read,
            null,
            null,
            scanned,
            1,
            1);
    return statement(
        identity ? scan : new PlanNode.Project(scan, outputs, PlainType.row(names, types)),
        shown,
        Set.of(table.id()),
        table,
        Privilege.SELECT);
  }

  /** Returns the place of a column in the primary key, or -1. */
  private static int keyPlace(TableDef table, String name) {
    List<KeyColumn> key = table.primary().columns();
    for (int i = 0; i < key.size(); i++) {
      ColumnDef column = table.columns().get(key.get(i).column());
      if (!column.hidden() && !column.virtual() && column.name().equals(name)) {
        return i;
      }
    }
    return -1;
  }

  /**
   * Returns the columns with the names, or all visible ones; null when there is one that is not.
   */
  private static @Nullable List<Integer> columns(TableDef table, @Nullable List<String> names) {
    List<Integer> columns = new ArrayList<>();
    if (names == null) {
      for (int i = 0; i < table.columns().size(); i++) {
        if (!table.columns().get(i).hidden()) {
          columns.add(i);
        }
      }
      return columns;
    }
    for (String name : names) {
      int column = table.columnIndex(name);
      if (column < 0 || table.columns().get(column).hidden()) {
        return null;
      }
      columns.add(column);
    }
    return columns;
  }

  /** Whether the type of a column is one without parts or rules of its own. */
  private static boolean isPlain(TableDef table, ColumnDef column) {
    return column.type().isPlain()
        && !table.isJson(column)
        && switch (column.type().kind()) {
          case INTERVAL, JSONB, ARRAY, BLOB, CLOB -> false;
          default -> true;
        };
  }

  private static PlainType type(ColumnDef column) {
    return PlainType.of(column.type(), column.nullable());
  }

  private static PlainType rowType(TableDef table, boolean withHidden) {
    List<String> names = new ArrayList<>();
    List<PlainType> types = new ArrayList<>();
    for (ColumnDef column : table.columns()) {
      if (withHidden || !column.hidden()) {
        names.add(column.name());
        types.add(type(column));
      }
    }
    return PlainType.row(names, types);
  }

  private @Nullable RexNode compared(TableDef table, int place, SimpleValue value) {
    SqlType type = table.columns().get(table.primary().columns().get(place).column()).type();
    if (!type.isPlain()) {
      return null;
    }
    boolean text = type.kind() == TypeKind.VARCHAR || type.kind() == TypeKind.TEXT;
    if (value instanceof SimpleValue.Parameter parameter) {
      return text || type.kind().isInteger()
          ? parameter(parameter, type, ParameterUse.COMPARED)
          : null;
    } else if (value instanceof SimpleValue.Whole number && type.kind().isInteger()) {
      return number(number.value(), type);
    }
    // A text that is longer than the column has its own type.
    return value instanceof SimpleValue.Text string
            && text
            && (type.precision() == SqlType.UNBOUNDED
                || string.value().length() <= type.precision())
        ? new RexConstant(PlainType.of(type, false), string.value())
        : null;
  }

  private @Nullable PlannedStatement insert(SimpleStatement.Insert insert) {
    TableDef table = table(insert);
    List<Integer> columns = table == null ? null : columns(table, insert.columns());
    if (table == null || columns == null || !table.checks().isEmpty()) {
      return null;
    }
    int width = insert.rows().get(0).size();
    if (width > columns.size() || width < columns.size() && insert.columns() != null) {
      return null;
    }
    columns = columns.subList(0, width);
    List<List<RexNode>> tuples = new ArrayList<>();
    for (List<SimpleValue> row : insert.rows()) {
      List<RexNode> tuple = tuple(table, columns, row);
      if (tuple == null) {
        return null;
      }
      tuples.add(tuple);
    }
    Set<Long> relations = new HashSet<>();
    relations.add(table.id());
    ForeignKeyRelations.add(catalog, table, relations);
    return statement(
        new PlanNode.Insert(
            table,
            new PlanNode.Values(tuples, rowType(table, false)),
            List.of(),
            null,
            List.of(),
            ROW_COUNT),
        List.of(),
        relations,
        table,
        Privilege.INSERT);
  }

  /** Returns the values of all columns but the hidden one; null when one has a rule of its own. */
  private @Nullable List<RexNode> tuple(
      TableDef table, List<Integer> columns, List<SimpleValue> values) {
    List<RexNode> tuple = new ArrayList<>();
    for (int i = 0; i < table.columns().size(); i++) {
      ColumnDef column = table.columns().get(i);
      if (column.hidden()) {
        continue;
      }
      int position = columns.indexOf(i);
      RexNode value =
          position >= 0
              ? assigned(table, column, values.get(position))
              : column.defaultSql() == null ? nothing(column.type()) : null;
      if (value == null) {
        return null;
      }
      tuple.add(value);
    }
    return tuple;
  }

  private @Nullable RexNode assigned(TableDef table, ColumnDef column, SimpleValue value) {
    SqlType type = column.type();
    if (column.generated() || column.always() || !isPlain(table, column)) {
      return null;
    }
    boolean text = type.kind() == TypeKind.VARCHAR || type.kind() == TypeKind.TEXT;
    if (value instanceof SimpleValue.Parameter parameter) {
      return switch (type.kind()) {
        case NUMERIC -> null;
        default -> parameter(parameter, type, ParameterUse.ASSIGNED);
      };
    } else if (value instanceof SimpleValue.Null) {
      return nothing(type);
    } else if (value instanceof SimpleValue.Whole number && type.kind().isInteger()) {
      return number(number.value(), type);
    }
    return value instanceof SimpleValue.Text string && text ? text(string.value()) : null;
  }

  private @Nullable RexNode number(long value, SqlType type) {
    Object carried =
        switch (type.kind()) {
          case SMALLINT -> value == (short) value ? (Object) (int) value : null;
          case INTEGER -> value == (int) value ? (Object) (int) value : null;
          default -> (Object) value;
        };
    return carried == null ? null : new RexConstant(PlainType.of(type, false), carried);
  }

  private RexNode nothing(SqlType type) {
    return new RexConstant(PlainType.of(type, true), null);
  }

  private RexNode text(String value) {
    return new RexConstant(
        PlainType.of(SqlType.varchar(Math.max(1, value.length())), false), value);
  }

  /** Returns a parameter of a column's type; length and digits do not limit it. */
  private RexNode parameter(SimpleValue.Parameter parameter, SqlType column, ParameterUse use) {
    SqlType type = column.kind().isText() ? SqlType.TEXT : column.withoutDigits();
    parameters[parameter.index()] = new ParameterInfo(type, true);
    uses[parameter.index()] = use;
    return new RexDynamicParam(PlainType.of(type, true), parameter.index());
  }

  private PlannedStatement statement(
      PlanNode root,
      List<ColumnInfo> columns,
      Set<Long> relations,
      TableDef table,
      Privilege privilege) {
    return new PlannedStatement(
        root,
        columns,
        List.of(parameters),
        List.of(uses),
        List.copyOf(relations),
        List.of(new RequiredPrivilege(table.id(), Privilege.bits(EnumSet.of(privilege)))));
  }
}
