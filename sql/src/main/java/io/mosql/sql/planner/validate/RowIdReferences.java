package io.mosql.sql.planner.validate;

import io.mosql.sql.catalog.KeyColumn;
import io.mosql.sql.catalog.TableDef;
import io.mosql.sql.error.SqlErrorMessage;
import io.mosql.sql.function.library.RowIdLibrary;
import io.mosql.sql.planner.error.PlanErrors;
import io.mosql.sql.planner.expression.MosqlOperatorTable;
import io.mosql.sql.planner.rewrite.SqlNodeFinder;
import io.mosql.sql.planner.schema.CatalogTable;
import io.mosql.sql.planner.schema.ProjectedTable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.validate.DelegatingScope;
import org.apache.calcite.sql.validate.ListScope;
import org.apache.calcite.sql.validate.SqlMoniker;
import org.apache.calcite.sql.validate.SqlNameMatcher;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql.validate.SqlValidatorNamespace;
import org.apache.calcite.sql.validate.SqlValidatorScope;
import org.apache.calcite.sql.validate.SqlValidatorTable;
import org.jspecify.annotations.Nullable;

/**
 * Replaces references to the pseudo column {@code rowid} of a table by the function of its primary
 * key ({@link RowIdLibrary}). A column of that name takes precedence.
 */
final class RowIdReferences extends NameReplacement {
  private static final String NAME = "rowid";

  private final SqlValidatorScope scope;
  private final SqlValidator validator;
  private final SqlNameMatcher matcher;

  private RowIdReferences(SqlValidatorScope scope, SqlValidator validator) {
    this.scope = scope;
    this.validator = validator;
    this.matcher = validator.getCatalogReader().nameMatcher();
  }

  /** Whether an expression or a query has the name, outside of sub-queries. */
  private static boolean occursIn(@Nullable SqlNode node) {
    return node != null
        && SqlNodeFinder.hasName(
            node, RowIdReferences::isRowId, call -> !(call instanceof SqlSelect));
  }

  private static boolean isRowId(SqlIdentifier id) {
    return id.names.get(id.names.size() - 1).equals(NAME);
  }

  /** Whether a query has references. */
  static boolean appliesTo(SqlSelect select) {
    return occursIn(select.getSelectList())
        || occursIn(select.getWhere())
        || occursIn(select.getGroup())
        || occursIn(select.getHaving())
        || occursIn(select.getWindowList())
        || occursIn(select.getQualify())
        || occursIn(select.getOrderList());
  }

  /** Replaces references in a query whose FROM clause is validated. */
  static void select(SqlSelect select, SqlValidatorScope scope, SqlValidator validator) {
    new RowIdReferences(scope, validator).inQuery(select);
  }

  /** Returns the condition of a join whose sides are validated. */
  static SqlNode condition(SqlNode condition, SqlValidatorScope inside, SqlValidator validator) {
    return occursIn(condition) ? new RowIdReferences(inside, validator).in(condition) : condition;
  }

  /** Replaces references in operands of calls: rows of VALUES, or of functions in FROM. */
  static void operands(
      List<? extends SqlNode> calls, SqlValidatorScope scope, SqlValidator validator) {
    for (SqlNode node : calls) {
      if (node instanceof SqlCall call && occursIn(call)) {
        new RowIdReferences(scope, validator).inOperands(call);
      }
    }
  }

  @Override
  public @Nullable SqlNode visit(SqlIdentifier id) {
    if (!isRowId(id)) {
      return id;
    }
    return id.isSimple() ? unqualified(id) : qualified(id);
  }

  private SqlNode qualified(SqlIdentifier id) {
    List<String> prefix = id.names.subList(0, id.names.size() - 1);
    SqlValidatorScope.ResolvedImpl resolved = new SqlValidatorScope.ResolvedImpl();
    scope.resolve(prefix, matcher, false, resolved);
    if (resolved.count() != 1 || hasColumn(resolved.only().namespace)) {
      return id;
    }
    Keyed table = table(resolved.only().namespace);
    return table == null ? id : rowId(id, prefix, resolved.only().namespace, table);
  }

