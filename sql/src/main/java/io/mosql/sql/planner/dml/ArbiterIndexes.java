package io.mosql.sql.planner.dml;

import io.mosql.sql.catalog.IndexDef;
import io.mosql.sql.catalog.KeyColumn;
import io.mosql.sql.catalog.TableDef;
import io.mosql.sql.error.SqlErrorMessage;
import io.mosql.sql.parser.ast.dml.OnConflict;
import io.mosql.sql.planner.error.PlanErrors;
import io.mosql.sql.planner.physical.IndexExpressions;
import io.mosql.sql.planner.physical.PredicateImplication;
import io.mosql.sql.planner.physical.TableExpressionPlanner;
import io.mosql.sql.planner.validate.DmlTarget;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.jspecify.annotations.Nullable;

/**
 * Finds the arbiter indexes of ON CONFLICT: the unique keys that match its columns, expressions and
 * predicate.
 */
final class ArbiterIndexes {
  private final TableExpressionPlanner planned;
  private final IndexExpressions expressions;
  private final TableDef table;

  ArbiterIndexes(TableExpressionPlanner planned, TableDef table) {
    this.planned = planned;
    this.expressions = new IndexExpressions(planned);
    this.table = table;
  }

  /**
   * Returns the unique indexes over exactly these parts whose predicate, if any, is implied by the
   * clause's predicate.
   *
   * @throws io.mosql.core.error.MosqlException 42P10 when there is none, 42703
   */
  List<IndexDef> of(OnConflict conflict, List<IndexDef> unique) {
    Set<Integer> wanted = new HashSet<>();
    for (SqlNode part : conflict.parts()) {
      // A part may occur twice.
      wanted.add(column(part));
    }
    List<RexNode> given = conditions(conflict.subset());
    List<IndexDef> found =
        unique.stream()
            .filter(index -> wanted.equals(columns(index)) && isIn(index, given))
            .toList();
    if (found.isEmpty()) {
      throw PlanErrors.at(
          SqlErrorMessage.UNDEFINED_ARBITER_COLUMNS,
          conflict.parts().get(0).getParserPosition(),
          table.name());
    }
    return found;
  }

  private static Set<Integer> columns(IndexDef index) {
    return new HashSet<>(index.columns().stream().map(KeyColumn::column).toList());
  }

  private int column(SqlNode part) {
    if (part instanceof SqlIdentifier name && name.isSimple()) {
      return DmlTarget.column(table, table.name(), name, new HashSet<>());
    }
    return expressions.column(planned.over(table, List.of(part), false).get(0), table);
  }

  private List<RexNode> conditions(@Nullable SqlNode subset) {
    return subset == null ? List.of() : planned.conjuncts(table, subset);
  }

  /** Whether the index contains all rows that meet the given conditions. */
  private boolean isIn(IndexDef index, List<RexNode> given) {
    return !index.partial()
        || expressions.conjuncts(table, index).stream()
            .allMatch(
                wanted -> given.stream().anyMatch(g -> PredicateImplication.implies(g, wanted)));
  }
}
