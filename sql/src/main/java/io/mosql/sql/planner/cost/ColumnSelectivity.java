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
 * Fractions of a table's rows by the value of one column, from the statistics of ANALYZE.
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

  /** Whether it is known which values there are, and not only how many. */
  boolean hasValues() {
    return !figures.common().isEmpty() || !figures.bounds().isEmpty();
  }

  double nullFraction() {
    return figures.nullShare();
  }

  double distinct() {
    return Math.max(1, figures.distinct());
  }

  /** The value as the figures have values; null when it is none of the column. */
  byte @Nullable [] encoded(Object value) {
    try {
      Object bound = Coercion.bind(value, type);
      return bound == null ? null : new KeyWriter().column(type, bound).toKey();
    } catch (MosqlException e) {
      return null;
    }
  }

  /** Share of rows that have some value that is not known yet. */
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
    // Outside of all that was seen there may be a few rows all the same.
    return figures.histogramShare() / others * (outside ? HALF : 1);
  }

  /** Share of rows below the value. */
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

  /** Where between two bounds a value lies: by its number if it has one. */
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