  /** Searches the tables of the query, then those of outer queries. */
  private SqlNode unqualified(SqlIdentifier id) {
    SqlValidatorScope at = scope;
    while (true) {
      Map<String, SqlValidatorNamespace> tables = new LinkedHashMap<>();
      for (Map.Entry<String, SqlValidatorNamespace> child : children(at).entrySet()) {
        if (hasColumn(child.getValue())) {
          return id;
        }
        if (table(child.getValue()) != null) {
          tables.put(child.getKey(), child.getValue());
        }
      }
      if (tables.size() > 1) {
        throw PlanErrors.at(SqlErrorMessage.AMBIGUOUS_COLUMN, id.getParserPosition(), NAME);
      }
      for (Map.Entry<String, SqlValidatorNamespace> only : tables.entrySet()) {
        Keyed table = Objects.requireNonNull(table(only.getValue()));
        return rowId(id, List.of(only.getKey()), only.getValue(), table);
      }
      if (!(at instanceof DelegatingScope inner)) {
        return id;
      }
      at = inner.getParent();
    }
  }

  /** The relations of one query that names of the replaced expression refer to, by name. */
  private Map<String, SqlValidatorNamespace> children(SqlValidatorScope of) {
    Map<String, SqlValidatorNamespace> children = new LinkedHashMap<>();
    if (of instanceof ListScope list) {
      List<SqlMoniker> names = new ArrayList<>();
      list.findAliases(names); // The names of outer queries are among them.
      for (SqlMoniker moniker : names) {
        List<String> name = moniker.getFullyQualifiedNames();
        SqlValidatorScope.ResolvedImpl resolved = new SqlValidatorScope.ResolvedImpl();
        scope.resolve(name, matcher, false, resolved);
        if (resolved.count() == 1 && list.getChildren().contains(resolved.only().namespace)) {
          children.put(name.get(name.size() - 1), resolved.only().namespace);
        }
      }
    }
    return children;
  }

  private boolean hasColumn(SqlValidatorNamespace namespace) {
    return matcher.field(namespace.getRowType(), NAME) != null;
  }

  /** A table, and the fields of its relation that its key columns are. */
  private record Keyed(TableDef table, List<Integer> keyFields) {}

  private @Nullable Keyed table(SqlValidatorNamespace namespace) {
    SqlNode node = namespace.getNode();
    SqlValidatorNamespace unaliased =
        node != null && node.getKind() == SqlKind.AS
            ? validator.getNamespace(((SqlCall) node).operand(0))
            : namespace;
    SqlValidatorTable table = unaliased == null ? null : unaliased.resolve().getTable();
    if (table == null) {
      return null;
    }
    // of a view, after a change of the table's columns
    ProjectedTable projected = table.unwrap(ProjectedTable.class);
    CatalogTable known =
        projected == null
            ? table.unwrap(CatalogTable.class)
            : projected.whole() instanceof CatalogTable whole ? whole : null;
    if (known == null) {
      return null;
    }
    List<Integer> fields = new ArrayList<>();
    for (KeyColumn part : known.table().primary().columns()) {
      fields.add(projected == null ? part.column() : projected.field(part.column()));
    }
    return new Keyed(known.table(), fields);
  }

  private static SqlNode rowId(
      SqlIdentifier id, List<String> prefix, SqlValidatorNamespace namespace, Keyed keyed) {
    SqlParserPos pos = id.getParserPosition();
    TableDef table = keyed.table;
    if (table.keyless() || keyed.keyFields.contains(-1)) {
      throw PlanErrors.at(SqlErrorMessage.ROW_ID_WITHOUT_KEY, pos, table.name());
    }
    List<String> columns = namespace.getRowType().getFieldNames();
    List<SqlNode> arguments = new ArrayList<>();
    arguments.add(number(table.id(), pos));
    for (int i = 0; i < keyed.keyFields.size(); i++) {
      int column = table.primary().columns().get(i).column();
      List<String> name = new ArrayList<>(prefix);
      name.add(columns.get(keyed.keyFields.get(i)));
      arguments.add(number(table.columns().get(column).ordinal(), pos));
      arguments.add(new SqlIdentifier(name, pos));
    }
    return Objects.requireNonNull(MosqlOperatorTable.find(RowIdLibrary.NAME))
        .createCall(pos, arguments);
  }

  private static SqlNode number(long value, SqlParserPos pos) {
    return SqlLiteral.createExactNumeric(Long.toString(value), pos);
  }
}
