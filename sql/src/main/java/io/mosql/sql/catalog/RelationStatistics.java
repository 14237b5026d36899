package io.mosql.sql.catalog;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Statistics of a table, collected by ANALYZE. Immutable.
 *
 * @param tableId of the table
 * @param rows number of rows at that time
 * @param sampledRows number of sampled rows
 * @param position position of the last write to it at that time
 * @param wallMicros time of the collection
 * @param columns statistics of the columns that have some
 * @param combinations statistics of columns that are indexed together
 */
public record RelationStatistics(
    long tableId,
    long rows,
    long sampledRows,
    long position,
    long wallMicros,
    List<ColumnStatistics> columns,
    List<Combination> combinations) {
  public RelationStatistics {
    columns = List.copyOf(columns);
    combinations = List.copyOf(combinations);
  }

  /**
   * Statistics of columns with correlated values.
   *
   * @param ordinals of the columns, two or more
   * @param distinct estimated number of different combinations of their values
   */
  public record Combination(List<Integer> ordinals, double distinct) {
    public Combination {
      ordinals = List.copyOf(ordinals);
    }
  }

  /** Statistics of a column that match its current type; null when there are none. */
  public @Nullable ColumnStatistics column(ColumnDef column) {
    for (ColumnStatistics figures : columns) {
      if (figures.ordinal() == column.ordinal()) {
        return figures.kind() == column.type().kind() ? figures : null;
      }
    }
    return null;
  }
}
