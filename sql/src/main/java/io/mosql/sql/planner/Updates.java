package io.mosql.sql.planner;

import io.mosql.sql.catalog.TableDef;
import io.mosql.sql.parser.ast.UpdateRows;
import io.mosql.sql.plan.Assignment;
import io.mosql.sql.plan.PlanNode;
import io.mosql.sql.plan.PlannedStatement;
import java.util.List;
import org.apache.calcite.rex.RexNode;
import org.jspecify.annotations.Nullable;

/** Plans one UPDATE. */
final class Updates {
  private final Modifications modifications;

  Updates(Modifications modifications) {
    this.modifications = modifications;
  }

  PlannedStatement plan(UpdateRows update) {
    update.values().forEach(set -> WindowRewrite.refuse(set.value(), "UPDATE"));
    Target target = modifications.target(update.rows().table(), "update");
    TableDef table = target.table();
    Frontend frontend = modifications.frontend(target, true);
    RowQueries queries = new RowQueries();
    SetList sets =
        new SetList(
            modifications,
            target,
            update.rows().name(),
            frontend,
            update.values(),
            TreeRewrite::rewrite,
            queries);
    TargetRows rows =
        new TargetRows(
            modifications.physical(frontend),
            frontend,
            target,
            update.rows(),
            sets.expressions(),
            queries,
            update.returning());
    List<RexNode> checks = modifications.checks(target, frontend);
    Additions adding =
        new Additions(
            table, checks, rows.offset(), Integer.MAX_VALUE, frontend.cluster().getRexBuilder());
    List<@Nullable Assignment> additions =
        sets.additions(rows.values(), adding, rows.returnedColumns());
    TargetRows.Found found = rows.find(sets.wanted(additions));
    List<Assignment> assignments = sets.assignments(additions, found.values());
    Returning returning = found.returning();
    PlanNode root =
        new PlanNode.Update(
            table,
            found.pruned(SetList.values(assignments), frontend),
            found.keyFields(),
            assignments,
            SetList.concerned(table, checks, assignments, false),
            SetList.concerned(table, checks, assignments, true),
            returning.expressions(),
            modifications.rowType(returning));
    return modifications.statement(root, frontend, update, target, returning);
  }
}
