package io.mosql.sql.planner;

import io.mosql.core.error.SqlState;
import io.mosql.core.port.Interrupts;
import io.mosql.sql.catalog.Catalog;
import io.mosql.sql.catalog.TableDef;
import java.util.List;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;
import org.jspecify.annotations.Nullable;

/** Plans the expressions that belong to a table: those of CHECKs, defaults and indexes. */
final class TableExpressions {
  private final RelDataTypeFactory types;
  private final Catalog catalog;

  TableExpressions(RelDataTypeFactory types, Catalog catalog) {
    this.types = types;
    this.catalog = catalog;
  }

  /** Expressions over the table's full row. */
  List<RexNode> over(TableDef table, List<SqlNode> expressions, boolean conditions) {
    SqlNode from =
        new SqlIdentifier(List.of(CatalogSchema.TARGETS, table.name()), SqlParserPos.ZERO);
    List<RexNode> outputs = outputs(expressions, from, table);
    if (conditions) {
      for (int i = 0; i < outputs.size(); i++) {
        SqlTypeName type = outputs.get(i).getType().getSqlTypeName();
        if (type != SqlTypeName.BOOLEAN && type != SqlTypeName.NULL) {
          throw PlanErrors.at(
              SqlState.DATATYPE_MISMATCH,
              "a CHECK must be a condition",
              expressions.get(i).getParserPosition());
        }
      }
    }
    return outputs;
  }

  /** The conjuncts of a condition over the table's full row, as a query's are. */
  List<RexNode> conjuncts(TableDef table, SqlNode condition) {
    SqlNode from =
        new SqlIdentifier(List.of(CatalogSchema.TARGETS, table.name()), SqlParserPos.ZERO);
    List<SqlNode> items = List.of(SqlLiteral.createBoolean(true, SqlParserPos.ZERO));
    return block(items, from, condition, table).conjuncts();
  }

  /** An expression without input. */
  RexNode constant(SqlNode expression) {
    return outputs(List.of(expression), null, null).get(0);
  }

  private List<RexNode> outputs(
      List<SqlNode> expressions, @Nullable SqlNode from, @Nullable TableDef target) {
    return block(expressions, from, null, target).outputs();
  }

  private Logical.Block block(
      List<SqlNode> expressions,
      @Nullable SqlNode from,
      @Nullable SqlNode where,
      @Nullable TableDef target) {
    SqlNode query =
        TreeRewrite.rewrite(
            PlainSelect.of(new SqlNodeList(expressions, SqlParserPos.ZERO), from, where));
    Frontend frontend =
        new Frontend(catalog, "", target, types, List.of(), new CteTables(), Interrupts.never());
    Logical.Block block = new LogicalBuilder(frontend.cluster()).block(frontend.convert(query));
    if (block.sources().size() != 1
        || !frontend.parameters(query).isEmpty()
        || !(block.sources().get(0).input() instanceof Logical.Scan
            || block.sources().get(0).input() instanceof Logical.Rows)) {
      throw PlanErrors.unsupported(
          "a sub-query, aggregate or parameter in CHECK, DEFAULT or an index");
    }
    return block;
  }
}
