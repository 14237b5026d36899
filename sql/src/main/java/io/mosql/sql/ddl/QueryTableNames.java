package io.mosql.sql.ddl;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlJoin;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlWith;
import org.apache.calcite.sql.SqlWithItem;
import org.jspecify.annotations.Nullable;

/**
 * Finds and replaces the table names in a query; names of WITH queries are excluded. Works on the
 * parsed tree itself. Not thread-safe.
 */
final class QueryTableNames {
  /** The replacement of a table's name. */
  private final Function<SqlIdentifier, SqlNode> replacement;

  private final Map<List<String>, SqlIdentifier> found = new LinkedHashMap<>();
  private Set<String> withNames = new HashSet<>();

  private QueryTableNames(Function<SqlIdentifier, SqlNode> replacement) {
    this.replacement = replacement;
  }

  /**
   * Qualifies every table with its schema.
   *
   * @return the names, each once
   */
  static List<SqlIdentifier> qualify(SqlNode query, String currentSchema) {
    QueryTableNames names =
        new QueryTableNames(
            id ->
                id.isSimple()
                    ? new SqlIdentifier(
                        List.of(currentSchema, id.getSimple()), id.getParserPosition())
                    : id);
    names.visit(query);
    return new ArrayList<>(names.found.values());
  }

  /**
   * Replaces tables.
   *
   * @param replacement a name, or a relation with an alias; an alias in the query takes precedence
   * @return the query itself
   */
  static SqlNode replaced(SqlNode query, Function<SqlIdentifier, SqlNode> replacement) {
    new QueryTableNames(replacement).visit(query);
    return query;
  }

  private void visit(@Nullable SqlNode node) {
    if (node instanceof SqlWith with) {
      visit(with);
    } else if (node instanceof SqlSelect select) {
      SqlNode from = select.getFrom();
      if (from != null) {
        select.setFrom(from(from));
      }
      for (int i = 0; i < select.operandCount(); i++) {
        SqlNode operand = select.getOperandList().get(i);
        if (operand != select.getFrom()) {
          visit(operand);
        }
      }
    } else if (node != null && node.getKind() == SqlKind.EXPLICIT_TABLE) {
      from(node);
    } else if (node instanceof SqlCall call) {
      call.getOperandList().forEach(this::visit);
    } else if (node instanceof SqlNodeList list) {
      list.forEach(this::visit);
    }
  }

  private void visit(SqlWith with) {
    Set<String> outer = withNames;
    withNames = new HashSet<>(outer);
    for (SqlNode node : with.withList) {
      SqlWithItem item = (SqlWithItem) node;
      if (item.recursive.booleanValue()) {
        withNames.add(item.name.getSimple());
      }
      visit(item.query);
      withNames.add(item.name.getSimple());
    }
    visit(with.body);
    withNames = outer;
  }

  /** The node in FROM, with its names replaced. */
  private SqlNode from(SqlNode node) {
    if (node instanceof SqlIdentifier id) {
      if (id.isSimple() && withNames.contains(id.getSimple())) {
        return id;
      }
      SqlNode by = replacement.apply(id);
      if (by instanceof SqlIdentifier name) {
        found.putIfAbsent(name.names, name);
      }
      return by;
    }
    if (node instanceof SqlJoin join) {
      join.setLeft(from(join.getLeft()));
      join.setRight(from(join.getRight()));
      visit(join.getCondition());
      return join;
    }
    switch (node.getKind()) {
      case AS, TABLE_REF, EXPLICIT_TABLE, LATERAL, TABLESAMPLE -> {
        SqlCall call = (SqlCall) node;
        SqlNode by = from(call.operand(0));
        if (by.getKind() == SqlKind.AS && call.operand(0).getKind() != SqlKind.AS) {
          if (node.getKind() == SqlKind.TABLE_REF) {
            return by;
          }
          by = node.getKind() == SqlKind.AS ? ((SqlCall) by).operand(0) : by;
        }
        call.setOperand(0, by);
        return call;
      }
      default -> {
        visit(node);
        return node;
      }
    }
  }
}
