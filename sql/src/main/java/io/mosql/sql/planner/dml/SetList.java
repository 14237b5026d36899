package io.mosql.sql.planner.dml;

import io.mosql.sql.algebra.Assignment;
import io.mosql.sql.catalog.ColumnDef;
import io.mosql.sql.catalog.KeyColumn;
import io.mosql.sql.catalog.TableDef;
import io.mosql.sql.error.SqlErrorMessage;
import io.mosql.sql.parser.ast.dml.ElementAssignment;
import io.mosql.sql.parser.ast.dml.SetClause;
import io.mosql.sql.parser.error.ParserErrorMessage;
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
 * The SET list of an UPDATE: columns and the values assigned to them. Additions are separated from
 * other assignments, so that columns used only by additions are not read. One per statement.
 */
final class SetList {
  private final DmlPlanner modifications;
  private final TableDef table;
  private final DmlTarget target;
  private final String name;
  private final QueryAnalyzer analyzer;
  private final List<Integer> columns = new ArrayList<>();

  /** Parallel to the columns; null for DEFAULT. */
  private final List<@Nullable SqlNode> sources = new ArrayList<>();

  private final Set<Integer> used = new HashSet<>();

  /**
   * Creates the list from SET clauses.
   *
   * @param name of the target within the statement
   * @param rewrite of expressions before they are validated
   * @param queries collects sub-queries that are assigned to several columns
   */
  SetList(
      DmlPlanner modifications,
      DmlTarget target,
      String name,
      QueryAnalyzer analyzer,
      List<SetClause> values,
      UnaryOperator<SqlNode> rewrite,
      MultiColumnSetQueries queries) {
    this.modifications = modifications;
    this.table = target.table();
    this.target = target;
    this.name = name;
    this.analyzer = analyzer;
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
      return; // The assignment has no effect: the column has this value.
    }
    columns.add(column);
    if (isDefault) {
      sources.add(null);
    } else {
      SqlNode source = rewrite.apply(ofTarget(value));
      requireValue(definition, source);
      analyzer.validator().setAssignedType(source, modifications.columnType(definition));
      sources.add(source);
    }
  }

  /** Qualifies the column of which a part is assigned with the name of the target. */
  private SqlNode ofTarget(SqlNode value) {
    if (!ElementAssignment.is(value)) {
      return value;
    }
    SqlCall call = (SqlCall) value;
    List<SqlNode> operands = new ArrayList<>(call.getOperandList());
    if (operands.get(0) instanceof SqlIdentifier column) {
      String last = column.names.get(column.names.size() - 1);
      operands.set(0, new SqlIdentifier(List.of(name, last), column.getParserPosition()));
    } else {
      operands.set(0, ofTarget(operands.get(0)));
    }
    return call.getOperator().createCall(call.getParserPosition(), operands);
  }

  private void addRow(SetClause set, SqlNode query, MultiColumnSetQueries queries) {
    int width = set.columns().size();
    SqlNodeList items = query instanceof SqlSelect select ? select.getSelectList() : null;
    if (items != null && items.size() != width && items.stream().noneMatch(SetList::isStar)) {
      throw PlanErrors.at(
          ParserErrorMessage.ASSIGNED_VALUES_DIFFER, set.value().getParserPosition());
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
        analyzer.validator().setAssignedType(expression, modifications.columnType(definition));
      }
    }
    sources.addAll(queries.add(query, width));
  }

  /**
   * Checks that the source is a single value: Calcite would expand {@code t.*} to several outputs
   * of the query for the target rows.
   *
   * @throws RuntimeException 42804
   */
  static void requireValue(ColumnDef column, SqlNode source) {
    if (isStar(source)) {
      throw PlanErrors.at(
          SqlErrorMessage.ASSIGNMENT_TYPE_MISMATCH,
          source.getParserPosition(),
          column.name(),
          column.type(),
          "record");
    }
  }

  private static boolean isStar(SqlNode item) {
    return item instanceof SqlIdentifier id && id.isStar();
  }

  /** Returns the number of assigned columns. */
  int size() {
    return columns.size();
  }

  /** Returns the expressions to validate, without DEFAULT. */
  List<SqlNode> expressions() {
    return sources.stream().filter(Objects::nonNull).toList();
  }

  /**
   * Finds the assignments that are additions.
   *
   * @param values the expressions, converted
   * @param looked columns whose new values are used and must be known
   * @return parallel to the columns; null for other assignments. There are no additions when the
   *     primary key changes, because the whole row is then moved
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

  /** Returns which of the expressions must be computed, because they are not additions. */
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
   * Returns the assignments.
   *
   * @param values the expressions over any row type; null where not needed
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
        ? modifications.newValue(column, analyzer)
        : new AssignmentCasts(analyzer.cluster().getRexBuilder())
            .assign(computed, column.type(), column.name(), source.getParserPosition());
  }

  /** Returns the values of assignments that are not additions. */
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
   * Returns the checks that use an assigned column, including additions; null in place of other
   * checks.
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
