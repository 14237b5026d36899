package io.mosql.sql.planner.dml;

import io.mosql.core.error.CoreErrorMessage;
import io.mosql.core.error.MosqlException;
import io.mosql.sql.algebra.Assignment;
import io.mosql.sql.algebra.OnConflictAction;
import io.mosql.sql.catalog.IndexDef;
import io.mosql.sql.catalog.TableDef;
import io.mosql.sql.error.SqlErrorMessage;
import io.mosql.sql.parser.ast.dml.OnConflict;
import io.mosql.sql.parser.ast.dml.SetClause;
import io.mosql.sql.planner.error.PlanErrors;
import io.mosql.sql.planner.logical.LogicalPlan;
import io.mosql.sql.planner.logical.LogicalPlanBuilder;
import io.mosql.sql.planner.rewrite.PlainSelect;
import io.mosql.sql.planner.rewrite.SyntaxTreeRewrite;
import io.mosql.sql.planner.validate.DmlTarget;
import io.mosql.sql.planner.validate.QueryAnalyzer;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.JoinConditionType;
import org.apache.calcite.sql.JoinType;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlJoin;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlShuttle;
import org.jspecify.annotations.Nullable;

/** The planner of the ON CONFLICT clause of an INSERT. One per statement. */
final class OnConflictPlanner {
  /** The name of the row proposed for insertion. */
  private static final String EXCLUDED = "excluded";

  private final DmlPlanner context;
  private final DmlTarget target;
  private final TableDef table;
  private final QueryAnalyzer analyzer;
  private final List<RexNode> checks;
  private final ReturningList returning;

  OnConflictPlanner(
      DmlPlanner context,
      DmlTarget target,
      QueryAnalyzer analyzer,
      List<RexNode> checks,
      ReturningList returning) {
    this.context = context;
    this.target = target;
    this.table = target.table();
    this.analyzer = analyzer;
    this.checks = checks;
    this.returning = returning;
  }

  OnConflictAction plan(
      OnConflict conflict, SqlIdentifier tableName, @Nullable SqlIdentifier alias) {
    List<IndexDef> keys = keys(conflict);
    return switch (conflict.kind()) {
      case NOTHING, IGNORE -> OnConflictAction.of(OnConflictAction.Kind.SKIP, keys);
      case REPLACE -> OnConflictAction.of(OnConflictAction.Kind.REPLACE, keys);
      case UPDATE, DUPLICATE_KEY ->
          update(conflict, keys, tableName, alias == null ? target.name() : alias.getSimple());
    };
  }

  /**
   * The keys that the clause resolves conflicts of.
   *
   * @throws MosqlException 55000 when one of them is deferrable, so that it may have equal values
   */
  private List<IndexDef> keys(OnConflict conflict) {
    List<IndexDef> keys = arbiters(conflict);
    if (keys.stream().anyMatch(key -> key.deferrable() != null)) {
      throw SqlErrorMessage.DEFERRABLE_ARBITER.error();
    }
    return keys;
  }

  private List<IndexDef> arbiters(OnConflict conflict) {
    List<IndexDef> unique = new ArrayList<>();
    if (!table.keyless()) {
      unique.add(table.primary());
    }
    table.readableIndexes().stream().filter(IndexDef::isKey).forEach(unique::add);
    SqlIdentifier constraint = conflict.constraint();
    if (constraint != null) {
      return unique.stream()
          .filter(table::isPlain)
          .filter(index -> index.name().equals(constraint.getSimple()))
          .findFirst()
          .map(List::of)
          .orElseThrow(
              () ->
                  PlanErrors.at(
                      SqlErrorMessage.UNDEFINED_ARBITER_CONSTRAINT,
                      constraint.getParserPosition(),
                      constraint.getSimple(),
                      table.name()));
    }
    if (!conflict.parts().isEmpty()) {
      return new ArbiterIndexes(context.tableExpressions(), table)
          .of(target.inTable(conflict), unique);
    }
    if (conflict.kind() == OnConflict.Kind.UPDATE) {
      throw SqlErrorMessage.ON_CONFLICT_TARGET_MISSING.error();
    }
    return unique;
  }

