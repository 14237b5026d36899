package io.mosql.sql.planner.dml;

import io.mosql.core.error.SqlState;
import io.mosql.sql.algebra.Assignment;
import io.mosql.sql.catalog.ColumnDef;
import io.mosql.sql.catalog.KeyColumn;
import io.mosql.sql.catalog.TableDef;
import io.mosql.sql.parser.ast.dml.SetClause;
import io.mosql.sql.planner.error.PlanErrors;
import io.mosql.sql.planner.expression.Rexes;
import io.mosql.sql.planner.validate.DmlTarget;
import io.mosql.sql.planner.validate.QueryAnalyzer;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.jspecify.annotations.Nullable;

/**
 * The SET list of an UPDATE: columns and the values assigned to them. Additions are told from other
 * assignments, so that what only additions look at is not read. One per statement.
 */
final class SetList {
  private final DmlPlanner modifications;
  private final TableDef table;
  private final DmlTarget target;
  private final String name;
  private final QueryAnalyzer frontend;
  private final List<Integer> columns = new ArrayList<>();

  /** Beside the columns; null for DEFAULT. */
  private final List<@Nullable SqlNode> sources = new ArrayList<>();

  private final Set<Integer> used = new HashSet<>();

  /**
   * @param name what the target is called within the statement
   * @param rewrite of expressions before they are validated
   * @param queries takes those that give values to several columns
   */
  SetList(
      DmlPlanner modifications,
      DmlTarget target,
      String name,
      QueryAnalyzer frontend,
      List<SetClause> values,
      UnaryOperator<SqlNode> rewrite,
      MultiColumnSetQueries queries) {
    this.modifications = modifications;
    this.table = target.table();
    this.target = target;
    this.name = name;
    this.frontend = frontend;
    for (SetClause value : values) {
      if (value.isRow()) {
        addRow(value, rewrite.apply(value.value()), queries);
      } else {
        add(value, rewrite);
      }
    }
  }

  private void add(SetClause set, UnaryOperator<SqlNode> rewrite) {
    SqlNode value = set.value();
    int column = target.column(name, set.columns().get(0), used);
    ColumnDef definition = table.columns().get(column);
    boolean isDefault = InsertPlanner.isDefault(value);
    if (definition.valueIsGenerated() && !isDefault) {
      throw DmlPlanner.notWritable(definition, value);
    }
    if (definition.generated()) {
      return; // It has that value.
    }
    columns.add(column);
    if (isDefault) {
      sources.add(null);
    } else {
      SqlNode source = rewrite.apply(value);
      requireValue(definition, source);
      frontend.validator().setAssignedType(source, modifications.columnType(definition));
      sources.add(source);
    }
  }

  private void addRow(SetClause set, SqlNode query, MultiColumnSetQueries queries) {
    int width = set.columns().size();
    SqlNodeList items = query instanceof SqlSelect select ? select.getSelectList() : null;
    if (items != null && items.size() != width && items.stream().noneMatch(SetList::isStar)) {
      throw PlanErrors.at(
          SqlState.SYNTAX_ERROR,
          items.size() + " values are assigned to " + width + " columns",
          set.value().getParserPosition());
    }
    for (int i = 0; i < width; i++) {
      int column = target.column(name, set.columns().get(i), used);
      ColumnDef definition = table.columns().get(column);
      if (definition.valueIsGenerated()) {
        throw DmlPlanner.notWritable(definition, set.value());
      }
      columns.add(column);
      if (items != null && i < items.size()) {
        SqlNode item = items.get(i);
        SqlNode expression = item.getKind() == SqlKind.AS ? ((SqlCall) item).operand(0) : item;
        frontend.validator().setAssignedType(expression, modifications.columnType(definition));
      }
    }
    sources.addAll(queries.add(query, width));
  }

