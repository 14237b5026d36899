package io.mosql.sql.planner.validate;

import io.mosql.sql.catalog.ColumnDef;
import io.mosql.sql.catalog.KeyColumn;
import io.mosql.sql.catalog.TableDef;
import io.mosql.sql.planner.schema.CatalogTable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.apache.calcite.sql.SqlAggFunction;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlNumericLiteral;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.apache.calcite.sql.validate.SelectScope;
import org.apache.calcite.sql.validate.SqlMoniker;
import org.apache.calcite.sql.validate.SqlNameMatcher;
import org.apache.calcite.sql.validate.SqlValidatorImpl;
import org.apache.calcite.sql.validate.SqlValidatorNamespace;
import org.apache.calcite.sql.validate.SqlValidatorScope;
import org.apache.calcite.sql.validate.SqlValidatorTable;
import org.jspecify.annotations.Nullable;

/**
 * The columns that GROUP BY determines, as in PostgreSQL: those of a table whose primary key it
 * has. Such columns that the query uses are added to GROUP BY, which does not change the groups.
 * Changes the given query in place; has no other side effects.
 */
final class DependentColumns extends SqlBasicVisitor<Void> {
  private final SqlSelect select;

  /** What FROM has, by its names. */
  private final Map<String, SqlValidatorNamespace> namespaces = new LinkedHashMap<>();

  private final SqlNameMatcher matcher;

  /** The columns of the tables that are determined, by the names of these. */
  private final Map<String, TableDef> determined = new HashMap<>();

  /** The names of tables and columns that are to be grouped by as well. */
  private final Set<List<String>> added = new LinkedHashSet<>();

  private DependentColumns(SqlSelect select, SqlValidatorImpl validator) {
    this.select = select;
    this.matcher = validator.getCatalogReader().nameMatcher();
    SelectScope tables = Objects.requireNonNull(validator.getRawSelectScope(select));
    List<SqlMoniker> names = new ArrayList<>();
    tables.findAliases(names);
    for (SqlMoniker name : names) {
      // The names of outer queries are among them.
      SqlValidatorScope.ResolvedImpl resolved = new SqlValidatorScope.ResolvedImpl();
      tables.resolve(name.getFullyQualifiedNames(), matcher, false, resolved);
      if (resolved.count() == 1 && tables.getChildren().contains(resolved.only().namespace)) {
        namespaces.put(name.getFullyQualifiedNames().get(0), resolved.only().namespace);
      }
    }
  }

  /** Whether GROUP BY has expressions only, rather than sets of them. */
  static boolean appliesTo(SqlSelect select) {
    SqlNodeList group = select.getGroup();
    return group != null
        && !group.isEmpty()
        && select.getFrom() != null
        && group.stream()
            .anyMatch(item -> item instanceof SqlIdentifier || item instanceof SqlLiteral)
        && group.stream().noneMatch(DependentColumns::isSet);
  }

  private static boolean isSet(SqlNode item) {
    return item.getKind() == SqlKind.GROUPING_SETS
        || item.getKind() == SqlKind.ROLLUP
        || item.getKind() == SqlKind.CUBE
        || item.getKind() == SqlKind.GROUP_BY_DISTINCT;
  }

  /** Adds the columns to a query whose FROM clause is validated. */
  static void add(SqlSelect select, SqlValidatorImpl validator) {
    DependentColumns columns = new DependentColumns(select, validator);
    Set<List<String>> grouped = columns.grouped();
    columns.findDetermined(grouped);
    if (columns.determined.isEmpty()) {
      return;
    }
    columns.look(select.getSelectList());
    columns.look(select.getHaving());
    columns.look(select.getOrderList());
    columns.look(select.getQualify());
    columns.look(select.getWindowList());
    columns.added.removeAll(grouped);
    for (List<String> name : columns.added) {
      Objects.requireNonNull(select.getGroup()).add(new SqlIdentifier(name, SqlParserPos.ZERO));
    }
  }

  private void look(@Nullable SqlNode node) {
    if (node != null) {
      node.accept(this);
    }
  }

  /** The columns in GROUP BY, by the names of their tables. */
  private Set<List<String>> grouped() {
    Set<List<String>> grouped = new HashSet<>();
    for (SqlNode item : Objects.requireNonNull(select.getGroup())) {
      SqlNode column = item instanceof SqlNumericLiteral number ? output(number) : item;
      if (column instanceof SqlIdentifier id) {
        List<String> name = resolved(id);
        grouped.addAll(name == null ? aliased(id) : Set.of(name));
      }
    }
    return grouped;
  }

