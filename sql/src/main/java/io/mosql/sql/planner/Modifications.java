package io.mosql.sql.planner;

import io.mosql.core.error.SqlState;
import io.mosql.core.type.SqlType;
import io.mosql.sql.catalog.Catalog;
import io.mosql.sql.catalog.CheckDef;
import io.mosql.sql.catalog.ColumnDef;
import io.mosql.sql.catalog.KeyColumn;
import io.mosql.sql.catalog.TableDef;
import io.mosql.sql.parser.MosqlParser;
import io.mosql.sql.parser.ast.InsertDefaults;
import io.mosql.sql.plan.PlanNode;
import io.mosql.sql.plan.PlannedStatement;
import io.mosql.sql.plan.RelTypes;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlDelete;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlInsert;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlUpdate;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;
import org.jspecify.annotations.Nullable;

/**
 * Plans INSERT, UPDATE and DELETE of one statement. UPDATE and DELETE are planned as the query for
 * the keys of their rows (and the new values); so whatever a query can do finds the rows.
 */
final class Modifications {
  private final Planner planner;
  private final RelDataTypeFactory types;
  private final Catalog catalog;
  private final String currentSchema;
  private final List<? extends @Nullable SqlType> boundTypes;

  Modifications(
      Planner planner,
      RelDataTypeFactory types,
      Catalog catalog,
      String currentSchema,
      List<? extends @Nullable SqlType> boundTypes) {
    this.planner = planner;
    this.types = types;
    this.catalog = catalog;
    this.currentSchema = currentSchema;
    this.boundTypes = boundTypes;
  }

  PlannedStatement plan(SqlNode statement) {
    if (statement instanceof SqlInsert insert) {
      return new Insertion(this, insert).plan();
    } else if (statement instanceof InsertDefaults insert) {
      return Insertion.ofDefaults(this, insert);
    } else if (statement instanceof SqlUpdate update) {
      return update(update);
    }
    return delete((SqlDelete) statement);
  }

  Frontend frontend(@Nullable TableDef target) {
    return new Frontend(catalog, currentSchema, target, types, boundTypes);
  }

  PhysicalPlanner physical(Frontend frontend) {
    return planner.physical(frontend, catalog);
  }

  RelDataTypeFactory types() {
    return types;
  }

  Catalog catalog() {
    return catalog;
  }

  /** The table that the statement names. */
  TableDef target(SqlNode node) {
    if (!(node instanceof SqlIdentifier id) || id.names.size() > 2) {
      throw PlanErrors.at(
          SqlState.SYNTAX_ERROR, "a table's name is expected", node.getParserPosition());
    }
    String schema = id.names.size() == 2 ? id.names.get(0) : currentSchema;
    String name = id.names.get(id.names.size() - 1);
    TableDef table = catalog.table(schema, name);
    if (table == null) {
      boolean view = catalog.systemView(schema, name) != null;
      throw PlanErrors.at(
          view ? SqlState.WRONG_OBJECT_TYPE : SqlState.UNDEFINED_TABLE,
          view ? "\"" + id + "\" cannot be changed" : "table \"" + id + "\" does not exist",
          id.getParserPosition());
    }
    return table;
  }

  /** The column that a SET clause or a column list names. */
  static int column(TableDef table, SqlNode node, Set<Integer> used) {
    SqlIdentifier id = (SqlIdentifier) node;
    int column = table.columnIndex(id.names.get(id.names.size() - 1));
    if (column < 0 || table.columns().get(column).hidden()) {
      throw PlanErrors.at(
          SqlState.UNDEFINED_COLUMN,
          "column \"" + id + "\" of table \"" + table.name() + "\" does not exist",
          id.getParserPosition());
    }
    if (!used.add(column)) {
      throw PlanErrors.at(
          SqlState.DUPLICATE_COLUMN,
          "column \"" + id + "\" is named twice",
          id.getParserPosition());
    }
    return column;
  }

  RelDataType columnType(ColumnDef column) {
    return RelTypes.relType(types, column.type(), true);
  }

  /** What a column gets when nothing is said, not yet cast. */
  RexNode defaultValue(ColumnDef column, Frontend frontend) {
    String sql = column.defaultSql();
    if (sql == null) {
      return frontend.cluster().getRexBuilder().makeNullLiteral(columnType(column));
    }
    RexNode value = new TableExpressions(types, catalog).constant(MosqlParser.parseExpression(sql));
    return new Assignments(frontend.cluster().getRexBuilder())
        .assign(value, column.type(), column.name(), SqlParserPos.ZERO);
  }

  /** The CHECK constraints over the table's full row, in its order. */
  List<RexNode> checks(TableDef table) {
    if (table.checks().isEmpty()) {
      return List.of();
    }
    List<SqlNode> parsed = new ArrayList<>();
    for (CheckDef check : table.checks()) {
      parsed.add(MosqlParser.parseExpression(check.sql()));
    }
    return new TableExpressions(types, catalog).over(table, parsed, true);
  }

  RelDataType countType() {
    return types.builder().add("rowcount", SqlTypeName.BIGINT).build();
  }