  /**
   * Calcite takes {@code t.*} for several outputs of the query that finds the rows.
   *
   * @throws RuntimeException 42804
   */
  static void requireValue(ColumnDef column, SqlNode source) {
    if (isStar(source)) {
      throw PlanErrors.at(
          SqlState.DATATYPE_MISMATCH,
          "column \""
              + column.name()
              + "\" is of type "
              + column.type()
              + " but the value is a row",
          source.getParserPosition());
    }
  }

  private static boolean isStar(SqlNode item) {
    return item instanceof SqlIdentifier id && id.isStar();
  }

  /** Columns that are set. */
  int size() {
    return columns.size();
  }

  /** The expressions to be validated, without those of DEFAULT. */
  List<SqlNode> expressions() {
    return sources.stream().filter(Objects::nonNull).toList();
  }

  /**
   * Finds additions.
   *
   * @param values the expressions, converted
   * @param looked columns whose new values something looks at, so that they have to be known
   * @return beside the columns; null for what is no addition. Rows whose keys change move as a
   *     whole.
   */
  List<@Nullable Assignment> additions(
      List<RexNode> values, AdditiveAssignments additions, BitSet looked) {
    boolean moves =
        table.primary().columns().stream().map(KeyColumn::column).anyMatch(used::contains);
    BitSet inputs = GeneratedColumnInputs.of(table);
    List<@Nullable Assignment> found = new ArrayList<>();
    int value = 0;
    for (int i = 0; i < columns.size(); i++) {
      boolean computed = sources.get(i) != null;
      int column = columns.get(i);
      boolean adds = computed && !moves && !looked.get(column) && !inputs.get(column);
      found.add(adds ? additions.of(columns.get(i), values.get(value)) : null);
      value += computed ? 1 : 0;
    }
    return found;
  }

  /** Which of the expressions are wanted, because they are no additions. */
  BitSet wanted(List<@Nullable Assignment> additions) {
    BitSet wanted = new BitSet();
    int value = 0;
    for (int i = 0; i < columns.size(); i++) {
      if (sources.get(i) != null) {
        wanted.set(value++, additions.get(i) == null);
      }
    }
    return wanted;
  }

  /**
   * The assignments.
   *
   * @param values the expressions, over whatever row; null where not wanted
   */
  List<Assignment> assignments(
      List<@Nullable Assignment> additions, List<? extends @Nullable RexNode> values) {
    List<Assignment> assignments = new ArrayList<>();
    int value = 0;
    for (int i = 0; i < columns.size(); i++) {
      RexNode computed = sources.get(i) == null ? null : values.get(value++);
      Assignment addition = additions.get(i);
      assignments.add(
          addition != null ? addition : new Assignment.Set(columns.get(i), assigned(i, computed)));
    }
    return assignments;
  }

  private RexNode assigned(int i, @Nullable RexNode computed) {
    ColumnDef column = table.columns().get(columns.get(i));
    SqlNode source = sources.get(i);
    return source == null || computed == null
        ? modifications.newValue(column, frontend)
        : new AssignmentCasts(frontend.cluster().getRexBuilder())
            .assign(computed, column.type(), column.name(), source.getParserPosition());
  }

  /** The values of assignments that are no additions. */
  static List<RexNode> values(List<Assignment> assignments) {
    List<RexNode> values = new ArrayList<>();
    for (Assignment assignment : assignments) {
      if (assignment instanceof Assignment.Set set) {
        values.add(set.value());
      }
    }
    return values;
  }

  /**
   * The checks that look at any column that is set, or that is added to; null in the place of
   * others.
   */
  static List<@Nullable RexNode> affectedChecks(
      TableDef table, List<RexNode> checks, List<Assignment> assignments, boolean added) {
    BitSet columns = new BitSet();
    for (Assignment assignment : assignments) {
      if (assignment instanceof Assignment.Add == added) {
        columns.set(assignment.column());
      }
    }
    GeneratedColumnInputs.addChanging(table, columns);
    List<@Nullable RexNode> concerned = new ArrayList<>();
    for (RexNode check : checks) {
      concerned.add(Rexes.fields(check).intersects(columns) ? check : null);
    }
    return concerned;
  }
}
