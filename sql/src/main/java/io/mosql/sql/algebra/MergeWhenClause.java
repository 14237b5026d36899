package io.mosql.sql.algebra;

import java.util.List;
import org.apache.calcite.rex.RexNode;
import org.jspecify.annotations.Nullable;

/**
 * WHEN [NOT] MATCHED of a MERGE. Expressions but checks are over the source's row.
 *
 * @param condition null for none
 * @param assignments of an update, none of them additions
 * @param checks as of {@link PlanNode.Update} for an update, of {@link PlanNode.Insert} for an
 *     insert
 * @param row of an insert: a value for every column but the hidden one
 * @param returning as of {@link PlanNode.Merge}, of a row that this was done to
 */
public record MergeWhenClause(
    boolean matched,
    @Nullable RexNode condition,
    Action action,
    List<Assignment> assignments,
    List<@Nullable RexNode> checks,
    List<RexNode> row,
    List<RexNode> returning) {
  /** The same, returning that. */
  public MergeWhenClause returning(List<RexNode> expressions) {
    return new MergeWhenClause(matched, condition, action, assignments, checks, row, expressions);
  }

  /** What is done. */
  public enum Action {
    UPDATE,
    DELETE,
    INSERT,
    NOTHING
  }
}
