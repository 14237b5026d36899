package io.mosql.sql.exec.dml;

import io.mosql.sql.algebra.PlanNode;
import io.mosql.sql.catalog.Catalog;
import io.mosql.sql.catalog.TableDef;
import io.mosql.sql.exec.expression.ExpressionCompiler;
import io.mosql.sql.exec.runtime.ExecutionContext;
import io.mosql.sql.exec.runtime.Operator;
import io.mosql.sql.exec.scan.ScanColumns;
import io.mosql.sql.exec.table.TableWriter;
import java.util.ArrayList;
import java.util.List;

/**
 * A compiled UPDATE. The source is read to its end first, so that the statement never sees its own
 * writes; then all its rows are locked; all updates are begun before the first is finished.
 * Immutable.
 */
public final class UpdateOperation implements ModificationCompiler.Modification {
  private final ModificationTargets source;
  private final RowUpdater update;
  private final ReferentialActions actions;

  public UpdateOperation(
      PlanNode.Update node, Operator source, Catalog catalog, ExpressionCompiler compiler) {
    TableDef table = node.table();
    TableWriter writer =
        new TableWriter(
            table,
            catalog,
            ModificationCompiler.checks(node.checks(), compiler),
            compiler.formulas());
    this.update =
        new RowUpdater(
            writer,
            node.assignments(),
            node.checks(),
            node.boundChecks(),
            new ReturningProjection(node.returning(), table, compiler),
            ScanColumns.ofTarget(node.source(), table),
            catalog,
            compiler);
    this.actions = new ReferentialActions(table, catalog, compiler);
    this.source =
        new ModificationTargets(source, node.source(), writer, node.keyFields(), update.locker());
  }

  @Override
  public long run(ExecutionContext context) {
    List<RowUpdater.UpdatedRow> finishing = new ArrayList<>();
    long count = 0;
    for (ModificationTargets.TargetRow found : source.findAndLock(context)) {
      RowUpdater.UpdatedRow change = update.begin(found.key(), found.row(), context);
      if (change != null) {
        count++;
        if (update.needsFinish()) {
          finishing.add(change);
        }
      }
    }
    for (RowUpdater.UpdatedRow change : finishing) {
      update.finish(change, context);
    }
    context.onStatementEnd(
        () -> {
          ReferentialActions.Run following = actions.begin(context);
          following.rowsUpdated(update, finishing);
          following.applyAndCheck();
        });
    return count;
  }
}
