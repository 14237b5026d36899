package io.mosql.sql.planner.rewrite;

import io.mosql.core.error.CoreErrorMessage;
import io.mosql.core.port.Interrupts;
import io.mosql.sql.error.SqlErrorMessage;
import io.mosql.sql.parser.ast.query.WithTies;
import io.mosql.sql.planner.error.PlanErrors;
import io.mosql.sql.planner.expression.CollationRules;
import io.mosql.sql.planner.expression.GenerateSeriesFunction;
import io.mosql.sql.planner.expression.MosqlOperatorTable;
import io.mosql.sql.planner.expression.ResolvedTypeSpec;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlJoin;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlOrderBy;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlSyntax;
import org.apache.calcite.sql.SqlWithItem;
import org.apache.calcite.sql.fun.SqlCase;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlShuttle;
import org.apache.calcite.sql.validate.SqlNameMatchers;
import org.checkerframework.checker.nullness.qual.Nullable;

/**
 * Rewrites the syntax tree of a statement before validation: IN lists and row comparisons become
 * comparisons of single values, from which parameters infer their types; Calcite would convert only
 * those without parameters. Other unsupported syntax is rewritten into forms that Calcite supports.
 */
public final class SyntaxTreeRewrite extends SqlShuttle {
  private final IntervalRewrite intervals = new IntervalRewrite();

  private SyntaxTreeRewrite() {}

  public static SqlNode rewrite(SqlNode statement) {
    UnsupportedSyntax.check(statement);
    OutputColumnNames.name(statement);
    SqlNode named = ValuesColumnNames.nameOutputs(statement);
    DistinctOnRewrite.rewrite(named);
    SqlNode plain = WindowRewrite.rewrite(named);
    SqlNode rewritten = plain.accept(new SyntaxTreeRewrite());
    return rewritten == null ? plain : rewritten;
  }

  @Override
  public @Nullable SqlNode visit(SqlCall written) {
    Interrupts.check();
    JsonRewrite.takeTexts(written);
    SqlNode plain = FunctionNameRewrite.rewrite(written);
    if (plain == written) {
      plain = ArrayRewrite.rewrite(written);
    }
    if (plain != written) {
      return plain.accept(this);
    }
    SqlCall call =
        written.getKind() == SqlKind.ORDER_BY
            ? (SqlCall) ValuesColumnNames.nameOutputs(written)
            : written;
    if (call instanceof SqlSelect select) {
      select.getSelectList().replaceAll(CallRewrite::rowText);
      SetReturningRewrite.rewrite(select);
      SqlNode having = select.getHaving();
      if (having != null && having.isA(SqlKind.QUERY)) {
        // Calcite would use the query's row type as the condition
        select.setHaving(
            SqlStdOperatorTable.SCALAR_QUERY.createCall(having.getParserPosition(), having));
      }
    }
    intervals.enter(call);
    SqlNode visited =
        super.visit(
            ValuesOperator.rewrite(
                PopulateRecordRewrite.rewrite(
                    LateralRewrite.rewrite(ArrayRewrite.rows(SequenceValueRewrite.named(call))))));
    if (visited instanceof SqlOrderBy order) {
      checkTies(order);
    } else if (visited instanceof SqlWithItem item) {
      ValuesColumnNames.name(item);
      RecursiveWithRewrite.prepare(item);
    }
    if (!(visited instanceof SqlCall result)) {
      return visited;
    }
    SqlKind kind = result.getKind();
    check(result);
    if (result instanceof SqlSelect select && select.getGroup() != null) {
      select.setGroupBy(GroupingSetsRewrite.expand(select.getGroup()));
    }
    ValuesColumnNames.nameIn(result);
    if (kind == SqlKind.AS) {
      return GenerateSeriesFunction.named(result);
    } else if (kind == SqlKind.EXPLICIT_TABLE) {
      return allOf(result.operand(0), result.getParserPosition());
    }
    SqlNode collated = CollationRules.rewrite(result);
    if (collated != result) {
      return collated;
    }
    SqlNode array = ArrayRewrite.function(result);
    if (array != result) {
      return array.getKind() == SqlKind.CAST ? CallRewrite.rounded((SqlCall) array) : array;
    }
    SqlNode json = JsonRewrite.rewrite(result);
    if (json != result) {
      return json;
    }
    if (SequenceValueRewrite.appliesTo(kind)) {
      return SequenceValueRewrite.rewrite(result);
    }
    SqlNode interval = intervals.call(call, result);
    if (interval != result) {
      return interval;
    }
    if (kind == SqlKind.CAST) {
      return CallRewrite.rounded(result);
    }
    if (kind == SqlKind.FILTER) {
      return AggregateRewrite.withFilteredArguments(result);
    }
    if (kind == SqlKind.OVERLAPS) {
      return CallRewrite.overlaps(result);
    }
    if (kind == SqlKind.EXTRACT) {
      return CallRewrite.extract(result);
    }
    if (AggregateRewrite.appliesTo(kind)) {
      return AggregateRewrite.rewrite(result);
    }
    if ((kind == SqlKind.IN || kind == SqlKind.NOT_IN)
        && result.operand(1) instanceof SqlNodeList list
        && !containsQuery(result.operand(0))) {
      SqlNode any = any(result.operand(0), list, result.getParserPosition());
      return kind == SqlKind.IN
          ? any
          : SqlStdOperatorTable.NOT.createCall(result.getParserPosition(), any);
    }
    if (RowComparisonRewrite.appliesTo(result)) {
      return RowComparisonRewrite.rewrite(result);
    }
    if (RowSubQueryRewrite.isIn(result)) {
      return RowComparisonRewrite.rewrite(RowSubQueryRewrite.expand(result));
    }
    return CallRewrite.rewrite(result);
  }

