package io.mosql.sql.planner;

import io.mosql.core.error.SqlState;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;

/**
 * Bounds the grouping sets of a GROUP BY, of which CUBE makes two to the power of its elements,
 * before any is made.
 */
final class GroupingSets {
  static final int MAX = 4_096;

  private GroupingSets() {}

  static void check(SqlNodeList group) {
    long sets = 1;
    for (SqlNode item : group) {
      sets = Math.min(MAX + 1L, sets * sets(item));
    }
    if (sets > MAX) {
      throw PlanErrors.at(
          SqlState.STATEMENT_TOO_COMPLEX,
          "too many grouping sets present (maximum " + MAX + ")",
          group.getParserPosition());
    }
  }

  /** So many, or more than allowed. */
  private static long sets(SqlNode item) {
    if (!(item instanceof SqlCall call)) {
      return 1;
    }
    int size = call.operandCount();
    return switch (call.getKind()) {
      case CUBE -> size > 12 ? MAX + 1L : 1L << size;
      case ROLLUP -> size + 1L;
      case GROUPING_SETS ->
          call.getOperandList().stream().mapToLong(GroupingSets::sets).limit(MAX + 1L).sum();
      default -> 1;
    };
  }
}
