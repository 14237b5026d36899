package io.mosql.sql.algebra;

import java.util.List;
import org.apache.calcite.rex.RexNode;
import org.jspecify.annotations.Nullable;

/**
 * A WHEN [NOT] MATCHED clause of a MERGE. All expressions except checks are over the source's row.
 *
 * @param condition null for none
 * @param assignments of an update, none of them additions
 * @param checks as of {@link PlanNode.Update} for an update, of {@link PlanNode.Insert} for an
 *     insert
 * @param row of an insert: a value for every column but the hidden one
 * @param returning as of {@link PlanNode.Merge}, over a row that this clause changed
 */
public record MergeWhenClause(
    boolean matched,
    @Nullable RexNode condition,
    Action action,
    List<Assignment> assignments,
    List<@Nullable RexNode> checks,
    List<RexNode> row,
    List<RexNode> returning) {
  /** Returns the same clause with RETURNING expressions. */
  public MergeWhenClause returning(List<RexNode> expressions) {
    return new MergeWhenClause(matched, condition, action, assignments, checks, row, expressions);
  }

  /** The action of the clause. */
  public enum Action {
    UPDATE,
    DELETE,
    INSERT,
    NOTHING
  }
}
