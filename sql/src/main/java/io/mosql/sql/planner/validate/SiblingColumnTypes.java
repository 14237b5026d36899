package io.mosql.sql.planner.validate;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlDynamicParam;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlUtil;
import org.apache.calcite.sql.SqlWithItem;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql.validate.SqlValidatorNamespace;
import org.jspecify.annotations.Nullable;

/**
 * Infers the type of a parameter that is a column of a row of VALUES, or of a branch of a set
 * operation, from the same column of the other rows and branches. The siblings' types are derived
 * lazily. In a recursive query only siblings before the parameter are used, because the others may
 * refer to the query itself.
 */
final class SiblingColumnTypes extends SqlBasicVisitor<@Nullable Void> {
  private final SqlValidator validator;
  private final Function<SqlNode, @Nullable RelDataType> bound;
  private Map<Integer, List<Supplier<@Nullable RelDataType>>> found = Map.of();
  private boolean recursive;

  /**
   * Creates an inference for one query.
   *
   * @param bound returns the given type of a parameter's value, or null
   */
  SiblingColumnTypes(SqlValidator validator, Function<SqlNode, @Nullable RelDataType> bound) {
    this.validator = validator;
    this.bound = bound;
  }

  /** A row of VALUES, or the outputs of a query. */
  private record Row(SqlNode query, List<SqlNode> columns) {}

  /** Adds, for each parameter index, the suppliers of sibling types. */
  void collect(SqlNode query, Map<Integer, List<Supplier<@Nullable RelDataType>>> into) {
    found = into;
    query.accept(this);
  }

  @Override
  public @Nullable Void visit(SqlCall call) {
    boolean outside = recursive;
    if (call instanceof SqlWithItem item) {
      recursive |= item.recursive.booleanValue();
    }
    boolean rows = call.getKind() == SqlKind.VALUES || SqlKind.SET_QUERY.contains(call.getKind());
    if (rows) {
      List<Row> all = new ArrayList<>();
      addRows(call, all);
      note(all);
    }
    super.visit(call);
    recursive = outside;
    return null;
  }

  private static void addRows(SqlNode node, List<Row> rows) {
    if (node instanceof SqlSelect select) {
      rows.add(new Row(select, select.getSelectList().getList()));
    } else if (node instanceof SqlCall call && call.getKind() == SqlKind.VALUES) {
      for (SqlNode row : call.getOperandList()) {
        rows.add(
            new Row(call, row instanceof SqlCall cells ? cells.getOperandList() : List.of(row)));
      }
    } else if (node instanceof SqlCall call && SqlKind.SET_QUERY.contains(call.getKind())) {
      call.getOperandList().forEach(operand -> addRows(operand, rows));
    }
  }

  private void note(List<Row> rows) {
    for (int i = 0; i < rows.size(); i++) {
      List<SqlNode> columns = rows.get(i).columns;
      for (int column = 0; column < columns.size(); column++) {
        if (SqlUtil.stripAs(columns.get(column)) instanceof SqlDynamicParam parameter) {
          found.putIfAbsent(
              parameter.getIndex(), siblingTypes(rows, i, column, recursive ? i : rows.size()));
        }
      }
    }
  }

  private List<Supplier<@Nullable RelDataType>> siblingTypes(
      List<Row> rows, int own, int column, int end) {
    List<Supplier<@Nullable RelDataType>> others = new ArrayList<>();
    for (int i = 0; i < end; i++) {
      Row row = rows.get(i);
      if (i != own) {
        others.add(() -> type(row, column));
      }
    }
    return others;
  }

  private @Nullable RelDataType type(Row row, int column) {
    SqlNode node = column < row.columns.size() ? SqlUtil.stripAs(row.columns.get(column)) : null;
    if (node instanceof SqlDynamicParam) {
      return bound.apply(node);
    }
    if (node instanceof SqlLiteral) {
      return validator.deriveType(validator.getEmptyScope(), node);
    }
    if (!(row.query instanceof SqlSelect select)) {
      return node instanceof SqlCall call && isSelfContained(call)
          ? validator.deriveType(validator.getEmptyScope(), call)
          : null;
    }
    SqlValidatorNamespace namespace = validator.getNamespace(select);
    if (namespace == null || namespace.getRowType().getFieldCount() <= column) {
      return null;
    }
    return namespace.getRowType().getFieldList().get(column).getType();
  }

  /** Whether the expression contains no column name and no sub-query. */
  private static boolean isSelfContained(SqlCall expression) {
    return !expression.isA(SqlKind.QUERY) && areSelfContained(expression.getOperandList());
  }

  private static boolean areSelfContained(List<? extends @Nullable SqlNode> nodes) {
    for (SqlNode node : nodes) {
      if (node instanceof SqlIdentifier
          || node instanceof SqlNodeList list && !areSelfContained(list.getList())
          || node instanceof SqlCall call && !isSelfContained(call)) {
        return false;
      }
    }
    return true;
  }
}
