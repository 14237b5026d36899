package io.mosql.sql.planner.dml;

import io.mosql.core.type.SqlType;
import io.mosql.core.type.TypeKind;
import io.mosql.sql.algebra.Assignment;
import io.mosql.sql.algebra.RelTypes;
import io.mosql.sql.catalog.ColumnDef;
import io.mosql.sql.catalog.ForeignKeyDef;
import io.mosql.sql.catalog.IndexDef;
import io.mosql.sql.catalog.KeyColumn;
import io.mosql.sql.catalog.TableDef;
import io.mosql.sql.planner.expression.ComparisonCastRemover;
import io.mosql.sql.planner.expression.Rexes;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.SqlTypeName;
import org.jspecify.annotations.Nullable;

/**
 * Recognizes the assignments of an UPDATE that add to a column, such as {@code c = c + ? - 1}, so
 * that they can be executed without reading the column. The conditions are:
 *
 * <ul>
 *   <li>the column is an exact number in no index or foreign key
 *   <li>CHECKs that use the column are only bounds of it
 *   <li>the terms are exact numbers that do not depend on the row
 *   <li>the type of the sum contains all values of the column's type, so that overflow is detected
 *       only when the sum is stored
 * </ul>
 */
final class AdditiveAssignments {
  private final TableDef table;
  private final List<RexNode> checks;
  private final int offset;
  private final int constantsFrom;
  private final RexBuilder rex;
  private final BitSet keys = new BitSet();

  /**
   * Creates a recognizer for one statement.
   *
   * @param checks of the table, over its row
   * @param offset of the table's first column among the fields of the values
   * @param constantsFrom fields from this index on do not depend on the existing row
   */
  AdditiveAssignments(
      TableDef table, List<RexNode> checks, int offset, int constantsFrom, RexBuilder rex) {
    this.table = table;
    this.checks = checks;
    this.offset = offset;
    this.constantsFrom = constantsFrom;
    this.rex = rex;
    addKey(table.primary());
    table.indexes().forEach(this::addKey);
    for (ForeignKeyDef key : table.foreignKeys()) {
      key.columns().forEach(keys::set);
    }
  }

  private void addKey(IndexDef index) {
    for (KeyColumn column : index.columns()) {
      keys.set(column.column());
    }
  }

  /** Returns the assignment as an addition, or null when it is none. */
  Assignment.@Nullable Add of(int column, RexNode value) {
    ColumnDef definition = table.columns().get(column);
    TypeKind kind = definition.type().kind();
    if (!kind.isExactNumeric() || kind == TypeKind.NUMERIC || keys.get(column)) {
      return null;
    }
    List<Assignment.Term> terms = new ArrayList<>();
    if (!collect(column, sum(value, definition.type()), terms) || terms.isEmpty()) {
      return null;
    }
    CheckBounds bounds = new CheckBounds(column, definition.type(), rex);
    for (RexNode check : checks) {
      if (Rexes.fields(check).get(column) && !bounds.narrow(check)) {
        return null;
      }
    }
    return new Assignment.Add(column, terms, bounds.low(), bounds.high());
  }

  /** Returns the value without its cast to the column's type, which storing the value repeats. */
  private static RexNode sum(RexNode value, SqlType column) {
    if (value.getKind() != SqlKind.CAST || !isExact(value)) {
      return value;
    }
    RexNode operand = ((RexCall) value).getOperands().get(0);
    SqlType type = RelTypes.sqlType(value.getType());
    return isExact(operand) && type.kind() == column.kind() && type.scale() == column.scale()
        ? operand
        : value;
  }

  /** Collects the terms of a sum that begins with the column. */
  private boolean collect(int column, RexNode value, List<Assignment.Term> terms) {
    if (isColumn(column, value)) {
      return true;
    }
    if (!(value instanceof RexCall call)
        || !canRepresent(value, table.columns().get(column).type())) {
      return false;
    }
    return switch (call.getKind()) {
      case PLUS, CHECKED_PLUS -> {
        RexNode left = call.getOperands().get(0);
        RexNode right = call.getOperands().get(1);
        yield collect(column, left, terms) && addTerm(right, false, terms)
            || terms.isEmpty() && collect(column, right, terms) && addTerm(left, false, terms);
      }
      case MINUS, CHECKED_MINUS ->
          collect(column, call.getOperands().get(0), terms)
              && addTerm(call.getOperands().get(1), true, terms);
      case CAST -> collect(column, call.getOperands().get(0), terms) && terms.isEmpty();
      default -> false;
    };
  }

  private boolean isColumn(int column, RexNode node) {
    return node instanceof RexInputRef ref && ref.getIndex() == offset + column;
  }

  private boolean addTerm(RexNode value, boolean negative, List<Assignment.Term> terms) {
    int first = Rexes.fields(value).nextSetBit(0);
    return isExact(value)
        && (first < 0 || first >= constantsFrom)
        && terms.add(new Assignment.Term(value, negative));
  }

  private static boolean isExact(RexNode value) {
    return SqlTypeName.EXACT_TYPES.contains(value.getType().getSqlTypeName())
        && RelTypes.sqlType(value.getType()).kind().isExactNumeric();
  }

  private static boolean canRepresent(RexNode value, SqlType column) {
    if (!isExact(value)) {
      return false;
    }
    SqlType type = RelTypes.sqlType(value.getType());
    return type.kind() == TypeKind.NUMERIC
        || type.scale() >= column.scale()
            && ComparisonCastRemover.integerDigits(type)
                >= ComparisonCastRemover.integerDigits(column);
  }
}
