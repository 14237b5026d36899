package io.mosql.sql.algebra;

import io.mosql.sql.catalog.IndexDef;
import java.util.List;
import org.apache.calcite.rex.RexNode;
import org.jspecify.annotations.Nullable;

/**
 * The action of an INSERT on a conflict with a unique key. Expressions are over the existing row of
 * the table, followed by the row proposed for insertion.
 *
 * @param keys primary key and unique indexes, in the order in which they are checked
 * @param assignments of an update
 * @param checks as of {@link PlanNode.Update}, over the new row
 * @param boundChecks likewise
 * @param condition under which the update is made, or null
 */
public record OnConflictAction(
    Kind kind,
    List<IndexDef> keys,
    List<Assignment> assignments,
    List<@Nullable RexNode> checks,
    List<@Nullable RexNode> boundChecks,
    @Nullable RexNode condition) {
  /** The kind of action. */
  public enum Kind {
    /** Keeps the existing row. */
    SKIP,
    /** Updates the existing row; updating the same row twice is an error. */
    UPDATE,
    /** Updates the existing row, any number of times; each update counts as two rows. */
    UPDATE_AGAIN,
    /** Deletes all conflicting rows, each of which counts, then inserts. */
    REPLACE
  }

  /** Returns an action without an update. */
  public static OnConflictAction of(Kind kind, List<IndexDef> keys) {
    return new OnConflictAction(kind, keys, List.of(), List.of(), List.of(), null);
  }
}