  private OnConflictAction update(
      OnConflict conflict, List<IndexDef> keys, SqlIdentifier tableName, String name) {
    if (conflict.values().stream().anyMatch(SetClause::isRow)) {
      throw subQuery();
    }
    boolean duplicate = conflict.kind() == OnConflict.Kind.DUPLICATE_KEY;
    SetList sets =
        new SetList(
            context,
            target,
            name,
            analyzer,
            conflict.values(),
            value -> SyntaxTreeRewrite.rewrite(duplicate ? named(value, name) : value),
            new MultiColumnSetQueries());
    List<SqlNode> items = new ArrayList<>(sets.expressions());
    items.add(SqlLiteral.createBoolean(true, SqlParserPos.ZERO));
    SqlNode condition = conflict.condition();
    SqlNode from =
        new SqlJoin(
            SqlParserPos.ZERO,
            as(tableName, name),
            SqlLiteral.createBoolean(false, SqlParserPos.ZERO),
            JoinType.COMMA.symbol(SqlParserPos.ZERO),
            as(new SqlIdentifier(tableName.names, SqlParserPos.ZERO), EXCLUDED),
            JoinConditionType.NONE.symbol(SqlParserPos.ZERO),
            null);
    SqlNode select =
        PlainSelect.of(
            new SqlNodeList(items, SqlParserPos.ZERO),
            from,
            condition == null ? null : SyntaxTreeRewrite.rewrite(condition));
    LogicalPlan.Block block =
        new LogicalPlanBuilder(analyzer.cluster()).block(analyzer.convert(select));
    if (block.sources().size() != 2
        || !block.sources().stream().allMatch(s -> s.input() instanceof LogicalPlan.Scan)) {
      throw subQuery();
    }
    List<RexNode> values = block.outputs().subList(0, items.size() - 1);
    AdditiveAssignments adding =
        new AdditiveAssignments(
            table, checks, 0, table.columns().size(), analyzer.cluster().getRexBuilder());
    List<@Nullable Assignment> additions =
        sets.additions(values, adding, returning.tableColumns(table));
    List<Assignment> assignments = sets.assignments(additions, values);
    return new OnConflictAction(
        duplicate ? OnConflictAction.Kind.UPDATE_AGAIN : OnConflictAction.Kind.UPDATE,
        keys,
        assignments,
        SetList.affectedChecks(table, checks, assignments, false),
        SetList.affectedChecks(table, checks, assignments, true),
        block.conjuncts().isEmpty()
            ? null
            : RexUtil.composeConjunction(analyzer.cluster().getRexBuilder(), block.conjuncts()));
  }

  private static MosqlException subQuery() {
    return CoreErrorMessage.UNSUPPORTED.error(
        "a sub-query or aggregate in the update of an INSERT");
  }

  private static SqlNode as(SqlNode node, String alias) {
    return SqlStdOperatorTable.AS.createCall(
        SqlParserPos.ZERO, node, new SqlIdentifier(alias, SqlParserPos.ZERO));
  }

  /**
   * Qualifies columns: plain names are of the existing row, {@code VALUES(column)} of the new row.
   */
  private SqlNode named(SqlNode value, String name) {
    SqlNode named =
        value.accept(
            new SqlShuttle() {
              @Override
              public @Nullable SqlNode visit(SqlIdentifier id) {
                return id.isSimple() && target.hasColumn(id.getSimple())
                    ? new SqlIdentifier(List.of(name, id.getSimple()), id.getParserPosition())
                    : id;
              }

              @Override
              public @Nullable SqlNode visit(SqlCall call) {
                return call.getOperator().getName().equalsIgnoreCase("VALUES")
                        && call.operandCount() == 1
                        && call.operand(0) instanceof SqlIdentifier column
                    ? new SqlIdentifier(
                        List.of(EXCLUDED, column.names.get(column.names.size() - 1)),
                        column.getParserPosition())
                    : super.visit(call);
              }
            });
    return named == null ? value : named;
  }
}
