package io.mosql.sql.planner.physical;

import io.mosql.core.error.CoreErrorMessage;
import io.mosql.core.port.Interrupts;
import io.mosql.sql.catalog.Catalog;
import io.mosql.sql.catalog.TableDef;
import io.mosql.sql.error.SqlErrorMessage;
import io.mosql.sql.planner.error.PlanErrors;
import io.mosql.sql.planner.expression.RowIdComparisons;
import io.mosql.sql.planner.logical.LogicalPlan;
import io.mosql.sql.planner.logical.LogicalPlanBuilder;
import io.mosql.sql.planner.rewrite.PlainSelect;
import io.mosql.sql.planner.rewrite.SyntaxTreeRewrite;
import io.mosql.sql.planner.schema.CatalogSchema;
import io.mosql.sql.planner.validate.CteTables;
import io.mosql.sql.planner.validate.QueryAnalyzer;
import java.util.List;
import java.util.stream.Stream;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;
import org.jspecify.annotations.Nullable;

/**
 * The planner of expressions in table definitions: CHECK constraints, defaults and index
 * expressions.
 */
public final class TableExpressionPlanner {
  private final RelDataTypeFactory types;
  private final Catalog catalog;

  public TableExpressionPlanner(RelDataTypeFactory types, Catalog catalog) {
    this.types = types;
    this.catalog = catalog;
  }

  /** Plans expressions over the table's full row. */
  public List<RexNode> over(TableDef table, List<SqlNode> expressions, boolean conditions) {
    SqlNode from =
        new SqlIdentifier(List.of(CatalogSchema.TARGETS, table.name()), SqlParserPos.ZERO);
    List<RexNode> outputs = outputs(expressions, from, table);
    if (conditions) {
      for (int i = 0; i < outputs.size(); i++) {
        SqlTypeName type = outputs.get(i).getType().getSqlTypeName();
        if (type != SqlTypeName.BOOLEAN && type != SqlTypeName.NULL) {
          throw PlanErrors.at(
              SqlErrorMessage.CONDITION_NOT_BOOLEAN,
              expressions.get(i).getParserPosition(),
              "CHECK");
        }
      }
    }
    return outputs;
  }

  /**
   * Plans the conjuncts of a condition over the table's full row, in the same form as in queries.
   */
  public List<RexNode> conjuncts(TableDef table, SqlNode condition) {
    SqlNode from =
        new SqlIdentifier(List.of(CatalogSchema.TARGETS, table.name()), SqlParserPos.ZERO);
    List<SqlNode> items = List.of(SqlLiteral.createBoolean(true, SqlParserPos.ZERO));
    return block(items, from, condition, table).conjuncts();
  }

  /** Plans an expression without input. */
  public RexNode constant(SqlNode expression) {
    return outputs(List.of(expression), null, null).get(0);
  }

  private List<RexNode> outputs(
      List<SqlNode> expressions, @Nullable SqlNode from, @Nullable TableDef target) {
    return block(expressions, from, null, target).outputs();
  }

  private LogicalPlan.Block block(
      List<SqlNode> expressions,
      @Nullable SqlNode from,
      @Nullable SqlNode where,
      @Nullable TableDef target) {
    SqlNode query =
        SyntaxTreeRewrite.rewrite(
            PlainSelect.of(new SqlNodeList(expressions, SqlParserPos.ZERO), from, where));
    QueryAnalyzer analyzer =
        new QueryAnalyzer(
            catalog, "", target, types, List.of(), new CteTables(), Interrupts.never());
    LogicalPlan.Block block =
        new LogicalPlanBuilder(analyzer.cluster()).block(analyzer.convert(query));
    if (block.sources().size() != 1
        || !analyzer.parameters(query).isEmpty()
        || !(block.sources().get(0).input() instanceof LogicalPlan.Scan
            || block.sources().get(0).input() instanceof LogicalPlan.Values)) {
      throw CoreErrorMessage.UNSUPPORTED.error(
          "a sub-query, aggregate or parameter in CHECK, DEFAULT or an index");
    }
    if (Stream.concat(block.outputs().stream(), block.conjuncts().stream())
        .anyMatch(RowIdComparisons::isUsedIn)) {
      throw SqlErrorMessage.ROW_ID_NOT_ALLOWED.error();
    }
    return block;
  }
}
