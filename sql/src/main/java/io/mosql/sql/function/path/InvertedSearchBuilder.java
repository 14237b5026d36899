package io.mosql.sql.function.path;

import com.fasterxml.jackson.databind.JsonNode;
import io.mosql.core.type.Jsonb;
import io.mosql.core.type.SqlArray;
import io.mosql.sql.catalog.OperatorClass;
import io.mosql.sql.function.json.JsonKey;
import io.mosql.sql.function.json.JsonText;
import io.mosql.sql.inverted.ItemSearch;
import io.mosql.sql.inverted.SearchOperator;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Derives the index search of a condition on JSON documents or arrays for an inverted index. From a
 * JSON path it takes the keys on the way and the scalars in equality comparisons; other parts of
 * the path add no condition to the search. Pure.
 */
public final class InvertedSearchBuilder {
  private final OperatorClass kind;

  private InvertedSearchBuilder(OperatorClass kind) {
    this.kind = kind;
  }

  /**
   * The index search for a condition.
   *
   * @param value the operator's right operand
   * @throws io.mosql.core.error.MosqlException 22P02, 22023 and 42601 for a value that the operator
   *     does not take
   */
  public static ItemSearch of(SearchOperator operator, Object value, OperatorClass kind) {
    return switch (operator) {
      case CONTAINS ->
          ItemSearch.containing(
              value instanceof Jsonb part ? part : Jsonb.parse(value.toString()), kind);
      case CONTAINS_ELEMENTS -> ItemSearch.withElements((SqlArray) value);
      case OVERLAPS -> ItemSearch.withAnyElement((SqlArray) value);
      case HAS_KEY -> ItemSearch.withKey(value.toString());
      case HAS_ANY -> ItemSearch.withAnyKey(JsonKey.texts(value.toString()));
      case HAS_ALL -> ItemSearch.withAllKeys(JsonKey.texts(value.toString()));
      case PATH_EXISTS ->
          new InvertedSearchBuilder(kind).exists(SqlJsonPath.of(value.toString()).root());
      case PATH_MATCH ->
          new InvertedSearchBuilder(kind).match(SqlJsonPath.of(value.toString()).root());
    };
  }

  /**
   * The state after some steps of a path.
   *
   * @param place path of the values; null where it is not known
   * @param searches items that every document with a value there has
   */
  private record ReachedPlace(ItemSearch.@Nullable DocumentPath place, List<ItemSearch> searches) {
    static final ReachedPlace ROOT = new ReachedPlace(ItemSearch.DocumentPath.ROOT, List.of());
    static final ReachedPlace UNKNOWN = new ReachedPlace(null, List.of());
  }

  /**
   * The search for a path that must have a result. A predicate path always has one: true, false or
   * null.
   */
  private ItemSearch exists(PathNode.Value path) {
    return new ItemSearch.All(reached(path, ReachedPlace.ROOT).searches);
  }

  private ItemSearch match(PathNode.Value path) {
    return path instanceof PathNode.TestValue tested
        ? of(tested.test(), ReachedPlace.ROOT)
        : exists(path);
  }

  private ReachedPlace reached(PathNode.Value value, ReachedPlace current) {
    if (value instanceof PathNode.Root) {
      return ReachedPlace.ROOT;
    }
    if (value instanceof PathNode.Current) {
      return new ReachedPlace(current.place, List.of());
    }
    if (!(value instanceof PathNode.Access access)) {
      return ReachedPlace.UNKNOWN;
    }
    ReachedPlace from = reached(access.from(), current);
    ItemSearch.DocumentPath place = from.place;
    List<ItemSearch> searches = new ArrayList<>(from.searches);
    for (PathNode.Step step : access.steps()) {
      if (step instanceof PathNode.Step.Member member) {
        // results of methods may have keys that no document has
        if (place == null) {
          break;
        }
        if (kind == OperatorClass.JSONB_OPS) {
          searches.add(ItemSearch.withKey(member.key()));
        }
        place = place.below(member.key());
      } else if (step instanceof PathNode.Step.Members || step instanceof PathNode.Step.Descent) {
        place = place == null ? null : place.anywhere();
      } else if (step instanceof PathNode.Step.Filter filter) {
        searches.add(of(filter.test(), new ReachedPlace(place, List.of())));
      } else if (step instanceof PathNode.Step.Method) {
        place = null;
      }
    }
    return new ReachedPlace(place, searches);
  }

  /** The items that every document has for which a test is true. */
  private ItemSearch of(PathNode.Test test, ReachedPlace current) {
    if (test instanceof PathNode.And and) {
      return new ItemSearch.All(List.of(of(and.left(), current), of(and.right(), current)));
    }
    if (test instanceof PathNode.Or or) {
      return new ItemSearch.Any(List.of(of(or.left(), current), of(or.right(), current)));
    }
    if (test instanceof PathNode.Exists exists) {
      return new ItemSearch.All(reached(exists.value(), current).searches);
    }
    if (test instanceof PathNode.StartsWith starts) {
      return new ItemSearch.All(reached(starts.value(), current).searches);
    }
    if (test instanceof PathNode.LikeRegex like) {
      return new ItemSearch.All(reached(like.value(), current).searches);
    }
    if (test instanceof PathNode.Comparison comparison) {
      ReachedPlace left = reached(comparison.left(), current);
      ReachedPlace right = reached(comparison.right(), current);
      List<ItemSearch> searches = new ArrayList<>(left.searches);
      searches.addAll(right.searches);
      if (comparison.operator().equals("==")) {
        searches.add(equal(left, comparison.right()));
        searches.add(equal(right, comparison.left()));
      }
      return new ItemSearch.All(searches);
    }
    return ItemSearch.everything();
  }

  private ItemSearch equal(ReachedPlace reached, PathNode.Value value) {
    if (reached.place == null || !(value instanceof PathNode.Literal literal)) {
      return ItemSearch.everything();
    }
    JsonNode scalar = literal.value();
    return scalar.isValueNode()
        ? reached.place.equal(JsonText.jsonb(scalar).tree(), kind)
        : ItemSearch.everything();
  }
}