  PlannedStatement statement(PlanNode root, Frontend frontend, SqlNode statement, TableDef target) {
    Set<Long> tables = new HashSet<>(frontend.tables());
    tables.add(target.id());
    return new PlannedStatement(
        root, List.of(), frontend.parameters(statement), List.copyOf(tables));
  }

  /** The rows of the target that a condition names, with values computed from them. */
  private record Targets(Planned source, List<Integer> keyFields, List<RexNode> values) {}

  private Targets targets(
      Frontend frontend,
      TableDef table,
      SqlNode tableName,
      @Nullable SqlIdentifier alias,
      @Nullable SqlNode condition,
      List<SqlNode> values) {
    String name = alias == null ? table.name() : alias.getSimple();
    List<SqlNode> items = new ArrayList<>();
    for (KeyColumn key : table.primary().columns()) {
      String column = table.columns().get(key.column()).name();
      items.add(new SqlIdentifier(List.of(name, column), SqlParserPos.ZERO));
    }
    items.addAll(values);
    SqlNode from =
        table.keyless()
            ? new SqlIdentifier(List.of(CatalogSchema.TARGETS, table.name()), SqlParserPos.ZERO)
            : tableName;
    from =
        SqlStdOperatorTable.AS.createCall(
            SqlParserPos.ZERO, from, new SqlIdentifier(name, SqlParserPos.ZERO));
    SqlNode query =
        TableExpressions.select(new SqlNodeList(items, SqlParserPos.ZERO), from, condition);
    Logical.Block block = new LogicalBuilder(frontend.cluster()).block(frontend.convert(query));
    BlockPlanner blockPlanner =
        new BlockPlanner(physical(frontend), block, PhysicalPlanner.Request.all(block, Map.of()));
    Planned source = blockPlanner.join();
    int keys = table.primary().columns().size();
    List<Integer> keyFields = new ArrayList<>();
    for (RexNode output : blockPlanner.outputs().subList(0, keys)) {
      keyFields.add(source.positions()[Rexes.index(output)]);
    }
    List<RexNode> physical = new ArrayList<>();
    for (RexNode output : blockPlanner.outputs().subList(keys, blockPlanner.outputs().size())) {
      physical.add(source.toPhysical(output));
    }
    return new Targets(source, keyFields, physical);
  }

  private static PlanNode prune(Targets targets, List<RexNode> values, Frontend frontend) {
    BitSet needed = Rexes.fields(values);
    targets.keyFields.forEach(needed::set);
    return ColumnPruner.prune(targets.source.node(), needed, frontend.cluster().getRexBuilder());
  }

  private PlannedStatement delete(SqlDelete delete) {
    TableDef table = target(delete.getTargetTable());
    Frontend frontend = frontend(table);
    SqlNode condition = delete.getCondition();
    Targets targets =
        targets(
            frontend,
            table,
            delete.getTargetTable(),
            delete.getAlias(),
            condition == null ? null : TreeRewrite.rewrite(condition),
            List.of());
    PlanNode root =
        new PlanNode.Delete(
            table, prune(targets, List.of(), frontend), targets.keyFields, countType());
    return statement(root, frontend, delete, table);
  }

  private PlannedStatement update(SqlUpdate update) {
    TableDef table = target(update.getTargetTable());
    Frontend frontend = frontend(table);
    Set<Integer> used = new HashSet<>();
    List<Integer> columns = new ArrayList<>();
    List<Boolean> defaults = new ArrayList<>();
    List<SqlNode> sources = new ArrayList<>();
    for (int i = 0; i < update.getTargetColumnList().size(); i++) {
      int column = column(table, update.getTargetColumnList().get(i), used);
      SqlNode source = TreeRewrite.rewrite(update.getSourceExpressionList().get(i));
      columns.add(column);
      defaults.add(Insertion.isDefault(source));
      if (!Insertion.isDefault(source)) {
        frontend.validator().want(source, columnType(table.columns().get(column)));
        sources.add(source);
      }
    }
    SqlNode condition = update.getCondition();
    Targets targets =
        targets(
            frontend,
            table,
            update.getTargetTable(),
            update.getAlias(),
            condition == null ? null : TreeRewrite.rewrite(condition),
            sources);
    Assignments assignments = new Assignments(frontend.cluster().getRexBuilder());
    List<RexNode> values = new ArrayList<>();
    int next = 0;
    for (int i = 0; i < columns.size(); i++) {
      ColumnDef column = table.columns().get(columns.get(i));
      values.add(
          defaults.get(i)
              ? defaultValue(column, frontend)
              : assignments.assign(
                  targets.values.get(next),
                  column.type(),
                  column.name(),
                  sources.get(next++).getParserPosition()));
    }
    List<@Nullable RexNode> checks = new ArrayList<>();
    for (RexNode check : checks(table)) {
      boolean concerned = Rexes.fields(check).stream().anyMatch(used::contains);
      checks.add(concerned ? check : null);
    }
    PlanNode root =
        new PlanNode.Update(
            table,
            prune(targets, values, frontend),
            targets.keyFields,
            columns,
            values,
            checks,
            countType());
    return statement(root, frontend, update, table);
  }
}
