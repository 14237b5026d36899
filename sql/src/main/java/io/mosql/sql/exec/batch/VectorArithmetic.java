package io.mosql.sql.exec.batch;

import io.mosql.core.type.SqlType;
import io.mosql.core.type.TypeKind;

/**
 * Arithmetic of vectors, with the results of {@link io.mosql.sql.exec.expression.Arithmetic}. What
 * it cannot compute exactly in 64 bits ends with an ArithmeticException; the caller then computes
 * row by row. Pure.
 */
final class VectorArithmetic {
  private static final long[] POWERS = new long[19];

  /** The greatest integer up to which each is a double. */
  private static final long EXACT_DOUBLE = 1L << 53;

  /** The greatest exponent of a power of ten that is a double. */
  private static final int EXACT_POWER = 22;

  static {
    long power = 1;
    for (int i = 0; i < POWERS.length; i++) {
      POWERS[i] = power;
      power *= 10;
    }
  }

  private VectorArithmetic() {}

  /** An operator of two numbers. */
  enum Operation {
    PLUS,
    MINUS,
    TIMES
  }

  private static final class Unsupported extends ArithmeticException {
    private static final long serialVersionUID = 1;
    static final Unsupported INSTANCE = new Unsupported();

    private Unsupported() {
      super("not in 64 bits");
    }

    @Override
    @SuppressWarnings("UnsynchronizedOverridesSynchronized")
    public Throwable fillInStackTrace() {
      return this;
    }
  }

  private static ArithmeticException unsupported() {
    return Unsupported.INSTANCE;
  }

  /**
   * Computes {@code a op b}.
   *
   * @param type of the result: an integer, DECIMAL or DOUBLE
   * @throws ArithmeticException when a result does not fit, or an operand is in another form
   */
  static Vector apply(
      Operation operation, SqlType type, Vector a, Vector b, int[] rows, int count, int capacity) {
    if (type.kind() == TypeKind.DOUBLE) {
      return doubles(operation, a, b, rows, count, capacity);
    }
    if (!(a instanceof Vector.Longs x) || !(b instanceof Vector.Longs y)) {
      throw unsupported();
    }
    boolean[] nulls = VectorNulls.either(a.nulls(), b.nulls());
    boolean times = operation == Operation.TIMES;
    int scale = times ? x.scale() + y.scale() : Math.max(x.scale(), y.scale());
    if (scale != type.scale() && type.kind() == TypeKind.DECIMAL
        || scale != 0 && type.kind() != TypeKind.DECIMAL) {
      throw unsupported();
    }
    long[] left = times ? x.values() : rescaled(x, scale, rows, count);
    long[] right = times ? y.values() : rescaled(y, scale, rows, count);
    long[] result = new long[capacity];
    // An overflow in a row with NULL is harmless: the rows are then computed one by one.
    switch (operation) {
      case PLUS -> {
        long overflow = 0;
        for (int k = 0; k < count; k++) {
          int row = rows[k];
          long p = left[row];
          long q = right[row];
          long sum = p + q;
          overflow |= (p ^ sum) & (q ^ sum);
          result[row] = sum;
        }
        requireFit(overflow >= 0);
      }
      case MINUS -> {
        long overflow = 0;
        for (int k = 0; k < count; k++) {
          int row = rows[k];
          long p = left[row];
          long q = right[row];
          long difference = p - q;
          overflow |= (p ^ q) & (p ^ difference);
          result[row] = difference;
        }
        requireFit(overflow >= 0);
      }
      case TIMES -> {
        for (int k = 0; k < count; k++) {
          int row = rows[k];
          result[row] = Math.multiplyExact(left[row], right[row]);
        }
      }
    }
    requireRange(type, result, rows, count);
    Vector.Carrier carrier = java.util.Objects.requireNonNull(Vector.Carrier.of(type));
    return new Vector.Longs(result, nulls, carrier, scale);
  }

  private static void requireFit(boolean fits) {
    if (!fits) {
      throw unsupported();
    }
  }