  /** Rejects syntax that the parser accepts and later phases ignore. */
  private static void check(SqlCall call) {
    SqlKind kind = call.getKind();
    PopulateRecordRewrite.check(call);
    if (SequenceValueRewrite.isName(call)) {
      throw CoreErrorMessage.UNSUPPORTED.error(
          "a cast to regclass but in nextval, currval and setval");
    }
    if (call instanceof SqlSelect select) {
      checkClauses(select);
    } else if (call instanceof SqlCase choice) {
      checkBranches(choice);
    } else if (call instanceof SqlJoin join && join.getCondition() != null) {
      WindowRewrite.refuse(join.getCondition(), "JOIN conditions");
    } else if (kind == SqlKind.FILTER) {
      WindowRewrite.refuse(call.operand(1), "FILTER");
    } else if (kind == SqlKind.VALUES) {
      call.getOperandList().forEach(row -> WindowRewrite.refuse(row, "VALUES"));
      call.getOperandList().forEach(row -> AggregateRewrite.refuse(row, "VALUES"));
    } else if (kind == SqlKind.COLLECTION_TABLE) {
      checkTableFunction(call.operand(0));
    } else if ((kind == SqlKind.EXISTS || kind == SqlKind.UNIQUE)
        && !call.operand(0).isA(SqlKind.QUERY)) {
      throw PlanErrors.at(SqlErrorMessage.QUERY_EXPECTED, call.getParserPosition(), kind);
    }
  }

  private static void checkClauses(SqlSelect select) {
    if (select.getGroup() != null) {
      GroupingSetsRewrite.check(select.getGroup());
      WindowRewrite.refuse(select.getGroup(), "GROUP BY");
    }
    if (select.getWhere() != null) {
      WindowRewrite.refuse(select.getWhere(), "WHERE");
    }
    if (select.getHaving() != null) {
      WindowRewrite.refuse(select.getHaving(), "HAVING");
    }
  }

  /** Returns {@code TABLE t}, or another query, as a SELECT. */
  static SqlNode allOf(SqlNode table, SqlParserPos pos) {
    SqlNodeList everything = SqlNodeList.of(SqlIdentifier.star(pos));
    return PlainSelect.of(pos, everything, table, null);
  }

  /**
   * Rejects functions in FROM on which Calcite fails: aggregates, window functions, and functions
   * that it converts to other expressions. Calcite itself rejects the others.
   */
  private static void checkTableFunction(SqlNode node) {
    if (!(node instanceof SqlCall call)) {
      return;
    }
    String name = call.getOperator().getName();
    List<SqlOperator> found = new ArrayList<>();
    MosqlOperatorTable.INSTANCE.lookupOperatorOverloads(
        new SqlIdentifier(name, call.getParserPosition()),
        null,
        SqlSyntax.FUNCTION,
        found,
        SqlNameMatchers.withCaseSensitive(false));
    if (found.stream()
        .anyMatch(op -> op.isAggregator() || op.getKind() != SqlKind.OTHER_FUNCTION)) {
      throw PlanErrors.at(SqlErrorMessage.TABLE_FUNCTION_EXPECTED, call.getParserPosition(), name);
    }
  }

  /** Rejects several values after WHEN in a CASE without an operand. */
  private static void checkBranches(SqlCase choice) {
    for (SqlNode when : choice.getWhenOperands()) {
      if (choice.getValueOperand() == null && when instanceof SqlNodeList) {
        throw PlanErrors.at(SqlErrorMessage.WHEN_CONDITIONS, when.getParserPosition());
      }
    }
  }

  private static void checkTies(SqlOrderBy order) {
    if (order.orderList.isEmpty()
        && order.fetch instanceof SqlCall call
        && call.getOperator().equals(WithTies.INSTANCE)) {
      throw PlanErrors.at(SqlErrorMessage.WITH_TIES_WITHOUT_ORDER, call.getParserPosition());
    }
  }

  @Override
  public @Nullable SqlNode visit(SqlLiteral literal) {
    return intervals.literal(literal);
  }

  @Override
  public SqlNode visit(SqlDataTypeSpec type) {
    return ResolvedTypeSpec.of(type);
  }

  static boolean containsQuery(SqlNode node) {
    return SqlNodeFinder.hasCall(node, call -> call.isA(SqlKind.QUERY));
  }

  private static SqlNode any(SqlNode left, SqlNodeList list, SqlParserPos pos) {
    List<SqlNode> branches = new ArrayList<>();
    for (SqlNode item : list) {
      branches.add(RowComparisonRewrite.equal(copy(left), item));
    }
    return balanced(SqlStdOperatorTable.OR, branches, 0, branches.size(), pos);
  }

  /** Combines operands in a tree of logarithmic depth, because lists may be long. */
  public static SqlNode balanced(
      SqlOperator operator, List<SqlNode> nodes, int from, int to, SqlParserPos pos) {
    if (to - from == 1) {
      return nodes.get(from);
    }
    int middle = (from + to) >>> 1;
    return operator.createCall(
        pos,
        balanced(operator, nodes, from, middle, pos),
        balanced(operator, nodes, middle, to, pos));
  }

  /** Returns a copy, because the validator stores information by node identity. */
  public static SqlNode copy(SqlNode node) {
    SqlNode copy =
        node.accept(
            new SqlShuttle() {
              @Override
              public SqlNode visit(SqlIdentifier id) {
                return id.clone(id.getParserPosition());
              }

              @Override
              public @Nullable SqlNode visit(SqlCall call) {
                CallCopyingArgHandler copied = new CallCopyingArgHandler(call, true);
                call.getOperator().acceptCall(this, call, false, copied);
                return copied.result();
              }
            });
    return copy == null ? node : copy;
  }
}
