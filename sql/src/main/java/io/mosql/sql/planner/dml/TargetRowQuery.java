package io.mosql.sql.planner.dml;

import io.mosql.core.error.CoreErrorMessage;
import io.mosql.core.session.ColumnInfo;
import io.mosql.sql.algebra.LockingClause;
import io.mosql.sql.algebra.PlanNode;
import io.mosql.sql.catalog.TableDef;
import io.mosql.sql.parser.ast.dml.RowSelection;
import io.mosql.sql.planner.expression.Rexes;
import io.mosql.sql.planner.logical.LogicalPlan;
import io.mosql.sql.planner.logical.LogicalPlanBuilder;
import io.mosql.sql.planner.optimize.AlgebraOptimizer;
import io.mosql.sql.planner.physical.BlockPlanner;
import io.mosql.sql.planner.physical.ColumnPruner;
import io.mosql.sql.planner.physical.CostedPlan;
import io.mosql.sql.planner.physical.PhysicalPlanner;
import io.mosql.sql.planner.rewrite.PlainSelect;
import io.mosql.sql.planner.rewrite.SyntaxTreeRewrite;
import io.mosql.sql.planner.rewrite.WindowRewrite;
import io.mosql.sql.planner.rewrite.WithQueries;
import io.mosql.sql.planner.schema.CatalogTable;
import io.mosql.sql.planner.schema.MosqlTableScan;
import io.mosql.sql.planner.validate.DmlTarget;
import io.mosql.sql.planner.validate.QueryAnalyzer;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import org.apache.calcite.rel.RelFieldCollation;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.JoinConditionType;
import org.apache.calcite.sql.JoinType;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlJoin;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlOrderBy;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/**
 * The query for the target rows of an UPDATE or DELETE: their keys, the values computed from them,
 * and the columns of other tables in RETURNING. Only needed values are planned, so that columns
 * used only by other values are not read.
 */
final class TargetRowQuery {
  private final PhysicalPlanner planner;
  private final TableDef table;
  private final int keys;
  private final List<RexNode> values;
  private final List<RexNode> returned;
  private final List<ColumnInfo> columns;

  /** Block fields that RETURNING uses and that are not columns of the target. */
  private final List<RexInputRef> others = new ArrayList<>();

  /** The query block; its outputs are the keys, the values, the others, then the sort keys. */
  private final LogicalPlan.Block block;

  private final LogicalPlan.@Nullable Sort order;

  /**
   * Creates the query.
   *
   * @param values over the table's row
   * @param queries sub-queries whose rows the values also use
   * @param returning select items
   */
  TargetRowQuery(
      PhysicalPlanner planner,
      QueryAnalyzer analyzer,
      DmlTarget target,
      RowSelection rows,
      List<SqlNode> values,
      MultiColumnSetQueries queries,
      List<SqlNode> returning) {
    this.planner = planner;
    this.table = target.table();
    this.keys = table.primary().columns().size();
    if (rows.from() != null && (rows.fetch() != null || !rows.orderBy().isEmpty())) {
      throw CoreErrorMessage.UNSUPPORTED.error("ORDER BY or LIMIT with other tables");
    }
    rows.orderBy().forEach(key -> WindowRewrite.refuse(key, "ORDER BY of a change"));
    QueryAnalyzer.Query query =
        analyzer.convertQuery(query(target, rows, values, queries, returning));
    RelNode rel =
        AlgebraOptimizer.optimize(
            query.rel(), AlgebraOptimizer.Tables.NONE, analyzer.cancellation());
    LogicalPlan.Block whole =
        new LogicalPlanBuilder(analyzer.cluster(), Map.of(target(rel), LockingClause.TARGET))
            .block(rel);
    LogicalPlan.Sort sorted =
        whole.sources().get(0).input() instanceof LogicalPlan.Sort found ? found : null;
    LogicalPlan.Block inner = sorted == null ? whole : (LogicalPlan.Block) sorted.input();
    List<RexNode> outputs =
        sorted == null
            ? whole.outputs()
            : Rexes.replaceFields(whole.outputs(), inner.outputs()::get);
    this.values = outputs.subList(keys, keys + values.size());
    int offset = offset(inner);
    List<RexNode> items = new ArrayList<>();
    List<ColumnInfo> infos = new ArrayList<>();
    for (int i = keys + values.size(); i < outputs.size(); i++) {
      if (!ReturningList.isHidden(table, outputs.get(i), offset)
          && !DmlTarget.isInternal(query.columns().get(i))) {
        items.add(outputs.get(i));
        infos.add(query.columns().get(i));
      }
    }
    this.returned = items;
    this.columns = infos;
    findOthers(offset, inner);
    List<RexNode> all = new ArrayList<>(outputs.subList(0, keys + values.size()));
    all.addAll(others);
    List<RelFieldCollation> collations = new ArrayList<>();
    if (sorted != null) {
      for (RelFieldCollation key : sorted.collations()) {
        collations.add(key.withFieldIndex(all.size()));
        all.add(inner.outputs().get(key.getFieldIndex()));
      }
    }
    this.block =
        new LogicalPlan.Block(inner.sources(), inner.conjuncts(), all, rowType(all, planner));
    this.order =
        sorted == null
            ? null
            : new LogicalPlan.Sort(block, collations, sorted.offset(), sorted.fetch());
  }

