package io.mosql.sql.planner.dml;

import io.mosql.core.error.CoreErrorMessage;
import io.mosql.core.type.SqlType;
import io.mosql.sql.algebra.PlanNode;
import io.mosql.sql.algebra.PlannedStatement;
import io.mosql.sql.catalog.ColumnDef;
import io.mosql.sql.catalog.TableDef;
import io.mosql.sql.error.SqlErrorMessage;
import io.mosql.sql.parser.ast.dml.AssignedPart;
import io.mosql.sql.parser.ast.dml.InsertRows;
import io.mosql.sql.parser.ast.dml.OnConflict;
import io.mosql.sql.planner.error.PlanErrors;
import io.mosql.sql.planner.expression.Rexes;
import io.mosql.sql.planner.logical.LogicalPlan;
import io.mosql.sql.planner.logical.LogicalPlanBuilder;
import io.mosql.sql.planner.optimize.AlgebraOptimizer;
import io.mosql.sql.planner.physical.BlockPlanner;
import io.mosql.sql.planner.physical.ColumnPruner;
import io.mosql.sql.planner.physical.CostedPlan;
import io.mosql.sql.planner.physical.PhysicalPlanner;
import io.mosql.sql.planner.rewrite.PlainSelect;
import io.mosql.sql.planner.rewrite.SqlNodeFinder;
import io.mosql.sql.planner.rewrite.SyntaxTreeRewrite;
import io.mosql.sql.planner.rewrite.WindowRewrite;
import io.mosql.sql.planner.rewrite.WithQueries;
import io.mosql.sql.planner.schema.CatalogTable;
import io.mosql.sql.planner.validate.DmlTarget;
import io.mosql.sql.planner.validate.QueryAnalyzer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlWith;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/**
 * The planner of one INSERT. All rows of VALUES are validated together, as one long select list.
 */
final class InsertPlanner {
  private final DmlPlanner context;
  private final InsertRows insert;
  private final DmlTarget target;
  private final TableDef table;
  private final QueryAnalyzer analyzer;

  /** The table columns that values are given for, in the order of the values. */
  private List<Integer> columns;

  /** The column list; null when there is none. */
  private final @Nullable InsertedParts parts;

  private final Map<Integer, RexNode> defaults = new HashMap<>();

  InsertPlanner(DmlPlanner context, InsertRows insert) {
    this.context = context;
    this.insert = insert;
    this.target = context.target(insert.table(), "insert into");
    this.table = target.table();
    this.analyzer = context.analyzer(target.view() == null ? null : target, false);
    this.parts = insert.columns() == null ? null : new InsertedParts(insert.columns());
    this.columns = columns();
  }

  static boolean isDefault(SqlNode node) {
    return node.getKind() == SqlKind.DEFAULT;
  }

  private List<Integer> columns() {
    if (parts == null) {
      return target.columns();
    }
    List<Integer> result = new ArrayList<>();
    Set<Integer> used = new HashSet<>();
    SqlIdentifier alias = insert.alias();
    String known = alias == null ? target.name() : alias.getSimple();
    for (AssignedPart part : parts.columns()) {
      result.add(target.column(known, part.column(), used));
    }
    return result;
  }

  PlannedStatement plan() {
    SqlNode source = insert.source() == null ? null : joined(insert.source());
    PlanNode rows = source == null ? defaults() : source(source);
    List<RexNode> checks = context.checks(target, analyzer);
    SqlIdentifier relation = target.view() == null ? insert.table() : target.relation();
    ReturningList returning =
        ReturningList.ofInserted(analyzer, target, relation, insert.alias(), insert.returning());
    OnConflict conflict = insert.conflict();
    PlanNode root =
        new PlanNode.Insert(
            table,
            rows,
            checks,
            conflict == null
                ? null
                : new OnConflictPlanner(context, target, analyzer, checks, returning)
                    .plan(conflict, relation, insert.alias()),
            returning.expressions(),
            context.rowType(returning));
    return context.statement(root, analyzer, insert, target, returning);
  }

  /** Joins the values of parts of one array. */
  private SqlNode joined(SqlNode source) {
    if (parts == null) {
      return source;
    }
    List<SqlType> types = columns.stream().map(c -> table.columns().get(c).type()).toList();
    return parts.joined(source, types);
  }

