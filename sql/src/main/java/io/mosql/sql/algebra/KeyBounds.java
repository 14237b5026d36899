package io.mosql.sql.algebra;

import io.mosql.sql.inverted.SearchOperator;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rex.RexNode;
import org.jspecify.annotations.Nullable;

/**
 * The keys of an index that a scan reads. Values have the types of the key columns; a NULL value
 * matches nothing.
 *
 * @param prefix values of the first key columns
 * @param next condition on the key columns behind the prefix, or null
 * @param searches the searches of an inverted index, which has no other bounds: a conjunction of
 *     disjunctions; the conditions are rechecked on the rows
 */
public record KeyBounds(
    List<RexNode> prefix, @Nullable KeyCondition next, List<List<Search>> searches) {
  /** The bounds of a scan of the whole index. */
  public static final KeyBounds ALL = new KeyBounds(List.of(), null);

  public KeyBounds {
    prefix = List.copyOf(prefix);
    searches = searches.stream().map(List::copyOf).toList();
  }

  /** Creates the bounds of an ordered index. */
  public KeyBounds(List<RexNode> prefix, @Nullable KeyCondition next) {
    this(prefix, next, List.of());
  }

  /** Returns the bounds of an inverted index. */
  public static KeyBounds of(List<List<Search>> searches) {
    return new KeyBounds(List.of(), null, searches);
  }

  /** Returns the number of key columns that the bounds constrain. */
  public int columns() {
    return prefix.size() + (next == null ? 0 : next.columns());
  }

  /** Returns the greatest number of spans. */
  public double spans() {
    return next == null ? 1 : next.spans();
  }

  /** Returns the expressions of the bounds. */
  public List<RexNode> values() {
    List<RexNode> values = new ArrayList<>(prefix);
    if (next != null) {
      values.addAll(next.values());
    }
    searches.forEach(any -> any.forEach(search -> values.add(search.value())));
    return values;
  }

  /** A comparison of a document with a value. */
  public record Search(SearchOperator operator, RexNode value) {}
}
