package io.mosql.sql.planner;

import io.mosql.sql.catalog.KeyColumn;
import io.mosql.sql.catalog.TableDef;
import io.mosql.sql.plan.PlanNode;
import io.mosql.sql.plan.RowClaim;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/**
 * The query for the rows that an UPDATE or DELETE changes: their keys, and values computed from
 * them. Only values that are wanted are planned, so that what the others look at is not read.
 */
final class TargetRows {
  private final PhysicalPlanner planner;
  private final Logical.Block block;
  private final int keys;

  /**
   * @param tableName of the table, or the one that is seen with its row id
   * @param values over the table's row
   */
  TargetRows(
      PhysicalPlanner planner,
      Frontend frontend,
      TableDef table,
      SqlNode tableName,
      @Nullable SqlIdentifier alias,
      @Nullable SqlNode condition,
      List<SqlNode> values) {
    this.planner = planner;
    this.keys = table.primary().columns().size();
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
    RelNode rel = frontend.convert(query);
    this.block =
        new LogicalBuilder(frontend.cluster(), Map.of(target(rel), RowClaim.TARGET)).block(rel);
  }

  /** The one table of the query's FROM; what sub-queries read is in expressions still. */
  private static TableRel target(RelNode rel) {
    RelNode at = rel;
    while (!(at instanceof TableRel table)) {
      at = at.getInput(0);
    }
    return table;
  }

  /** The values, over the block's fields. */
  List<RexNode> values() {
    return block.outputs().subList(keys, block.outputs().size());
  }

  /** The block's field that holds the first column of the table. */
  int offset() {
    for (Logical.Source source : block.sources()) {
      if (source.input() instanceof Logical.Scan scan && RowClaim.TARGET.equals(scan.claim())) {
        return source.offset();
      }
    }
    throw new IllegalStateException("the target is no source");
  }

  /**
   * A plan for them.
   *
   * @param source yields the rows
   * @param keyFields fields of the source that hold the key
   * @param values over the source's row; null where not wanted
   */
  record Found(Planned source, List<Integer> keyFields, List<@Nullable RexNode> values) {
    /** The source with only those columns that the key and the expressions look at. */
    PlanNode pruned(List<RexNode> expressions, Frontend frontend) {
      BitSet needed = Rexes.fields(expressions);
      keyFields.forEach(needed::set);
      return ColumnPruner.prune(source.node(), needed, frontend.cluster().getRexBuilder());
    }
  }

  /** Plans for some of the values. */
  Found find(BitSet wanted) {
    BitSet demand = new BitSet();
    demand.set(0, keys);
    wanted.stream().forEach(value -> demand.set(keys + value));
    BlockPlanner blockPlanner =
        new BlockPlanner(
            planner,
            block,
            new PhysicalPlanner.Request(List.of(), demand, Planned.Wish.NONE, Map.of()));
    Planned source = blockPlanner.join();
    List<Integer> keyFields = new ArrayList<>();
    for (RexNode output : blockPlanner.outputs().subList(0, keys)) {
      keyFields.add(source.positions()[Rexes.index(output)]);
    }
    List<@Nullable RexNode> physical = new ArrayList<>();
    for (int i = keys; i < blockPlanner.outputs().size(); i++) {
      physical.add(demand.get(i) ? source.toPhysical(blockPlanner.outputs().get(i)) : null);
    }
    return new Found(source, keyFields, physical);
  }
}
