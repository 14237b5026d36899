package io.mosql.sql.planner.rewrite;

import io.mosql.core.error.CoreErrorMessage;
import io.mosql.sql.error.SqlErrorMessage;
import io.mosql.sql.parser.ast.query.GroupsFrameUnit;
import io.mosql.sql.planner.error.PlanErrors;
import io.mosql.sql.planner.expression.GroupsFrameMarker;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.apache.calcite.sql.SqlBasicCall;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlOrderBy;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlSelectKeyword;
import org.apache.calcite.sql.SqlWindow;
import org.apache.calcite.sql.fun.SqlCase;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.apache.calcite.sql.util.SqlShuttle;
import org.apache.calcite.util.Litmus;
import org.checkerframework.checker.nullness.qual.Nullable;

/**
 * Rewrites window functions that Calcite's validator rejects or loses:
 *
 * <ul>
 *   <li>{@code f(x) FILTER (WHERE c) OVER w} becomes {@code f(CASE WHEN c THEN x END) OVER w}
 *   <li>{@code OVER (w ROWS ..)} becomes the definition of w with the frame, which would be lost
 *   <li>{@code ORDER BY f(x) OVER w} and {@code OVER (w ..)} there also become the definition of w
 *   <li>ranking and offset functions without ORDER BY get an ORDER BY of a constant
 *   <li>GROUPS becomes ROWS with a {@link GroupsFrameMarker}
 *   <li>{@code SELECT DISTINCT} selects from a sub-query
 * </ul>
 */
public final class WindowRewrite extends SqlShuttle {
  private static final Set<String> ORDERED =
      Set.of(
          "RANK",
          "DENSE_RANK",
          "PERCENT_RANK",
          "CUME_DIST",
          "NTILE",
          "LAG",
          "LEAD",
          "FIRST_VALUE",
          "LAST_VALUE",
          "NTH_VALUE");

  /** Indexes of operands. */
  private static final int WINDOWS = 6;

  private static final int UNIT = 4;

  /** Functions that use the whole partition and ignore the frame. */
  private static final Set<String> WITHOUT_FRAME =
      Set.of(
          "ROW_NUMBER", "RANK", "DENSE_RANK", "PERCENT_RANK", "CUME_DIST", "NTILE", "LAG", "LEAD");

  private final Deque<SqlNodeList> windows = new ArrayDeque<>();

  /**
   * Whether the visited node is a sort key of a query, where the validator resolves no window
   * names.
   */
  private boolean inKeys;

  private WindowRewrite() {}

  static SqlNode rewrite(SqlNode statement) {
    if (!containsWindow(statement, true)) {
      return statement;
    }
    SqlNode rewritten = statement.accept(new WindowRewrite());
    return rewritten == null ? statement : rewritten;
  }

  private static boolean containsWindow(SqlNode node, boolean inQueries) {
    return SqlNodeFinder.hasCall(
        node,
        call -> call.getKind() == SqlKind.OVER,
        call -> inQueries || !call.isA(SqlKind.QUERY));
  }

  @Override
  public @Nullable SqlNode visit(SqlCall call) {
    if (call instanceof SqlSelect select) {
      boolean outer = inKeys;
      inKeys = false;
      windows.push(select.getWindowList());
      SqlSelect visited = (SqlSelect) java.util.Objects.requireNonNull(super.visit(call));
      windows.pop();
      inKeys = outer;
      declare(visited);
      return isDistinctOverWindow(visited) ? distinct(visited) : visited;
    } else if (call instanceof SqlOrderBy order && order.query instanceof SqlSelect select) {
      SqlNodeList keys = order.orderList;
      if (isDistinctOverWindow(select)) {
        keys = byNumber(keys, select.getSelectList());
      }
      boolean outer = inKeys;
      inKeys = true;
      windows.push(select.getWindowList());
      SqlNodeList orders = (SqlNodeList) java.util.Objects.requireNonNull(keys.accept(this));
      windows.pop();
      inKeys = outer;
      SqlNode query = java.util.Objects.requireNonNull(visit((SqlCall) select));
      return new SqlOrderBy(order.getParserPosition(), query, orders, order.offset, order.fetch);
    }
    SqlNode visited = super.visit(call);
    return visited instanceof SqlBasicCall over && over.getKind() == SqlKind.OVER
        ? over(over)
        : visited;
  }

