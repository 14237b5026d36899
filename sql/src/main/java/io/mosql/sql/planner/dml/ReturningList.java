package io.mosql.sql.planner.dml;

import io.mosql.core.error.CoreErrorMessage;
import io.mosql.core.error.MosqlException;
import io.mosql.core.session.ColumnInfo;
import io.mosql.sql.catalog.TableDef;
import io.mosql.sql.error.SqlErrorMessage;
import io.mosql.sql.planner.expression.Rexes;
import io.mosql.sql.planner.logical.LogicalPlan;
import io.mosql.sql.planner.logical.LogicalPlanBuilder;
import io.mosql.sql.planner.rewrite.OutputColumnNames;
import io.mosql.sql.planner.rewrite.PlainSelect;
import io.mosql.sql.planner.rewrite.SyntaxTreeRewrite;
import io.mosql.sql.planner.rewrite.WindowRewrite;
import io.mosql.sql.planner.validate.DmlTarget;
import io.mosql.sql.planner.validate.QueryAnalyzer;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.jspecify.annotations.Nullable;

/**
 * The RETURNING list of a DML statement. Immutable.
 *
 * @param expressions over the table's row and any fields after it
 * @param columns parallel to the expressions, for the client
 */
record ReturningList(List<RexNode> expressions, List<ColumnInfo> columns) {
  static final ReturningList NOTHING = new ReturningList(List.of(), List.of());

  ReturningList {
    expressions = List.copyOf(expressions);
    columns = List.copyOf(columns);
  }

  /**
   * Returns the list for rows written by an INSERT.
   *
   * @param items select items
   */
  static ReturningList ofInserted(
      QueryAnalyzer analyzer,
      DmlTarget target,
      SqlNode tableName,
      @Nullable SqlIdentifier alias,
      List<SqlNode> items) {
    if (items.isEmpty()) {
      return NOTHING;
    }
    SqlNode name = alias == null ? new SqlIdentifier(target.name(), SqlParserPos.ZERO) : alias;
    SqlNode from = SqlStdOperatorTable.AS.createCall(SqlParserPos.ZERO, tableName, name);
    SqlNodeList list = new SqlNodeList(rewritten(items), SqlParserPos.ZERO);
    QueryAnalyzer.Query query = analyzer.convertQuery(PlainSelect.of(list, from, null));
    LogicalPlan.Block block = new LogicalPlanBuilder(analyzer.cluster()).block(query.rel());
    if (block.sources().size() != 1
        || !(block.sources().get(0).input() instanceof LogicalPlan.Scan)) {
      throw aggregates();
    }
    List<RexNode> expressions = new ArrayList<>();
    List<ColumnInfo> columns = new ArrayList<>();
    for (int i = 0; i < block.outputs().size(); i++) {
      if (!DmlTarget.isInternal(query.columns().get(i))) {
        expressions.add(block.outputs().get(i));
        columns.add(query.columns().get(i));
      }
    }
    return new ReturningList(expressions, columns);
  }

  static MosqlException aggregates() {
    return SqlErrorMessage.AGGREGATE_NOT_ALLOWED.error("RETURNING");
  }

  /** Returns the items in the form for validation. */
  static List<SqlNode> rewritten(List<SqlNode> items) {
    List<SqlNode> rewritten = new ArrayList<>();
    for (SqlNode item : items) {
      WindowRewrite.refuse(item, "RETURNING");
      item.accept(
          new SqlBasicVisitor<@Nullable Void>() {
            @Override
            public @Nullable Void visit(SqlCall call) {
              if (call.isA(SqlKind.QUERY)) {
                throw CoreErrorMessage.UNSUPPORTED.error("a sub-query in RETURNING");
              }
              return super.visit(call);
            }
          });
      rewritten.add(SyntaxTreeRewrite.rewrite(OutputColumnNames.named(item)));
    }
    return rewritten;
  }

  boolean isEmpty() {
    return expressions.isEmpty();
  }

  /** Returns the table's columns that the list uses. */
  BitSet tableColumns(TableDef table) {
    return Rexes.fields(expressions).get(0, table.columns().size());
  }

  /** Returns the type of the rows that the statement returns, or of its row count. */
  RelDataType rowType(RelDataTypeFactory types, RelDataType count) {
    if (isEmpty()) {
      return count;
    }
    RelDataTypeFactory.Builder builder = types.builder();
    for (int i = 0; i < expressions.size(); i++) {
      builder.add(columns.get(i).label(), expressions.get(i).getType());
    }
    return builder.build();
  }

  /** Whether the expression is the hidden column alone. */
  static boolean isHidden(TableDef table, RexNode expression, int offset) {
    return expression instanceof RexInputRef ref
        && ref.getIndex() >= offset
        && ref.getIndex() < offset + table.columns().size()
        && table.columns().get(ref.getIndex() - offset).hidden();
  }
}
