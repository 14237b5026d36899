package io.mosql.sql.algebra;

import io.mosql.sql.catalog.IndexDef;
import java.util.List;
import org.apache.calcite.rex.RexNode;
import org.jspecify.annotations.Nullable;

/**
 * The action of an INSERT on a conflict with a unique key. Expressions are over the table's row
 * that is there and, behind it, the one that was to be inserted.
 *
 * @param keys primary key and unique indexes, in the order in which they are asked
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
  /** What is done. */
  public enum Kind {
    /** Leave the row that is there. */
    SKIP,
    /** Update the row that is there; the same row only once. */
    UPDATE,
    /** Update the row that is there, any number of times; it counts twice. */
    UPDATE_AGAIN,
    /** Delete all rows that are in the way, each of which counts, then insert. */
    REPLACE
  }

  /** Without an update. */
  public static OnConflictAction of(Kind kind, List<IndexDef> keys) {
    return new OnConflictAction(kind, keys, List.of(), List.of(), List.of(), null);
  }
}
