package io.mosql.sql.exec;

import io.mosql.sql.catalog.Catalog;
import io.mosql.sql.catalog.TableDef;
import io.mosql.sql.plan.PlanNode;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A compiled DELETE. The source is read to its end and all of its rows are held before any goes.
 */
final class DeleteOperation implements Modifications.Modification {
  private final ChangedRows source;
  private final RowRemoval removal;
  private final ReferentialActions actions;

  DeleteOperation(
      PlanNode.Delete node, Operator source, Catalog catalog, ExpressionCompiler compiler) {
    TableDef table = node.table();
    TableWriter writer = new TableWriter(table, catalog, List.of(), compiler.formulas());
    this.removal =
        new RowRemoval(
            writer,
            new Returned(node.returning(), table, compiler),
            ScanColumns.ofTarget(node.source(), table));
    this.actions = new ReferentialActions(table, catalog, compiler);
    this.source = new ChangedRows(source, node.source(), writer, node.keyFields(), removal.hold());
  }

  @Override
  public long run(ExecutionContext context) {
    List<@Nullable Object[]> gone = new ArrayList<>();
    long count = 0;
    for (ChangedRows.Found found : source.find(context)) {
      if (removal.remove(found.key(), found.row(), gone, context)) {
        count++;
      }
    }
    context.atEnd(
        () -> {
          ReferentialActions.Run following = actions.begin(context);
          following.gone(removal, gone);
          following.end();
        });
    return count;
  }
}
