package io.mosql.sql.planner.validate;

import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlWindow;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.util.SqlShuttle;
import org.apache.calcite.sql.validate.SqlValidatorUtil;
import org.jspecify.annotations.Nullable;

/**
 * Replaces names by expressions in a query whose FROM clause is validated, but not within its
 * sub-queries, which are validated later. A replaced output keeps its name. Changes queries in
 * place.
 */
abstract class NameReplacement extends SqlShuttle {
  /** Returns the expression for a name, or the name. */
  @Override
  public abstract @Nullable SqlNode visit(SqlIdentifier id);

  SqlNode in(SqlNode node) {
    return Objects.requireNonNull(node.accept(this));
  }

  void inAll(@Nullable SqlNodeList list) {
    for (int i = 0; list != null && i < list.size(); i++) {
      list.set(i, in(list.get(i)));
    }
  }

  /** Replaces names in the operands of a call. */
  void inOperands(SqlCall call) {
    for (int i = 0; i < call.operandCount(); i++) {
      SqlNode operand = call.operand(i);
      if (operand != null) {
        call.setOperand(i, in(operand));
      }
    }
  }

  void inQuery(SqlSelect select) {
    SqlNodeList items = select.getSelectList();
    for (int i = 0; i < items.size(); i++) {
      SqlNode item = items.get(i);
      SqlNode replaced = in(item);
      if (replaced != item
          && item instanceof SqlIdentifier id
          && !(replaced instanceof SqlIdentifier)) {
        String name = id.names.get(id.names.size() - 1);
        replaced =
            SqlStdOperatorTable.AS.createCall(
                item.getParserPosition(),
                replaced,
                new SqlIdentifier(name, item.getParserPosition()));
      }
      items.set(i, replaced);
    }
    if (select.getWhere() != null) {
      select.setWhere(in(select.getWhere()));
    }
    inAll(select.getGroup());
    if (select.getHaving() != null) {
      select.setHaving(in(select.getHaving()));
    }
    inAll(select.getWindowList());
    if (select.getQualify() != null) {
      select.setQualify(in(select.getQualify()));
    }
    Set<String> aliases = new HashSet<>();
    items.forEach(item -> aliases.add(String.valueOf(SqlValidatorUtil.alias(item))));
    SqlNodeList order = select.getOrderList();
    for (int i = 0; order != null && i < order.size(); i++) {
      // the name of an output takes precedence over that of a column
      if (!(key(order.get(i)) instanceof SqlIdentifier id
          && id.isSimple()
          && aliases.contains(id.getSimple()))) {
        order.set(i, in(order.get(i)));
      }
    }
  }

  /** Returns the expression of an item of ORDER BY. */
  static SqlNode key(SqlNode item) {
    return switch (item.getKind()) {
      case DESCENDING, NULLS_FIRST, NULLS_LAST -> key(((SqlCall) item).operand(0));
      default -> item;
    };
  }

  @Override
  public @Nullable SqlNode visit(SqlCall call) {
    if (call.isA(SqlKind.QUERY)) {
      return call;
    }
    if (call instanceof SqlWindow window) {
      inAll(window.getPartitionList());
      inAll(window.getOrderList());
      return window;
    }
    CallCopyingArgHandler copied = new CallCopyingArgHandler(call, false);
    call.getOperator().acceptCall(this, call, true, copied);
    return copied.result();
  }
}
