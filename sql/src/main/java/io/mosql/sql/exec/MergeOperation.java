package io.mosql.sql.exec;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.sql.catalog.Catalog;
import io.mosql.sql.catalog.TableDef;
import io.mosql.sql.plan.MergeCase;
import io.mosql.sql.plan.PlanNode;
import io.mosql.storage.ColumnSet;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import org.apache.calcite.rex.RexNode;
import org.jspecify.annotations.Nullable;

/**
 * A compiled MERGE. The source is read to its end and it is decided what becomes of each row before
 * anything is written; then rows are held and deleted, updated, and at last inserted. Immutable.
 */
final class MergeOperation implements Modifications.Modification {
  private final TableDef table;
  private final Operator source;
  private final KeyEncoder primary;
  private final int[] keyFields;
  private final List<Step> steps = new ArrayList<>();
  private final RowRemoval removal;
  private final ReferentialActions actions;

  /**
   * A case, compiled.
   *
   * @param update of an update, else null
   * @param insertion of an insert, else null
   */
  private record Step(
      MergeCase planned,
      ExpressionCompiler.Predicate condition,
      @Nullable RowUpdate update,
      @Nullable Insertion insertion,
      Expression[] row) {}

  /** A row of the source and the key of the target's row that it matched. */
  private record Match(byte[] key, @Nullable Object[] row) {}

  MergeOperation(
      PlanNode.Merge node, Operator source, Catalog catalog, ExpressionCompiler compiler) {
    this.table = node.table();
    this.source = source;
    this.primary = new KeyEncoder(table, table.primary());
    this.keyFields = node.keyFields().stream().mapToInt(Integer::intValue).toArray();
    ColumnSet found = ScanColumns.ofTarget(node.source(), table);
    List<RexNode> ofDeleted =
        node.cases().stream()
            .filter(planned -> planned.action() == MergeCase.Action.DELETE)
            .map(MergeCase::returning)
            .findFirst()
            .orElse(List.of());
    TableWriter deleting = new TableWriter(table, catalog, List.of(), compiler.formulas());
    this.removal = new RowRemoval(deleting, new Returned(ofDeleted, table, compiler), found);
    this.actions = new ReferentialActions(table, catalog, compiler);
    for (MergeCase planned : node.cases()) {
      TableWriter writer =
          new TableWriter(
              table,
              catalog,
              Modifications.checks(planned.checks(), compiler),
              compiler.formulas());
      Returned returned = new Returned(planned.returning(), table, compiler);
      boolean updates = planned.action() == MergeCase.Action.UPDATE;
      boolean inserts = planned.action() == MergeCase.Action.INSERT;
      steps.add(
          new Step(
              planned,
              compiler.condition(planned.condition()),
              updates
                  ? new RowUpdate(
                      writer,
                      planned.assignments(),
                      planned.checks(),
                      List.of(),
                      returned,
                      found,
                      catalog,
                      compiler)
                  : null,
              inserts ? Modifications.insertion(writer, null, returned, catalog, compiler) : null,
              compiler.compileAll(planned.row())));
    }
  }

  @Override
  public long run(ExecutionContext context) {
    List<List<Match>> matches = matches(context);
    for (int i = 0; i < matches.size(); i++) {
      RowUpdate update = steps.get(i).update;
      if (steps.get(i).planned.matched()) {
        RowHold hold = update == null ? removal.hold() : update.hold();
        hold.holdAll(matches.get(i).stream().map(Match::key).toList(), context);
      }
    }
    List<@Nullable Object[]> gone = new ArrayList<>();
    List<List<RowUpdate.Change>> changes = new ArrayList<>();
    long count = 0;
    for (int i = 0; i < matches.size(); i++) {
      List<RowUpdate.Change> changed = new ArrayList<>();
      changes.add(changed);
      RowUpdate update = steps.get(i).update;
      for (Match match : matches.get(i)) {
        if (update != null) {
          RowUpdate.Change change = update.begin(match.key, match.row, context);
          if (change != null) {
            count++;
            changed.add(change);
          }
        } else if (steps.get(i).planned.matched()) {
          count += removal.remove(match.key, match.row, gone, context) ? 1 : 0;
        }
      }
    }
    finish(changes, context);
    count += insert(matches, context);
    context.atEnd(() -> follow(changes, gone, context));
    return count;
  }

  /** For each case the rows that it is about, each row of the target once at most. */
  private List<List<Match>> matches(ExecutionContext context) {
    List<List<Match>> matches = new ArrayList<>();
    steps.forEach(step -> matches.add(new ArrayList<>()));
    Set<ByteBuffer> met = new HashSet<>();
    for (Object[] row : Joins.read(source, context)) {
      boolean matched = row[keyFields[0]] != null;
      int step = step(row, matched, context);
      if (step < 0 || steps.get(step).planned.action() == MergeCase.Action.NOTHING) {
        continue;
      }
      byte[] key = matched ? key(row) : new byte[0];
      if (matched && !context.change(table.rowTree(), key) && !met.contains(ByteBuffer.wrap(key))) {
        continue; // Another part of the statement has changed it.
      }
      context.chargeBytes(ExecutionContext.FOUND_BYTES + key.length);
      if (matched && !met.add(ByteBuffer.wrap(key))) {
        throw new MosqlException(
            SqlState.CARDINALITY_VIOLATION,
            "MERGE cannot change a row of table \"" + table.name() + "\" a second time");
      }
      matches.get(step).add(new Match(key, row));
    }
    return matches;
  }

  private int step(@Nullable Object[] row, boolean matched, ExecutionContext context) {
    for (int i = 0; i < steps.size(); i++) {
      Step step = steps.get(i);
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

  private void finish(List<List<RowUpdate.Change>> changes, ExecutionContext context) {
    for (int i = 0; i < changes.size(); i++) {
      RowUpdate update = steps.get(i).update;
      if (update != null && update.finishes()) {
        changes.get(i).forEach(change -> update.finish(change, context));
      }
    }
  }

  private void follow(
      List<List<RowUpdate.Change>> changes,
      List<@Nullable Object[]> gone,
      ExecutionContext context) {
    ReferentialActions.Run following = actions.begin(context);
    for (int i = 0; i < changes.size(); i++) {
      RowUpdate update = steps.get(i).update;
      if (update != null && update.finishes()) {
        following.changed(update, changes.get(i));
      }
    }
    following.gone(removal, gone);
    following.end();
  }

  private long insert(List<List<Match>> matches, ExecutionContext context) {
    long count = 0;
    for (int i = 0; i < matches.size(); i++) {
      Step step = steps.get(i);
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
      Step step, @Nullable Object[] row, ExecutionContext context) {
    Object[] values = new Object[step.row.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = step.row[i].evaluate(row, context);
    }
    return values;
  }
}
