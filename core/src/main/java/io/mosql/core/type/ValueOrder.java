package io.mosql.core.type;

import io.mosql.core.error.InvariantViolation;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.Objects;
import java.util.UUID;

/**
 * The order of values of one kind: numbers by value whatever their class, text by code point, bytes
 * without sign; this is also the order of encoded keys. Pure.
 */
public final class ValueOrder {
  private ValueOrder() {}

  /**
   * Compares two values.
   *
   * @param x of the carrier class of its type
   * @param y of the same kind
   */
  public static int compare(Object x, Object y) {
    if (x instanceof Integer a && y instanceof Integer b) {
      return Integer.compare(a, b);
    }
    if (x instanceof String a && y instanceof String b) {
      return compareText(a, b);
    }
    if (x instanceof Number a && y instanceof Number b) {
      return compareNumbers(a, b);
    }
    if (x instanceof Boolean a && y instanceof Boolean b) {
      return Boolean.compare(a, b);
    }
    if (x instanceof Interval a && y instanceof Interval b) {
      return a.compareTo(b);
    }
    if (x instanceof Jsonb a && y instanceof Jsonb b) {
      return a.compareTo(b);
    }
    if (x instanceof UUID a && y instanceof UUID b) {
      return Uuids.compare(a, b);
    }
    if (x instanceof byte[] a && y instanceof byte[] b) {
      return Arrays.compareUnsigned(a, b);
    }
    if (x instanceof SqlArray a && y instanceof SqlArray b) {
      return a.compareTo(b);
    }
    if (x instanceof LargeObject || y instanceof LargeObject) {
      return compareLarge(x, y);
    }
    throw new InvariantViolation(
        "compared values are of one kind, found "
            + x.getClass().getSimpleName()
            + " and "
            + y.getClass().getSimpleName());
  }

  /** Compares the contents, unless both are the same object. */
  private static int compareLarge(Object x, Object y) {
    if (x instanceof LargeObject a && y instanceof LargeObject b && a.isSame(b)) {
      return 0;
    }
    return compare(
        Objects.requireNonNull(LargeObject.loaded(x)),
        Objects.requireNonNull(LargeObject.loaded(y)));
  }

  private static int compareNumbers(Number a, Number b) {
    if (isLong(a) && isLong(b)) {
      return Long.compare(a.longValue(), b.longValue());
    }
    if (isFloating(a) || isFloating(b)) {
      double x = a.doubleValue();
      double y = b.doubleValue();
      return x == y ? 0 : Double.compare(x, y);
    }
    return decimal(a).compareTo(decimal(b));
  }

  private static BigDecimal decimal(Number exact) {
    return exact instanceof BigDecimal number ? number : BigDecimal.valueOf(exact.longValue());
  }

  private static boolean isLong(Number n) {
    return n instanceof Integer || n instanceof Long;
  }

  private static boolean isFloating(Number n) {
    return n instanceof Double || n instanceof Float;
  }

  /**
   * Compares by code point: the order of UTF-16 differs between surrogates and the private use
   * area.
   */
  public static int compareText(String a, String b) {
    int length = Math.min(a.length(), b.length());
    for (int i = 0; i < length; i++) {
      char x = a.charAt(i);
      char y = b.charAt(i);
      if (x != y) {
        if (Character.isSurrogate(x) != Character.isSurrogate(y)) {
          return Character.isSurrogate(x) ? 1 : -1;
        }
        return x - y;
      }
    }
    return a.length() - b.length();
  }
}
