package io.mosql.sql.planner.expression;

import io.mosql.sql.function.library.RowIdLibrary;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexVisitorImpl;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.jspecify.annotations.Nullable;

/**
 * Replaces comparisons of row ids within conditions by comparisons of key columns, for which there
 * is an index: {@code rowid = x} becomes {@code id = } the key in {@code x}. Both are true for the
 * same rows; where {@code x} is no id of the table, the first is false and the second NULL.
 */
public final class RowIdComparisons {
  private RowIdComparisons() {}

  /** Returns a condition that is true where the given one is. */
  public static RexNode replaced(RexNode condition, RexBuilder rex) {
    if (!(condition instanceof RexCall call)) {
      return condition;
    }
    return switch (call.getKind()) {
      case AND, OR -> {
        List<RexNode> operands = new ArrayList<>();
        call.getOperands().forEach(operand -> operands.add(replaced(operand, rex)));
        yield operands.equals(call.getOperands())
            ? call
            : rex.makeCall(call.getType(), call.getOperator(), operands);
      }
      case EQUALS -> {
        RexNode left = call.getOperands().get(0);
        RexNode right = call.getOperands().get(1);
        RexNode replaced = equalKeys(left, right, rex);
        if (replaced == null) {
          replaced = equalKeys(right, left, rex);
        }
        yield replaced == null ? call : replaced;
      }
      default -> call;
    };
  }

  /** Whether an expression has a row id. */
  public static boolean isUsedIn(RexNode expression) {
    boolean[] found = {false};
    expression.accept(
        new RexVisitorImpl<@Nullable Void>(true) {
          @Override
          public @Nullable Void visitCall(RexCall call) {
            found[0] |= isRowId(call);
            return super.visitCall(call);
          }
        });
    return found[0];
  }

  private static boolean isRowId(RexNode node) {
    return node.getKind() == SqlKind.OTHER_FUNCTION
        && ((RexCall) node).getOperator().getName().equals(RowIdLibrary.NAME);
  }

  private static @Nullable RexNode equalKeys(RexNode id, RexNode value, RexBuilder rex) {
    List<Long> table = table(id);
    if (table.isEmpty()) {
      return null;
    }
    RexCall call = (RexCall) id;
    List<RexNode> columns = RowIdLibrary.keyColumns(call);
    boolean same = table(value).equals(table);
    List<RexNode> others = same ? RowIdLibrary.keyColumns((RexCall) value) : List.of();
    List<RexNode> equalities = new ArrayList<>();
    for (int i = 0; i < columns.size(); i++) {
      RexNode key = same ? others.get(i) : key(call, table, i, value, rex);
      equalities.add(rex.makeCall(SqlStdOperatorTable.EQUALS, columns.get(i), key));
    }
    return equalities.size() == 1
        ? equalities.get(0)
        : rex.makeCall(SqlStdOperatorTable.AND, equalities);
  }

  private static RexNode key(
      RexCall call, List<Long> table, int column, RexNode value, RexBuilder rex) {
    RelDataTypeFactory types = rex.getTypeFactory();
    RelDataType type = RowIdLibrary.keyColumns(call).get(column).getType();
    return rex.makeCall(
        types.createTypeWithNullability(type, true),
        RowIdLibrary.keyColumn(call, table, column),
        List.of(value, call.getOperands().get(0), call.getOperands().get(1 + 2 * column)));
  }

  /** The id of the table and the ordinals of its key columns; empty for what is no row id. */
  private static List<Long> table(RexNode node) {
    if (!isRowId(node)) {
      return List.of();
    }
    List<RexNode> operands = ((RexCall) node).getOperands();
    List<Long> numbers = new ArrayList<>();
    for (int i = 0; i < operands.size(); i += i == 0 ? 1 : 2) {
      if (!(operands.get(i) instanceof RexLiteral literal) || literal.isNull()) {
        return List.of();
      }
      numbers.add(literal.getValueAs(Long.class));
    }
    return numbers;
  }
}
