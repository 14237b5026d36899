package io.mosql.sql.planner.dml;

import io.mosql.core.error.CoreErrorMessage;
import io.mosql.sql.algebra.Assignment;
import io.mosql.sql.algebra.LockingClause;
import io.mosql.sql.algebra.MergeWhenClause;
import io.mosql.sql.algebra.PlanNode;
import io.mosql.sql.algebra.PlannedStatement;
import io.mosql.sql.catalog.ColumnDef;
import io.mosql.sql.catalog.KeyColumn;
import io.mosql.sql.catalog.TableDef;
import io.mosql.sql.error.SqlErrorMessage;
import io.mosql.sql.parser.ast.dml.MergeRows;
import io.mosql.sql.planner.error.PlanErrors;
import io.mosql.sql.planner.expression.Rexes;
import io.mosql.sql.planner.logical.LogicalPlan;
import io.mosql.sql.planner.logical.LogicalPlanBuilder;
import io.mosql.sql.planner.physical.BlockPlanner;
import io.mosql.sql.planner.physical.ColumnPruner;
import io.mosql.sql.planner.physical.CostedPlan;
import io.mosql.sql.planner.physical.PhysicalPlanner;
import io.mosql.sql.planner.rewrite.PlainSelect;
import io.mosql.sql.planner.rewrite.SyntaxTreeRewrite;
import io.mosql.sql.planner.rewrite.WithQueries;
import io.mosql.sql.planner.schema.CatalogSchema;
import io.mosql.sql.planner.schema.MosqlTableScan;
import io.mosql.sql.planner.validate.DmlTarget;
import io.mosql.sql.planner.validate.QueryAnalyzer;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.calcite.rel.BiRel;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.JoinConditionType;
import org.apache.calcite.sql.JoinType;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlJoin;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;
import org.jspecify.annotations.Nullable;

/**
 * The planner of one MERGE, by a query that joins the source with the target. For each row the
 * query returns the target's key, or NULL, and the inputs of conditions and values.
 */
final class MergePlanner {
  private final DmlPlanner modifications;
  private final MergeRows merge;
  private final TableDef table;
  private final QueryAnalyzer analyzer;
  private final String name;
  private final List<SqlNode> items = new ArrayList<>();
  private final MultiColumnSetQueries queries = new MultiColumnSetQueries();
  private final List<Draft> drafts = new ArrayList<>();

  MergePlanner(DmlPlanner modifications, MergeRows merge) {
    this.modifications = modifications;
    this.merge = merge;
    this.table = modifications.target(merge.table());
    this.analyzer = modifications.analyzer(table);
    SqlIdentifier alias = merge.alias();
    this.name = alias == null ? table.name() : alias.getSimple();
  }

  /**
   * A WHEN clause whose expressions are items of the query.
   *
   * @param condition index of its item, or -1
   * @param first index of the first item of its values
   * @param sets of an update, or null
   * @param columns of an insert, parallel to {@link MergeRows.When#row()}
   */
  private record Draft(
      MergeRows.When when,
      int condition,
      int first,
      @Nullable SetList sets,
      List<Integer> columns) {}

  PlannedStatement plan() {
    for (KeyColumn key : table.primary().columns()) {
      String column = table.columns().get(key.column()).name();
      items.add(new SqlIdentifier(List.of(name, column), SqlParserPos.ZERO));
    }
    int keys = items.size();
    merge.whenClauses().forEach(when -> drafts.add(draft(when)));
    boolean inserts = merge.whenClauses().stream().anyMatch(when -> !when.matched());
    QueryAnalyzer.Query query = analyzer.convertQuery(query(inserts));
    RelNode rel = query.rel();
    LogicalPlan.Block block =
        new LogicalPlanBuilder(analyzer.cluster(), Map.of(target(rel), LockingClause.TARGET))
            .block(rel);
    if (inserts) {
      checkUnmatched(block);
    }
    MergeTargetColumns target = MergeTargetColumns.of(block, table);
    BlockPlanner planner =
        new BlockPlanner(
            modifications.physical(analyzer),
            block,
            PhysicalPlanner.PlanRequest.all(block, Map.of()));
    CostedPlan source = planner.join();
    List<RexNode> outputs =
        planner.outputs().subList(0, items.size()).stream().map(source::toPhysical).toList();
    List<RexNode> checks = modifications.checks(table);
    List<MergeWhenClause> cases =
        drafts.stream().map(draft -> finished(draft, outputs, checks)).toList();
    List<Integer> keyFields = outputs.subList(0, keys).stream().map(Rexes::index).toList();
    BitSet needed = new BitSet();
    keyFields.forEach(needed::set);
    for (MergeWhenClause planned : cases) {
      if (planned.condition() != null) {
        Rexes.addFields(planned.condition(), needed);
      }
      needed.or(Rexes.fields(SetList.values(planned.assignments())));
      needed.or(Rexes.fields(planned.row()));
    }
    ReturningList returning =
        target.returning(
            planner.outputs().subList(items.size(), planner.outputs().size()),
            query.columns().subList(items.size(), query.columns().size()),
            source,
            modifications.types(),
            needed);
    PlanNode root =
        new PlanNode.Merge(
            table,
            ColumnPruner.prune(source.node(), needed, analyzer.cluster().getRexBuilder()),
            keyFields,
            cases.stream().map(planned -> returning(planned, returning)).toList(),
            returning.expressions(),
            modifications.rowType(returning));
    return modifications.statement(root, analyzer, merge, DmlTarget.of(table), returning);
  }