  private PlanNode source(SqlNode source) {
    SqlNodeList named = source instanceof SqlWith with ? with.withList : null;
    SqlNode body = source instanceof SqlWith with ? with.body : source;
    if (body.getKind() != SqlKind.VALUES) {
      return query(source);
    }
    SqlCall values = (SqlCall) body;
    return named != null && values.operandCount() > 1 && hasSubQuery(values) && !hasDefault(values)
        ? query(source)
        : values(values, named);
  }

  /** Whether a value is or contains a sub-query. */
  private static boolean hasSubQuery(SqlNode values) {
    return SqlNodeFinder.hasCall(values, call -> call != values && call.isA(SqlKind.QUERY));
  }

  private static boolean hasDefault(SqlCall values) {
    return values.getOperandList().stream()
        .flatMap(row -> cells(row).stream())
        .anyMatch(InsertPlanner::isDefault);
  }

  static List<SqlNode> cells(SqlNode row) {
    return row.getKind() == SqlKind.ROW ? ((SqlCall) row).getOperandList() : List.of(row);
  }

  private PlanNode defaults() {
    List<RexNode> row = new ArrayList<>();
    for (ColumnDef column : table.columns()) {
      if (!column.hidden()) {
        row.add(context.defaultValue(column, analyzer));
      }
    }
    return new PlanNode.Values(List.of(row), CatalogTable.rowType(table, false, context.types()));
  }

  /**
   * Checks that there is a column for each value. Without a column list the values are for the
   * first columns, as in PostgreSQL, and the other columns get their defaults.
   */
  private void checkWidth(int width, SqlNode at) {
    if (insert.columns() == null && width < columns.size()) {
      columns = columns.subList(0, width);
    }
    if (width != columns.size()) {
      throw PlanErrors.at(
          width > columns.size()
              ? SqlErrorMessage.INSERT_TOO_MANY_EXPRESSIONS
              : SqlErrorMessage.INSERT_TOO_FEW_EXPRESSIONS,
          at.getParserPosition());
    }
    if (insert.columns() == null) {
      target.requireColumns(columns, insert.table().getParserPosition());
    }
  }

  /**
   * Plans rows of VALUES.
   *
   * @param named queries of a WITH; null for none
   */
  private PlanNode values(SqlCall values, @Nullable SqlNodeList named) {
    List<List<SqlNode>> rows = new ArrayList<>();
    List<SqlNode> items = new ArrayList<>();
    int width = cells(values.operand(0)).size();
    for (SqlNode row : values.getOperandList()) {
      List<SqlNode> cells = cells(row);
      if (cells.size() != width) {
        throw PlanErrors.at(SqlErrorMessage.VALUES_LENGTHS_DIFFER, row.getParserPosition());
      }
      checkWidth(width, row);
      List<SqlNode> rewritten = new ArrayList<>();
      for (int i = 0; i < cells.size(); i++) {
        WindowRewrite.refuse(cells.get(i), "VALUES");
        SqlNode cell = SyntaxTreeRewrite.rewrite(cells.get(i));
        rewritten.add(cell);
        if (!isDefault(cell)) {
          analyzer.validator().setAssignedType(cell, context.columnType(column(i)));
          items.add(cell);
        }
      }
      rows.add(rewritten);
    }
    LogicalPlan.Block block = block(items, named);
    boolean constant =
        block.sources().stream().allMatch(source -> source.input() instanceof LogicalPlan.Values);
    if (!constant && rows.size() > 1) {
      throw CoreErrorMessage.UNSUPPORTED.error("a sub-query in one of several rows of VALUES");
    }
    CostedPlan planned = null;
    List<RexNode> outputs = block.outputs();
    if (!constant) {
      BlockPlanner blockPlanner =
          new BlockPlanner(
              context.physical(analyzer), block, PhysicalPlanner.PlanRequest.all(block, Map.of()));
      planned = blockPlanner.join();
      outputs = blockPlanner.outputs().stream().map(planned::toPhysical).toList();
    }
    List<List<RexNode>> tuples = new ArrayList<>();
    int next = 0;
    for (List<SqlNode> row : rows) {
      RexNode[] tuple = new RexNode[columns.size()];
      for (int i = 0; i < tuple.length; i++) {
        SqlNode cell = row.get(i);
        RexNode given = isDefault(cell) ? null : outputs.get(next++);
        tuple[i] =
            given == null || isOverridden(i, cell)
                ? defaultOf(columns.get(i))
                : assign(given, i, cell.getParserPosition());
      }
      tuples.add(complete(Arrays.asList(tuple)));
    }
    RelDataType rowType = CatalogTable.rowType(table, false, context.types());
    return planned == null
        ? new PlanNode.Values(tuples, rowType)
        : ColumnPruner.prune(
            new PlanNode.Project(planned.node(), tuples.get(0), rowType),
            analyzer.cluster().getRexBuilder());
  }

