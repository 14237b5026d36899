package io.mosql.sql.planner.dml;

import io.mosql.sql.algebra.Assignment;
import io.mosql.sql.algebra.PlanNode;
import io.mosql.sql.algebra.PlannedStatement;
import io.mosql.sql.catalog.TableDef;
import io.mosql.sql.parser.ast.dml.UpdateRows;
import io.mosql.sql.planner.rewrite.SyntaxTreeRewrite;
import io.mosql.sql.planner.rewrite.WindowRewrite;
import io.mosql.sql.planner.validate.DmlTarget;
import io.mosql.sql.planner.validate.QueryAnalyzer;
import java.util.List;
import org.apache.calcite.rex.RexNode;
import org.jspecify.annotations.Nullable;

/** The planner of one UPDATE. */
final class UpdatePlanner {
  private final DmlPlanner modifications;

  UpdatePlanner(DmlPlanner modifications) {
    this.modifications = modifications;
  }

  PlannedStatement plan(UpdateRows update) {
    update.values().forEach(set -> WindowRewrite.refuse(set.value(), "UPDATE"));
    DmlTarget target = modifications.target(update.rows().table(), "update");
    TableDef table = target.table();
    QueryAnalyzer analyzer = modifications.analyzer(target, true);
    MultiColumnSetQueries queries = new MultiColumnSetQueries();
    SetList sets =
        new SetList(
            modifications,
            target,
            update.rows().name(),
            analyzer,
            update.values(),
            SyntaxTreeRewrite::rewrite,
            queries);
    TargetRowQuery rows =
        new TargetRowQuery(
            modifications.physical(analyzer),
            analyzer,
            target,
            update.rows(),
            sets.expressions(),
            queries,
            update.returning());
    List<RexNode> checks = modifications.checks(target, analyzer);
    AdditiveAssignments adding =
        new AdditiveAssignments(
            table, checks, rows.offset(), Integer.MAX_VALUE, analyzer.cluster().getRexBuilder());
    List<@Nullable Assignment> additions =
        sets.additions(rows.values(), adding, rows.returnedColumns());
    TargetRowQuery.PlannedTargets found = rows.find(sets.wanted(additions));
    List<Assignment> assignments = sets.assignments(additions, found.values());
    ReturningList returning = found.returning();
    PlanNode root =
        new PlanNode.Update(
            table,
            found.pruned(SetList.values(assignments), analyzer),
            found.keyFields(),
            assignments,
            SetList.affectedChecks(table, checks, assignments, false),
            SetList.affectedChecks(table, checks, assignments, true),
            returning.expressions(),
            modifications.rowType(returning));
    return modifications.statement(root, analyzer, update, target, returning);
  }
}
