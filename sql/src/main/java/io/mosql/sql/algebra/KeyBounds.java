package io.mosql.sql.algebra;

import io.mosql.sql.inverted.SearchOperator;
import java.util.List;
import org.apache.calcite.rex.RexNode;
import org.jspecify.annotations.Nullable;

/**
 * The range of an index that a scan reads. Values have the types of the key columns; a NULL value
 * matches nothing (without a lower bound, NULLs of the bounded column are included unless {@code
 * excludeNulls}).
 *
 * @param prefix values of the first key columns
 * @param lower bound of the next key column, or null
 * @param upper upper bound of the same column, or null
 * @param excludeNulls whether NULLs of the next key column are excluded
 * @param searches the searches of an inverted index, which has no other bounds: a conjunction of
 *     disjunctions; the conditions are rechecked on the rows
 */
public record KeyBounds(
    List<RexNode> prefix,
    @Nullable Bound lower,
    @Nullable Bound upper,
    boolean excludeNulls,
    List<List<Search>> searches) {
  /** The bounds of a scan of the whole index. */
  public static final KeyBounds ALL = new KeyBounds(List.of(), null, null, false);

  public KeyBounds {
    prefix = List.copyOf(prefix);
    searches = searches.stream().map(List::copyOf).toList();
  }

  /** Creates the bounds of an ordered index. */
  public KeyBounds(
      List<RexNode> prefix, @Nullable Bound lower, @Nullable Bound upper, boolean excludeNulls) {
    this(prefix, lower, upper, excludeNulls, List.of());
  }

  /** Returns the bounds of an inverted index. */
  public static KeyBounds of(List<List<Search>> searches) {
    return new KeyBounds(List.of(), null, null, false, searches);
  }

  /** A comparison of a document with a value. */
  public record Search(SearchOperator operator, RexNode value) {}

  /** One end of a range. */
  public record Bound(RexNode value, boolean inclusive) {}
}
