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
import org.apache.calcite.sql.util.SqlShuttle;
import org.apache.calcite.sql.validate.SelectScope;
import org.apache.calcite.sql.validate.SqlNameMatcher;
import org.apache.calcite.sql.validate.SqlValidatorImpl;
import org.apache.calcite.sql.validate.SqlValidatorUtil;
import org.jspecify.annotations.Nullable;

/**
 * The names in GROUP BY that columns of the query's tables and outputs share. As in PostgreSQL the
 * column takes precedence, which Calcite gives to the output. Changes the given queries in place;
 * has no other side effects.
 */
final class GroupByNames extends SqlShuttle {
  private final Set<String> shared;
  private final @Nullable SelectScope tables;
  private final SqlValidatorImpl validator;
  private boolean found;

  private GroupByNames(
      Set<String> shared, @Nullable SelectScope tables, SqlValidatorImpl validator) {
    this.shared = shared;
    this.tables = tables;
    this.validator = validator;
  }

  /** Whether GROUP BY has a name of an output that is an expression. */
  static boolean appliesTo(SqlSelect select, SqlValidatorImpl validator) {
    SqlNodeList group = select.getGroup();
    Set<String> outputs = group == null ? Set.of() : outputs(select);
    if (group == null || outputs.isEmpty()) {
      return false;
    }
    GroupByNames names = new GroupByNames(outputs, null, validator);
    group.accept(names);
    return names.found;
  }

  /** Qualifies the names of columns in a query whose FROM clause is validated. */
  static void qualify(SqlSelect select, SqlValidatorImpl validator) {
    SelectScope tables = Objects.requireNonNull(validator.getRawSelectScope(select));
    SqlNodeList group = Objects.requireNonNull(select.getGroup());
    SqlNode qualified = group.accept(new GroupByNames(outputs(select), tables, validator));
    select.setGroupBy((SqlNodeList) Objects.requireNonNull(qualified));
  }

  private static Set<String> outputs(SqlSelect select) {
    Set<String> names = new HashSet<>();
    for (SqlNode item : select.getSelectList()) {
      if (item.getKind() == SqlKind.AS) {
        names.add(Objects.requireNonNull(SqlValidatorUtil.alias(item)));
      }
    }
    return names;
  }

  @Override
  public @Nullable SqlNode visit(SqlCall call) {
    return call.isA(SqlKind.QUERY) ? call : super.visit(call);
  }

  @Override
  public SqlNode visit(SqlIdentifier id) {
    if (!id.isSimple() || !shared.contains(id.getSimple())) {
      return id;
    }
    found = true;
    SqlNameMatcher matcher = validator.getCatalogReader().nameMatcher();
    if (tables == null
        || tables.getChildren().stream()
            .noneMatch(table -> matcher.field(table.getRowType(), id.getSimple()) != null)) {
      return id;
    }
    return tables.fullyQualify(id).identifier;
  }
}
