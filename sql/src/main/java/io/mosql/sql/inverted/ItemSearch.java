package io.mosql.sql.inverted;

import io.mosql.core.type.Jsonb;
import io.mosql.core.type.SqlArray;
import io.mosql.sql.catalog.OperatorClass;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.LongUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A Boolean expression over items that is true for all documents that meet a condition; it may be
 * true for other documents too. Immutable.
 */
public sealed interface ItemSearch {
  /** A search without information: any document may meet the condition. */
  static ItemSearch everything() {
    return new All(List.of());
  }

  /** A search without results: no document meets the condition. */
  static ItemSearch nothing() {
    return new Any(List.of());
  }

  /** Maximum number of items that are searched individually. */
  int ITEMS_MAX = 1_000;

  /** Documents with an item. */
  record Has(long item) implements ItemSearch {}

  /** Documents that all of the searches find. */
  record All(List<ItemSearch> searches) implements ItemSearch {
    public All {
      searches = List.copyOf(searches);
    }
  }

  /** Documents that at least one of the searches finds. */
  record Any(List<ItemSearch> searches) implements ItemSearch {
    public Any {
      searches = List.copyOf(searches);
    }
  }

  /**
   * The target of a path in documents.
   *
   * @param path hash of the keys; null for any position
   */
  record DocumentPath(@Nullable Long path) {
    /** The document itself. */
    public static final DocumentPath ROOT = new DocumentPath(DocumentItems.ROOT);

    /** The value of a key at this position. */
    public DocumentPath below(String key) {
      return path == null ? this : new DocumentPath(DocumentItems.childPath(path, key));
    }

    /** Any position below this one. */
    public DocumentPath anywhere() {
      return new DocumentPath(null);
    }

    /** The documents that have a scalar at this position, possibly as an element of an array. */
    public ItemSearch equal(Object scalar, OperatorClass kind) {
      if (kind == OperatorClass.JSONB_PATH_OPS) {
        return path == null ? everything() : new Has(DocumentItems.valueItem(path, scalar));
      }
      ItemSearch value = new Has(DocumentItems.valueItem(DocumentItems.ROOT, scalar));
      return scalar instanceof String text ? new Any(List.of(value, withKey(text))) : value;
    }
  }

  /** The documents that contain another one. */
  static ItemSearch containing(Jsonb part, OperatorClass kind) {
    return new All(
        Arrays.stream(DocumentItems.of(part, kind))
            .limit(ITEMS_MAX)
            .<ItemSearch>mapToObj(Has::new)
            .toList());
  }

  /** The arrays with all elements of another one; none where that has a NULL. */
  static ItemSearch withElements(SqlArray part) {
    return part.items().contains(null) ? nothing() : new All(elements(part));
  }

  /** The arrays with at least one element of another one. */
  static ItemSearch withAnyElement(SqlArray other) {
    return new Any(elements(other));
  }

  private static List<ItemSearch> elements(SqlArray array) {
    return Arrays.stream(DocumentItems.of(array)).<ItemSearch>mapToObj(Has::new).toList();
  }

  /** The documents with a key, in an index that contains keys. */
  static ItemSearch withKey(String key) {
    return new Has(DocumentItems.keyItem(key));
  }

  /** The documents with at least one of some keys; a null key is contained in no document. */
  static ItemSearch withAnyKey(Collection<@Nullable String> keys) {
    return new Any(keys(keys));
  }

  /** The documents with all of some keys; a null key is ignored. */
  static ItemSearch withAllKeys(Collection<@Nullable String> keys) {
    return new All(keys(keys));
  }

  private static List<ItemSearch> keys(Collection<@Nullable String> keys) {
    List<ItemSearch> searches = new ArrayList<>();
    for (String key : keys) {
      if (key != null) {
        searches.add(withKey(key));
      }
    }
    return searches;
  }

  /**
   * Chooses items whose entries include all matching documents, with as few entries as possible.
   *
   * @param count number of entries of an item
   * @return null where there are none: all rows must be scanned
   */
  default @Nullable Choice choose(LongUnaryOperator count) {
    if (this instanceof Has has) {
      return new Choice(Set.of(has.item), count.applyAsLong(has.item));
    }
    if (this instanceof Any any) {
      Set<Long> items = new TreeSet<>();
      long entries = 0;
      for (ItemSearch search : any.searches) {
        Choice one = search.choose(count);
        if (one == null || items.size() + one.items.size() > ITEMS_MAX) {
          return null;
        }
        items.addAll(one.items);
        entries += one.entries;
      }
      return new Choice(items, entries);
    }
    Choice least = null;
    for (ItemSearch search : ((All) this).searches) {
      Choice one = search.choose(count);
      if (one != null && (least == null || one.entries < least.entries)) {
        least = one;
      }
      if (least != null && least.entries == 0) {
        return least;
      }
    }
    return least;
  }

  /**
   * The chosen items.
   *
   * @param entries number of their entries; an entry under two items counts twice
   */
  record Choice(Set<Long> items, long entries) {
    public Choice {
      items = Set.copyOf(items);
    }
  }
}
