package io.mosql.sql.exec.batch;

import org.jspecify.annotations.Nullable;

/** Which rows of vectors are NULL, as arrays by row; null stands for none. Pure. */
final class VectorNulls {
  private VectorNulls() {}

  /** The rows of a vector that are NULL, of the given ones at least. */
  static boolean @Nullable [] of(Vector vector, int[] rows, int count) {
    if (!(vector instanceof Vector.Objects objects)) {
      return vector.nulls();
    }
    boolean[] absent = null;
    for (int k = 0; k < count; k++) {
      if (objects.isNull(rows[k])) {
        absent = absent == null ? new boolean[objects.values().length] : absent;
        absent[rows[k]] = true;
      }
    }
    return absent;
  }

  /** The rows that are NULL in one of two vectors. */
  static boolean @Nullable [] either(boolean @Nullable [] a, boolean @Nullable [] b) {
    if (a == null || b == null) {
      return a == null ? b : a;
    }
    boolean[] either = new boolean[Math.max(a.length, b.length)];
    for (int i = 0; i < either.length; i++) {
      either[i] = i < a.length && a[i] || i < b.length && b[i];
    }
    return either;
  }

  /**
   * The rows of a result that are NULL because another row is, or because there is none.
   *
   * @param nulls which of the other rows are NULL
   * @param from the other row of each row; negative for none
   */
  static boolean @Nullable [] gathered(
      boolean @Nullable [] nulls, int[] from, int[] rows, int count, int capacity) {
    boolean[] absent = null;
    for (int k = 0; k < count; k++) {
      int row = from[rows[k]];
      if (row < 0 || nulls != null && nulls[row]) {
        absent = absent == null ? new boolean[capacity] : absent;
        absent[rows[k]] = true;
      }
    }
    return absent;
  }

  /** The rows without those that are NULL; the same array when none is. */
  static int[] without(boolean @Nullable [] absent, int[] rows, int count) {
    if (absent == null) {
      return java.util.Arrays.copyOf(rows, count);
    }
    int[] present = new int[count];
    int number = 0;
    for (int k = 0; k < count; k++) {
      if (!absent[rows[k]]) {
        present[number++] = rows[k];
      }
    }
    return java.util.Arrays.copyOf(present, number);
  }
}
