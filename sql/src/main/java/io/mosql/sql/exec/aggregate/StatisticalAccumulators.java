package io.mosql.sql.exec.aggregate;

import io.mosql.core.error.CoreErrorMessage;
import io.mosql.core.type.Numerics;
import io.mosql.sql.exec.expression.Arithmetic;
import io.mosql.sql.exec.runtime.ExecutionContext;
import java.math.BigDecimal;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Accumulators of statistical aggregates: variance, standard deviation, covariance, regression. The
 * variance of exact numbers is computed from exact sums, with as many digits as in PostgreSQL; all
 * others are doubles, by the updating formulas of Youngs and Cramer, which do not lose digits as
 * sums of squares do.
 */
final class StatisticalAccumulators {
  private StatisticalAccumulators() {}

  /** Returns a supplier of accumulators, or null when the function is not statistical. */
  static @Nullable Supplier<Accumulator> accumulator(String name, List<Integer> arguments) {
    boolean root = name.startsWith("STD");
    switch (name) {
      case "STDDEV", "STDDEV_SAMP", "VARIANCE", "VAR_SAMP" -> {
        return () -> new Variance(arguments.get(0), true, root);
      }
      case "STD", "STDDEV_POP", "VAR_POP" -> {
        return () -> new Variance(arguments.get(0), false, root);
      }
      default -> {
        Function<Pairs, @Nullable Object> result = ofPairs(name);
        return result == null ? null : () -> new Pairs(arguments.get(0), arguments.get(1), result);
      }
    }
  }

  private static @Nullable Function<Pairs, @Nullable Object> ofPairs(String name) {
    return switch (name) {
      case "COVAR_POP" -> p -> p.count == 0 ? null : p.sxy / p.count;
      case "COVAR_SAMP" -> p -> p.count < 2 ? null : p.sxy / (p.count - 1);
      case "CORR" -> p -> p.sxx == 0 || p.syy == 0 ? null : p.sxy / Math.sqrt(p.sxx * p.syy);
      case "REGR_COUNT" -> p -> p.count;
      case "REGR_AVGX" -> p -> p.count == 0 ? null : p.meanX();
      case "REGR_AVGY" -> p -> p.count == 0 ? null : p.meanY();
      case "REGR_SXX" -> p -> p.count == 0 ? null : p.sxx;
      case "REGR_SYY" -> p -> p.count == 0 ? null : p.syy;
      case "REGR_SXY" -> p -> p.count == 0 ? null : p.sxy;
      case "REGR_SLOPE" -> p -> p.sxx == 0 ? null : p.sxy / p.sxx;
      case "REGR_INTERCEPT" -> p -> p.sxx == 0 ? null : p.meanY() - p.sxy / p.sxx * p.meanX();
      case "REGR_R2" ->
          p -> {
            if (p.sxx == 0) {
              return null;
            }
            return p.syy == 0 ? (Object) 1d : (Object) (p.sxy * p.sxy / (p.sxx * p.syy));
          };
      default -> null;
    };
  }

  /**
   * Returns the value, or NaN; an overflow is an error.
   *
   * @param odd whether one of the arguments was not finite
   */
  private static double finite(double value, boolean odd) {
    if (odd) {
      return Double.NaN;
    }
    if (Double.isInfinite(value) || Double.isNaN(value)) {
      throw CoreErrorMessage.VALUE_OUT_OF_RANGE.error("DOUBLE");
    }
    return value;
  }

  /** The variance of one argument, or its square root. */
  private static final class Variance implements Accumulator {
    private final int field;
    private final boolean sample;
    private final boolean root;
    private long count;
    private BigDecimal exactSum = BigDecimal.ZERO;
    private BigDecimal exactSquares = BigDecimal.ZERO;
    private double sum;
    private double squares;
    private boolean odd;
    private boolean isExact;

    Variance(int field, boolean sample, boolean root) {
      this.field = field;
      this.sample = sample;
      this.root = root;
    }

    @Override
    public void add(@Nullable Object[] row, ExecutionContext context) {
      Object value = row[field];
      if (value == null) {
        return;
      }
      count++;
      if (value instanceof Double || value instanceof Float) {
        double x = ((Number) value).doubleValue();
        odd |= !Double.isFinite(x);
        sum += x;
        if (count > 1) {
          double distance = x * count - sum;
          squares += distance * distance / ((double) count * (count - 1));
        }
      } else {
        isExact = true;
        BigDecimal x = Arithmetic.decimal((Number) value);
        exactSum = exactSum.add(x);
        exactSquares = exactSquares.add(x.multiply(x));
      }
    }

    @Override
    public @Nullable Object result() {
      long divisor = sample ? count - 1 : count;
      if (divisor <= 0) {
        return null;
      }
      if (isExact) {
        return exact(divisor);
      }
      double variance = finite(squares, odd) / divisor;
      return root ? Math.sqrt(variance) : variance;
    }

    private BigDecimal exact(long divisor) {
      BigDecimal n = BigDecimal.valueOf(count);
      BigDecimal dividend = n.multiply(exactSquares).subtract(exactSum.multiply(exactSum));
      if (dividend.signum() == 0) {
        return BigDecimal.ZERO;
      }
      BigDecimal variance = Numerics.quotient(dividend, n.multiply(BigDecimal.valueOf(divisor)));
      return root ? Numerics.root(variance) : variance;
    }
  }

  /**
   * Sums over the rows in which neither argument is NULL; the first argument is Y, the second X.
   */
  private static final class Pairs implements Accumulator {
    private final int fieldY;
    private final int fieldX;
    private final Function<Pairs, @Nullable Object> result;
    private long count;
    private double sumX;
    private double sumY;
    private double sxx;
    private double syy;
    private double sxy;

    Pairs(int fieldY, int fieldX, Function<Pairs, @Nullable Object> result) {
      this.fieldY = fieldY;
      this.fieldX = fieldX;
      this.result = result;
    }

    @Override
    public void add(@Nullable Object[] row, ExecutionContext context) {
      if (!(row[fieldY] instanceof Number numberY) || !(row[fieldX] instanceof Number numberX)) {
        return;
      }
      double x = numberX.doubleValue();
      double y = numberY.doubleValue();
      count++;
      sumX += x;
      sumY += y;
      if (count > 1) {
        double scale = 1.0 / ((double) count * (count - 1));
        double distanceX = x * count - sumX;
        double distanceY = y * count - sumY;
        sxx += distanceX * distanceX * scale;
        syy += distanceY * distanceY * scale;
        sxy += distanceX * distanceY * scale;
      }
    }

    double meanX() {
      return sumX / count;
    }

    double meanY() {
      return sumY / count;
    }

    @Override
    public @Nullable Object result() {
      Object value = result.apply(this);
      return value instanceof Double number
          ? (Object) finite(number, !Double.isFinite(sumX + sumY))
          : value;
    }
  }
}