  private SqlNode over(SqlBasicCall over) {
    SqlNode function = over.operand(0);
    SqlNode window = inKeys ? unnamed(over.operand(1)) : over.operand(1);
    if (function.getKind() == SqlKind.FILTER) {
      SqlCall filter = (SqlCall) function;
      function = filtered(filter.operand(0), filter.operand(1));
    }
    if (WITHOUT_FRAME.contains(name(function))) {
      window = withoutFrame(window);
    }
    if (window instanceof SqlWindow own) {
      SqlWindow whole = inGroups(resolved(own));
      window = isOrdered(function) ? inOrder(whole) : whole;
    }
    return SqlStdOperatorTable.OVER.createCall(over.getParserPosition(), function, window);
  }

  /** Processes the WINDOW clause, expanding references that would be lost. */
  private void declare(SqlSelect select) {
    if (select.getWindowList().isEmpty()) {
      return;
    }
    windows.push(select.getWindowList());
    List<SqlNode> whole = new ArrayList<>();
    for (SqlNode declared : select.getWindowList()) {
      whole.add(inGroups(resolved((SqlWindow) declared)));
    }
    windows.pop();
    select.setOperand(WINDOWS, new SqlNodeList(whole, select.getWindowList().getParserPosition()));
  }

  private static String name(SqlNode function) {
    SqlNode inner = function;
    while (inner.getKind() == SqlKind.IGNORE_NULLS || inner.getKind() == SqlKind.RESPECT_NULLS) {
      inner = ((SqlCall) inner).operand(0);
    }
    return inner instanceof SqlCall call
        ? call.getOperator().getName().toUpperCase(Locale.ROOT)
        : "";
  }

  private static boolean isOrdered(SqlNode function) {
    return ORDERED.contains(name(function));
  }

  private static SqlNode filtered(SqlNode function, SqlNode condition) {
    SqlParserPos pos = function.getParserPosition();
    if (!(function instanceof SqlBasicCall call)
        || isOrdered(function)
        || name(function).equals("ROW_NUMBER")) {
      throw PlanErrors.at(
          CoreErrorMessage.UNSUPPORTED, pos, "FILTER with functions that are not aggregates");
    }
    if (name(function).startsWith("JSON")) {
      // NULL in place of a filtered value would become an array item
      throw PlanErrors.at(
          CoreErrorMessage.UNSUPPORTED, pos, "FILTER with OVER for " + name(function));
    }
    List<SqlNode> operands = new ArrayList<>(call.getOperandList());
    boolean all = operands.isEmpty() || operands.get(0) instanceof SqlIdentifier id && id.isStar();
    SqlNode value = all ? SqlLiteral.createExactNumeric("1", pos) : operands.get(0);
    SqlNode choice =
        new SqlCase(
            pos,
            null,
            SqlNodeList.of(condition),
            SqlNodeList.of(value),
            SqlLiteral.createNull(pos));
    if (operands.isEmpty()) {
      operands.add(choice);
    } else {
      operands.set(0, choice);
    }
    return call.getOperator()
        .createCall(call.getFunctionQuantifier(), pos, operands.toArray(SqlNode[]::new));
  }

