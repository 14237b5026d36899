package io.mosql.sql.catalog;

import io.mosql.core.type.TypeKind;
import java.util.List;

/**
 * Statistics of a column's values, collected by ANALYZE. Immutable.
 *
 * <p>Values are as KeyWriter encodes them, ascending, so that they compare as bytes; long texts are
 * cut off, which keeps the order.
 *
 * @param ordinal of the column
 * @param kind type kind of the column at that time; the statistics do not apply to another type
 * @param nullShare share of rows in which it is NULL
 * @param distinct estimated number of different values, NULL left out
 * @param common the most common values, the most common first
 * @param bounds of a histogram over the other values: between two that follow each other are
 *     equally many rows; empty when there are no other values
 */
public record ColumnStatistics(
    int ordinal,
    TypeKind kind,
    double nullShare,
    double distinct,
    List<Common> common,
    List<byte[]> bounds) {
  public ColumnStatistics {
    common = List.copyOf(common);
    bounds = List.copyOf(bounds);
  }

  /**
   * A common value.
   *
   * @param share of all rows
   */
  public record Common(byte[] value, double share) {}

  /** Share of the rows that the histogram covers. */
  public double histogramShare() {
    double share = 1 - nullShare;
    for (Common value : common) {
      share -= value.share;
    }
    return Math.max(0, share);
  }
}
