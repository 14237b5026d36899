package io.mosql.sql.planner.cost;

import io.mosql.core.codec.KeyReader;
import io.mosql.core.codec.KeyWriter;
import io.mosql.core.error.MosqlException;
import io.mosql.core.type.Coercion;
import io.mosql.core.type.SqlType;
import io.mosql.sql.catalog.ColumnStatistics;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Estimates fractions of a table's rows by the value of one column, from the statistics of ANALYZE.
 * Immutable.
 */
final class ColumnSelectivity {
  private static final double HALF = 0.5;

  private final ColumnStatistics figures;
  private final SqlType type;

  ColumnSelectivity(ColumnStatistics figures, SqlType type) {
    this.figures = figures;
    this.type = type;
  }

  /** Whether the statistics have values, and not only their number. */
  boolean hasValues() {
    return !figures.common().isEmpty() || !figures.bounds().isEmpty();
  }

  double nullFraction() {
    return figures.nullShare();
  }

  double distinct() {
    return Math.max(1, figures.distinct());
  }

  /** Returns the value in the encoding of the statistics; null when the column cannot have it. */
  byte @Nullable [] encoded(Object value) {
    try {
      Object bound = Coercion.bind(value, type);
      return bound == null ? null : new KeyWriter().column(type, bound).toKey();
    } catch (MosqlException e) {
      return null;
    }
  }

  /** Returns the expected fraction of rows with one value that is not known at planning time. */
  double averageEqualFraction() {
    return (1 - figures.nullShare()) / distinct();
  }

  double equalFraction(byte[] value) {
    if (!hasValues()) {
      return averageEqualFraction();
    }
    for (ColumnStatistics.Common common : figures.common()) {
      if (Arrays.equals(common.value(), value)) {
        return common.share();
      }
    }
    double others = Math.max(1, figures.distinct() - figures.common().size());
    List<byte[]> bounds = figures.bounds();
    boolean outside =
        bounds.isEmpty()
            || Arrays.compareUnsigned(value, bounds.get(0)) < 0
            || Arrays.compareUnsigned(value, bounds.get(bounds.size() - 1)) > 0;
    // A few rows may exist outside of the histogram's bounds.
    return figures.histogramShare() / others * (outside ? HALF : 1);
  }

  /** Returns the fraction of rows below the value. */
  double belowFraction(byte[] value) {
    double share = 0;
    for (ColumnStatistics.Common common : figures.common()) {
      if (Arrays.compareUnsigned(common.value(), value) < 0) {
        share += common.share();
      }
    }
    return share + figures.histogramShare() * histogramBelowFraction(value);
  }

  private double histogramBelowFraction(byte[] value) {
    List<byte[]> bounds = figures.bounds();
    int buckets = bounds.size() - 1;
    if (buckets < 0 || Arrays.compareUnsigned(value, bounds.get(0)) <= 0) {
      return 0;
    }
    if (Arrays.compareUnsigned(value, bounds.get(buckets)) > 0) {
      return 1;
    }
    if (buckets == 0) {
      return 0;
    }
    int bucket = 0;
    while (bucket < buckets - 1 && Arrays.compareUnsigned(value, bounds.get(bucket + 1)) > 0) {
      bucket++;
    }
    return (bucket + within(bounds.get(bucket), value, bounds.get(bucket + 1))) / buckets;
  }

  /** Interpolates the position of a value between two bounds, numerically where possible. */
  private double within(byte[] low, byte[] value, byte[] high) {
    double from = number(low);
    double to = number(high);
    double at = number(value);
    return to > from ? Math.min(1, Math.max(0, (at - from) / (to - from))) : HALF;
  }

  private double number(byte[] encoded) {
    Object value = new KeyReader(encoded).column(type, false);
    return value instanceof Number number ? number.doubleValue() : Double.NaN;
  }
}