  /**
   * Returns the definition of a window that is a name or refers to one; returns other windows
   * unchanged.
   */
  private SqlNode unnamed(SqlNode window) {
    if (window instanceof SqlWindow own) {
      return merged(own);
    }
    SqlWindow base = window instanceof SqlIdentifier name ? declared(name) : null;
    if (base == null) {
      return window;
    }
    SqlWindow whole = merged(base);
    return SqlWindow.create(
        null,
        null,
        copy(whole.getPartitionList()),
        copy(whole.getOrderList()),
        whole.operand(UNIT),
        whole.getLowerBound(),
        whole.getUpperBound(),
        null,
        whole.getExclude(),
        window.getParserPosition());
  }

  /** Expands the reference of a window with a frame to another window. */
  private SqlWindow resolved(SqlWindow window) {
    return window.getLowerBound() == null ? window : merged(window);
  }

  /** Expands the reference of a window to another window. */
  private SqlWindow merged(SqlWindow window) {
    SqlIdentifier reference = window.getRefName();
    if (reference == null) {
      return window;
    }
    SqlParserPos pos = window.getParserPosition();
    SqlNodeList partition = window.getPartitionList();
    SqlNodeList order = window.getOrderList();
    while (reference != null) {
      SqlWindow base = declared(reference);
      if (base == null) {
        return window;
      }
      if (!partition.isEmpty() || !order.isEmpty() && !base.getOrderList().isEmpty()) {
        throw PlanErrors.at(SqlErrorMessage.WINDOW_CLAUSE_OVERRIDDEN, pos, reference);
      }
      if (base.getLowerBound() != null) {
        throw PlanErrors.at(SqlErrorMessage.WINDOW_HAS_FRAME, pos, reference);
      }
      partition = base.getPartitionList();
      order = order.isEmpty() ? base.getOrderList() : order;
      reference = base.getRefName();
    }
    return SqlWindow.create(
        window.getDeclName(),
        null,
        copy(partition),
        copy(order),
        window.operand(UNIT),
        window.getLowerBound(),
        window.getUpperBound(),
        null,
        window.getExclude(),
        pos);
  }

  private @Nullable SqlWindow declared(SqlIdentifier name) {
    SqlNodeList known = windows.peek();
    if (known != null) {
      for (SqlNode node : known) {
        SqlWindow window = (SqlWindow) node;
        SqlIdentifier declared = window.getDeclName();
        if (declared != null && declared.equalsDeep(name, Litmus.IGNORE)) {
          return window;
        }
      }
    }
    return null;
  }

  /** Returns a copy, because the validator stores information by node identity. */
  private static SqlNodeList copy(SqlNodeList list) {
    List<SqlNode> copies = new ArrayList<>();
    for (SqlNode node : list) {
      copies.add(SyntaxTreeRewrite.copy(node));
    }
    return new SqlNodeList(copies, list.getParserPosition());
  }

  /**
   * Orders a window by a constant: without an order all rows are peers, and a constant keeps that.
   */
  private static SqlWindow inOrder(SqlWindow window) {
    if (window.getRefName() != null || !window.getOrderList().isEmpty()) {
      return window;
    }
    SqlParserPos pos = window.getParserPosition();
    return SqlWindow.create(
        null,
        null,
        window.getPartitionList(),
        SqlNodeList.of(
            SqlStdOperatorTable.CAST.createCall(
                pos,
                SqlLiteral.createNull(pos),
                new org.apache.calcite.sql.SqlDataTypeSpec(
                    new org.apache.calcite.sql.SqlBasicTypeNameSpec(
                        org.apache.calcite.sql.type.SqlTypeName.INTEGER, pos),
                    pos))),
        window.operand(UNIT),
        window.getLowerBound(),
        window.getUpperBound(),
        null,
        window.getExclude(),
        pos);
  }

  /** Returns the window without its frame; a named window with a frame is expanded. */
  private SqlNode withoutFrame(SqlNode window) {
    SqlWindow named = window instanceof SqlIdentifier name ? declared(name) : null;
    SqlWindow framed = window instanceof SqlWindow own ? own : named;
    if (framed == null || framed.getLowerBound() == null && framed.getUpperBound() == null) {
      return window;
    }
    SqlWindow whole = resolved(framed);
    return SqlWindow.create(
        null,
        whole.getRefName(),
        copy(whole.getPartitionList()),
        copy(whole.getOrderList()),
        SqlLiteral.createBoolean(false, window.getParserPosition()),
        null,
        null,
        null,
        window.getParserPosition());
  }

