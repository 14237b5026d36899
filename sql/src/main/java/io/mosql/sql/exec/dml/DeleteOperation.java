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
import org.jspecify.annotations.Nullable;

/**
 * A compiled DELETE. The source is read to its end and all its rows are locked before the first one
 * is deleted. Immutable.
 */
public final class DeleteOperation implements ModificationCompiler.Modification {
  private final ModificationTargets source;
  private final RowDeleter removal;
  private final ReferentialActions actions;

  public DeleteOperation(
      PlanNode.Delete node, Operator source, Catalog catalog, ExpressionCompiler compiler) {
    TableDef table = node.table();
    TableWriter writer = new TableWriter(table, catalog, List.of(), compiler.formulas());
    this.removal =
        new RowDeleter(
            writer,
            new ReturningProjection(node.returning(), table, compiler),
            ScanColumns.ofTarget(node.source(), table));
    this.actions = new ReferentialActions(table, catalog, compiler);
    this.source =
        new ModificationTargets(source, node.source(), writer, node.keyFields(), removal.locker());
  }

  @Override
  public long run(ExecutionContext context) {
    List<@Nullable Object[]> gone = new ArrayList<>();
    long count = 0;
    for (ModificationTargets.TargetRow found : source.findAndLock(context)) {
      if (removal.delete(found.key(), found.row(), gone, context)) {
        count++;
      }
    }
    context.onStatementEnd(
        () -> {
          ReferentialActions.Run following = actions.begin(context);
          following.rowsDeleted(removal, gone);
          following.applyAndCheck();
        });
    return count;
  }
}
