package io.mosql.sql.exec.batch;

import io.mosql.core.type.Coercion;
import io.mosql.core.type.ValueOrder;
import io.mosql.sql.exec.expression.ValueComparisons;
import java.util.Arrays;
import java.util.function.IntPredicate;
import org.apache.calcite.sql.SqlKind;
import org.jspecify.annotations.Nullable;

/** Comparisons of two vectors whose texts compare by code point. Pure. */
final class VectorComparisons {
  private VectorComparisons() {}

  /**
   * Selects the rows in which a comparison is true.
   *
   * @param padded whether trailing blanks of texts are ignored
   * @param passing receives the rows; may be {@code rows}
   * @return their number
   * @throws ArithmeticException when decimals cannot be brought to one scale
   */
  static int select(
      SqlKind kind, boolean padded, Vector a, Vector b, int[] rows, int count, int[] passing) {
    if (a instanceof Vector.Longs x && b instanceof Vector.Longs y) {
      int known = VectorArithmetic.withoutNulls(a, b, rows, count, passing);
      int scale = Math.max(x.scale(), y.scale());
      long[] left = VectorArithmetic.rescaled(x, scale, known == count ? rows : passing, known);
      long[] right = VectorArithmetic.rescaled(y, scale, known == count ? rows : passing, known);
      return longs(kind, left, right, known == count ? rows : passing, known, passing);
    }
    if (a instanceof Vector.Texts x && b instanceof Vector.Texts y) {
      return texts(kind, padded, x, y, rows, count, passing);
    }
    IntPredicate holds = ValueComparisons.predicate(kind);
    int passed = 0;
    for (int k = 0; k < count; k++) {
      int row = rows[k];
      Object x = a.get(row);
      Object y = b.get(row);
      if (x != null && y != null && holds.test(compare(padded, x, y))) {
        passing[passed++] = row;
      }
    }
    return passed;
  }

  /** Compares two values that are not NULL, of any types that are comparable. */
  static int compare(boolean padded, Object x, Object y) {
    return padded && x instanceof String a && y instanceof String b
        ? ValueOrder.compareText(
            Coercion.withoutTrailingBlanks(a), Coercion.withoutTrailingBlanks(b))
        : ValueOrder.compare(x, y);
  }

  private static int longs(SqlKind kind, long[] a, long[] b, int[] rows, int count, int[] passing) {
    int passed = 0;
    switch (kind) {
      case EQUALS -> {
        for (int k = 0; k < count; k++) {
          int row = rows[k];
          passing[passed] = row;
          passed += a[row] == b[row] ? 1 : 0;
        }
      }
      case NOT_EQUALS -> {
        for (int k = 0; k < count; k++) {
          int row = rows[k];
          passing[passed] = row;
          passed += a[row] != b[row] ? 1 : 0;
        }
      }
      case LESS_THAN -> {
        for (int k = 0; k < count; k++) {
          int row = rows[k];
          passing[passed] = row;
          passed += a[row] < b[row] ? 1 : 0;
        }
      }
      case LESS_THAN_OR_EQUAL -> {
        for (int k = 0; k < count; k++) {
          int row = rows[k];
          passing[passed] = row;
          passed += a[row] <= b[row] ? 1 : 0;
        }
      }
      case GREATER_THAN -> {
        for (int k = 0; k < count; k++) {
          int row = rows[k];
          passing[passed] = row;
          passed += a[row] > b[row] ? 1 : 0;
        }
      }
      default -> {
        for (int k = 0; k < count; k++) {
          int row = rows[k];
          passing[passed] = row;
          passed += a[row] >= b[row] ? 1 : 0;
        }
      }
    }
    return passed;
  }

  private static int texts(
      SqlKind kind,
      boolean padded,
      Vector.Texts a,
      Vector.Texts b,
      int[] rows,
      int count,
      int[] passing) {
    boolean equality = kind == SqlKind.EQUALS || kind == SqlKind.NOT_EQUALS;
    IntPredicate holds = ValueComparisons.predicate(kind);
    int passed = 0;
    for (int k = 0; k < count; k++) {
      int row = rows[k];
      if (a.isNull(row) || b.isNull(row)) {
        continue;
      }
      byte[] x = a.data()[row];
      byte[] y = b.data()[row];
      int fromX = a.from()[row];
      int fromY = b.from()[row];
      int toX = padded ? trimmed(x, fromX, a.to()[row]) : a.to()[row];
      int toY = padded ? trimmed(y, fromY, b.to()[row]) : b.to()[row];
      boolean holdsHere =
          equality
              ? Arrays.equals(x, fromX, toX, y, fromY, toY) == (kind == SqlKind.EQUALS)
              : holds.test(Arrays.compareUnsigned(x, fromX, toX, y, fromY, toY));
      if (holdsHere) {
        passing[passed++] = row;
      }
    }
    return passed;
  }

  /** The end of a text without its trailing blanks. */
  static int trimmed(byte[] text, int from, int to) {
    int end = to;
    while (end > from && text[end - 1] == ' ') {
      end--;
    }
    return end;
  }

  /** Compares two non-null values of one vector. */
  static int compare(Vector values, int a, int b) {
    if (values instanceof Vector.Longs longs) {
      return Long.compare(longs.values()[a], longs.values()[b]);
    }
    if (values instanceof Vector.Texts texts) {
      return Arrays.compareUnsigned(
          texts.data()[a],
          texts.from()[a],
          texts.to()[a],
          texts.data()[b],
          texts.from()[b],
          texts.to()[b]);
    }
    return ValueOrder.compare(present(values.get(a)), present(values.get(b)));
  }

  private static Object present(@Nullable Object value) {
    return java.util.Objects.requireNonNull(value);
  }
}