  private static RelDataType rowType(List<RexNode> outputs, PhysicalPlanner planner) {
    RelDataTypeFactory.Builder type = planner.context().types().builder();
    for (int i = 0; i < outputs.size(); i++) {
      type.add("$f" + i, outputs.get(i).getType());
    }
    return type.build();
  }

  private static SqlNode query(
      DmlTarget changed,
      RowSelection rows,
      List<SqlNode> values,
      MultiColumnSetQueries queries,
      List<SqlNode> returning) {
    TableDef table = changed.table();
    boolean names = !returning.isEmpty() || changed.view() != null;
    List<SqlNode> items = new ArrayList<>();
    for (int i = 0; i < table.primary().columns().size(); i++) {
      String column = changed.keyName(i);
      add(items, new SqlIdentifier(List.of(rows.name(), column), SqlParserPos.ZERO), names);
    }
    values.forEach(value -> add(items, value, names));
    items.addAll(ReturningList.rewritten(returning));
    SqlNode target =
        call(
            changed.view() != null || table.keyless() || rows.named() != null
                ? changed.relation()
                : rows.table(),
            rows.name());
    SqlNode from = target;
    if (rows.from() != null && rows.joined()) {
      from = withLeftmost(SyntaxTreeRewrite.rewrite(rows.from()), target);
    } else if (rows.from() != null) {
      from =
          new SqlJoin(
              SqlParserPos.ZERO,
              from,
              SqlLiteral.createBoolean(false, SqlParserPos.ZERO),
              JoinType.COMMA.symbol(SqlParserPos.ZERO),
              SyntaxTreeRewrite.rewrite(rows.from()),
              JoinConditionType.NONE.symbol(SqlParserPos.ZERO),
              null);
    }
    from = queries.joined(from);
    SqlNode condition = rows.condition();
    SqlNode select =
        WithQueries.prependTo(
            rows.named(),
            PlainSelect.of(
                new SqlNodeList(items, SqlParserPos.ZERO),
                from,
                condition == null ? null : SyntaxTreeRewrite.rewrite(condition)));
    if (rows.orderBy().isEmpty() && rows.fetch() == null) {
      return select;
    }
    List<SqlNode> orderBy = rows.orderBy().stream().map(SyntaxTreeRewrite::rewrite).toList();
    return new SqlOrderBy(
        SqlParserPos.ZERO, select, new SqlNodeList(orderBy, SqlParserPos.ZERO), null, rows.fetch());
  }

  /** Returns the join with another leftmost table. */
  private static SqlNode withLeftmost(SqlNode from, SqlNode table) {
    return from instanceof SqlJoin join
        ? new SqlJoin(
            join.getParserPosition(),
            withLeftmost(join.getLeft(), table),
            SqlLiteral.createBoolean(join.isNatural(), SqlParserPos.ZERO),
            join.getJoinType().symbol(SqlParserPos.ZERO),
            join.getRight(),
            join.getConditionType().symbol(SqlParserPos.ZERO),
            join.getCondition())
        : table;
  }

  /**
   * Adds an item, under an internal name where needed to avoid a conflict with a returned column.
   */
  private static void add(List<SqlNode> items, SqlNode item, boolean named) {
    items.add(named ? internalColumn(item, items.size()) : item);
  }

  /** Returns an item with an internal name, which cannot occur in a statement. */
  static SqlNode internalColumn(SqlNode item, int number) {
    return call(item, DmlTarget.INTERNAL_PREFIX + number);
  }

  private static SqlNode call(SqlNode node, String alias) {
    return SqlStdOperatorTable.AS.createCall(
        SqlParserPos.ZERO, node, new SqlIdentifier(alias, SqlParserPos.ZERO));
  }