  private MergeWhenClause returning(MergeWhenClause planned, ReturningList returning) {
    return planned.returning(
        MergeActionFunction.substitute(
            planned.action(), returning.expressions(), analyzer.cluster().getRexBuilder()));
  }

  private Draft draft(MergeRows.When when) {
    int condition = -1;
    if (when.condition() != null) {
      condition = items.size();
      SqlNode test = SyntaxTreeRewrite.rewrite(when.condition());
      analyzer
          .validator()
          .setAssignedType(test, modifications.types().createSqlType(SqlTypeName.BOOLEAN));
      items.add(test);
    }
    int first = items.size();
    SetList sets = null;
    List<Integer> columns = List.of();
    if (when.action() == MergeRows.Action.UPDATE) {
      sets =
          new SetList(
              modifications,
              DmlTarget.of(table),
              name,
              analyzer,
              when.values(),
              SyntaxTreeRewrite::rewrite,
              queries);
      items.addAll(sets.expressions());
    } else if (when.action() == MergeRows.Action.INSERT) {
      columns = columns(when);
      addRow(when, columns);
    }
    return new Draft(when, condition, first, sets, columns);
  }

  private List<Integer> columns(MergeRows.When when) {
    List<Integer> columns = new ArrayList<>();
    List<SqlIdentifier> named = when.columns();
    if (named != null) {
      Set<Integer> used = new HashSet<>();
      named.forEach(column -> columns.add(DmlTarget.column(table, name, column, used)));
    } else {
      for (int i = 0; i < table.columns().size(); i++) {
        if (!table.columns().get(i).hidden()) {
          columns.add(i);
        }
      }
    }
    return columns;
  }

  private void addRow(MergeRows.When when, List<Integer> columns) {
    List<SqlNode> row = when.row();
    if (row == null) {
      return;
    }
    if (row.size() != columns.size()) {
      throw PlanErrors.at(
          row.size() > columns.size()
              ? SqlErrorMessage.INSERT_TOO_MANY_EXPRESSIONS
              : SqlErrorMessage.INSERT_TOO_FEW_EXPRESSIONS,
          merge.getParserPosition());
    }
    for (int i = 0; i < row.size(); i++) {
      if (!InsertPlanner.isDefault(row.get(i))) {
        SqlNode value = SyntaxTreeRewrite.rewrite(row.get(i));
        ColumnDef column = table.columns().get(columns.get(i));
        if (column.valueIsGenerated()) {
          throw DmlPlanner.notWritable(column, row.get(i));
        }
        SetList.requireValue(column, value);
        analyzer.validator().setAssignedType(value, modifications.columnType(column));
        items.add(value);
      }
    }
  }

  private SqlNode query(boolean inserts) {
    SqlNode target =
        table.keyless() || merge.named() != null
            ? new SqlIdentifier(List.of(CatalogSchema.TARGETS, table.name()), SqlParserPos.ZERO)
            : merge.table();
    SqlNode named =
        SqlStdOperatorTable.AS.createCall(
            SqlParserPos.ZERO, target, new SqlIdentifier(name, SqlParserPos.ZERO));
    SqlNode from =
        new SqlJoin(
            SqlParserPos.ZERO,
            SyntaxTreeRewrite.rewrite(merge.source()),
            SqlLiteral.createBoolean(false, SqlParserPos.ZERO),
            (inserts ? JoinType.LEFT : JoinType.INNER).symbol(SqlParserPos.ZERO),
            named,
            JoinConditionType.ON.symbol(SqlParserPos.ZERO),
            SyntaxTreeRewrite.rewrite(merge.condition()));
    List<SqlNode> all = new ArrayList<>();
    for (SqlNode item : items) {
      // An internal name avoids a conflict with a returned column.
      all.add(merge.returning().isEmpty() ? item : TargetRowQuery.internalColumn(item, all.size()));
    }
    all.addAll(ReturningList.rewritten(MergeActionFunction.resolve(merge.returning())));
    return WithQueries.prependTo(
        merge.named(),
        PlainSelect.of(new SqlNodeList(all, SqlParserPos.ZERO), queries.joined(from), null));
  }

