package io.mosql.sql.planner;

import io.mosql.sql.catalog.ColumnDef;
import io.mosql.sql.catalog.KeyColumn;
import io.mosql.sql.catalog.TableDef;
import io.mosql.sql.plan.Assignment;
import io.mosql.sql.plan.PlanNode;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlUpdate;
import org.jspecify.annotations.Nullable;

/**
 * Plans one UPDATE: tells additions from other assignments, so that what only additions look at is
 * not read.
 */
final class Updates {
  private final Modifications modifications;
  private final SqlUpdate update;
  private final TableDef table;
  private final Frontend frontend;
  private final List<Integer> columns = new ArrayList<>();

  /** Beside the columns; null for DEFAULT. */
  private final List<@Nullable SqlNode> sources = new ArrayList<>();

  private final Set<Integer> used = new HashSet<>();

  Updates(Modifications modifications, SqlUpdate update, TableDef table, Frontend frontend) {
    this.modifications = modifications;
    this.update = update;
    this.table = table;
    this.frontend = frontend;
    for (int i = 0; i < update.getTargetColumnList().size(); i++) {
      int column = Modifications.column(table, update.getTargetColumnList().get(i), used);
      SqlNode source = TreeRewrite.rewrite(update.getSourceExpressionList().get(i));
      columns.add(column);
      if (Insertion.isDefault(source)) {
        sources.add(null);
      } else {
        frontend.validator().want(source, modifications.columnType(table.columns().get(column)));
        sources.add(source);
      }
    }
  }

  PlanNode plan() {
    SqlNode condition = update.getCondition();
    TargetRows rows =
        new TargetRows(
            modifications.physical(frontend),
            frontend,
            table,
            update.getTargetTable(),
            update.getAlias(),
            condition == null ? null : TreeRewrite.rewrite(condition),
            sources.stream().filter(Objects::nonNull).toList());
    List<RexNode> checks = modifications.checks(table);
    List<@Nullable Assignment> additions = additions(rows, checks);
    BitSet wanted = new BitSet();
    int value = 0;
    for (int i = 0; i < columns.size(); i++) {
      if (sources.get(i) != null) {
        wanted.set(value++, additions.get(i) == null);
      }
    }
    TargetRows.Found found = rows.find(wanted);
    List<Assignment> assignments = new ArrayList<>();
    List<RexNode> values = new ArrayList<>();
    BitSet set = new BitSet();
    value = 0;
    for (int i = 0; i < columns.size(); i++) {
      RexNode computed = sources.get(i) == null ? null : found.values().get(value++);
      Assignment addition = additions.get(i);
      if (addition != null) {
        assignments.add(addition);
        continue;
      }
      RexNode assigned = assigned(i, computed);
      assignments.add(new Assignment.Set(columns.get(i), assigned));
      values.add(assigned);
      set.set(columns.get(i));
    }
    BitSet added = new BitSet();
    used.forEach(added::set);
    added.andNot(set);
    return new PlanNode.Update(
        table,
        found.pruned(values, frontend),
        found.keyFields(),
        assignments,
        concerned(checks, set),
        concerned(checks, added),
        modifications.countType());
  }

  private RexNode assigned(int i, @Nullable RexNode computed) {
    ColumnDef column = table.columns().get(columns.get(i));
    SqlNode source = sources.get(i);
    return source == null || computed == null
        ? modifications.defaultValue(column, frontend)
        : new Assignments(frontend.cluster().getRexBuilder())
            .assign(computed, column.type(), column.name(), source.getParserPosition());
  }

  /** Beside the columns; null for what is no addition. Rows whose keys change move as a whole. */
  private List<@Nullable Assignment> additions(TargetRows rows, List<RexNode> checks) {
    boolean moves =
        table.primary().columns().stream().map(KeyColumn::column).anyMatch(used::contains);
    Additions additions =
        new Additions(table, checks, rows.offset(), frontend.cluster().getRexBuilder());
    List<@Nullable Assignment> found = new ArrayList<>();
    int value = 0;
    for (int i = 0; i < columns.size(); i++) {
      boolean computed = sources.get(i) != null;
      found.add(moves || !computed ? null : additions.of(columns.get(i), rows.values().get(value)));
      value += computed ? 1 : 0;
    }
    return found;
  }

  /** The checks that look at any of the columns; null in the place of others. */
  private static List<@Nullable RexNode> concerned(List<RexNode> checks, BitSet columns) {
    List<@Nullable RexNode> concerned = new ArrayList<>();
    for (RexNode check : checks) {
      concerned.add(Rexes.fields(check).intersects(columns) ? check : null);
    }
    return concerned;
  }
}
