package io.mosql.sql.function.library;

import io.mosql.core.error.CoreErrorMessage;
import io.mosql.core.type.Numerics;
import io.mosql.core.type.SqlType;
import io.mosql.sql.error.SqlErrorMessage;
import io.mosql.sql.function.define.FunctionDefinitions;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.Objects;
import java.util.function.BinaryOperator;
import java.util.function.DoubleUnaryOperator;
import org.jspecify.annotations.Nullable;

/** Numeric functions, with PostgreSQL's errors for arguments outside their domain. */
public final class MathLibrary {
  /** The largest number with a factorial of at most 1,000 digits. */
  private static final int MAX_FACTORIAL = 449;

  private MathLibrary() {}

  public static void define(FunctionDefinitions all) {
    real(all, "LN", x -> Math.log(positive(x)));
    real(all, "LOG10", x -> Math.log10(positive(x)));
    real(all, "LOG2", x -> Math.log(positive(x)) / Math.log(2));
    real(all, "SQRT", MathLibrary::root);
    real(all, "EXP", Math::exp);
    real(all, "CBRT", Math::cbrt);
    real(all, "SIN", Math::sin);
    real(all, "COS", Math::cos);
    real(all, "TAN", Math::tan);
    real(all, "COT", x -> 1 / Math.tan(x));
    real(all, "ASIN", Math::asin);
    real(all, "ACOS", Math::acos);
    real(all, "ATAN", Math::atan);
    real(all, "SINH", Math::sinh);
    real(all, "COSH", Math::cosh);
    real(all, "TANH", Math::tanh);
    real(all, "ASINH", x -> Math.copySign(Math.log(Math.abs(x) + Math.sqrt(x * x + 1)), x));
    real(all, "ACOSH", x -> Math.log(x + Math.sqrt(x * x - 1)));
    real(all, "ATANH", x -> Math.log((1 + x) / (1 - x)) / 2);
    real(all, "DEGREES", Math::toDegrees);
    real(all, "RADIANS", Math::toRadians);
    all.strict("PI", SqlType.DOUBLE, "", v -> Math.PI);
    all.strict("ATAN2", SqlType.DOUBLE, "dd", v -> finite(Math.atan2(real(v, 0), real(v, 1))));
    all.strict("POWER POW", SqlType.DOUBLE, "dd", v -> power(real(v, 0), real(v, 1)));
    all.strict("LOG", SqlType.DOUBLE, "d|d", MathLibrary::log);
    all.strict("TRUNC", null, "n|i", MathLibrary::truncated);
    all.strict("DIV", SqlType.NUMERIC, "nn", v -> quotient(exact(v, 0), exact(v, 1)));
    all.strict("SCALE", SqlType.INTEGER, "n", v -> Math.max(0, exact(v, 0).scale()));
    all.strict("MIN_SCALE", SqlType.INTEGER, "n", v -> leastScale(exact(v, 0)));
    all.strict("TRIM_SCALE", null, "n", v -> trimmed(nn(v[0])));
    all.loose("NUM_NULLS", SqlType.INTEGER, "v*", v -> nulls(v));
    all.loose("NUM_NONNULLS", SqlType.INTEGER, "v*", v -> v.length - nulls(v));
    all.widest("GCD", "ee", v -> whole(v, MathLibrary::divisor));
    all.widest("LCM", "ee", v -> whole(v, MathLibrary::multiple));
    all.strict("FACTORIAL", SqlType.NUMERIC, "l", v -> factorial((Long) nn(v[0])));
    all.strict("BIT_COUNT", SqlType.BIGINT, "l", v -> (long) Long.bitCount((Long) nn(v[0])));
    all.strict("WIDTH_BUCKET", SqlType.INTEGER, "dddi", MathLibrary::bucket);
  }

  private static void real(FunctionDefinitions all, String name, DoubleUnaryOperator function) {
    all.strict(
        name,
        SqlType.DOUBLE,
        "d",
        v -> {
          double x = real(v, 0);
          double value = Double.isNaN(x) ? x : function.applyAsDouble(x);
          return Double.isInfinite(x) && !Double.isNaN(value) ? (Object) value : finite(value, x);
        });
  }

  private static Object nn(@Nullable Object value) {
    return Objects.requireNonNull(value);
  }

  private static double real(@Nullable Object[] v, int index) {
    return (Double) nn(v[index]);
  }

  /** Checks a result: NaN is not an error when the argument is NaN. */
  private static double finite(double value, double x) {
    return Double.isNaN(x) ? value : finite(value);
  }

  private static double finite(double value) {
    if (Double.isNaN(value) || Double.isInfinite(value)) {
      throw Double.isNaN(value)
          ? SqlErrorMessage.INPUT_OUT_OF_RANGE.error()
          : SqlErrorMessage.FLOAT_OVERFLOW.error();
    }
    return value;
  }

  private static double positive(double value) {
    if (value <= 0) {
      throw SqlErrorMessage.LOGARITHM_NOT_POSITIVE.error(value == 0 ? "zero" : "a negative number");
    }
    return value;
  }

  private static double root(double value) {
    if (value < 0) {
      throw SqlErrorMessage.ROOT_OF_NEGATIVE.error();
    }
    return Math.sqrt(value);
  }

  private static double power(double base, double exponent) {
    if (base == 0 && exponent < 0) {
      throw SqlErrorMessage.ZERO_TO_NEGATIVE_POWER.error();
    }
    if (base < 0 && Double.isFinite(base) && exponent != Math.rint(exponent)) {
      throw SqlErrorMessage.POWER_OF_NEGATIVE.error();
    }
    if (base == 1 || exponent == 0 || base == -1 && Double.isInfinite(exponent)) {
      return 1;
    }
    double value = Math.pow(base, exponent);
    return Double.isFinite(base) && Double.isFinite(exponent) ? finite(value) : value;
  }

