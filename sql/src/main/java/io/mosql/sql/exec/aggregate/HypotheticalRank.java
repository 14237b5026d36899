package io.mosql.sql.exec.aggregate;

import io.mosql.sql.exec.runtime.ExecutionContext;
import java.util.Comparator;
import java.util.List;
import org.apache.calcite.rel.RelFieldCollation;
import org.apache.calcite.rel.core.AggregateCall;
import org.jspecify.annotations.Nullable;

/**
 * RANK, DENSE_RANK, PERCENT_RANK and CUME_DIST of a row that is compared with those of the group as
 * if it were one of them. Counts; only DENSE_RANK needs its rows in order. Not thread-safe.
 */
final class HypotheticalRank implements Accumulator {
  /** What is computed from the counts. */
  enum Kind {
    RANK,
    DENSE_RANK,
    PERCENT_RANK,
    CUME_DIST
  }

  private static final String SUFFIX = " WITHIN GROUP";

  private final Kind kind;
  private final List<Integer> arguments;
  private final List<RelFieldCollation> keys;
  private final Comparator<@Nullable Object[]> order;
  private long rows;
  private long before;
  private long peers;
  private long distinctBefore;
  private @Nullable Object @Nullable [] last;

  /**
   * @param arguments the fields of the row's values, then those of the sort keys
   * @param keys fields of the sort keys
   * @param order of rows by the sort keys
   */
  HypotheticalRank(
      Kind kind,
      List<Integer> arguments,
      List<RelFieldCollation> keys,
      Comparator<@Nullable Object[]> order) {
    this.kind = kind;
    this.arguments = arguments;
    this.keys = keys;
    this.order = order;
  }

  static Kind kind(AggregateCall call) {
    String name = call.getAggregation().getName();
    return Kind.valueOf(name.substring(0, name.length() - SUFFIX.length()));
  }

  static boolean takesRowsInAnyOrder(AggregateCall call) {
    return call.getAggregation().getName().endsWith(SUFFIX) && kind(call) != Kind.DENSE_RANK;
  }

  @Override
  public void add(@Nullable Object[] row, ExecutionContext context) {
    @Nullable Object[] hypothetical = new Object[row.length];
    for (int i = 0; i < keys.size(); i++) {
      hypothetical[keys.get(i).getFieldIndex()] = row[arguments.get(i)];
    }
    rows++;
    int place = order.compare(row, hypothetical);
    if (place == 0) {
      peers++;
    } else if (place < 0) {
      before++;
      @Nullable Object[] previous = last;
      if (kind == Kind.DENSE_RANK && (previous == null || order.compare(previous, row) != 0)) {
        distinctBefore++;
        last = row;
      }
    }
  }

  @Override
  public Object result() {
    return switch (kind) {
      case RANK -> before + 1;
      case DENSE_RANK -> distinctBefore + 1;
      case PERCENT_RANK -> rows == 0 ? 0.0 : (double) before / rows;
      case CUME_DIST -> (double) (before + peers + 1) / (rows + 1);
    };
  }
}