  /** Returns the first table of the query's FROM; sub-queries are still within expressions. */
  private static MosqlTableScan target(RelNode rel) {
    RelNode at = rel;
    while (!(at instanceof MosqlTableScan table)) {
      if (at.getInputs().isEmpty()) {
        throw ReturningList.aggregates();
      }
      at = at.getInput(0);
    }
    return table;
  }

  private void findOthers(int offset, LogicalPlan.Block inner) {
    BitSet fields = Rexes.fields(returned);
    fields.clear(offset, offset + table.columns().size());
    for (LogicalPlan.Source source : inner.sources()) {
      for (int i = 0; i < source.input().width(); i++) {
        if (fields.get(source.offset() + i)) {
          RelDataType type = source.input().rowType().getFieldList().get(i).getType();
          others.add(new RexInputRef(source.offset() + i, type));
        }
      }
    }
  }

  /** Returns the values over the block's fields. */
  List<RexNode> values() {
    return values;
  }

  /** Returns the columns of the target that RETURNING uses. */
  BitSet returnedColumns() {
    return Rexes.fields(returned).get(offset(), offset() + table.columns().size());
  }

  /** Returns the block's field for the first column of the table. */
  int offset() {
    return offset(block);
  }

  private static int offset(LogicalPlan.Block block) {
    for (LogicalPlan.Source source : block.sources()) {
      if (source.input() instanceof LogicalPlan.Scan scan
          && LockingClause.TARGET.equals(scan.locking())) {
        return source.offset();
      }
    }
    throw new IllegalStateException("the target is no source");
  }

  /**
   * The plan of the query.
   *
   * @param source returns the target rows
   * @param keyFields fields of the source with the key
   * @param values over the source's row; null where not needed
   * @param returning over the table's row followed by the source's row
   * @param others fields of the source that RETURNING uses
   */
  record PlannedTargets(
      CostedPlan source,
      List<Integer> keyFields,
      List<@Nullable RexNode> values,
      ReturningList returning,
      List<Integer> others) {
    /** Returns the source with only those columns that the key and the expressions use. */
    PlanNode pruned(List<RexNode> expressions, QueryAnalyzer analyzer) {
      BitSet needed = Rexes.fields(expressions);
      keyFields.forEach(needed::set);
      others.forEach(needed::set);
      return ColumnPruner.prune(source.node(), needed, analyzer.cluster().getRexBuilder());
    }
  }

  /** Plans the query with some of the values. */
  PlannedTargets find(BitSet wanted) {
    BitSet demand = new BitSet();
    demand.set(0, keys);
    wanted.stream().forEach(value -> demand.set(keys + value));
    demand.set(keys + values.size(), block.outputs().size());
    PhysicalPlanner.PlanRequest request =
        new PhysicalPlanner.PlanRequest(List.of(), demand, CostedPlan.DesiredOrder.NONE, Map.of());
    List<@Nullable RexNode> physical = new ArrayList<>();
    CostedPlan source;
    if (order == null) {
      BlockPlanner blockPlanner = new BlockPlanner(planner, block, request);
      source = blockPlanner.join();
      for (int i = 0; i < blockPlanner.outputs().size(); i++) {
        physical.add(demand.get(i) ? source.toPhysical(blockPlanner.outputs().get(i)) : null);
      }
    } else {
      source = planner.plan(order, request);
      for (int i = 0; i < block.outputs().size(); i++) {
        physical.add(demand.get(i) ? source.ref(i) : null);
      }
    }
    List<Integer> keyFields = indexes(physical.subList(0, keys));
    int end = keys + values.size();
    List<Integer> otherFields = indexes(physical.subList(end, end + others.size()));
    return new PlannedTargets(
        source, keyFields, physical.subList(keys, end), returning(otherFields), otherFields);
  }

  private static List<Integer> indexes(List<@Nullable RexNode> references) {
    List<Integer> indexes = new ArrayList<>();
    for (RexNode reference : references) {
      indexes.add(Rexes.index(java.util.Objects.requireNonNull(reference)));
    }
    return indexes;
  }

  private ReturningList returning(List<Integer> otherFields) {
    int offset = offset();
    int width = table.columns().size();
    RelDataType row = CatalogTable.rowType(table, true, planner.context().types());
    List<RexNode> expressions =
        Rexes.replaceFields(
            returned,
            field -> {
              if (field >= offset && field < offset + width) {
                return CostedPlan.ref(row, field - offset);
              }
              for (int i = 0; i < others.size(); i++) {
                if (others.get(i).getIndex() == field) {
                  return new RexInputRef(width + otherFields.get(i), others.get(i).getType());
                }
              }
              throw new IllegalStateException("field " + field + " was not requested");
            });
    return new ReturningList(expressions, columns);
  }
}
