package io.mosql.sql.exec.dml;

import io.mosql.sql.algebra.MergeWhenClause;
import io.mosql.sql.algebra.PlanNode;
import io.mosql.sql.catalog.Catalog;
import io.mosql.sql.catalog.TableDef;
import io.mosql.sql.error.SqlErrorMessage;
import io.mosql.sql.exec.expression.ExpressionCompiler;
import io.mosql.sql.exec.join.JoinCompiler;
import io.mosql.sql.exec.runtime.ExecutionContext;
import io.mosql.sql.exec.runtime.Expression;
import io.mosql.sql.exec.runtime.Operator;
import io.mosql.sql.exec.scan.ScanColumns;
import io.mosql.sql.exec.table.KeyEncoder;
import io.mosql.sql.exec.table.RowLocker;
import io.mosql.sql.exec.table.TableWriter;
import io.mosql.storage.version.ColumnSet;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import org.apache.calcite.rex.RexNode;
import org.jspecify.annotations.Nullable;

/**
 * A compiled MERGE. The source is read to its end and the action for each row is determined before
 * anything is written; then rows are locked and deleted, then updated, and finally inserted.
 * Immutable.
 */
public final class MergeOperation implements ModificationCompiler.Modification {
  private final TableDef table;
  private final Operator source;
  private final KeyEncoder primary;
  private final int[] keyFields;
  private final List<CompiledCase> steps = new ArrayList<>();
  private final RowDeleter removal;
  private final ReferentialActions actions;

  /**
   * A compiled WHEN clause.
   *
   * @param update of an update, else null
   * @param insertion of an insert, else null
   */
  private record CompiledCase(
      MergeWhenClause planned,
      ExpressionCompiler.Predicate condition,
      @Nullable RowUpdater update,
      @Nullable RowInserter insertion,
      Expression[] row) {}

  /** A source row and the key of the target row that it matched. */
  private record Match(byte[] key, @Nullable Object[] row) {}

  public MergeOperation(
      PlanNode.Merge node, Operator source, Catalog catalog, ExpressionCompiler compiler) {
    this.table = node.table();
    this.source = source;
    this.primary = new KeyEncoder(table, table.primary());
    this.keyFields = node.keyFields().stream().mapToInt(Integer::intValue).toArray();
    ColumnSet found = ScanColumns.ofTarget(node.source(), table);
    List<RexNode> ofDeleted =
        node.cases().stream()
            .filter(planned -> planned.action() == MergeWhenClause.Action.DELETE)
            .map(MergeWhenClause::returning)
            .findFirst()
            .orElse(List.of());
    TableWriter deleting = new TableWriter(table, catalog, List.of(), compiler.formulas());
    this.removal =
        new RowDeleter(deleting, new ReturningProjection(ofDeleted, table, compiler), found);
    this.actions = new ReferentialActions(table, catalog, compiler);
    for (MergeWhenClause planned : node.cases()) {
      TableWriter writer =
          new TableWriter(
              table,
              catalog,
              ModificationCompiler.checks(planned.checks(), compiler),
              compiler.formulas());
      ReturningProjection returned = new ReturningProjection(planned.returning(), table, compiler);
      boolean updates = planned.action() == MergeWhenClause.Action.UPDATE;
      boolean inserts = planned.action() == MergeWhenClause.Action.INSERT;
      steps.add(
          new CompiledCase(
              planned,
              compiler.condition(planned.condition()),
              updates
                  ? new RowUpdater(
                      writer,
                      planned.assignments(),
                      planned.checks(),
                      List.of(),
                      returned,
                      found,
                      catalog,
                      compiler)
                  : null,
              inserts
                  ? ModificationCompiler.insertion(writer, null, returned, catalog, compiler)
                  : null,
              compiler.compileValues(planned.row())));
    }
  }

