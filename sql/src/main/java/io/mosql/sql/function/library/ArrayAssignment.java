package io.mosql.sql.function.library;

import io.mosql.core.error.CoreErrorMessage;
import io.mosql.core.type.SqlArray;
import io.mosql.sql.error.SqlErrorMessage;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Assignments to elements and slices of arrays, as PostgreSQL's: an array of one dimension grows to
 * the assigned subscripts, with NULLs in between, an array without elements gets their dimensions;
 * other subscripts must be within the bounds. Pure.
 */
final class ArrayAssignment {
  private ArrayAssignment() {}

  /** The array with another element at subscripts. */
  static SqlArray element(SqlArray array, int[] subscripts, @Nullable Object value) {
    requireDimensions(subscripts);
    if (array.size() == 0) {
      int[] ones = new int[subscripts.length];
      Arrays.fill(ones, 1);
      return SqlArray.of(array.element(), ones, subscripts, new @Nullable Object[] {value});
    }
    if (subscripts.length != array.dimensions()) {
      throw SqlErrorMessage.ARRAY_SUBSCRIPTS_WRONG.error();
    }
    SqlArray grown = array.dimensions() == 1 ? grown(array, subscripts[0], subscripts[0]) : array;
    @Nullable Object[] items = grown.items().toArray();
    items[place(grown, subscripts)] = value;
    return grown.withItems(items);
  }

  /**
   * The array with the elements of another one between bounds of the dimensions, in their order.
   */
  static SqlArray slice(SqlArray array, int[] lows, int[] highs, SqlArray source) {
    requireDimensions(lows);
    int[] lengths = new int[lows.length];
    long count = 1;
    for (int i = 0; i < lows.length; i++) {
      if (lows[i] > highs[i]) {
        throw CoreErrorMessage.ARRAY_UPPER_BOUND_BELOW_LOWER.error();
      }
      long length = (long) highs[i] - lows[i] + 1;
      count = Math.min(count * length, SqlArray.ELEMENTS_MAX + 1L);
      lengths[i] = (int) Math.min(length, SqlArray.ELEMENTS_MAX);
    }
    if (count > source.size()) {
      throw SqlErrorMessage.ARRAY_SOURCE_TOO_SMALL.error();
    }
    if (array.size() == 0) {
      @Nullable Object[] items = Arrays.copyOf(source.items().toArray(), (int) count);
      return SqlArray.of(array.element(), lengths, lows, items);
    }
    if (lows.length != array.dimensions()) {
      throw SqlErrorMessage.ARRAY_SUBSCRIPTS_WRONG.error();
    }
    SqlArray grown = array.dimensions() == 1 ? grown(array, lows[0], highs[0]) : array;
    @Nullable Object[] items = grown.items().toArray();
    int[] subscripts = lows.clone();
    for (int i = 0; i < count; i++) {
      items[place(grown, subscripts)] = source.item(i);
      for (int d = subscripts.length - 1; d >= 0 && ++subscripts[d] > highs[d]; d--) {
        subscripts[d] = lows[d];
      }
    }
    return grown.withItems(items);
  }

  private static void requireDimensions(int[] subscripts) {
    if (subscripts.length > SqlArray.DIMENSIONS_MAX) {
      throw CoreErrorMessage.ARRAY_DIMENSIONS_EXCEEDED.error(
          subscripts.length, SqlArray.DIMENSIONS_MAX);
    }
  }

  /** An array of one dimension with NULLs up to bounds outside of its own. */
  private static SqlArray grown(SqlArray array, int low, int high) {
    int first = Math.min(low, array.lower(0));
    int last = Math.max(high, array.upper(0));
    if (first == array.lower(0) && last == array.upper(0)) {
      return array;
    }
    long length = (long) last - first + 1;
    if (length > SqlArray.ELEMENTS_MAX) {
      throw CoreErrorMessage.ARRAY_SIZE_EXCEEDED.error(SqlArray.ELEMENTS_MAX);
    }
    @Nullable Object[] items = new @Nullable Object[(int) length];
    System.arraycopy(array.items().toArray(), 0, items, array.lower(0) - first, array.size());
    return SqlArray.of(array.element(), new int[] {(int) length}, new int[] {first}, items);
  }

  private static int place(SqlArray array, int[] subscripts) {
    int place = 0;
    for (int i = 0; i < subscripts.length; i++) {
      if (subscripts[i] < array.lower(i) || subscripts[i] > array.upper(i)) {
        throw SqlErrorMessage.ARRAY_SUBSCRIPT_OUT_OF_RANGE.error();
      }
      place = place * array.length(i) + subscripts[i] - array.lower(i);
    }
    return place;
  }
}
