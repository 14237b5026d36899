package io.mosql.sql.planner.rewrite;

import io.mosql.core.error.CoreErrorMessage;
import io.mosql.sql.error.SqlErrorMessage;
import io.mosql.sql.parser.ast.query.DistinctOn;
import io.mosql.sql.planner.error.PlanErrors;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlNumericLiteral;
import org.apache.calcite.sql.SqlOrderBy;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlWindow;
import org.apache.calcite.sql.SqlWith;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.apache.calcite.util.Litmus;
import org.jspecify.annotations.Nullable;

/**
 * Rewrites DISTINCT ON: {@code SELECT DISTINCT ON (k) .. ORDER BY k, x} becomes {@code SELECT ..
 * QUALIFY ROW_NUMBER() OVER (PARTITION BY k ORDER BY k, x) = 1 ORDER BY k, x}, which needs only one
 * sort. Changes the tree in place.
 */
final class DistinctOnRewrite extends SqlBasicVisitor<@Nullable Void> {
  private DistinctOnRewrite() {}

  static void rewrite(SqlNode statement) {
    statement.accept(new DistinctOnRewrite());
  }

  @Override
  public @Nullable Void visit(SqlCall call) {
    if (call instanceof SqlOrderBy order) {
      SqlNode query = order.query instanceof SqlWith with ? with.body : order.query;
      if (query instanceof SqlSelect select && DistinctOn.is(select)) {
        rewrite(select, order.orderList);
      }
    } else if (call instanceof SqlSelect select && DistinctOn.is(select)) {
      rewrite(select, SqlNodeList.EMPTY);
    }
    return super.visit(call);
  }

  private static void rewrite(SqlSelect select, SqlNodeList order) {
    SetReturningRewrite.requireNoneBesideDistinctOn(select);
    SqlCall distinct = (SqlCall) java.util.Objects.requireNonNull(select.getQualify());
    SqlParserPos pos = distinct.getParserPosition();
    List<SqlNode> keys = new ArrayList<>();
    for (SqlNode key : distinct.getOperandList()) {
      keys.add(resolved(key, select));
    }
    List<SqlNode> sorted = new ArrayList<>();
    for (SqlNode item : order) {
      sorted.add(item(item, select));
    }
    check(keys, sorted, pos);
    SqlWindow window =
        SqlWindow.create(
            null,
            null,
            new SqlNodeList(keys, pos),
            new SqlNodeList(sorted, pos),
            SqlLiteral.createBoolean(false, pos),
            null,
            null,
            null,
            pos);
    SqlNode number =
        SqlStdOperatorTable.OVER.createCall(
            pos, SqlStdOperatorTable.ROW_NUMBER.createCall(pos), window);
    select.setQualify(
        SqlStdOperatorTable.EQUALS.createCall(
            pos, number, SqlLiteral.createExactNumeric("1", pos)));
  }

  /** Checks that the keys come before all other expressions in the order. */
  private static void check(List<SqlNode> keys, List<SqlNode> sorted, SqlParserPos pos) {
    boolean other = false;
    List<SqlNode> left = new ArrayList<>(keys);
    for (SqlNode item : sorted) {
      SqlNode value = value(item);
      boolean key = keys.stream().anyMatch(k -> areSame(k, value));
      if (other && left.stream().anyMatch(k -> areSame(k, value))) {
        throw notFirst(pos);
      }
      other |= !key;
      left.removeIf(k -> areSame(k, value));
    }
    if (other && !left.isEmpty()) {
      throw notFirst(pos);
    }
  }

  private static RuntimeException notFirst(SqlParserPos pos) {
    return PlanErrors.at(SqlErrorMessage.DISTINCT_ON_ORDER_DIFFERS, pos);
  }

  private static boolean areSame(SqlNode a, SqlNode b) {
    if (a instanceof SqlIdentifier one
        && b instanceof SqlIdentifier other
        && (one.isSimple() || other.isSimple())) {
      return last(one).equals(last(other));
    }
    return a.equalsDeep(b, Litmus.IGNORE);
  }

  private static String last(SqlIdentifier id) {
    return id.names.get(id.names.size() - 1);
  }

  private static SqlNode value(SqlNode item) {
    return switch (item.getKind()) {
      case DESCENDING, NULLS_FIRST, NULLS_LAST -> value(((SqlCall) item).operand(0));
      default -> item;
    };
  }

  /** Returns an item of ORDER BY with its direction. */
  private static SqlNode item(SqlNode item, SqlSelect select) {
    return switch (item.getKind()) {
      case DESCENDING, NULLS_FIRST, NULLS_LAST -> {
        SqlCall direction = (SqlCall) item;
        yield direction
            .getOperator()
            .createCall(item.getParserPosition(), item(direction.operand(0), select));
      }
      default -> resolved(item, select);
    };
  }

  /** Returns the output that a name or number refers to; returns other expressions unchanged. */
  private static SqlNode resolved(SqlNode node, SqlSelect select) {
    SqlNode referenced = node;
    if (node instanceof SqlNumericLiteral number && number.isInteger()) {
      referenced = numbered(number, select.getSelectList());
    } else if (node instanceof SqlIdentifier id && id.isSimple()) {
      referenced = named(id, select.getSelectList());
    }
    SqlNode copy = SyntaxTreeRewrite.copy(referenced);
    copy.accept(
        new SqlBasicVisitor<@Nullable Void>() {
          @Override
          public @Nullable Void visit(SqlCall call) {
            if (call.getKind() == SqlKind.OVER) {
              throw PlanErrors.at(
                  CoreErrorMessage.UNSUPPORTED,
                  node.getParserPosition(),
                  "DISTINCT ON over window functions; use a sub-query");
            }
            return call.isA(SqlKind.QUERY) ? null : super.visit(call);
          }
        });
    return copy;
  }

  private static SqlNode numbered(SqlNumericLiteral number, SqlNodeList outputs) {
    long position = number.bigDecimalValue().longValue();
    for (int i = 0; i < Math.min(position, outputs.size()); i++) {
      if (outputs.get(i) instanceof SqlIdentifier id && id.isStar()) {
        throw PlanErrors.at(
            CoreErrorMessage.UNSUPPORTED,
            number.getParserPosition(),
            "positions after * with DISTINCT ON");
      }
    }
    if (position < 1 || position > outputs.size()) {
      throw PlanErrors.at(
          SqlErrorMessage.DISTINCT_ON_POSITION, number.getParserPosition(), position);
    }
    return output(outputs.get((int) position - 1));
  }

  private static SqlNode output(SqlNode item) {
    return item.getKind() == SqlKind.AS ? ((SqlCall) item).operand(0) : item;
  }

  private static SqlNode named(SqlIdentifier name, SqlNodeList outputs) {
    for (SqlNode item : outputs) {
      SqlNode label = item.getKind() == SqlKind.AS ? ((SqlCall) item).operand(1) : item;
      if (label instanceof SqlIdentifier id && !id.isStar() && last(id).equals(name.getSimple())) {
        return output(item);
      }
    }
    return name;
  }
}