  @Override
  public long run(ExecutionContext context) {
    List<List<Match>> matches = matches(context);
    for (int i = 0; i < matches.size(); i++) {
      RowUpdater update = steps.get(i).update;
      if (steps.get(i).planned.matched()) {
        RowLocker hold = update == null ? removal.locker() : update.locker();
        hold.lockAll(matches.get(i).stream().map(Match::key).toList(), context);
      }
    }
    List<@Nullable Object[]> gone = new ArrayList<>();
    List<List<RowUpdater.UpdatedRow>> changes = new ArrayList<>();
    long count = 0;
    for (int i = 0; i < matches.size(); i++) {
      List<RowUpdater.UpdatedRow> changed = new ArrayList<>();
      changes.add(changed);
      RowUpdater update = steps.get(i).update;
      for (Match match : matches.get(i)) {
        if (update != null) {
          RowUpdater.UpdatedRow change = update.begin(match.key, match.row, context);
          if (change != null) {
            count++;
            changed.add(change);
          }
        } else if (steps.get(i).planned.matched()) {
          count += removal.delete(match.key, match.row, gone, context) ? 1 : 0;
        }
      }
    }
    finish(changes, context);
    count += insert(matches, context);
    context.onStatementEnd(() -> applyReferentialActions(changes, gone, context));
    return count;
  }

  /** The matches of each WHEN clause; a target row is in one of them at most, and once. */
  private List<List<Match>> matches(ExecutionContext context) {
    List<List<Match>> matches = new ArrayList<>();
    steps.forEach(step -> matches.add(new ArrayList<>()));
    Set<ByteBuffer> met = new HashSet<>();
    for (Object[] row : JoinCompiler.read(source, context)) {
      boolean matched = row[keyFields[0]] != null;
      int step = step(row, matched, context);
      if (step < 0 || steps.get(step).planned.action() == MergeWhenClause.Action.NOTHING) {
        continue;
      }
      byte[] key = matched ? key(row) : new byte[0];
      if (matched
          && !context.registerChange(table.rowTree(), key)
          && !met.contains(ByteBuffer.wrap(key))) {
        continue; // Another part of the statement has changed the row.
      }
      context.chargeBytes(ExecutionContext.FOUND_BYTES + key.length);
      if (matched && !met.add(ByteBuffer.wrap(key))) {
        throw SqlErrorMessage.MERGE_ROW_TWICE.error(table.name());
      }
      matches.get(step).add(new Match(key, row));
    }
    return matches;
  }

  private int step(@Nullable Object[] row, boolean matched, ExecutionContext context) {
    for (int i = 0; i < steps.size(); i++) {
      CompiledCase step = steps.get(i);
      if (step.planned.matched() == matched && step.condition.test(row, context)) {
        return i;
      }
    }
    return -1;
  }

  private byte[] key(@Nullable Object[] row) {
    Object[] values = new Object[keyFields.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = row[keyFields[i]];
    }
    return primary.prefix(values);
  }

  private void finish(List<List<RowUpdater.UpdatedRow>> changes, ExecutionContext context) {
    for (int i = 0; i < changes.size(); i++) {
      RowUpdater update = steps.get(i).update;
      if (update != null && update.needsFinish()) {
        changes.get(i).forEach(change -> update.finish(change, context));
      }
    }
  }

  private void applyReferentialActions(
      List<List<RowUpdater.UpdatedRow>> changes,
      List<@Nullable Object[]> gone,
      ExecutionContext context) {
    ReferentialActions.Run following = actions.begin(context);
    for (int i = 0; i < changes.size(); i++) {
      RowUpdater update = steps.get(i).update;
      if (update != null && update.needsFinish()) {
        following.rowsUpdated(update, changes.get(i));
      }
    }
    following.rowsDeleted(removal, gone);
    following.applyAndCheck();
  }

  private long insert(List<List<Match>> matches, ExecutionContext context) {
    long count = 0;
    for (int i = 0; i < matches.size(); i++) {
      CompiledCase step = steps.get(i);
      if (step.insertion != null) {
        Iterator<Match> rest = matches.get(i).iterator();
        count +=
            step.insertion.run(
                () -> rest.hasNext() ? rest.next().row : null,
                row -> values(step, row, context),
                context);
      }
    }
    return count;
  }

  private static @Nullable Object[] values(
      CompiledCase step, @Nullable Object[] row, ExecutionContext context) {
    Object[] values = new Object[step.row.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = step.row[i].evaluate(row, context);
    }
    return values;
  }
}
