package io.mosql.sql.exec.batch;

import io.mosql.core.type.SqlType;
import io.mosql.core.type.TypeKind;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The values of an IN list, in the forms in which vectors have them: finds the rows of a vector
 * that equal one of them. Immutable.
 */
final class ValueList {
  private final Object[] values;
  private final boolean padded;
  private final int scale;

  /** Values as 64 bits of this scale, sorted; null when one has another form. */
  private final long @Nullable [] longs;

  /** Values as UTF-8, sorted; null when one has another form. */
  private final byte @Nullable [][] texts;

  /**
   * Creates a list.
   *
   * @param all NULLs, which equal nothing, are left out
   * @param type of the vector
   * @param padded whether trailing blanks of texts are ignored
   */
  ValueList(@Nullable Object[] all, SqlType type, boolean padded) {
    List<Object> present = new ArrayList<>();
    for (Object value : all) {
      if (value != null) {
        present.add(value);
      }
    }
    this.values = present.toArray();
    this.padded = padded;
    this.scale = type.kind() == TypeKind.DECIMAL ? type.scale() : 0;
    this.longs = longs(type);
    this.texts = texts();
  }

  private long @Nullable [] longs(SqlType type) {
    Vector.Carrier carrier = Vector.Carrier.of(type);
    if (carrier == null) {
      return null;
    }
    long[] all = new long[values.length];
    int count = 0;
    for (Object value : values) {
      if (!type.kind().isNumeric()) {
        Long bits = Vector.unboxed(value, carrier, 0);
        if (bits == null) {
          return null;
        }
        all[count++] = bits;
      } else if (value instanceof Double || value instanceof Float) {
        return null;
      } else {
        BigDecimal number = new BigDecimal(value.toString());
        BigDecimal scaled = number.setScale(scale, RoundingMode.DOWN);
        // other values equal no value of the vector
        if (scaled.compareTo(number) == 0 && scaled.unscaledValue().bitLength() < Long.SIZE) {
          all[count++] = scaled.unscaledValue().longValue();
        }
      }
    }
    long[] sorted = Arrays.copyOf(all, count);
    Arrays.sort(sorted);
    return sorted;
  }

  private byte @Nullable [][] texts() {
    byte[][] all = new byte[values.length][];
    for (int i = 0; i < all.length; i++) {
      if (!(values[i] instanceof String text)) {
        return null;
      }
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      all[i] =
          padded ? Arrays.copyOf(bytes, VectorComparisons.trimmed(bytes, 0, bytes.length)) : bytes;
    }
    Arrays.sort(all, Arrays::compareUnsigned);
    return all;
  }

  /**
   * Selects the rows that equal a value.
   *
   * @param passing receives the rows; may be {@code rows}
   * @return their number
   */
  int select(Vector vector, int[] rows, int count, int[] passing) {
    int passed = 0;
    if (longs != null && vector instanceof Vector.Longs known && known.scale() == scale) {
      for (int k = 0; k < count; k++) {
        int row = rows[k];
        if (!known.isNull(row) && Arrays.binarySearch(longs, known.values()[row]) >= 0) {
          passing[passed++] = row;
        }
      }
      return passed;
    }
    for (int k = 0; k < count; k++) {
      int row = rows[k];
      boolean found =
          texts != null && vector instanceof Vector.Texts known
              ? !known.isNull(row) && contains(texts, known, row)
              : contains(vector.get(row));
      if (found) {
        passing[passed++] = row;
      }
    }
    return passed;
  }

  private boolean contains(@Nullable Object value) {
    if (value != null) {
      for (Object other : values) {
        if (VectorComparisons.compare(padded, value, other) == 0) {
          return true;
        }
      }
    }
    return false;
  }

  private boolean contains(byte[][] sorted, Vector.Texts vector, int row) {
    byte[] text = vector.data()[row];
    int from = vector.from()[row];
    int to = vector.to()[row];
    int end = padded ? VectorComparisons.trimmed(text, from, to) : to;
    int low = 0;
    int high = sorted.length - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      byte[] other = sorted[middle];
      int order = Arrays.compareUnsigned(other, 0, other.length, text, from, end);
      if (order == 0) {
        return true;
      }
      low = order < 0 ? middle + 1 : low;
      high = order < 0 ? high : middle - 1;
    }
    return false;
  }
}
