package io.mosql.sql.ddl;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.calcite.sql.JoinConditionType;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlJoin;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/**
 * The columns that {@code *} and {@code t.*} stand for in one SELECT, where some tables have more
 * columns than these. A {@code *} over a join that merges columns remains. Used by one thread.
 */
final class StarredColumns {
  private final Map<List<String>, List<String>> columnsOf;
  private final SqlSelect select;
  private final List<Item> items = new ArrayList<>();

  /** Whether each item has a name, and none of their columns are merged. */
  private boolean separate = true;

  /**
   * An item of FROM.
   *
   * @param columns null for those that have no more columns than {@code *} stands for
   */
  private record Item(String name, @Nullable List<String> columns) {}

  /**
   * Creates the columns.
   *
   * @param columnsOf columns of the tables that have more, by schema and name
   */
  StarredColumns(Map<List<String>, List<String>> columnsOf, SqlSelect select) {
    this.columnsOf = columnsOf;
    this.select = select;
  }

  /** Lists the columns in the SELECT itself. */
  void expand() {
    SqlNode from = select.getFrom();
    if (from != null) {
      add(from);
    }
    if (items.stream().allMatch(item -> item.columns == null)) {
      return;
    }
    SqlNodeList list = new SqlNodeList(select.getSelectList().getParserPosition());
    for (SqlNode output : select.getSelectList()) {
      if (!(output instanceof SqlIdentifier star) || !star.isStar()) {
        list.add(output);
      } else if (star.names.size() == 1 && separate) {
        items.forEach(item -> addColumns(list, item));
      } else {
        String name = star.names.size() == 1 ? "" : star.names.get(star.names.size() - 2);
        items.stream()
            .filter(item -> item.name.equals(name))
            .findFirst()
            .ifPresentOrElse(item -> addColumns(list, item), () -> list.add(star));
      }
    }
    select.setSelectList(list);
  }

  private static void addColumns(SqlNodeList list, Item item) {
    if (item.columns == null) {
      list.add(
          SqlIdentifier.star(
              List.of(item.name, ""),
              SqlParserPos.ZERO,
              List.of(SqlParserPos.ZERO, SqlParserPos.ZERO)));
      return;
    }
    for (String column : item.columns) {
      list.add(new SqlIdentifier(List.of(item.name, column), SqlParserPos.ZERO));
    }
  }

  private void add(SqlNode from) {
    if (from instanceof SqlJoin join) {
      separate &= !join.isNatural() && join.getConditionType() != JoinConditionType.USING;
      add(join.getLeft());
      add(join.getRight());
    } else if (from instanceof SqlIdentifier table) {
      items.add(new Item(table.names.get(table.names.size() - 1), columnsOf.get(table.names)));
    } else if (from.getKind() == SqlKind.AS) {
      items.add(named((SqlCall) from));
    } else {
      separate = false;
    }
  }

  /** An item with an alias, which may have other names for its first columns. */
  private Item named(SqlCall as) {
    String name = ((SqlIdentifier) as.operand(1)).getSimple();
    List<String> known =
        as.operand(0) instanceof SqlIdentifier table ? columnsOf.get(table.names) : null;
    if (known == null) {
      return new Item(name, null);
    }
    List<String> columns = new ArrayList<>(known);
    for (int i = 2; i < as.operandCount() && i - 2 < columns.size(); i++) {
      columns.set(i - 2, ((SqlIdentifier) as.operand(i)).getSimple());
    }
    return new Item(name, columns);
  }
}