  private static SqlWindow inGroups(SqlWindow window) {
    if (window.getLowerBound() == null && window.getUpperBound() != null) {
      // Calcite treats a frame that begins after the current row as one that ends there
      throw PlanErrors.at(SqlErrorMessage.FRAME_END_BEFORE_START, window.getParserPosition());
    }
    if (!(window.operand(UNIT) instanceof GroupsFrameUnit)) {
      return window;
    }
    SqlParserPos pos = window.getParserPosition();
    if (window.getOrderList().isEmpty()) {
      throw PlanErrors.at(SqlErrorMessage.GROUPS_WITHOUT_ORDER, pos);
    }
    List<SqlNode> partition = new ArrayList<>(window.getPartitionList());
    partition.add(GroupsFrameMarker.INSTANCE.createCall(pos));
    return SqlWindow.create(
        window.getDeclName(),
        window.getRefName(),
        new SqlNodeList(partition, pos),
        window.getOrderList(),
        SqlLiteral.createBoolean(true, pos),
        window.getLowerBound(),
        window.getUpperBound(),
        null,
        window.getExclude(),
        pos);
  }

  private static boolean isDistinctOverWindow(SqlSelect select) {
    return select.isDistinct() && containsWindow(select.getSelectList(), false);
  }

  private static SqlNode distinct(SqlSelect select) {
    SqlParserPos pos = select.getParserPosition();
    select.setOperand(0, SqlNodeList.EMPTY);
    SqlSelect whole = PlainSelect.of(pos, SqlNodeList.of(SqlIdentifier.star(pos)), select, null);
    whole.setOperand(0, SqlNodeList.of(SqlSelectKeyword.DISTINCT.symbol(pos)));
    return whole;
  }

  /** Replaces sort keys that are outputs of the query by their numbers. */
  private static SqlNodeList byNumber(SqlNodeList keys, SqlNodeList outputs) {
    List<SqlNode> numbered = new ArrayList<>();
    for (SqlNode key : keys) {
      numbered.add(numberOf(key, outputs));
    }
    return new SqlNodeList(numbered, keys.getParserPosition());
  }

  private static SqlNode numberOf(SqlNode key, SqlNodeList outputs) {
    switch (key.getKind()) {
      case DESCENDING, NULLS_FIRST, NULLS_LAST -> {
        SqlCall direction = (SqlCall) key;
        return direction
            .getOperator()
            .createCall(key.getParserPosition(), numberOf(direction.operand(0), outputs));
      }
      default -> {}
    }
    for (int i = 0; i < outputs.size(); i++) {
      SqlNode output = outputs.get(i);
      SqlNode value = output.getKind() == SqlKind.AS ? ((SqlCall) output).operand(0) : output;
      if (value.equalsDeep(key, Litmus.IGNORE)) {
        return SqlLiteral.createExactNumeric(String.valueOf(i + 1), key.getParserPosition());
      }
    }
    return key;
  }

  /**
   * Rejects window functions in clauses that are evaluated for a single row, as in PostgreSQL;
   * sub-queries there may have window functions.
   */
  public static void refuse(SqlNode expression, String where) {
    expression.accept(
        new SqlBasicVisitor<@Nullable Void>() {
          @Override
          public @Nullable Void visit(SqlCall call) {
            if (call.getKind() == SqlKind.OVER) {
              throw PlanErrors.at(
                  SqlErrorMessage.WINDOW_FUNCTION_NOT_ALLOWED, call.getParserPosition(), where);
            }
            return call.isA(SqlKind.QUERY) ? null : super.visit(call);
          }
        });
  }
}
