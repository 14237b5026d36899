package io.mosql.sql.algebra;

import io.mosql.sql.inverted.SearchOperator;
import java.util.List;
import org.apache.calcite.rex.RexNode;
import org.jspecify.annotations.Nullable;

/**
 * The range of an index that a scan reads. Values have the types of the key columns; a NULL value
 * matches nothing (a lower bound's absence includes NULLs of the bounded column unless {@code
 * excludeNulls}).
 *
 * @param prefix values that the first key columns equal
 * @param lower bound of the next key column, or null
 * @param upper likewise
 * @param excludeNulls whether NULLs of the next key column are left out
 * @param searches of an inverted index, and nothing else is: conditions all of which the rows meet,
 *     each of alternatives; all of them are tested again on the rows
 */
public record KeyBounds(
    List<RexNode> prefix,
    @Nullable Bound lower,
    @Nullable Bound upper,
    boolean excludeNulls,
    List<List<Search>> searches) {
  /** The whole index. */
  public static final KeyBounds ALL = new KeyBounds(List.of(), null, null, false);

  public KeyBounds {
    prefix = List.copyOf(prefix);
    searches = searches.stream().map(List::copyOf).toList();
  }

  /** Of an ordered index. */
  public KeyBounds(
      List<RexNode> prefix, @Nullable Bound lower, @Nullable Bound upper, boolean excludeNulls) {
    this(prefix, lower, upper, excludeNulls, List.of());
  }

  /** Of an inverted index. */
  public static KeyBounds of(List<List<Search>> searches) {
    return new KeyBounds(List.of(), null, null, false, searches);
  }

  /** A document compared with a value. */
  public record Search(SearchOperator operator, RexNode value) {}

  /** One end of a range. */
  public record Bound(RexNode value, boolean inclusive) {}
}