  /**
   * Returns the target on the right side of the query's join, which is below the joins of SET's
   * sub-queries.
   */
  private MosqlTableScan target(RelNode rel) {
    RelNode at = rel;
    for (int above = queries.count(); above > 0 || !(at instanceof Join); ) {
      above -= at instanceof BiRel ? 1 : 0;
      if (at.getInputs().isEmpty()) {
        throw CoreErrorMessage.UNSUPPORTED.error("this MERGE");
      }
      at = at.getInput(0);
    }
    at = at.getInput(1);
    while (!(at instanceof MosqlTableScan table)) {
      if (at.getInputs().isEmpty()) {
        throw CoreErrorMessage.UNSUPPORTED.error("this MERGE");
      }
      at = at.getInput(0);
    }
    return table;
  }

  /** Checks that WHEN NOT MATCHED does not refer to the target, which has no row there. */
  private void checkUnmatched(LogicalPlan.Block block) {
    BitSet fields = new BitSet();
    for (LogicalPlan.Source source : block.sources()) {
      if (source.type() == JoinRelType.LEFT && containsTarget(source.input())) {
        fields.set(source.offset(), source.end());
      }
    }
    for (Draft draft : drafts) {
      int from = draft.condition >= 0 ? draft.condition : draft.first;
      int next = drafts.indexOf(draft) + 1;
      int to = next < drafts.size() ? start(drafts.get(next)) : items.size();
      if (!draft.when.matched()
          && Rexes.fields(block.outputs().subList(from, to)).intersects(fields)) {
        throw PlanErrors.at(
            SqlErrorMessage.MERGE_REFERENCE_NOT_AVAILABLE, merge.getParserPosition(), name);
      }
    }
  }

  private static int start(Draft draft) {
    return draft.condition >= 0 ? draft.condition : draft.first;
  }

  private static boolean containsTarget(LogicalPlan logical) {
    return logical instanceof LogicalPlan.Scan scan && LockingClause.TARGET.equals(scan.locking())
        || logical instanceof LogicalPlan.Block block
            && block.sources().stream().anyMatch(source -> containsTarget(source.input()));
  }

  private MergeWhenClause finished(Draft draft, List<RexNode> outputs, List<RexNode> checks) {
    MergeRows.When when = draft.when;
    RexNode condition = draft.condition < 0 ? null : outputs.get(draft.condition);
    if (condition != null
        && condition.getType().getSqlTypeName() != SqlTypeName.BOOLEAN
        && condition.getType().getSqlTypeName() != SqlTypeName.NULL) {
      throw PlanErrors.at(SqlErrorMessage.CONDITION_NOT_BOOLEAN, merge.getParserPosition(), "WHEN");
    }
    MergeWhenClause.Action action = MergeWhenClause.Action.valueOf(when.action().name());
    SetList sets = draft.sets;
    if (sets != null) {
      List<RexNode> values = outputs.subList(draft.first, draft.first + sets.expressions().size());
      List<Assignment> assignments =
          sets.assignments(Collections.nCopies(sets.size(), null), values);
      return new MergeWhenClause(
          true,
          condition,
          action,
          assignments,
          SetList.affectedChecks(table, checks, assignments, false),
          List.of(),
          List.of());
    }
    boolean inserts = action == MergeWhenClause.Action.INSERT;
    return new MergeWhenClause(
        when.matched(),
        condition,
        action,
        List.of(),
        inserts ? List.copyOf(checks) : List.of(),
        inserts ? row(draft, outputs) : List.of(),
        List.of());
  }

  /** Returns a value for every column except the hidden one. */
  private List<RexNode> row(Draft draft, List<RexNode> outputs) {
    List<SqlNode> given = draft.when.row();
    RexNode[] row = new RexNode[table.columns().size()];
    int next = draft.first;
    for (int i = 0; given != null && i < given.size(); i++) {
      if (!InsertPlanner.isDefault(given.get(i))) {
        ColumnDef column = table.columns().get(draft.columns.get(i));
        row[draft.columns.get(i)] =
            new AssignmentCasts(analyzer.cluster().getRexBuilder())
                .assign(
                    outputs.get(next++),
                    column.type(),
                    column.name(),
                    given.get(i).getParserPosition());
      }
    }
    List<RexNode> complete = new ArrayList<>();
    for (int i = 0; i < row.length; i++) {
      ColumnDef column = table.columns().get(i);
      if (!column.hidden()) {
        complete.add(row[i] != null ? row[i] : modifications.defaultValue(column, analyzer));
      }
    }
    return complete;
  }
}
