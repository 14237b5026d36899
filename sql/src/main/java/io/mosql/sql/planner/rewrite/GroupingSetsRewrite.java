package io.mosql.sql.planner.rewrite;

import io.mosql.sql.error.SqlErrorMessage;
import io.mosql.sql.planner.error.PlanErrors;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlShuttle;

/**
 * Expands the grouping sets of a GROUP BY. Their number is checked before the expansion, because
 * CUBE has two to the power of its elements. ROLLUP and CUBE with a repeated column are expanded
 * explicitly, because Calcite merges equal sets: {@code ROLLUP (a, a)} is {@code GROUPING SETS ((a,
 * a), (a), ())} and returns each group twice.
 */
final class GroupingSetsRewrite {
  static final int MAX = 4_096;

  private GroupingSetsRewrite() {}

  static void check(SqlNodeList group) {
    long sets = 1;
    for (SqlNode item : group) {
      sets = Math.min(MAX + 1L, sets * sets(item));
    }
    if (sets > MAX) {
      throw PlanErrors.at(SqlErrorMessage.TOO_MANY_GROUPING_SETS, group.getParserPosition(), MAX);
    }
  }

  /** Expands the items of a GROUP BY, whose number of sets has been checked. */
  static SqlNodeList expand(SqlNodeList group) {
    SqlNodeList expanded = new SqlNodeList(group.getParserPosition());
    group.forEach(item -> expanded.add(expanded(item)));
    return expanded;
  }

  private static SqlNode expanded(SqlNode item) {
    if (!(item instanceof SqlCall call)) {
      return item;
    }
    List<SqlNode> elements = call.getOperandList();
    SqlKind kind = call.getKind();
    SqlParserPos pos = call.getParserPosition();
    if (kind == SqlKind.GROUPING_SETS) {
      return SqlStdOperatorTable.GROUPING_SETS.createCall(
          pos, elements.stream().map(GroupingSetsRewrite::expanded).toList());
    }
    if (kind != SqlKind.ROLLUP && kind != SqlKind.CUBE) {
      return item;
    }
    if (elements.stream().map(GroupingSetsRewrite::name).distinct().count() == elements.size()) {
      return item;
    }
    List<SqlNode> sets = new ArrayList<>();
    if (kind == SqlKind.ROLLUP) {
      for (int size = elements.size(); size >= 0; size--) {
        sets.add(set(elements.subList(0, size), pos));
      }
    } else {
      for (int without = 0; without < 1 << elements.size(); without++) {
        List<SqlNode> chosen = new ArrayList<>();
        for (int i = 0; i < elements.size(); i++) {
          if ((without >> i & 1) == 0) {
            chosen.add(elements.get(i));
          }
        }
        sets.add(set(chosen, pos));
      }
    }
    return SqlStdOperatorTable.GROUPING_SETS.createCall(pos, sets);
  }

  private static SqlNode set(List<SqlNode> elements, SqlParserPos pos) {
    if (elements.isEmpty()) {
      return new SqlNodeList(pos);
    }
    List<SqlNode> columns = new ArrayList<>();
    for (SqlNode element : elements) {
      columns.addAll(
          element.getKind() == SqlKind.ROW
              ? ((SqlCall) element).getOperandList()
              : List.of(element));
    }
    return SqlStdOperatorTable.ROW.createCall(pos, columns);
  }

  /** Returns the common name of equal elements: a column with or without its table. */
  private static String name(SqlNode element) {
    SqlNode plain =
        element.accept(
            new SqlShuttle() {
              @Override
              public SqlNode visit(SqlIdentifier id) {
                return id.isStar() ? id : id.getComponent(id.names.size() - 1);
              }
            });
    return String.valueOf(plain).toLowerCase(Locale.ROOT);
  }

  /** Returns the number of sets, or a larger number than allowed. */
  private static long sets(SqlNode item) {
    if (!(item instanceof SqlCall call)) {
      return 1;
    }
    int size = call.operandCount();
    return switch (call.getKind()) {
      case CUBE -> size > 12 ? MAX + 1L : 1L << size;
      case ROLLUP -> size + 1L;
      case GROUPING_SETS ->
          call.getOperandList().stream().mapToLong(GroupingSetsRewrite::sets).limit(MAX + 1L).sum();
      default -> 1;
    };
  }
}