  private @Nullable SqlNode output(SqlNumericLiteral number) {
    SqlNodeList outputs = select.getSelectList();
    int at = number.isInteger() ? number.intValue(true) : 0;
    return at < 1 || at > outputs.size() ? null : unaliased(outputs.get(at - 1));
  }

  private static SqlNode unaliased(SqlNode output) {
    return output.getKind() == SqlKind.AS ? ((SqlCall) output).operand(0) : output;
  }

  /** The column that an output of this name is. */
  private Set<List<String>> aliased(SqlIdentifier id) {
    for (SqlNode output : select.getSelectList()) {
      if (id.isSimple()
          && output instanceof SqlCall call
          && call.getKind() == SqlKind.AS
          && call.operand(0) instanceof SqlIdentifier column
          && ((SqlIdentifier) call.operand(1)).getSimple().equals(id.getSimple())) {
        List<String> name = resolved(column);
        return name == null ? Set.of() : Set.of(name);
      }
    }
    return Set.of();
  }

  /** The table and the column of a name; null for another name, or that of several columns. */
  private @Nullable List<String> resolved(SqlIdentifier id) {
    if (id.isStar() || id.names.size() > 2) {
      return null;
    }
    String column = id.names.get(id.names.size() - 1);
    List<String> found = null;
    for (Map.Entry<String, SqlValidatorNamespace> table : namespaces.entrySet()) {
      boolean named = id.isSimple() || matcher.matches(table.getKey(), id.names.get(0));
      if (named && matcher.field(table.getValue().getRowType(), column) != null) {
        if (found != null) {
          return null;
        }
        found = List.of(table.getKey(), column);
      }
    }
    return found;
  }

  private void findDetermined(Set<List<String>> grouped) {
    for (Map.Entry<String, SqlValidatorNamespace> namespace : namespaces.entrySet()) {
      String name = namespace.getKey();
      TableDef table = table(namespace.getValue());
      if (table != null && !table.keyless()) {
        boolean whole = true;
        for (KeyColumn part : table.primary().columns()) {
          whole &= grouped.contains(List.of(name, table.columns().get(part.column()).name()));
        }
        if (whole) {
          determined.put(name, table);
        }
      }
    }
  }

  private static @Nullable TableDef table(SqlValidatorNamespace namespace) {
    SqlValidatorTable table = namespace.resolve().getTable();
    CatalogTable known = table == null ? null : table.unwrap(CatalogTable.class);
    return known == null || !hasColumnNames(namespace, known.table()) ? null : known.table();
  }

  /** Whether no alias renames the columns. */
  private static boolean hasColumnNames(SqlValidatorNamespace namespace, TableDef table) {
    List<String> names = namespace.getRowType().getFieldNames();
    return table.columns().stream()
        .filter(column -> !column.hidden())
        .map(ColumnDef::name)
        .toList()
        .equals(names);
  }

  /** The arguments of aggregate functions need not be grouped by. */
  @Override
  public Void visit(SqlCall call) {
    if (call.getOperator() instanceof SqlAggFunction
        || call.getKind() == SqlKind.FILTER
        || call.getKind() == SqlKind.WITHIN_GROUP) {
      return null;
    }
    if (call.getKind() == SqlKind.OVER && call.operand(0) instanceof SqlCall function) {
      function.getOperandList().forEach(this::look);
      call.operand(1).accept(this);
      return null;
    }
    return super.visit(call);
  }

  @Override
  public Void visit(SqlIdentifier id) {
    if (id.isStar()) {
      determined.forEach(
          (name, table) -> {
            if (id.names.size() == 1 || matcher.matches(name, id.names.get(0))) {
              table.columns().stream()
                  .filter(column -> !column.hidden())
                  .forEach(column -> added.add(List.of(name, column.name())));
            }
          });
      return null;
    }
    List<String> name = resolved(id);
    TableDef table = name == null ? null : determined.get(name.get(0));
    if (name != null && table != null) {
      int column = table.columnIndex(name.get(1));
      if (column >= 0 && !table.columns().get(column).hidden()) {
        added.add(name);
      }
    }
    return null;
  }
}