  /** The logarithm to the base 10, or to the base of the first argument. */
  private static double log(@Nullable Object[] v) {
    if (v.length == 1) {
      return Math.log10(positive(real(v, 0)));
    }
    double base = Math.log(positive(real(v, 0)));
    if (base == 0) {
      throw CoreErrorMessage.DIVISION_BY_ZERO.error();
    }
    return finite(Math.log(positive(real(v, 1))) / base);
  }

  static BigDecimal exact(@Nullable Object[] v, int index) {
    Object value = nn(v[index]);
    return value instanceof BigDecimal number ? number : new BigDecimal(value.toString());
  }

  /** Truncates a number; the result has the class of the argument. */
  private static Object truncated(@Nullable Object[] v) {
    Object value = nn(v[0]);
    int digits = v.length > 1 ? (Integer) nn(v[1]) : 0;
    if (digits >= 0 && (value instanceof Integer || value instanceof Long)) {
      return value;
    }
    if (value instanceof Double || value instanceof Float) {
      double binary = ((Number) value).doubleValue();
      if (digits == 0 || !Double.isFinite(binary)) {
        double whole = binary < 0 ? Math.ceil(binary) : Math.floor(binary);
        return value instanceof Float ? (Object) (float) whole : (Object) whole;
      }
    }
    if (Math.abs((long) digits) > 1_000) {
      throw SqlErrorMessage.ARGUMENT_OUT_OF_RANGE.error();
    }
    BigDecimal cut = exact(v, 0).setScale(digits, RoundingMode.DOWN);
    if (value instanceof BigDecimal) {
      return Numerics.fit(cut);
    } else if (value instanceof Integer) {
      return cut.intValue();
    } else if (value instanceof Long) {
      return cut.longValue();
    }
    return value instanceof Float ? (Object) cut.floatValue() : (Object) cut.doubleValue();
  }

  private static int leastScale(BigDecimal number) {
    return Math.max(0, number.signum() == 0 ? 0 : number.stripTrailingZeros().scale());
  }

  private static Object trimmed(Object value) {
    return value instanceof BigDecimal number ? number.setScale(leastScale(number)) : value;
  }

  private static int nulls(@Nullable Object[] v) {
    int nulls = 0;
    for (Object value : v) {
      nulls += value == null ? 1 : 0;
    }
    return nulls;
  }

  private static BigDecimal quotient(BigDecimal x, BigDecimal y) {
    if (y.signum() == 0) {
      throw CoreErrorMessage.DIVISION_BY_ZERO.error();
    }
    return Numerics.fit(x.divideToIntegralValue(y).setScale(0, RoundingMode.DOWN));
  }

  private static BigInteger divisor(BigInteger x, BigInteger y) {
    return x.gcd(y);
  }

  private static BigInteger multiple(BigInteger x, BigInteger y) {
    BigInteger divisor = divisor(x, y);
    return divisor.signum() == 0 ? divisor : x.divide(divisor).multiply(y).abs();
  }

  /**
   * Applies a function of whole numbers, with a result in the widest class of the arguments;
   * decimals are scaled to whole numbers.
   */
  private static Object whole(@Nullable Object[] v, BinaryOperator<BigInteger> function) {
    BigDecimal x = exact(v, 0);
    BigDecimal y = exact(v, 1);
    int scale = Math.max(x.scale(), y.scale());
    BigInteger number =
        function.apply(x.setScale(scale).unscaledValue(), y.setScale(scale).unscaledValue());
    if (v[0] instanceof BigDecimal || v[1] instanceof BigDecimal) {
      return Numerics.fit(new BigDecimal(number, scale));
    }
    boolean wide = v[0] instanceof Long || v[1] instanceof Long;
    if (number.bitLength() >= (wide ? Long.SIZE : Integer.SIZE)) {
      throw SqlErrorMessage.INTEGER_OUT_OF_RANGE.error(wide ? "bigint" : "integer");
    }
    return wide ? (Object) number.longValue() : (Object) number.intValue();
  }

  private static BigDecimal factorial(long n) {
    if (n < 0) {
      throw SqlErrorMessage.FACTORIAL_OF_NEGATIVE.error();
    }
    if (n > MAX_FACTORIAL) {
      throw CoreErrorMessage.NUMERIC_OVERFLOW.error();
    }
    BigDecimal product = BigDecimal.ONE;
    for (long i = 2; i <= n; i++) {
      product = product.multiply(BigDecimal.valueOf(i));
    }
    return product;
  }

  private static int bucket(@Nullable Object[] v) {
    double x = real(v, 0);
    double low = real(v, 1);
    double high = real(v, 2);
    int count = (Integer) nn(v[3]);
    if (count <= 0) {
      throw SqlErrorMessage.BUCKET_COUNT_NOT_POSITIVE.error();
    }
    if (Double.isNaN(x) || Double.isNaN(low) || Double.isNaN(high)) {
      throw SqlErrorMessage.BUCKET_NAN.error();
    }
    if (Double.isInfinite(low) || Double.isInfinite(high)) {
      throw SqlErrorMessage.BUCKET_BOUND_INFINITE.error();
    }
    if (low == high) {
      throw SqlErrorMessage.BUCKET_BOUNDS_EQUAL.error();
    }
    boolean up = low < high;
    if (up ? x < low : x > low) {
      return 0;
    }
    if (up ? x >= high : x <= high) {
      return Math.addExact(count, 1);
    }
    return (int) Math.floor(count * ((x - low) / (high - low))) + 1;
  }
}
