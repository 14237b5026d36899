package io.mosql.sql.plan;

import java.util.List;
import org.apache.calcite.rex.RexNode;
import org.jspecify.annotations.Nullable;

/**
 * The part of an index that a scan visits. Values have the types of the key columns; a NULL value
 * matches nothing (a lower bound's absence includes NULLs of the bounded column unless {@code
 * excludeNulls}).
 *
 * @param prefix values that the first key columns equal
 * @param lower bound of the next key column, or null
 * @param upper likewise
 * @param excludeNulls whether NULLs of the next key column are left out
 */
public record KeyBounds(
    List<RexNode> prefix, @Nullable Bound lower, @Nullable Bound upper, boolean excludeNulls) {
  /** The whole index. */
  public static final KeyBounds ALL = new KeyBounds(List.of(), null, null, false);

  public KeyBounds {
    prefix = List.copyOf(prefix);
  }

  /** One end of a range. */
  public record Bound(RexNode value, boolean inclusive) {}
}
