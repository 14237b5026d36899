package io.mosql.sql.planner.rewrite;

import io.mosql.core.error.CoreErrorMessage;
import io.mosql.sql.function.RowFunctionTable;
import io.mosql.sql.function.define.RowFunction;
import io.mosql.sql.planner.error.PlanErrors;
import io.mosql.sql.planner.expression.GenerateSeriesFunction;
import io.mosql.sql.planner.expression.MosqlOperatorTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.calcite.sql.JoinConditionType;
import org.apache.calcite.sql.JoinType;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlJoin;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlUnresolvedFunction;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.apache.calcite.sql.util.SqlShuttle;
import org.apache.calcite.util.Litmus;
import org.jspecify.annotations.Nullable;

/**
 * Rewrites a set-returning function among the outputs of a SELECT into a LATERAL join with the
 * function in FROM. Supports only one such function, and none with grouping or windows, which must
 * be evaluated before its rows. Pure.
 */
final class SetReturningRewrite {
  private static final String TABLE = "$set";
  private static final String COLUMN = "$value";

  private SetReturningRewrite() {}

  static void rewrite(SqlSelect select) {
    List<SqlCall> found = new ArrayList<>();
    select.getSelectList().accept(new Finder(found));
    if (found.isEmpty()) {
      return;
    }
    SqlCall function = found.get(0);
    SqlParserPos pos = function.getParserPosition();
    check(select, found);
    SqlNodeList outputs = new SqlNodeList(select.getSelectList().getParserPosition());
    for (SqlNode output : select.getSelectList()) {
      SqlNode replaced = output.accept(new Replacement(function));
      boolean itself = output instanceof SqlCall call && isOfRows(call);
      outputs.add(
          itself
              ? SqlStdOperatorTable.AS.createCall(
                  pos,
                  replaced,
                  new SqlIdentifier(function.getOperator().getName().toLowerCase(Locale.ROOT), pos))
              : replaced);
    }
    SqlFunction inFrom =
        new SqlUnresolvedFunction(
            new SqlIdentifier(function.getOperator().getName(), pos),
            null,
            null,
            null,
            null,
            SqlFunctionCategory.USER_DEFINED_TABLE_FUNCTION);
    SqlNode rows =
        SqlStdOperatorTable.COLLECTION_TABLE.createCall(
            pos, inFrom.createCall(pos, function.getOperandList()));
    SqlNode from = select.getFrom();
    if (from == null && ArrayRewrite.refersToColumns(function)) {
      // outer columns are visible from a lateral relation only after another relation
      SqlNode row =
          SqlStdOperatorTable.ROW.createCall(pos, SqlLiteral.createExactNumeric("0", pos));
      from =
          SqlStdOperatorTable.AS.createCall(
              pos,
              SqlStdOperatorTable.VALUES.createCall(pos, row),
              new SqlIdentifier("$one", pos),
              new SqlIdentifier("$zero", pos));
    }
    SqlNode named =
        SqlStdOperatorTable.AS.createCall(
            pos, rows, new SqlIdentifier(TABLE, pos), new SqlIdentifier(COLUMN, pos));
    select.setSelectList(outputs);
    select.setFrom(
        from == null
            ? named
            : new SqlJoin(
                pos,
                from,
                SqlLiteral.createBoolean(false, pos),
                JoinType.COMMA.symbol(pos),
                named,
                JoinConditionType.NONE.symbol(pos),
                null));
  }

  /** Rejects DISTINCT ON, which must be evaluated before such a function adds rows. */
  static void requireNoneBesideDistinctOn(SqlSelect select) {
    List<SqlCall> found = new ArrayList<>();
    select.getSelectList().accept(new Finder(found));
    if (!found.isEmpty()) {
      throw refused("a set-returning function beside DISTINCT ON", found.get(0));
    }
  }

  private static void check(SqlSelect select, List<SqlCall> found) {
    SqlCall function = found.get(0);
    for (SqlCall other : found) {
      if (!other.equalsDeep(function, Litmus.IGNORE)) {
        throw refused("several set-returning functions in one SELECT list", other);
      }
      RowFunction known = RowFunctionTable.find(name(other));
      if (known != null && !known.isOfValues()) {
        throw refused("a set-returning function of several columns in a SELECT list", other);
      }
    }
    boolean grouped =
        select.getGroup() != null
            || select.getHaving() != null
            || !select.getWindowList().isEmpty()
            || aggregates(select.getSelectList());
    if (grouped) {
      throw refused("a set-returning function beside groups, aggregates or windows", function);
    }
    for (SqlNode output : select.getSelectList()) {
      if (output instanceof SqlIdentifier id && id.isStar() && id.names.size() == 1) {
        throw refused("a set-returning function beside *", function);
      }
    }
  }

  private static RuntimeException refused(String what, SqlCall function) {
    return PlanErrors.at(
        CoreErrorMessage.UNSUPPORTED, function.getParserPosition(), what + "; use it in FROM");
  }

  private static String name(SqlCall call) {
    return call.getOperator().getName().toUpperCase(Locale.ROOT);
  }

  /** Whether a call is one of a set-returning function. */
  private static boolean isOfRows(SqlCall call) {
    return call.getOperator() instanceof SqlFunction
        && (RowFunctionTable.find(name(call)) != null
            || name(call).equals(GenerateSeriesFunction.NAME));
  }

  private static boolean aggregates(SqlNode outputs) {
    return SqlNodeFinder.hasCall(
        outputs, SetReturningRewrite::isAggregate, SqlNodeFinder.OUTSIDE_QUERIES);
  }

  private static boolean isAggregate(SqlCall call) {
    SqlOperator own = MosqlOperatorTable.find(name(call));
    return call.getKind() == SqlKind.OVER
        || SqlKind.AGGREGATE.contains(call.getKind())
        || call.getOperator().isAggregator()
        || own != null && own.isAggregator();
  }

  private static final class Finder extends SqlBasicVisitor<@Nullable Void> {
    private final List<SqlCall> found;

    Finder(List<SqlCall> found) {
      this.found = found;
    }

    @Override
    public @Nullable Void visit(SqlCall call) {
      if (call.isA(SqlKind.QUERY)) {
        return null;
      }
      if (isOfRows(call)) {
        found.add(call);
        return null;
      }
      return super.visit(call);
    }
  }

  private static final class Replacement extends SqlShuttle {
    private final SqlCall function;

    Replacement(SqlCall function) {
      this.function = function;
    }

    @Override
    public @Nullable SqlNode visit(SqlCall call) {
      if (call.isA(SqlKind.QUERY)) {
        return call;
      }
      if (call.equalsDeep(function, Litmus.IGNORE)) {
        return new SqlIdentifier(List.of(TABLE, COLUMN), call.getParserPosition());
      }
      return super.visit(call);
    }
  }
}
