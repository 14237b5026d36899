package io.mosql.sql.catalog;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Statistics of a table, collected by ANALYZE. Immutable.
 *
 * @param tableId of the table
 * @param rows that it had
 * @param sampledRows rows that were looked at
 * @param position of the last write to it then
 * @param wallMicros when that was
 * @param columns those about whose values something is known
 * @param combinations columns that are indexed together
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
   * Columns whose values depend on each other.
   *
   * @param ordinals of the columns, two or more
   * @param distinct estimated number of different combinations of their values
   */
  public record Combination(List<Integer> ordinals, double distinct) {
    public Combination {
      ordinals = List.copyOf(ordinals);
    }
  }

  /** Figures of a column as its type is now; null when there are none. */
  public @Nullable ColumnStatistics column(ColumnDef column) {
    for (ColumnStatistics figures : columns) {
      if (figures.ordinal() == column.ordinal()) {
        return figures.kind() == column.type().kind() ? figures : null;
      }
    }
    return null;
  }
}