  /** Requires that the values fit the type, which says how many digits there are. */
  private static void requireRange(SqlType type, long[] values, int[] rows, int count) {
    long most;
    long least;
    switch (type.kind()) {
      case SMALLINT -> {
        most = Short.MAX_VALUE;
        least = Short.MIN_VALUE;
      }
      case INTEGER -> {
        most = Integer.MAX_VALUE;
        least = Integer.MIN_VALUE;
      }
      case DECIMAL -> {
        if (type.precision() >= POWERS.length) {
          return;
        }
        most = POWERS[type.precision()] - 1;
        least = -most;
      }
      default -> {
        return;
      }
    }
    boolean fits = true;
    for (int k = 0; k < count; k++) {
      long value = values[rows[k]];
      fits &= value <= most && value >= least;
    }
    requireFit(fits);
  }

  private static Vector doubles(
      Operation operation, Vector a, Vector b, int[] rows, int count, int capacity) {
    double[] left = doubles(a, rows, count, capacity);
    double[] right = doubles(b, rows, count, capacity);
    double[] result = new double[capacity];
    boolean finite = true;
    for (int k = 0; k < count; k++) {
      int row = rows[k];
      double value =
          switch (operation) {
            case PLUS -> left[row] + right[row];
            case MINUS -> left[row] - right[row];
            case TIMES -> left[row] * right[row];
          };
      finite &= Double.isFinite(value);
      result[row] = value;
    }
    requireFit(finite);
    return new Vector.Doubles(result, VectorNulls.either(a.nulls(), b.nulls()));
  }

  /** The numbers as doubles, where each is one exactly or is rounded once. */
  private static double[] doubles(Vector vector, int[] rows, int count, int capacity) {
    if (vector instanceof Vector.Doubles doubles) {
      return doubles.values();
    }
    if (!(vector instanceof Vector.Longs longs) || longs.scale() > EXACT_POWER) {
      throw unsupported();
    }
    double[] result = new double[capacity];
    double divisor = power(longs.scale());
    boolean exact = true;
    for (int k = 0; k < count; k++) {
      long value = longs.values()[rows[k]];
      exact &= value <= EXACT_DOUBLE && value >= -EXACT_DOUBLE;
      result[rows[k]] = value / divisor;
    }
    requireFit(exact);
    return result;
  }

  private static double power(int exponent) {
    double power = 1;
    for (int i = 0; i < exponent; i++) {
      power *= 10;
    }
    return power;
  }

  /**
   * Casts integers and decimals.
   *
   * @throws ArithmeticException when a value does not fit, or would be rounded
   */
  static Vector cast(Vector vector, SqlType to, int[] rows, int count, int capacity) {
    if (to.kind() == TypeKind.DOUBLE) {
      return new Vector.Doubles(doubles(vector, rows, count, capacity), vector.nulls());
    }
    int scale = to.kind() == TypeKind.DECIMAL ? to.scale() : 0;
    if (!(vector instanceof Vector.Longs longs) || longs.scale() > scale) {
      throw unsupported();
    }
    long[] values = rescaled(longs, scale, rows, count);
    requireRange(to, values, rows, count);
    Vector.Carrier carrier = java.util.Objects.requireNonNull(Vector.Carrier.of(to));
    return new Vector.Longs(values, longs.nulls(), carrier, scale);
  }

  /** The unscaled values at a scale that is not smaller. */
  static long[] rescaled(Vector.Longs longs, int scale, int[] rows, int count) {
    int more = scale - longs.scale();
    if (more == 0) {
      return longs.values();
    }
    if (more >= POWERS.length) {
      throw unsupported();
    }
    long factor = POWERS[more];
    long[] values = longs.values();
    long[] result = new long[values.length];
    for (int k = 0; k < count; k++) {
      result[rows[k]] = Math.multiplyExact(values[rows[k]], factor);
    }
    return result;
  }

  /**
   * Selects the rows that are NULL in neither vector.
   *
   * @param passing receives them unless these are all rows; may be {@code rows}
   * @return their number
   */
  static int withoutNulls(Vector a, Vector b, int[] rows, int count, int[] passing) {
    boolean[] nulls = VectorNulls.either(a.nulls(), b.nulls());
    if (nulls == null) {
      return count;
    }
    int known = 0;
    for (int k = 0; k < count; k++) {
      known += nulls[rows[k]] ? 0 : 1;
    }
    if (known == count) {
      return count;
    }
    int passed = 0;
    for (int k = 0; k < count; k++) {
      if (!nulls[rows[k]]) {
        passing[passed++] = rows[k];
      }
    }
    return passed;
  }
}
