package io.mosql.sql.exec;

import io.mosql.sql.catalog.Catalog;
import io.mosql.sql.catalog.TableDef;
import io.mosql.sql.plan.PlanNode;
import java.util.ArrayList;
import java.util.List;

/**
 * A compiled UPDATE. The source is read to its end first, so that the statement never meets its own
 * writes; then all of its rows are held; all are begun before any is finished.
 */
final class UpdateOperation implements Modifications.Modification {
  private final ChangedRows source;
  private final RowUpdate update;
  private final ReferentialActions actions;

  UpdateOperation(
      PlanNode.Update node, Operator source, Catalog catalog, ExpressionCompiler compiler) {
    TableDef table = node.table();
    TableWriter writer =
        new TableWriter(
            table, catalog, Modifications.checks(node.checks(), compiler), compiler.formulas());
    this.update =
        new RowUpdate(
            writer,
            node.assignments(),
            node.checks(),
            node.boundChecks(),
            new Returned(node.returning(), table, compiler),
            ScanColumns.ofTarget(node.source(), table),
            catalog,
            compiler);
    this.actions = new ReferentialActions(table, catalog, compiler);
    this.source = new ChangedRows(source, node.source(), writer, node.keyFields(), update.hold());
  }

  @Override
  public long run(ExecutionContext context) {
    List<RowUpdate.Change> finishing = new ArrayList<>();
    long count = 0;
    for (ChangedRows.Found found : source.find(context)) {
      RowUpdate.Change change = update.begin(found.key(), found.row(), context);
      if (change != null) {
        count++;
        if (update.finishes()) {
          finishing.add(change);
        }
      }
    }
    for (RowUpdate.Change change : finishing) {
      update.finish(change, context);
    }
    context.atEnd(
        () -> {
          ReferentialActions.Run following = actions.begin(context);
          following.changed(update, finishing);
          following.end();
        });
    return count;
  }
}