  private LogicalPlan.Block block(List<SqlNode> items, @Nullable SqlNodeList named) {
    LogicalPlanBuilder builder = new LogicalPlanBuilder(analyzer.cluster());
    if (items.isEmpty()) {
      return new LogicalPlan.Block(
          List.of(), List.of(), List.of(), context.types().builder().build());
    }
    SqlNode select = PlainSelect.of(new SqlNodeList(items, SqlParserPos.ZERO), null, null);
    return builder.block(analyzer.convert(WithQueries.prependTo(named, select)));
  }

  private PlanNode query(SqlNode source) {
    SqlNode query = SyntaxTreeRewrite.rewrite(source);
    if (query instanceof SqlSelect select) {
      SqlNodeList items = select.getSelectList();
      for (int i = 0; i < Math.min(items.size(), columns.size()); i++) {
        SqlNode item = items.get(i);
        SqlNode expression = item.getKind() == SqlKind.AS ? ((SqlCall) item).operand(0) : item;
        if (columns.get(i) >= 0) {
          analyzer.validator().setAssignedType(expression, context.columnType(column(i)));
        }
      }
    }
    RelNode rows =
        AlgebraOptimizer.optimize(
            analyzer.convert(query),
            analyzer.isAfterChanges()
                ? AlgebraOptimizer.Tables.NONE
                : AlgebraOptimizer.Tables.UNUSED,
            analyzer.cancellation());
    LogicalPlan logical = new LogicalPlanBuilder(analyzer.cluster()).build(rows);
    checkWidth(logical.width(), source);
    CostedPlan planned =
        context
            .physical(analyzer)
            .plan(logical, PhysicalPlanner.PlanRequest.all(logical, Map.of()));
    // each field is used by one column, so the inner projection can be merged into the one with
    // casts
    PlanNode.Project inner = planned.node() instanceof PlanNode.Project project ? project : null;
    List<RexNode> row = new ArrayList<>();
    for (int i = 0; i < columns.size(); i++) {
      RexNode value = planned.ref(i);
      row.add(
          isOverridden(i, source)
              ? defaultOf(columns.get(i))
              : assign(
                  inner == null ? value : inner.expressions().get(Rexes.index(value)),
                  i,
                  source.getParserPosition()));
    }
    return ColumnPruner.prune(
        new PlanNode.Project(
            inner == null ? planned.node() : inner.input(),
            complete(row),
            CatalogTable.rowType(table, false, context.types())),
        analyzer.cluster().getRexBuilder());
  }

  /**
   * Whether the value given for a column is ignored (OVERRIDING USER VALUE).
   *
   * @throws RuntimeException 428C9 when the column does not accept a value
   */
  private boolean isOverridden(int position, SqlNode at) {
    ColumnDef column = column(position);
    InsertRows.Overriding overriding = insert.overriding();
    if (column.generated() || column.always() && overriding == InsertRows.Overriding.NOTHING) {
      throw DmlPlanner.notWritable(column, at);
    }
    return column.sequenceId() != 0 && overriding == InsertRows.Overriding.USER;
  }

  private ColumnDef column(int position) {
    return table.columns().get(columns.get(position));
  }

  private RexNode assign(RexNode value, int position, SqlParserPos pos) {
    return new AssignmentCasts(analyzer.cluster().getRexBuilder())
        .assign(value, column(position).type(), column(position).name(), pos);
  }

  private RexNode defaultOf(int column) {
    return defaults.computeIfAbsent(
        column, c -> context.defaultValue(table.columns().get(c), analyzer));
  }

  /** Returns the values of all columns except the hidden one, in table order. */
  private List<RexNode> complete(List<RexNode> row) {
    List<RexNode> complete = new ArrayList<>();
    for (int i = 0; i < table.columns().size(); i++) {
      if (table.columns().get(i).hidden()) {
        continue;
      }
      int position = columns.indexOf(i);
      complete.add(position >= 0 ? Objects.requireNonNull(row.get(position)) : defaultOf(i));
    }
    return complete;
  }
}
