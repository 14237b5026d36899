package io.mosql.core.type;

import io.mosql.core.error.CoreErrorMessage;
import io.mosql.core.error.MosqlException;
import io.mosql.core.port.Interrupts;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A value of type ARRAY, as PostgreSQL's: elements of one type in a grid of up to {@value
 * #DIMENSIONS_MAX} dimensions, each with a length and a lower bound, which is 1 unless stated
 * otherwise. An element is a value of the carrier class of its type, or null. An array without
 * elements has no dimensions. Immutable, thread-safe.
 *
 * <p>Arrays are ordered element by element, NULL after every value, then by the number of elements,
 * the number of dimensions, and for each dimension its length and its lower bound (PostgreSQL's
 * array_cmp). {@link #equals} is stricter: it also distinguishes element types and the digits of
 * equal numbers.
 */
public final class SqlArray implements Comparable<SqlArray> {
  /** Maximum number of dimensions. */
  public static final int DIMENSIONS_MAX = 6;

  /** Maximum number of elements: with their estimated memory they have the size of 2 GB. */
  public static final int ELEMENTS_MAX = 134_217_727;

  /** Estimated bytes of an element, without those of a text or byte string. */
  private static final int ELEMENT_BYTES = 24;

  private static final int[] NONE = {};

  private final SqlType element;
  private final int[] lengths;
  private final int[] lowers;
  private final @Nullable Object[] items;

  private SqlArray(SqlType element, int[] lengths, int[] lowers, @Nullable Object[] items) {
    this.element = element;
    this.lengths = items.length == 0 ? NONE : lengths;
    this.lowers = items.length == 0 ? NONE : lowers;
    this.items = items;
  }

  /**
   * An array of one dimension from 1.
   *
   * @param element type of the items
   * @param items not kept
   */
  public static SqlArray of(SqlType element, List<? extends @Nullable Object> items) {
    return of(element, new int[] {items.size()}, new int[] {1}, items.toArray());
  }

  /**
   * An array of any dimensions.
   *
   * @param lengths of the dimensions, the first one outermost; not copied
   * @param lowers lower bounds of the dimensions; not copied
   * @param items in the order of the last dimension first; not copied
   * @throws MosqlException 54000 for too many dimensions, elements, or a bound beyond INTEGER
   */
  public static SqlArray of(
      SqlType element, int[] lengths, int[] lowers, @Nullable Object[] items) {
    if (lengths.length > DIMENSIONS_MAX) {
      throw CoreErrorMessage.ARRAY_DIMENSIONS_EXCEEDED.error(lengths.length, DIMENSIONS_MAX);
    }
    long count = 1;
    for (int i = 0; i < lengths.length; i++) {
      count *= lengths[i];
      if (lengths[i] < 0 || count > ELEMENTS_MAX) {
        throw CoreErrorMessage.ARRAY_SIZE_EXCEEDED.error(ELEMENTS_MAX);
      }
      if ((long) lowers[i] + lengths[i] > Integer.MAX_VALUE) {
        throw CoreErrorMessage.ARRAY_BOUND_TOO_LARGE.error(lowers[i]);
      }
    }
    if (lowers.length != lengths.length || items.length != (lengths.length == 0 ? 0 : count)) {
      throw new IllegalArgumentException(items.length + " items of " + Arrays.toString(lengths));
    }
    Interrupts.chargeMemory((long) ELEMENT_BYTES * items.length);
    return new SqlArray(element, lengths, lowers, items);
  }

  /** The array without elements. */
  public static SqlArray empty(SqlType element) {
    return new SqlArray(element, NONE, NONE, NONE_OF);
  }

  private static final @Nullable Object[] NONE_OF = {};

  /**
   * Joins values, or arrays of the same dimensions, to an array of one dimension more.
   *
   * @param element type of the elements
   * @param parts values or null, or else arrays; not kept
   * @throws MosqlException 2202E for arrays of different dimensions
   */
  public static SqlArray join(SqlType element, List<? extends @Nullable Object> parts) {
    boolean nested = parts.stream().anyMatch(SqlArray.class::isInstance);
    if (!nested) {
      return of(element, parts);
    }
    SqlArray first = parts.get(0) instanceof SqlArray array ? array : empty(element);
    List<@Nullable Object> items = new ArrayList<>();
    for (Object part : parts) {
      if (!(part instanceof SqlArray array) || !Arrays.equals(array.lengths, first.lengths)) {
        throw CoreErrorMessage.ARRAY_DIMENSIONS_MISMATCH.error();
      }
      items.addAll(Arrays.asList(array.items));
    }
    if (items.isEmpty()) {
      return empty(element);
    }
    int dimensions = first.lengths.length + 1;
    int[] lengths = new int[dimensions];
    int[] lowers = new int[dimensions];
    lengths[0] = parts.size();
    lowers[0] = 1;
    System.arraycopy(first.lengths, 0, lengths, 1, dimensions - 1);
    System.arraycopy(first.lowers, 0, lowers, 1, dimensions - 1);
    return of(element, lengths, lowers, items.toArray());
  }

  /** Whether the dimensions and their bounds are those of another array. */
  public boolean hasBoundsOf(SqlArray other) {
    return Arrays.equals(lengths, other.lengths) && Arrays.equals(lowers, other.lowers);
  }

  /** The type of the elements. */
  public SqlType element() {
    return element;
  }

  /** The number of dimensions; 0 without elements. */
  public int dimensions() {
    return lengths.length;
  }

  /** The length of a dimension, which is numbered from 0. */
  public int length(int dimension) {
    return lengths[dimension];
  }

  /** The lower bound of a dimension, which is numbered from 0. */
  public int lower(int dimension) {
    return lowers[dimension];
  }

  /** The upper bound of a dimension, which is numbered from 0. */
  public int upper(int dimension) {
    return lowers[dimension] + lengths[dimension] - 1;
  }

  /** The number of elements in all dimensions. */
  public int size() {
    return items.length;
  }

  /** An element by its place from 0, the last dimension first. */
  public @Nullable Object item(int place) {
    return items[place];
  }

  /** All elements, the last dimension first; cannot be changed. */
  public List<@Nullable Object> items() {
    return java.util.Collections.unmodifiableList(Arrays.asList(items));
  }

  /** The element at a subscript for each dimension; null outside of the bounds. */
  public @Nullable Object get(int... subscripts) {
    if (subscripts.length != lengths.length) {
      return null;
    }
    int place = 0;
    for (int i = 0; i < subscripts.length; i++) {
      long offset = (long) subscripts[i] - lowers[i];
      if (offset < 0 || offset >= lengths[i]) {
        return null;
      }
      place = place * lengths[i] + (int) offset;
    }
    return items.length == 0 ? null : items[place];
  }

  /**
   * The part between bounds of the first dimensions, with lower bounds of 1; other dimensions
   * remain whole. Empty where no element is within the bounds, or with more bounds than dimensions.
   *
   * @param from lower bounds
   * @param to upper bounds, inclusive
   */
  public SqlArray slice(int[] from, int[] to) {
    if (from.length > lengths.length) {
      return empty(element);
    }
    int[] first = new int[lengths.length];
    int[] count = lengths.clone();
    int size = 1;
    for (int i = 0; i < lengths.length; i++) {
      if (i < from.length) {
        long low = Math.max(from[i], lowers[i]);
        long high = Math.min(to[i], upper(i));
        if (low > high) {
          return empty(element);
        }
        first[i] = (int) (low - lowers[i]);
        count[i] = (int) (high - low + 1);
      }
      size *= count[i];
    }
    @Nullable Object[] cut = new @Nullable Object[size];
    copy(0, 0, first, count, cut, 0);
    int[] ones = new int[lengths.length];
    Arrays.fill(ones, 1);
    return of(element, count, ones, cut);
  }

  /** Estimated bytes in memory. */
  public long memory() {
    long bytes = 64 + (long) ELEMENT_BYTES * items.length;
    for (Object item : items) {
      if (item instanceof String text) {
        bytes += 48 + text.length();
      } else if (item instanceof byte[] binary) {
        bytes += binary.length;
      } else if (item instanceof Jsonb json) {
        bytes += Jsonb.PART_BYTES + json.bytes().length;
      }
    }
    return bytes;
  }

  /** The array of one dimension less at a place of the first one, which is numbered from 0. */
  public SqlArray part(int place) {
    int size = items.length / lengths[0];
    return of(
        element,
        Arrays.copyOfRange(lengths, 1, lengths.length),
        Arrays.copyOfRange(lowers, 1, lowers.length),
        Arrays.copyOfRange(items, place * size, (place + 1) * size));
  }

  /** Copies the part of a dimension and those within it; returns the place after it. */
  private int copy(
      int dimension, int base, int[] first, int[] count, @Nullable Object[] cut, int at) {
    int place = at;
    for (int i = 0; i < count[dimension]; i++) {
      int from = base * lengths[dimension] + first[dimension] + i;
      if (dimension == lengths.length - 1) {
        cut[place++] = items[from];
      } else {
        place = copy(dimension + 1, from, first, count, cut, place);
      }
    }
    return place;
  }

  /** The array with converted elements, of the same dimensions; null remains null. */
  public SqlArray map(SqlType type, UnaryOperator<@Nullable Object> conversion) {
    @Nullable Object[] converted = new @Nullable Object[items.length];
    for (int i = 0; i < items.length; i++) {
      converted[i] = items[i] == null ? null : conversion.apply(items[i]);
    }
    return of(type, lengths, lowers, converted);
  }

  /** The array with other elements in the same places. */
  public SqlArray withItems(@Nullable Object[] others) {
    return of(element, lengths, lowers, others);
  }

  @Override
  public int compareTo(SqlArray other) {
    int common = Math.min(items.length, other.items.length);
    for (int i = 0; i < common; i++) {
      Object x = items[i];
      Object y = other.items[i];
      int order = x == null || y == null ? nulls(x, y) : ValueOrder.compare(x, y);
      if (order != 0) {
        return order;
      }
    }
    int order = Integer.compare(items.length, other.items.length);
    if (order == 0) {
      order = Integer.compare(lengths.length, other.lengths.length);
    }
    for (int i = 0; order == 0 && i < lengths.length; i++) {
      order = Integer.compare(lengths[i], other.lengths[i]);
      order = order == 0 ? Integer.compare(lowers[i], other.lowers[i]) : order;
    }
    return order;
  }

  private static int nulls(@Nullable Object x, @Nullable Object y) {
    return x == y ? 0 : x == null ? 1 : -1;
  }

  @Override
  public boolean equals(@Nullable Object o) {
    return o instanceof SqlArray other
        && element.equals(other.element)
        && Arrays.equals(lengths, other.lengths)
        && Arrays.equals(lowers, other.lowers)
        && Arrays.deepEquals(items, other.items);
  }

  @Override
  public int hashCode() {
    return Objects.hash(element, Arrays.hashCode(lengths), Arrays.deepHashCode(items));
  }

  /** Text in PostgreSQL's form, with moments in UTC. */
  @Override
  public String toString() {
    return ArrayText.format(this, ZoneOffset.UTC);
  }
}
